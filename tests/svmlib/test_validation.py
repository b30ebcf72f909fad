"""Bad input gets one sentence that names the argument."""

import re
import sys
from collections import UserString
from decimal import Decimal
from fractions import Fraction
from functools import partial, wraps

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from svmlib import hinge
from svmlib._validation import (
    as_C,
    as_finite,
    as_generator,
    as_integer,
    as_kernel_matrix,
    as_labels,
    as_loss_pair,
    as_matrix,
    as_nonnegative,
    as_positive,
    as_problem,
    as_reals,
    as_signs,
    as_vector,
    check_callable,
)
from svmlib.convert import weights_to_hyperplane
from svmlib.datasets import load_optdigits
from svmlib.kernel_svm import KernelSVM
from svmlib.kernels import is_positive_semidefinite, linear_kernel
from svmlib.linear_svm import LinearSVM
from svmlib.margin import margin_width, signed_distances

W2, X2 = [[1.0, 0.0]], [[1.0], [2.0]]
MASKED, RAGGED = np.ma.array([0, 1], mask=[0, 1]), [[1], [2, 3]]
MATRIX, ZEROS = ("A", "(N, D)"), np.zeros((2, 2))


# What each function refuses, and what it says.
REFUSED = {
    as_finite: [
        (("1", "a"), "a must be one finite number, got '1'"),
        (([1, 2], "a"), r"got \[1, 2\]"),
        ((np.ones((2, 3)), "a"), r"number, got an array of shape \(2, 3\)$"),
        (([np.eye(2)], "a"), r"number, got \[array\(\[\[1., 0.\], .*\]$"),
        ((1j, "a"), "got 1j"),
        ((None, "a"), "got None"),
        ((np.complex128(1), "a"), r"got np.complex128\(1\+0j\)"),
        (([np.ma.masked], "a"), r"got \[masked\]"),
        ((True, "a"), "got True"),
        ((np.array("1"), "a"), r"got array\('1'"),
        ((np.array("1", object), "a"), r"got array\('1'"),
        ((np.array(True), "a"), r"got array\(True\)"),
        ((b"1", "a"), "got b'1'"),
        ((bytearray(b"1"), "a"), r"got bytearray\(b'1'\)"),
        ((memoryview(b"1"), "a"), "a must be one finite number, got"),
        ((UserString("1"), "a"), "got '1'"),
        ((np.ma.array(1.0, mask=True), "a"), "got masked_array"),
        ((np.ndarray, "a"), "got <class 'numpy.ndarray'>"),
        ((np.nan, "a"), "got nan"),
        ((10**400, "a"), "got 10000"),
        ((np.ma.masked, "a"), "got masked"),
        ((csr_matrix([[1]]), "a"), "must be one finite number"),
    ],
    as_nonnegative: [
        ((-5e-324, "a"), "a must be one finite number >= 0, got -5e-324"),
        ((np.inf, "a"), "got inf"),
    ],
    as_positive: [
        ((0, "a"), "a must be one finite number > 0, got 0"),
        ((np.float64(-0.12345678901234567), "a"), "-0.12345678901234566"),
        ((np.inf, "a"), "got inf"),
    ],
    as_integer: [
        ((2, "a", 3), "a must be a whole number >= 3, got 2"),
        ((3.5, "a", 3), "got 3.5"),
        ((Decimal("2." + 20 * "9"), "a", 3), "got Decimal"),  # whose float is 3
        ((True, "a", 1), "a must be a whole number >= 1, got True"),
        ((np.True_, "a", 1), "a must be a whole number >= 1, got .*True"),
        ((np.ones(2), "a", 1), r">= 1, got an array of shape \(2,\)$"),
        ((1e308, "a", 1), r"a must be less than 9.22e\+18, got 1e\+308$"),
        ((sys.maxsize, "a", 1), "a must be less than .*, got 9223372036854775807$"),
    ],
    check_callable: [
        ((1, "f", "x"), "f must be callable, got 1"),
        ((lambda a: a, "f", "W, X"), r"f must take \(W, X\), got parameters 'a'$"),
        ((lambda: 1, "f", "x"), r"f must take \(x\), got no parameters$"),
        ((lambda a, *, b: a, "f", "x"), r"f must take \(x\), got parameters 'a, b'$"),
    ],
    as_generator: [
        (("x",), "rng must be .* numpy.random.Generator, .* or None, got 'x'"),
        ((True,), "got True"),
        (([True],), r"got \[True\]"),
        ((-1,), "got -1"),
        ((0.5,), "got 0.5"),
        ((np.full((2, 2), 0.5),), r"or None, got an array of shape \(2, 2\)$"),
    ],
    as_matrix: [
        ((MASKED, *MATRIX), "A has masked entries: fill or drop them first"),
        ((csr_matrix(X2), *MATRIX), r"A is sparse \(csr_matrix\): give A.toarray\(\)"),
        (([np.ma.array([1, 2], mask=[0, 1])] * 2, *MATRIX), "A has masked entries"),
        ((([1, 2], MASKED), *MATRIX), "A has masked entries"),  # and in a tuple
        (([[np.ma.masked, 1.0]], *MATRIX), "A has masked entries"),  # of a row
        (([[np.ma.masked, 1.0, 2]], *MATRIX), "A has masked entries"),
        ((np.array([[1, np.ma.masked]], object), *MATRIX), "A has masked entries"),
        (([(np.ma.masked, 1.0)], *MATRIX), "A has masked entries"),
        ((RAGGED, *MATRIX), r"A must have rows of one length, got \[\[1\], \[2, 3\]\]"),
        (([[1j]], *MATRIX), "A must hold real numbers, got dtype complex128"),
        (([1, 2], *MATRIX), r"A must have shape \(N, D\) .* got shape \(2,\)"),
        ((ZEROS[:0], *MATRIX), r"with no axis empty, got shape \(0, 2\)"),
    ],
    as_reals: [
        # The advice suits what was given: an array has an astype, a bool or a text has none.
        (
            ([True], "a"),
            r"must hold real numbers, got dtype bool: give a.astype\(float\)$",
        ),
        ((np.array([1], object), "a"), r"got dtype object: give a.astype\(float\)$"),
        (
            ([1, None], "a"),
            "dtype object: fill or drop what is missing, then give a.as",
        ),
        ((np.array([1, "b"], object), "a"), "dtype object with the entry 'b'$"),
        ((np.array([{}, 1], object), "a"), r"dtype object with the entry \{\}$"),
        ((np.array([1, 2j], object), "a"), "dtype object with the entry 2j$"),
        (
            (np.array([1, np.complex64(2)], object), "a"),
            r"entry np.complex64\(2\+0j\)$",
        ),
        (([10**400], "a"), "object with a number that is too large for float64$"),
        ((["x"], "a"), "got dtype <U1$"),
        ((True, "a"), "got True$"),
        ((None, "a"), "got None$"),
        (("text", "a"), "got 'text'$"),
        (("te\nxt" + 99 * "x", "a"), "got 'te.nxtx*[.][.][.]x*'$"),
    ],
    as_vector: [
        (([[1]], "a"), r"a must be a non-empty vector, got shape \(1, 1\)"),
        (([], "a"), r"non-empty vector, got shape \(0,\)"),
        (([1, 2], "a", 3), r"a must have shape \(3,\), got shape \(2,\)"),
        (([1, np.inf], "a"), r"a must be finite, got inf at a\[1\]"),
    ],
    as_kernel_matrix: [
        (([[1, 0]],), r"K must be square, .* got \(1, 2\)"),
        (([[1, 5e-6], [0, 1]],), r"symmetric, got K\[0, 1\] = 5e-06, K\[1, 0\] = 0.0"),
        (([[0, 1e308], [-1e308, 0]],), "K must be symmetric"),
        (([[1, np.nan], [0, 1]],), "K must be finite"),
    ],
    as_labels: [
        (([0.0, 1.0], 2, 2), "y must hold integers, got dtype float64"),
        (([0], 2, 2), r"y must have shape \(2,\), .* got shape \(1,\)"),
        (([[0], [1]], 2, 2), r"one label for each row, got shape \(2, 1\)$"),
        (([0, 2], 2, 2), r"y must lie in 0..1 for 2 classes, got y\[1\] = 2"),
        (([0, -1], 2, 2), r"got y\[1\] = -1"),
        (([True, False], 2, 2), "got dtype bool"),
        ((np.uint8([0, 200]), 2, 2), r"got y\[1\] = 200"),
        ((MASKED, 2, 2), "y has masked entries"),
        ((None, 2, 2), r"y must have shape \(2,\), one label for each row, got None$"),
        ((np.array(None), 2, 2), "one label for each row, got None$"),
        (({0, 1}, 2, 2), r"one label for each row, got \{0, 1\}$"),
    ],
    as_signs: [
        (([1, -1, 1], 2), r"y must have shape \(2,\), one label .*, got shape \(3,\)"),
        (([True, False], 2), "got dtype bool"),
        ((["-1", "1"], 2), "got dtype <U2"),
        (([0, 1], 2), r"y must hold labels -1 and \+1, got y\[0\] = 0"),
    ],
    as_C: [
        ((0, 2), "C must be one finite number > 0, got 0"),
        ((np.ma.masked, 2), "C has masked entries"),
        (([1, 2, 3], 2), r"C must be .* have shape \(2,\), got shape \(3,\)"),
        (([1, 0], 2), r"C must be finite and > 0 for each example, got C\[1\] = 0"),
        (([np.nan, 1], 2), r"got C\[0\] = nan"),
        (([1, np.inf], 2), r"got C\[1\] = inf"),
        ((["1", "1"], 2), "C must hold real numbers"),
    ],
    as_problem: [
        (([1, 2], X2, [0, 1], 0, 1), r"W must have shape \(D, C\)"),
        ((W2, [1, 2], [0, 1], 0, 1), r"X must have shape \(N, D\)"),
        ((W2, X2, [0], 0, 1), r"y must have shape \(2,\)"),
        ((W2, X2, [0, 2], 0, 1), r"y must lie in 0..1"),
        ((W2, [[1, 2]], [0], 0, 1), r"agree in D, got X \(1, 2\) and W \(1, 2\)"),
        (([[1]], X2, [0, 0], 0, 1), r"2 or more classes, got shape \(1, 1\)"),
        ((W2, X2, [0, 1], -1, 1), "reg must be"),
        ((W2, X2, [0, 1], 0, -1), "delta must be"),
    ],
    as_loss_pair: [
        ((3.0, ZEROS), r"loss_func must return \(loss, dW\), got float"),
        (((3.0, ZEROS, 0), ZEROS), r"loss_func must return \(loss, dW\), got tuple"),
        (
            (([1, 2], ZEROS), ZEROS),
            r"got an array of shape \(2,\): is a .sum\(\) missing",
        ),
        (((np.ma.masked, ZEROS), ZEROS), "the loss has masked entries"),
        ((("1", ZEROS), ZEROS), "the loss must hold real numbers, got '1'"),
        (((1.0, RAGGED), ZEROS), "dW must have rows of one length"),
        (((1.0, [["1"] * 2] * 2), ZEROS), "dW must hold real numbers, got dtype <U1"),
        (((1.0, ZEROS[:1]), ZEROS), r"have W's shape \(2, 2\), got \(1, 2\)"),
    ],
}


