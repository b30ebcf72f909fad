"""What a student is told about an exception: real ones in, words out."""

import numpy as np
import pytest

from svmlib.exercises._mistakes import CHAPTER_OF_EXERCISE
from svmlib.exercises.running._hints import find_hints

ARRAYS = {
    "X": np.ones((3, 5)),
    "W": np.ones((5, 4)),
    "S": np.ones((3, 4)),
    "y": np.array([3, 0, 1]),
    "w": np.ones(5),
    "b": 0.5,
    "alpha": np.linspace(0, 1, 3),
    "K": np.ones((3, 3)),
}


def hints_on(attempt, **others):
    """Call an attempt on the arrays that its arguments are named for; return the hints."""
    code = attempt.__code__
    args = {n: others.get(n, ARRAYS[n]) for n in code.co_varnames[: code.co_argcount]}
    with pytest.raises(Exception) as caught:
        attempt(**args)
    what = f"{caught.typename}: {caught.value}"
    return find_hints(caught.value, what, caught.tb.tb_next, args)


@pytest.mark.parametrize(
    "attempt, mistakes, words",
    [
        (lambda X, W: X.mm(W), "pytorch-names", "has for it: `@`"),
        (lambda S: S.sum(dim=1), "pytorch-names", "`axis`"),
        (lambda S: torch.clamp(S, min=0), "pytorch-names", "`np`"),  # noqa: F821
        (lambda S: max(0, S), "builtin-max", "`np.maximum`"),
        (lambda S: max(0, S) if len(S) else 0, "builtin-max", "`np.maximum`"),
        (lambda S: len(S) > 0 and max(0, S), "builtin-max", "`np.maximum`"),
        (lambda S: S.max(0) > 0 and S.max(1) > 0, "conditions-not-joined", "`&`"),
        (lambda S, X: (S > 0) & (X > 0), "shapes-clash", "Two shapes do not fit"),
        (lambda S: min(S, 1), "builtin-max", "This min picks one thing"),
        (lambda S: max(S), "builtin-max", "All entries of one array"),
        (lambda S: np.max(0, S), "builtin-max", "`np.maximum`"),
        (lambda K: K ^ 2, "caret-for-power", "`a ** b`"),
        (lambda alpha: 0 < alpha < 1, "conditions-not-joined", "joined by `&`"),
        (lambda alpha: max(1, len(alpha)) * (alpha > 0 and alpha < 1),
         "conditions-not-joined", "joined by `&`"),
        (lambda alpha: 1 if alpha > 0 and alpha < 1 else 2, "conditions-not-joined", "`&`"),
        (lambda alpha: 0 < alpha & alpha < 1, "conditions-not-joined", "in brackets"),
        (lambda alpha: alpha[alpha > 9].min(), "empty-selection", "meets the condition."),
        (lambda y, b: y.__isub__(b), "integers-in-place", "`a = a - b`"),
        (lambda S: (S > 0).__isub__(np.arange(4)), "mask-for-numbers", "astype(float)"),
        (lambda S: (S > 0) - (S > 1), "mask-for-numbers", "astype(float)"),
        (lambda S: -(S > 0), "mask-for-numbers", "astype(float)"),
        (lambda S, y: S[y], "labels-as-only-index", "the row numbers and the labels."),
        (lambda S, y: S - S[:, y], "shapes-clash labels-as-only-index",
         "a whole column for each label. To pick one entry of each row"),
        (lambda w, X: w.__setitem__(0, X[0]), "array-for-number", "Is a sum missing"),
        (lambda w: float(w), "array-for-number", "or an index?"),
        (lambda X: np.zeros(len(X), 3), "brackets-missing", "`np.zeros((N, D))`"),
        (lambda X: np.hstack(X, X), "brackets-missing", "`np.hstack([A, B])`"),
        (lambda X: np.concatenate(X, X, axis=1), "brackets-missing", "of their own"),
        (lambda alpha: max(alpha[alpha > 9]), "empty-selection", "meets the condition."),
        (lambda X, W: np.tensordot(X, W), "shapes-clash", "what each of their axes counts"),
        (lambda X, S, y: X - S, "shapes-clash", "what each of their axes counts"),
        (lambda X, W: X * W, "shapes-clash", "the product of two matrices is `@`"),
        (lambda X, W: W @ X, "shapes-clash",
         "what each of their axes counts"),
        (lambda X: np.c_[X, np.ones(5)], "shapes-clash", "shape (N, 1)"),
        (lambda S, w: S[np.arange(3), w.astype(int)], "shapes-clash", "what each of their axes counts"),
        (lambda X: np.hstack([X, np.ones(3)]), "shapes-clash", "(N, 1), and not (N,)"),
        (lambda X: np.vstack([X, np.ones((3, 1))]), "shapes-clash", "say `axis=1`"),
        (lambda X: np.append(X, np.ones((3, 1)), axis=0), "shapes-clash", "say `axis=1`"),
        (lambda X: np.concatenate([X, np.ones((len(X), 1))]), "shapes-clash",
         "Columns are joined side by side: say `axis=1`"),
        (lambda X, S: np.vstack([X, S]), "shapes-clash", "Two shapes do not fit"),
        (lambda X, w: np.hstack([X, w]), "shapes-clash", "Two shapes do not fit"),
        (lambda X: __import__("no_helper"), "module-not-found",
         "isn't found here. If it's a file of yours, copy"),
        (lambda X: exec("from .helper import f", {"__name__": "mine"}),  # noqa: S102
         "module-not-found", "because no other file is run"),
    ],
)  # fmt: skip
def test_an_exception_tells_what_was_meant(attempt, mistakes, words):
    found = hints_on(attempt)
    assert [hint.name for hint in found] == mistakes.split()
    assert words in " ".join(hint.text for hint in found)


