"""The multiclass hinge: hand-worked numbers, properties, dtypes and bad input."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from svmlib import datasets, hinge
from svmlib.hinge import svm_loss_naive, svm_loss_sum, svm_loss_vectorized
from tests.svmlib.example_data import classification

LOSSES = [
    svm_loss_naive,
    svm_loss_vectorized,
    hinge.squared_hinge_loss,
    hinge.crammer_singer_loss,
]
HINGES = LOSSES[:2]


@st.composite
def problems(draw):
    """Small whole-number problems: exact in floating point, and often on a kink."""
    N, D, C = (draw(st.integers(low, 5)) for low in (1, 1, 2))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    W = rng.integers(-3, 4, (D, C)).astype(float)
    X = rng.integers(-3, 4, (N, D)).astype(float)
    return W, X, rng.integers(0, C, N)


def test_linear_scores_of_the_five_examples():
    X, _, W, _ = datasets.five_examples()
    S = hinge.linear_scores(W, X)
    assert S.tolist() == [[6, 2, 0], [1, -4, 2], [-2, -2, -1], [-1, 4, -5], [0, 2, -3]]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_linear_scores_keep_the_dtype_of_W_and_X(dtype):
    W, X, _ = classification(0)
    assert hinge.linear_scores(W.astype(dtype), X.astype(dtype)).dtype == dtype


def test_linear_scores_of_narrow_numbers_do_not_wrap():
    W, X = np.array([[100, 0]], np.int8), np.array([[2], [100]], np.int8)
    assert hinge.linear_scores(W, X).tolist() == [[200, 0], [10_000, 0]]


@pytest.mark.parametrize(
    ("W", "X", "message"),
    [
        ([[1.0, 2.0]], [[1.0, 2.0]], r"agree in D, got X \(1, 2\) and W \(1, 2\)"),
        ([1.0], [[1.0]], r"W must have shape \(D, C\)"),
        ([[1.0, 2.0]], [1.0], r"X must have shape \(N, D\)"),
        ([[1.0, 2.0]], [[np.inf]], r"X must be finite, got inf at X\[0, 0\]"),
    ],
)
def test_linear_scores_rejects_bad_input(W, X, message):
    with pytest.raises(ValueError, match=message):
        hinge.linear_scores(W, X)


@pytest.mark.parametrize("loss_func", HINGES)
def test_losses_by_hand(loss_func):
    loss, dW = loss_func([[13.0, -7.0, 11.0]], [[1.0]], [0], 0.0, delta=10.0)
    assert loss == 8
    assert dW.tolist() == [[-1, 0, 1]]


def test_crammer_singer_and_squared_losses_by_hand():
    arguments = [[13.0, 12.0, 11.0]], [[1.0]], [0], 0.5
    penalty = 0.5 * (13**2 + 12**2 + 11**2)
    loss, dW = hinge.squared_hinge_loss(*arguments, delta=10.0)
    assert loss == 9**2 + 8**2 + penalty
    assert dW.tolist() == [[-34 + 13, 18 + 12, 16 + 11]]
    loss, dW = hinge.crammer_singer_loss(*arguments, delta=10.0)
    assert loss == 9 + penalty
    assert dW.tolist() == [[-1 + 13, 1 + 12, 0 + 11]]
    loss, dW = hinge.crammer_singer_loss([[1.0, 0.5, 0.0]], [[1.0]], [0], 0.0)
    assert (loss, dW.tolist()) == (0.5, [[-1, 1, 0]])


def test_crammer_singer_loss_takes_the_first_of_the_worst_classes():
    loss, dW = hinge.crammer_singer_loss([[1.0, 0.5, 0.5]], [[1.0]], [0], 0.0)
    assert (loss, dW.tolist()) == (0.5, [[-1, 1, 0]])


@pytest.mark.parametrize("loss_func", HINGES)
def test_losses_of_the_five_examples_by_hand(loss_func):
    X, y, W, delta = datasets.five_examples()
    loss, dW = loss_func(W, X, y, 0.1, delta=delta)
    assert loss == pytest.approx(3.3, abs=1e-15)
    expected = [[0.8, -0.6, 0.4], [0.8, -0.6, -0.6], [0.4, 0.4, -0.8]]
    np.testing.assert_allclose(dW, expected, atol=1e-15)


def test_margins_and_mask_of_the_five_examples():
    X, y, W, delta = datasets.five_examples()
    H = hinge.margins(X @ W, y, delta=delta)
    assert H.tolist() == [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 7, 0], [0, 0, 0]]
    M = hinge.gradient_mask(H, y)
    assert M.tolist() == [[0, 0, 0], [1, 0, -1], [1, 1, -2], [-1, 1, 0], [0, 0, 0]]


@pytest.mark.parametrize(
    "shape", [(1, 1, 2), (1, 4, 3), (3, 3, 3), (40, 7, 2), (9, 2, 10)]
)
@pytest.mark.parametrize("reg", [0.0, 0.7])
@pytest.mark.parametrize("delta", [0.0, 1.0, 2.5])
def test_svm_loss_naive_agrees_with_vectorized(shape, reg, delta):
    W, X, y = classification(1, *shape)
    loss, dW = svm_loss_naive(W, X, y, reg, delta=delta)
    fast_loss, fast_dW = svm_loss_vectorized(W, X, y, reg, delta=delta)
    assert fast_loss == pytest.approx(loss, rel=1e-12)
    np.testing.assert_allclose(fast_dW, dW, rtol=1e-12, atol=1e-12)


def test_svm_loss_vectorized_adds_wide_rows_block_by_block():
    """3,000 features leave 33 rows to a block of 100,000 numbers."""
    W, X, y = classification(1, N=70, D=3000)
    total, dW_sum = svm_loss_sum(W, X, y)
    loss, dW = svm_loss_vectorized(W, X, y, 0.0)
    assert loss == pytest.approx(total / 70)
    np.testing.assert_allclose(dW, dW_sum / 70, atol=1e-12)


@pytest.mark.parametrize("loss_func", LOSSES)
@pytest.mark.parametrize("W_type", [np.float64, np.float32])
@pytest.mark.parametrize("X_type", [np.float64, np.float32, np.int32, np.uint8])
@pytest.mark.parametrize("y_type", [np.int64, np.int8, np.uint8, np.uint64])
def test_losses_have_the_dtype_of_W_and_X(loss_func, W_type, X_type, y_type):
    W, _, y = classification(2)
    X = np.arange(24).reshape(6, 4) % 5
    loss, dW = loss_func(W, X, y, 0.5)
    reg = np.float64(0.5)
    got, gradient = loss_func(W.astype(W_type), X.astype(X_type), y.astype(y_type), reg)
    assert type(got) is float
    assert gradient.dtype == W_type and gradient.shape == W.shape
    assert got == pytest.approx(loss, rel=1e-5)
    np.testing.assert_allclose(gradient, dW, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("loss_func", LOSSES)
def test_losses_are_the_same_for_all_layouts(loss_func):
    W, X, y = classification(3)
    loss, dW = loss_func(W, X, y, 0.5)
    strided = np.repeat(np.repeat(X, 2, axis=0), 3, axis=1)[::2, ::3]
    for V, Z in ((np.asfortranarray(W), np.asfortranarray(X)), (W, strided)):
        got, gradient = loss_func(V, Z, np.repeat(y, 2)[::2], 0.5)
        assert got == pytest.approx(loss, rel=1e-12)
        np.testing.assert_allclose(gradient, dW, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("loss_func", LOSSES)
def test_losses_write_to_no_argument(loss_func):
    W, X, y = classification(4)
    for array in (W, X, y):
        array.flags.writeable = False
    _, dW = loss_func(W, X, y, 0.0)
    assert not np.shares_memory(dW, W)
    H = hinge.margins(X @ W, y)
    H.flags.writeable = False
    hinge.gradient_mask(H, y)


def test_margins_and_mask_keep_float32():
    W, X, y = classification(5)
    S = (X @ W).astype(np.float32)
    assert hinge.margins(S, y).dtype == np.float32
    assert hinge.gradient_mask(hinge.margins(S, y), y).dtype == np.float32


def test_margins_and_mask_of_whole_numbers_are_floats():
    assert hinge.margins([[3, 1]], [1]).dtype == np.float64
    assert hinge.gradient_mask([[8, 0]], [1]).dtype == np.float64


@given(problems())
def test_gradient_of_the_data_sums_to_zero_over_classes(case):
    W, X, y = case
    for loss_func in LOSSES:
        np.testing.assert_allclose(loss_func(W, X, y, 0.0)[1].sum(axis=1), 0, atol=1e-9)


@given(problems(), st.floats(0, 100))
def test_losses_at_zero_weights_by_hand(case, delta):
    W, X, y = case
    zero, C = np.zeros_like(W), W.shape[1]
    for loss_func in HINGES:
        loss = loss_func(zero, X, y, 3.0, delta=delta)[0]
        assert loss == pytest.approx((C - 1) * delta)
    assert hinge.squared_hinge_loss(zero, X, y, 3.0, delta=delta)[0] == pytest.approx(
        (C - 1) * delta**2
    )
    loss = hinge.crammer_singer_loss(zero, X, y, 3.0, delta=delta)[0]
    assert loss == pytest.approx(delta)


@given(problems(), st.integers(-5, 5))
def test_losses_ignore_a_shift_of_all_columns(case, shift):
    W, X, y = case
    shifted = W + shift * np.arange(1, W.shape[0] + 1)[:, None]
    for loss_func in LOSSES:
        assert loss_func(shifted, X, y, 0.0)[0] == loss_func(W, X, y, 0.0)[0]


@given(problems(), st.floats(0.1, 10), st.floats(0, 2))
def test_losses_scale_with_delta_and_reg(case, delta, reg):
    W, X, y = case
    loss = svm_loss_vectorized(W, X, y, reg, delta=delta)[0]
    scaled = svm_loss_vectorized(W / delta, X, y, reg * delta)[0]
    assert loss == pytest.approx(delta * scaled, rel=1e-9, abs=1e-9)


@given(problems(), st.integers(0, 2**32 - 1), st.floats(0, 1))
def test_losses_are_convex(case, seed, t):
    V, X, y = case
    W = np.random.default_rng(seed).integers(-3, 4, V.shape)
    for loss_func in LOSSES:
        between = loss_func(t * V + (1 - t) * W, X, y, 0.3)[0]
        chord = t * loss_func(V, X, y, 0.3)[0] + (1 - t) * loss_func(W, X, y, 0.3)[0]
        assert between <= chord + 1e-9


@given(problems(), st.integers(0, 2**32 - 1))
def test_gradients_meet_the_subgradient_inequality_on_kinks_too(case, seed):
    W, X, y = case
    V = np.random.default_rng(seed).integers(-3, 4, W.shape)
    for loss_func in LOSSES:
        loss, dW = loss_func(W, X, y, 0.3)
        assert loss_func(V, X, y, 0.3)[0] >= loss + np.sum(dW * (V - W)) - 1e-9


@given(problems())
def test_crammer_singer_loss_is_between_mean_and_sum_over_classes(case):
    W, X, y = case
    largest = hinge.crammer_singer_loss(W, X, y, 0.0)[0]
    total = svm_loss_vectorized(W, X, y, 0.0)[0]
    assert largest <= total <= (W.shape[1] - 1) * largest


def test_crammer_singer_loss_of_two_classes_is_the_sum():
    W, X, y = classification(6, C=2)
    loss, dW = svm_loss_vectorized(W, X, y, 0.3)
    same, gradient = hinge.crammer_singer_loss(W, X, y, 0.3)
    assert loss == pytest.approx(same)
    np.testing.assert_allclose(dW, gradient)


@pytest.mark.parametrize(
    "loss_func", [*(partial(loss, reg=0.1) for loss in LOSSES), svm_loss_sum]
)
@pytest.mark.filterwarnings("error")
def test_losses_reject_bad_input(loss_func):
    W, X, y = classification(7)
    nan, infinite = X.copy(), W.copy()
    nan[2, 1], infinite[3, 0] = np.nan, np.inf
    for changes, message in (
        ({"X": X[:, :2]}, r"agree in D, got X \(6, 2\) and W \(4, 3\)"),
        ({"X": nan}, r"X must be finite, got nan at X\[2, 1\]"),
        ({"W": infinite}, r"W must be finite, got inf at W\[3, 0\]"),
        ({"delta": -1}, "delta must be one finite number >= 0, got -1"),
    ):
        with pytest.raises(ValueError, match=message):
            loss_func(**{"W": W, "X": X, "y": y, **changes})


def test_svm_loss_sum_by_hand():
    X, y, W, delta = datasets.five_examples()
    loss_sum, dW_sum = svm_loss_sum(W, X, y, delta=delta)
    assert loss_sum == 10 and type(loss_sum) is float
    assert dW_sum.tolist() == [[2, -3, 1], [5, -1, -4], [1, 2, -3]]


@given(problems(), st.data())
def test_svm_loss_sum_of_parts_adds_up(case, data):
    W, X, y = case
    part = np.array(
        data.draw(st.lists(st.integers(0, 2), min_size=len(y), max_size=len(y)))
    )
    sums = [svm_loss_sum(W, X[part == k], y[part == k]) for k in np.unique(part)]
    loss_sum, dW_sum = svm_loss_sum(W, X, y)
    assert sum(loss for loss, _ in sums) == loss_sum
    assert np.array_equal(sum(dW for _, dW in sums), dW_sum)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("size", [1, 7, 32, 100])
def test_svm_loss_sum_of_chunks_gives_the_loss(dtype, size):
    W, X, y = classification(8, N=100, D=6, C=5)
    W, X = W.astype(dtype), X.astype(dtype)
    chunks = [slice(k, k + size) for k in range(0, 100, size)]
    losses, gradients = zip(*(svm_loss_sum(W, X[c], y[c]) for c in chunks), strict=True)
    assert all(dW.dtype == dtype for dW in gradients)
    loss, dW = svm_loss_vectorized(W, X, y, 0.3)
    tolerance = 100 * float(np.finfo(dtype).eps)
    assert sum(losses) / 100 + 0.3 * np.sum(W**2) == pytest.approx(loss, rel=tolerance)
    mean = sum(gradients) / 100 + 0.6 * W
    np.testing.assert_allclose(mean, dW, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("W_type", [np.float64, np.float32, np.int64])
@pytest.mark.parametrize("X_type", [np.float64, np.float32, np.uint8])
def test_svm_loss_sum_keeps_the_dtype_of_the_scores(W_type, X_type):
    W, X = (10 * classification(2)[0]).astype(W_type), np.arange(24).reshape(6, 4) % 5
    X, y = X.astype(X_type), np.array([0, 1, 2, 2, 1, 0])
    W.flags.writeable = X.flags.writeable = y.flags.writeable = False
    _, dW_sum = svm_loss_sum(W, X, y)
    floating = W.astype(np.float64) if W_type is np.int64 else W
    assert dW_sum.dtype == (X @ floating).dtype
    _, dW = svm_loss_vectorized(W, X, y, 0.0)
    assert np.array_equal((dW_sum / 6).astype(floating.dtype), dW)


def test_margins_and_gradient_mask_reject_bad_input():
    y = np.array([0, 1])
    with pytest.raises(ValueError, match="margins >= 0, got -1"):
        hinge.gradient_mask([[0, 1], [-1, 0]], y)
    with pytest.raises(ValueError, match=r"H\[i, y\[i\]\] must be 0, got 2.0 at i = 1"):
        hinge.gradient_mask([[0.0, 1.0], [1.0, 2.0]], y)
    with pytest.raises(ValueError, match=r"must be 0, got 0.5 at i = 0"):
        hinge.gradient_mask([[0.5, 1.0], [1.0, 0.0]], y)
    with pytest.raises(ValueError, match=r"S must be finite, got nan at S\[0, 1\]"):
        hinge.margins([[0.0, np.nan], [1.0, 2.0]], y)
    with pytest.raises(ValueError, match="delta must be"):
        hinge.margins([[0.0, 1.0], [1.0, 2.0]], y, delta=-1)


@pytest.mark.parametrize("loss_func", HINGES)
def test_losses_of_large_weights_without_penalty_are_finite(loss_func):
    W = np.array([[1e20, 0.0]], np.float32)
    loss, dW = loss_func(W, np.ones((1, 1), np.float32), [1], 0.0)
    assert loss == pytest.approx(1e20, rel=1e-6) and dW.tolist() == [[1.0, -1.0]]


@pytest.mark.parametrize("loss_func", LOSSES)
@pytest.mark.filterwarnings("error")
def test_losses_reject_overflow(loss_func):
    with pytest.raises(FloatingPointError, match="overflows: X and W are finite"):
        loss_func([[1e200, 0.0]], [[1e200]], [1], 0.0)
    with pytest.raises(FloatingPointError, match="overflows float64"):
        loss_func([[1e308, -1e308]], [[1.0]], [1], 0.0)
    with pytest.raises(
        FloatingPointError, match="the loss overflows float64: got inf$"
    ):
        loss_func([[1e200, 0.0]], [[1.0]], [0], 1.0)
    with pytest.raises(FloatingPointError, match="dW overflows float64"):
        loss_func([[0.0, 0.0]], [[1e308], [1e308]], [1, 1], 0.0)
    with pytest.raises(
        FloatingPointError, match="margin overflows float64: the scores or delta are"
    ):
        hinge.margins([[1e308, -1e308]], [1])
    with pytest.raises(
        FloatingPointError, match="margin overflows float32: the scores or delta are"
    ):
        hinge.margins(np.array([[3e38, -3e38]], np.float32), [1])


@pytest.mark.filterwarnings("error")
def test_svm_loss_sum_rejects_overflow():
    with pytest.raises(FloatingPointError, match="overflows: X and W are finite"):
        svm_loss_sum([[1e200, 0.0]], [[1e200]], [1])
    with pytest.raises(FloatingPointError, match="overflows float64: got inf"):
        svm_loss_sum([[1.5e308, 0.0]], [[1.0], [1.0]], [1, 1])
    with pytest.raises(FloatingPointError, match="dW overflows float64"):
        svm_loss_sum([[0.0, 0.0]], [[1e308], [1e308]], [1, 1], delta=0.5)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "loss_func", [svm_loss_naive, svm_loss_vectorized, hinge.squared_hinge_loss]
)
def test_losses_without_penalty_do_not_square_W(loss_func):
    loss, dW = loss_func([[1e200, 0.0]], [[1.0]], [0], 0.0)
    assert loss == 0 and dW.tolist() == [[0, 0]]


@pytest.mark.parametrize("loss_func", LOSSES)
def test_losses_in_float32_are_added_in_float64(loss_func):
    # The losses are 2**24 (as float32 rounds the margin 2**24 + 1) and 1, or their squares.
    W, X = np.array([[2**24, 0]], np.float32), np.array([[1], [0]], np.float32)
    total = 1 + (2**48 if loss_func is hinge.squared_hinge_loss else 2**24)
    assert loss_func(W, X, [1, 1], 0.0)[0] == total / 2
    assert svm_loss_sum(W, X, [1, 1])[0] == 2**24 + 1
    W = np.array([[2**12, 1]], np.float32)  # of the penalty
    assert loss_func(W, X[1:], [1], 1.0, delta=0)[0] == 2**24 + 1