# Finite, but not in float64. Where longdouble is float64, it is infinite from the start.
TOO_LARGE = np.array([["1e4000", "1"], ["1", "1"]], dtype=np.longdouble)


@pytest.mark.filterwarnings("error")
def test_longdouble_too_large_for_float64_is_refused_without_a_warning():
    with pytest.raises(ValueError, match=r"^w must be finite, got inf at w\[0\]"):
        margin_width(TOO_LARGE[0])
    with pytest.raises(ValueError, match=r"^W must be finite, got inf at W\[0, 0\]"):
        weights_to_hyperplane(TOO_LARGE)
    model = LinearSVM()
    model.W = TOO_LARGE
    with pytest.raises(ValueError, match=r"^W must be finite, got inf at W\[0, 0\]"):
        _ = model.coef_
    assert as_C(TOO_LARGE[0], 2, infinite=True).tolist() == [np.inf, 1]


@pytest.mark.parametrize(
    ("function", "arguments", "message"),
    [(function, *row) for function, rows in REFUSED.items() for row in rows],
)
@pytest.mark.filterwarnings("error")
def test_bad_input_is_refused(function, arguments, message):
    with pytest.raises(ValueError, match=message):
        function(*arguments)


@pytest.mark.parametrize(
    "value", [2, 2.0, np.int8(2), np.array(2), np.array(2, object), Fraction(2)]
)
def test_a_number_of_any_type_is_taken(value):
    assert as_finite(value, "a") == as_integer(value, "a", 1) == 2


