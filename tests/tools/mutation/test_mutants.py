"""tools/mutation/mutants.py: what it changes in a check, and what it leaves alone."""

import numpy as np
import pytest

from tools.mutation.mutants import NoMutantError, mutants, sampled, transposed


def changes(source):
    """Return all mutants of a check, as text."""
    return {f"{x.was} -> {x.now}" for x in mutants(source)}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("f(b + c)", {"b + c -> b - c", "b + c -> b", "b + c -> c"}),
        ("f(b - c)", {"b - c -> b + c", "b - c -> b", "b - c -> -c"}),
        ("f(b * c)", {"b * c -> b", "b * c -> c", "b * c -> -(b * c)"}),
        (
            "f(b / c)",
            {"b / c -> b * c", "b / c -> b", "b / c -> c / b", "b / c -> -(b / c)"},
        ),
        (
            "f(A @ b)",
            {
                "A @ b -> transposed(A) @ b",
                "A @ b -> A @ transposed(b)",
                "A @ b -> -(A @ b)",
            },
        ),
        ("f(b**k)", {"b ** k -> b"}),
        ("f(b & c)", {"b & c -> b | c", "b & c -> b", "b & c -> c"}),
        ("f(b | c)", {"b | c -> b & c", "b | c -> b", "b | c -> c"}),
        (  # the sign of a factor or of a last summand is altered with the whole
            "f(b * c * d)",
            {
                "b * c * d -> b * c",
                "b * c * d -> d",
                "b * c * d -> -(b * c * d)",
                "b * c -> b",
                "b * c -> c",
            },
        ),
        (
            "f(b * c + d)",
            {
                "b * c + d -> b * c - d",
                "b * c + d -> b * c",
                "b * c + d -> d",
                "b * c -> b",
                "b * c -> c",
                "b * c -> -(b * c)",
            },
        ),
        (
            "f(d - b * c)",
            {
                "d - b * c -> d + b * c",
                "d - b * c -> d",
                "d - b * c -> -(b * c)",
                "b * c -> b",
                "b * c -> c",
            },
        ),
        ("f(abs(b * c))", {"abs(b * c) -> b * c", "b * c -> b", "b * c -> c"}),
        ("f(b + 0)", {"0 -> 1", "0 -> -1"}),
        ("f(b + 1e-9)", set()),
        ("f(1e-9 + b)", set()),
        ("f(b < 1e-9)", {"b < 1e-09 -> b > 1e-09"}),
        ("f(b, 'c')", set()),
        ("f(g(3))", set()),
        ("f(g(b, c, d))", set()),
        ("f(b + rng.normal(size=2))", set()),
        ("f(g(b, k=3))", set()),
        ("f(g(b, k=-c))", {"-c -> c"}),
        ("f(K[i])", set()),
        ("f((-b, c)[0])", {"0 -> 1"}),  # one of several examples
        ("f((-b)[0])", {"-b -> b", "0 -> 1"}),
        ("f(-b)", {"-b -> b"}),
        ("f(not b)", {"not b -> b"}),
        ("f(b and c)", {"b and c -> b or c"}),
        ("f(b or c)", {"b or c -> b and c"}),
        ("f(b if c else d)", {"b if c else d -> d if c else b"}),
        ("f(b > c)", {"b > c -> b >= c", "b > c -> b < c"}),
        ("f(b <= c)", {"b <= c -> b < c", "b <= c -> b >= c"}),
        ("f(b != c)", {"b != c -> b == c"}),
        ("f(b in c)", {"b in c -> b not in c"}),
        ("f(y > 0)", {"y > 0 -> y < 0"}),  # a label is never 0
        (
            "f(x + 3)",
            {"x + 3 -> x - 3", "x + 3 -> x", "x + 3 -> 3", "3 -> 4", "3 -> 2"},
        ),
        ("f(b**0.5)", {"0.5 -> 1.0", "0.5 -> 0.25"}),
        ("f(x[0])", {"0 -> 1"}),
        ("f(x.T)", {"x.T -> x"}),
        ("f(g(x, axis=1))", {"1 -> 2", "1 -> 0"}),
        ("f(sum(x))", {"sum(x) -> max(x)", "sum(x) -> sum(list(x)[:-1])"}),
        ("f(np.sum(x))", {"np.sum(x) -> np.max(x)", "np.sum(x) -> np.sum(x[:-1])"}),
        ("f(x.mean())", {"x.mean() -> x.sum()", "x.mean() -> x[:-1].mean()"}),
        (
            "f(max(b, z))",
            {"max(b, z) -> min(b, z)", "max(b, z) -> b", "max(b, z) -> z"},
        ),
        ("f(x.argmax())", {"x.argmax() -> x.argmin()"}),
        ("f(abs(x))", {"abs(x) -> x"}),
        ("f(norm(x))", {"norm(x) -> norm(x) ** 2"}),
        ("f(np.where(b, c, d))", {"np.where(b, c, d) -> np.where(b, d, c)"}),
        ("f(np.outer(b, c))", {"np.outer(b, c) -> transposed(np.outer(b, c))"}),
        ("b == g(c)", {"g(c) -> -g(c)"}),  # both sides might be 0
        ("isclose(b, c)", {"c -> -c"}),
        ("b <= c", {"b <= c -> b < c"}),
        ("b <= c >= d", {"b <= c >= d -> b < c >= d", "b <= c >= d -> b <= c > d"}),
        (
            "all(b == c for b in d if e > c)",
            {"c -> -c", "e > c -> e >= c", "e > c -> e < c"},
        ),
    ],
)
def test_mutants_alter_equations(source, expected):
    """Each kind of change to what is asserted, and no other."""
    assert changes(f"assert {source}") == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("m += b", {"m += b -> m -= b"}),
        ("m -= b", {"m -= b -> m += b"}),
        ("m *= b", {"m *= b -> m /= b"}),
        ("m /= b", {"m /= b -> m *= b"}),
        ("m = -b", {"-b -> b"}),
        ("def m(x):\n    return -x", {"-x -> x"}),
        ("class m:\n    w = -x", {"-x -> x"}),
        ("m[j] = -b", {"-b -> b"}),
        ("m.w = -b", {"-b -> b"}),
        ("m.w[j] = -b", {"-b -> b"}),
        ("for j in range(3):\n    m[j] += b", {"m[j] += b -> m[j] -= b"}),
        ("for i, j in g():\n    m.add(K[i, j])", {"i -> j", "j -> i"}),
        (
            "for i, x in g():\n    m.add(K[i, k] - x)",
            {
                "K[i, k] - x -> K[i, k] + x",
                "K[i, k] - x -> K[i, k]",
                "K[i, k] - x -> -x",
            },
        ),
    ],
)
def test_mutants_alter_what_an_assertion_depends_on(source, expected):
    assert changes(f"{source}\nassert f(m)") == expected