@pytest.mark.parametrize(
    "attempt",
    [
        lambda X: X[X.size],
        lambda X: X.shpe,
        lambda w: w.append(1),
        lambda b: 1 / (b - b),
        lambda X: X.view()[5],
        lambda X: X.ndim(0),
        lambda S, K: S[K > 0],
        lambda X: X.reshape(4, 4),
        lambda X: np.linalg.norm(X[None], 1),
        lambda b: b.t(),
        lambda X: t + X.size,  # noqa: F821
        lambda X: dim,  # noqa: F821
        lambda X: np.zeros(X.shape, dtype=np.float),
        lambda X: len(X)(X.size),
        lambda w: float("nan!"),
        lambda w: np.array([[1, 2], [3]]),
    ],
)
def test_an_exception_that_may_mean_anything_gets_no_hint(attempt):
    assert hints_on(attempt) == []


def test_an_operand_is_known_from_the_line_that_assigns_it():
    def subtracts_columns(S, y):
        own = S[:, y]
        return S - own

    def subtracts_another_square(S, K, y):
        return S[:, y] * (S - K)

    names = [hint.name for hint in hints_on(subtracts_columns)]
    assert names == ["shapes-clash", "labels-as-only-index"]
    assert [hint.name for hint in hints_on(subtracts_another_square)] == [
        "shapes-clash"
    ]


def test_in_a_loop_an_index_may_be_missing_or_a_product():
    def compares_all_labels(S, y):
        for i in range(len(y)):
            if y == 0 and S[i, y[i]] > 0:
                return i

    def takes_all_labels(S, y):
        for i in range(len(y)):
            S[i] = max(0, S[i, 0] - S[i, y])

    def multiplies_entry_by_entry(w, b, X, y):
        return sum(max(0, 1 - y[i] * (w * X[i] + b)) for i in range(len(y)))

    def compares_products(W, X, y):
        for i in range(len(y)):
            margin = X[i] * W[:, 0] - X[i] * W[:, y[i]] + 1
            if margin > 0:
                return i

    for attempt in (
        compares_all_labels,
        takes_all_labels,
        multiplies_entry_by_entry,
        compares_products,
    ):
        (hint,) = hints_on(attempt)
        assert hint.text.endswith("index missing, or is there a `*` in place of `@`?")


def test_a_loop_around_a_function_is_not_in_it():
    for _ in range(1):

        def of_an_array(S):
            return 1 if S > 0 else 0

    assert [hint.name for hint in hints_on(of_an_array)] == ["condition-of-array"]


def test_without_source_there_are_the_hints_that_need_none():
    attempt = eval("lambda S: max(0, S)", {})
    assert [hint.name for hint in hints_on(attempt)] == ["condition-of-array"]


def test_labels_are_not_suspected_where_there_are_none():
    labels = np.array([0, 1, 5])
    assert hints_on(lambda S, y: S[y], y=labels)
    assert hints_on(lambda S, y: S[y.max()], y=labels) == []
    assert hints_on(lambda S: [S[y] for y in (0, 5)]) == []


def test_one_number_for_each_row_is_told_of_its_axis():
    """Where a matrix meets a vector, `@` would only lead to the next mistake."""
    X, y = np.ones((7, 3)), np.ones(7)
    for attempt in (lambda X, y: y * X, lambda X, y: X - y):
        (hint,) = hints_on(attempt, X=X, y=y)
        assert "`a[:, None]`" in hint.text and "product" not in hint.text
    (hint,) = hints_on(lambda X, W: X * W, X=X, W=np.ones((3, 4)))
    assert "`@`" in hint.text and "axis of its own" not in hint.text


def test_a_hint_at_shapes_sends_to_the_chapter_of_the_exercise():
    assert hints_on(lambda X, W: W @ X)[0].chapter == CHAPTER_OF_EXERCISE
    assert hints_on(lambda S, y: S[y])[0].chapter == CHAPTER_OF_EXERCISE
    assert hints_on(lambda S: max(0, S))[0].chapter == ""


def test_labels_below_zero_are_not_counted_by_bincount():
    def attempt(y, alpha):
        return np.bincount(y), np.bincount([-1])

    (hint,) = hints_on(attempt, y=np.array([1, -1, 1]))
    assert hint.name == "labels-below-zero"
    assert "`np.sum(y == 1)`" in hint.text
    assert hints_on(attempt) == []  # other numbers are below 0


def test_a_condition_of_an_array_may_be_a_mask():
    (hint,) = hints_on(lambda W: 1 if W > 0 else 0)
    assert "Choose its entries by a mask" in hint.text


@pytest.mark.parametrize(
    "function", [lambda *_: np.zeros("3"), lambda *_: np.hstack(3)]
)
def test_brackets_are_not_missing_where_something_else_is_no_shape(function):
    assert hints_on(function) == []