def test_callable_with_any_parameter_names_is_accepted():
    def reversed_pow(a, b, c=3):
        return b**a

    @wraps(reversed_pow)
    def of_one(a):
        return reversed_pow(a, 2)

    for f in (of_one, max, int, np.exp, partial(reversed_pow, 2), lambda *a: a):
        check_callable(f, "f", "x")
    check_callable(reversed_pow, "f", "a, b")
    check_callable(None, "f", "x", or_none=True)


def test_float16_becomes_float64():
    """The largest number of float16 is 65,504."""
    A = np.float16([[6e4, 6e4], [2, 1]])
    for order in "=<>":  # whatever the order of the bytes
        assert as_matrix(A.astype(f"{order}f2"), *MATRIX).dtype == np.float64
    assert linear_kernel(A)[0, 0] == 7.2e9
    assert is_positive_semidefinite(np.float16([[6e4, 6e4], [6e4, 6e4]]))
    assert hinge.margins(A, [1, 1], delta=0).tolist() == [[0, 0], [1, 0]]
    for loss_func in (hinge.svm_loss_naive, hinge.svm_loss_vectorized):
        loss, dW = loss_func(A, np.float16([[1, 0], [1, 0]]), [0, 1], reg=1)
        assert (loss, dW.dtype) == (1 + 7.2e9 + 5, np.float64)