def test_only_another_transpose_is_a_mutant():
    matrix = np.arange(6).reshape(2, 3)
    assert transposed(matrix).shape == (3, 2)
    assert transposed(matrix[:, :2]).tolist() == [[0, 3], [1, 4]]
    for vector_or_symmetric in (matrix[0], np.eye(2)):
        with pytest.raises(NoMutantError):
            transposed(vector_or_symmetric)


@pytest.mark.parametrize(
    "source",
    [
        "x = rng.normal(size=3)\nassert f(x)",
        "x = 2 * rng.normal(size=3)\nassert f(x)",
        "x = -rng.normal(size=n)\nassert f(x)",
        "X = np.array([[1.0, 2.0]])\nassert f(X)",
        "print(2 * x)",
        "z = 2 * x\nassert y",
        "z[y] = 2 * x\nassert y",
        "class A:\n    y = 2 * x\nassert y",
        "z.append(2 * x)\nassert y",
        "assert a < b",
        "assert abs(a) < 1e-9",
        "for i in range(5):\n    assert i",
    ],
)
def test_mutants_leave_examples_and_weaker_claims_alone(source):
    """The data of a check, what it prints, and what an assertion only bounds."""
    assert changes(source) == set()


def test_empty_file_has_no_mutants():
    assert mutants("", whole=True) == []


def test_mutants_of_a_bound_claim_more():
    assert changes("assert a < 2") == changes("assert 2 > a") == {"2 -> 1"}
    assert changes("assert a > 1") == changes("assert 1 < a") == {"1 -> 2"}
    assert changes("assert a <= 2") == {"2 -> 1", "a <= 2 -> a < 2"}
    assert changes("assert a >= 1") == {"1 -> 2", "a >= 1 -> a > 1"}
    assert changes("assert a > 0") == {"0 -> 1"}
    assert changes("assert a < 0.3") == changes("assert a < g(b)") == set()
    assert changes("assert 1 < a == -b") == {"1 -> 2", "-b -> b"}


def test_mutants_know_their_line_and_a_sample_is_in_their_order():
    pool = mutants("y = g()\nassert f(y < b + c)")
    assert {x.line for x in pool} == {2}
    assert sampled(pool, 0, "seed") == sampled(pool, 99, "seed") == pool
    some = sampled(pool, 3, "seed")
    assert some == sampled(pool, 3, "seed")
    assert len(some) == 3
    assert [x for x in pool if x in some] == some


def test_mutants_know_what_raises_or_warns():
    source = """
def f(x):
    if x > 1:
        got = x + 2
        raise ValueError(got)
    elif x < 3:
        x += 4
    elif x == 5:
        warnings.warn("five")
    try:
        return x + 6
    except TypeError as error:
        got = x + 7
        raise ValueError(got) from error
"""
    all_mutants = mutants(source, whole=True)
    assert {x.line for x in all_mutants if x.in_guard} == {3, 4, 8, 13}
    assert {x.line for x in all_mutants if not x.in_guard} == {6, 7, 11}


def test_mutant_is_listed_whatever_its_comments_and_line_breaks():
    """The name is that of its function, and the statement as Python would write it."""
    for source in ("y = a + b  # why", "y = (\n        a\n        + b  # why\n    )"):
        all_mutants = mutants(
            f"class A:\n    def f(self):\n        {source}", whole=True
        )
        assert {x.location for x in all_mutants} == {"A.f: y = a + b"}
    all_mutants = mutants("def f(n):\n    if n > 1:\n        return 2", whole=True)
    assert {x.location for x in all_mutants} == {"f: if n > 1", "f: return 2"}