def test_a_whole_number_keeps_its_digits():
    assert as_integer(2**53 + 1, "a", 1) == 2**53 + 1


@pytest.mark.parametrize("dtype", [np.float16, np.float32, ">f4"])
def test_a_kernel_matrix_to_solve_must_be_exact(dtype):
    K = np.eye(2, dtype=dtype)
    expected = f"K must be float64 or wider, got {np.dtype(dtype)}"
    with pytest.raises(ValueError, match=expected):
        as_kernel_matrix(K, to_solve=True)


@pytest.mark.parametrize("sign", [1, -1])
def test_symmetry_is_judged_by_the_largest_entry_of_either_sign(sign):
    K = sign * np.array([[0.0, 1.0], [1.0 + 1e-9, 0.0]])
    assert as_kernel_matrix(K) is K
    K = sign * np.array([[0.0, 1.0], [1.0 + 9e-7, 0.0]])
    assert as_kernel_matrix(K) is K
    with pytest.raises(ValueError, match=r"K must be symmetric, got K\[0, 1\] = "):
        as_kernel_matrix(sign * np.array([[0.0, 1.0], [1.0 + 1e-5, 0.0]]))


@pytest.mark.parametrize("sign", [1, -1])
def test_symmetry_is_tried_in_every_block(sign):
    for row in (255, 256):  # the last of a block, and the first of the next
        K = np.ones((300, 300))
        K[row, 299] += sign
        K[5, 5] = 9  # K + K.T is largest elsewhere
        got = f"K[{row}, 299] = {1.0 + sign}, K[299, {row}] = 1.0"
        with pytest.raises(ValueError, match=re.escape(got)):
            as_kernel_matrix(K)


def test_a_kernel_matrix_is_read_by_rows_and_not_copied():
    K = np.asfortranarray([[2.0, 1.0], [1.0, 3.0]])
    read = as_kernel_matrix(K)
    assert read.flags.c_contiguous
    assert np.shares_memory(read, K)


def test_a_kernel_matrix_of_zeros_is_symmetric():
    K = np.zeros((2, 2))
    assert as_kernel_matrix(K) is K


LONG_TEXT = "x\n" * 50_000


@pytest.mark.parametrize(
    "do",
    [
        lambda X, y: KernelSVM(class_weight=LONG_TEXT).fit(X, y),
        lambda X, y: KernelSVM(class_weight={LONG_TEXT: 1}).fit(X, y),
        lambda X, y: KernelSVM(kernel=LONG_TEXT).fit(X, y),
        lambda X, y: KernelSVM(gamma=LONG_TEXT).fit(X, y),
        lambda X, y: LinearSVM(class_weight=LONG_TEXT).train(X, y),
        lambda X, y: LinearSVM(class_weight={-1: 1}).fit(500 * X, range(1000)),
        lambda X, y: LinearSVM().fit(X, [LONG_TEXT] * 2),
        lambda X, y: LinearSVM().fit(X, y).score(X, [LONG_TEXT] * 2),
        lambda X, y: LinearSVM().set_params(**{LONG_TEXT: 1}),
        lambda X, y: load_optdigits(dtype=LONG_TEXT),
        lambda X, y: signed_distances(np.zeros(300), 0, np.ones((1, 300))),
        lambda X, y: signed_distances(np.full(300, 1e-310), 1, np.zeros((1, 300))),
        lambda X, y: margin_width(np.full(300, 1e-310)),
        lambda X, y: margin_width(np.full(300, 1e308)),
    ],
)
def test_a_message_is_one_short_line(do):
    with pytest.raises((ValueError, FloatingPointError)) as caught:
        do([[0.0], [1.0]], [0, 1])
    assert len(str(caught.value)) < 250
    assert "\n" not in str(caught.value)
