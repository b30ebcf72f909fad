"""Gradient checks: exact between kinks, an inequality on them, and not fooled."""

import numpy as np
import pytest

from svmlib import datasets, gradcheck, hinge
from svmlib.gradcheck import (
    check_gradient,
    kink_distance,
    numerical_gradient,
    relative_error,
)
from tests.svmlib.example_data import classification


def with_gradient(change):
    """Return the hinge loss with its gradient dW replaced by change(dW, W, X, y, reg)."""

    def loss_func(W, X, y, reg):
        loss, dW = hinge.svm_loss_vectorized(W, X, y, reg)
        return loss, change(dW, W, X, y, reg)

    return loss_func


WRONG = {
    "penalty forgotten": lambda dW, W, X, y, reg: dW - 2 * reg * W,
    "penalty halved": lambda dW, W, X, y, reg: dW - reg * W,
    "negated": lambda dW, W, X, y, reg: -dW,
    "one column lost": lambda dW, W, X, y, reg: dW * (np.arange(W.shape[1]) != y[0]),
    "sum for mean": lambda dW, W, X, y, reg: dW * len(X),
}


def test_numerical_gradient_of_a_parabola_is_exact_for_any_step():
    W = np.array([[1.0, -2.0], [0.5, 3.0]])
    for h in (1e-3, 1.0, 10.0):
        slopes = gradcheck.numerical_gradient(lambda V: float(np.sum(V**2)), W, h)
        np.testing.assert_allclose(slopes, 2 * W, rtol=1e-9)


def test_numerical_gradient_leaves_its_argument():
    W = np.array([1, 2, 3])
    slopes = gradcheck.numerical_gradient(lambda v: float(v @ v), W, 0.5)
    assert W.tolist() == [1, 2, 3] and slopes.tolist() == [2, 4, 6]


def test_relative_error_by_hand():
    assert relative_error([1.0, -2.0], [1.0, 2.0]) == 2.0
    assert relative_error([0.0, 4.0], [0.0, 5.0]) == pytest.approx(0.2)
    for pair in ([-5.0], [-4.0]), ([-4.0], [-5.0]), ([5.0], [4.0]):
        assert relative_error(*pair) == pytest.approx(0.2)
    assert relative_error([5e-324], [0.0]) == 1
    assert relative_error(1.0, 2.0) == 0.5
    with pytest.raises(ValueError, match=r"one shape .* got \(2,\) and \(3,\)"):
        relative_error([1, 2], [1, 2, 3])
    with pytest.raises(ValueError, match=r"must not be empty, got \(0, 2\)"):
        relative_error(np.ones((0, 2)), np.ones((0, 2)))
    with pytest.raises(ValueError, match=r"a must be finite, got nan at a\[0\]"):
        relative_error([np.nan], [1])
    with pytest.raises(ValueError, match=r"b must be finite, got inf at b\[1\]"):
        relative_error([1, 2], [1, np.inf])
    with pytest.raises(FloatingPointError, match="a - b overflows float64"):
        relative_error([1e308, 0.0], [-1e308, 0.0])


def test_kink_distance_by_hand():
    X, y, W, delta = datasets.five_examples()
    assert kink_distance(W, X, y, delta=delta) == 0
    assert kink_distance(W, X[:4], y[:4], delta=delta) == 0.5
    assert kink_distance(W, 0 * X, y, delta=delta) == np.inf
    assert kink_distance([[1.0, 0.0]], [[1e-310]], [0]) == np.inf
    with pytest.raises(ValueError, match="X must be finite, got inf"):
        kink_distance(W, np.inf * X, y)


@pytest.mark.parametrize("seed", range(5))
def test_kink_distance_bounds_the_steps_without_a_sign_change(seed):
    W, X, y = classification(seed)
    distance = kink_distance(W, X, y)
    active = hinge.margins(X @ W, y) > 0
    flipped = False
    for k in np.ndindex(W.shape):
        for sign in (-1, 1):
            V = W.copy()
            V[k] += sign * 0.999 * distance
            assert np.array_equal(hinge.margins(X @ V, y) > 0, active)
            V[k] = W[k] + sign * 1.001 * distance
            flipped |= not np.array_equal(hinge.margins(X @ V, y) > 0, active)
    assert flipped


@pytest.mark.parametrize("scale", [1e-4, 1e-2, 1.0, 30.0])
@pytest.mark.parametrize("reg", [0.0, 1e-6, 0.7])
@pytest.mark.parametrize(
    "loss_func",
    [hinge.svm_loss_naive, hinge.svm_loss_vectorized, hinge.squared_hinge_loss],
)
def test_right_gradients_pass(loss_func, scale, reg):
    for seed in range(5):
        found = check_gradient(loss_func, *classification(seed, scale=scale), reg)
        assert found.passed and found.method == "difference"
        assert found.step < found.distance


@pytest.mark.parametrize("mistake", WRONG)
@pytest.mark.parametrize(("scale", "reg"), [(1.0, 0.7), (1e-4, 1e-6)])
def test_wrong_gradients_fail_at_tiny_weights_as_well(mistake, scale, reg):
    found = check_gradient(
        with_gradient(WRONG[mistake]), *classification(1, scale=scale), reg
    )
    assert not found.passed
    assert found.where is not None


def test_relative_error_passes_a_forgotten_penalty():
    W, X, y = classification(1, scale=1e-4)
    forgetful = with_gradient(WRONG["penalty forgotten"])
    slopes = gradcheck.numerical_gradient(lambda V: forgetful(V, X, y, 1e-6)[0], W)
    # CS231n asks for 1e-7 or less.
    assert relative_error(slopes, forgetful(W, X, y, 1e-6)[1]) < 1e-7


@pytest.mark.parametrize("where", list(np.ndindex(4, 3)))
def test_entry_of_the_error_is_reported(where):
    def shifted(W, X, y, reg):
        loss, dW = hinge.svm_loss_vectorized(W, X, y, reg)
        dW[where] += 1e-3
        return loss, dW

    found = check_gradient(shifted, *classification(1), 0.1)
    assert not found.passed and found.where == where


def test_entries_of_a_large_problem_are_drawn_by_rng():
    W, X, y = classification(2, D=50, C=10)
    calls = []

    def recording(V, X, y, reg):
        calls.append(V)
        return hinge.svm_loss_vectorized(V, X, y, reg)

    def entries(rng):
        calls.clear()
        assert check_gradient(recording, W, X, y, 0.1, num_checks=7, rng=rng).passed
        assert len(calls) == 1 + 2 * 7
        return {np.argwhere(V != W)[0].tobytes() for V in calls[1:]}

    assert len(entries(0)) == 7  # each of them once
    assert entries(0) == entries(np.random.default_rng(0)) != entries(1)


@pytest.mark.parametrize(("C", "checked"), [(20, 100), (50, 200)])
def test_two_hundred_entries_are_tried_at_most(C, checked):
    calls = []

    def counting(W, X, y, reg):
        calls.append(1)
        return hinge.svm_loss_vectorized(W, X, y, reg)

    check_gradient(counting, *classification(2, D=5, C=C), 0.1)
    assert len(calls) == 1 + 2 * checked


@pytest.mark.parametrize(
    ("x", "delta", "step", "size"),
    [
        (1.0, 1.0, 2.0, 1 + 3 + 0),  # the margin is -4: half its distance, and no loss
        (0.5, 10.0, 3.0, 1 + 1.5 + 9),  # it is 7.5: the largest weight, and 7.5 + 1.5
    ],
)
def test_step_and_tolerance_by_hand(x, delta, step, size):
    """16 roundings of 1, of the largest score and of the largest loss, over the step."""

    def loss_func(W, X, y, reg):
        return hinge.svm_loss_naive(W, X, y, reg, delta=delta)

    found = check_gradient(loss_func, [[2.0, -3.0]], [[x]], [0], 0.0, delta=delta)
    assert found.step == step
    assert found.tolerance == 16 * 2.0**-52 * size / step


def test_tolerance_grows_with_numbers_of_either_sign():
    """The scores are -2 and -3, the margin 1; steps of 1/2 give losses of 1/2 to 3/2."""

    def loss_func(W, X, y, reg):
        loss, dW = hinge.svm_loss_naive(W, X, y, reg, delta=2.0)
        return loss - 10, dW

    found = check_gradient(loss_func, [[-2.0, -3.0]], [[1.0]], [0], 0.0, delta=2.0)
    assert found.tolerance == 16 * 2.0**-52 * (1 + 3 + 9.5) / 0.5


@pytest.mark.parametrize("a", [1e4, 1e6])
def test_right_gradient_passes_where_large_scores_cancel(a):
    """The terms of a score are rounded, and are 1e4 times as large as the score."""
    W = [[0.1, 0.7], [-0.1, -0.7], [0.3, 0.2]]
    X = [[a / 3, a / 3, 1.0]]
    assert check_gradient(hinge.svm_loss_naive, W, X, [0], 0.1).passed


@pytest.mark.parametrize("seed", range(4))
def test_loss_that_adds_up_many_terms_one_by_one_passes(seed):
    W, X, y = classification(seed, N=10_000, D=5, C=10, scale=0.01)

    def loss_func(W, X, y, reg):
        _, dW = hinge.svm_loss_vectorized(W, X, y, reg)
        H = hinge.margins(X @ W, y)
        return H.cumsum()[-1] / len(y) + reg * np.sum(W * W), dW

    found = check_gradient(loss_func, W, X, y, 0.1)
    assert found.passed
    scale = 1 + np.abs(X @ W).max() + loss_func(W, X, y, 0.1)[0]
    rounding = 16 * 2.0**-52 * np.sqrt(10_000 * 10) / 50
    assert found.tolerance / rounding == pytest.approx(scale / found.step, rel=5e-3)


@pytest.mark.parametrize("shift", [1e-3, -1e-3])
def test_error_of_a_thousandth_fails(shift):
    shifted = with_gradient(lambda dW, *_: dW + shift)
    found = check_gradient(shifted, *classification(1), 0.1)
    assert found.error == pytest.approx(1e-3) and not found.passed


def test_error_of_the_tolerance_passes():
    for error, tolerance, passed in (
        (1.0, 1.0, True),
        (1.5, 1.0, False),
        (1.5, np.inf, False),  # where the loss or a score overflows, nothing is shown
    ):
        check = gradcheck.GradientCheck("difference", error, tolerance, 1, 2, (0, 0))
        assert check.passed is bool(check) is passed


def at_a_kink():
    X, y, W, delta = datasets.five_examples()
    return W / delta, X, y


def test_inequality_is_checked_at_a_kink():
    found = check_gradient(hinge.svm_loss_vectorized, *at_a_kink(), 0.1)
    assert found.passed
    assert found.method == "subgradient" and found.distance == 0 and found.where is None


def test_directions_at_a_kink_are_short_and_long():
    calls = []

    def recording(*args):
        calls.append(args[0])
        return hinge.svm_loss_vectorized(*args)

    found = check_gradient(recording, *at_a_kink(), 0.1, num_checks=7)
    assert len(calls) == 1 + 2 * 7
    steps = np.array(calls[1:]) - calls[0]
    np.testing.assert_allclose(steps[::2], -steps[1::2], atol=1e-12)
    # They have nine normal entries each, times a length from 1e-3 to 1.
    lengths = [np.linalg.norm(V) / 3 for V in steps]
    assert lengths[0] == pytest.approx(1e-3, rel=0.5)
    assert lengths[-1] == pytest.approx(1, rel=0.5)
    assert found.step == 1e-3
    # Every other one is the same in all columns.
    alike = np.ptp(steps, axis=2).max(axis=1) < 1e-12
    assert alike.tolist() == [False, False, True, True] * 3 + [False, False]


@pytest.mark.parametrize(
    ("distance", "method"), [(1.5e-9, "difference"), (0.7e-9, "subgradient")]
)
@pytest.mark.parametrize("size", [1, 2**20])
def test_kink_nearer_than_a_billionth_counts_as_hit(distance, method, size):
    """Or than a millionth, where scores are a million."""
    distance *= max(1, size / 1000)
    point = [[size + distance, 0.0]], [[1.0]], [0]
    found = check_gradient(hinge.svm_loss_naive, *point, 0.1, delta=size)
    assert found.method == method


@pytest.mark.parametrize("to_kink", [0.0, 1e-7])
def test_small_weight_without_its_penalty_fails(to_kink):
    """X = 1e4 and weights of 5e-5 make a lead of 1: the margin is 0, or next to 0."""
    W, point = 5e-5 * np.array([[1, -1], [6, -6]]), ([[1e4, 0]], [0], 100)
    W[0, 0] += to_kink
    forgotten = with_gradient(WRONG["penalty forgotten"])
    assert not check_gradient(forgotten, W, *point).passed
    assert check_gradient(hinge.svm_loss_vectorized, W, *point).passed


@pytest.mark.parametrize("mistake", WRONG)
def test_wrong_gradient_at_a_kink_fails(mistake):
    found = check_gradient(with_gradient(WRONG[mistake]), *at_a_kink(), 0.1)
    assert not found.passed


@pytest.mark.parametrize("mistake", ["penalty forgotten", "penalty halved"])
def test_mistake_in_the_penalty_shows_where_all_classes_are_tied(mistake):
    """All 420 margins are 0, and along any other direction many of them bend the loss up."""
    _, X, y = classification(8, N=60, D=3, C=8)
    W = np.full((3, 8), 0.5)

    def loss_func(V, X, y, reg):
        loss, dW = hinge.svm_loss_vectorized(V, X, y, reg, delta=0)
        return loss, WRONG[mistake](dW, V, X, y, reg)

    found = check_gradient(loss_func, W, X, y, 1e-3, delta=0)
    assert found.method == "subgradient" and not found.passed


def test_every_subgradient_at_a_kink_passes():
    X = at_a_kink()[1]
    for t in (0.0, 0.3, 1.0):
        extra = np.zeros((3, 3))
        extra[:, 0], extra[:, 1] = t * X[4] / 5, -t * X[4] / 5
        tied = with_gradient(lambda dW, *_, extra=extra: dW + extra)
        assert check_gradient(tied, *at_a_kink(), 0.1).passed
    beyond = with_gradient(lambda dW, *_: dW + 4 * extra)
    assert not check_gradient(beyond, *at_a_kink(), 0.1).passed


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"loss_func": 3}, "loss_func must be callable, got 3"),
        ({"loss_func": lambda *_: 0.0}, r"must return \(loss, dW\), got float"),
        (
            {"loss_func": with_gradient(lambda dW, *_: dW * np.nan)},
            r"dW must be finite, got nan at dW\[0, 0\]",
        ),
        ({"reg": -1}, "reg must be"),
        ({"num_checks": 0}, "num_checks must be a whole number >= 1, got 0"),
        ({"rng": 0.5}, "rng must be .* got 0.5"),
    ],
)
def test_bad_input_is_refused(changes, message):
    arguments = {"loss_func": hinge.svm_loss_vectorized, "reg": 0.1, **changes}
    W, X, y = classification(3)
    with pytest.raises(ValueError, match=message):
        check_gradient(W=W, X=X, y=y, **arguments)


@pytest.mark.parametrize("reg", [1e-3, 1.0, 1e3, 1e6])
def test_loss_that_grows_along_the_step_passes(reg):
    for seed in range(5):
        W, X, y = classification(seed, scale=0.01)
        X = 0.01 * X
        for loss_func in (hinge.svm_loss_naive, hinge.svm_loss_vectorized):
            found = check_gradient(loss_func, W, X, y, reg)
            assert found.passed
            assert found.step == 1
        assert not check_gradient(
            with_gradient(WRONG["penalty halved"]), W, X, y, reg
        ).passed


def test_loss_that_grows_from_a_kink_passes():
    W = np.array([[0.0, 0.0], [0.0, -1.0]])
    for length in (1e3, 1e6, 1e9):
        X = np.array([[length, 1.0], [-length, 2.0]])
        found = check_gradient(hinge.svm_loss_naive, W, X, [0, 1], 0.0)
        assert found.method == "subgradient"
        assert found.passed


@pytest.mark.parametrize(
    "point", [classification(5), (np.eye(3), np.eye(3), np.arange(3))]
)
def test_loss_that_turns_infinite_is_refused(point):
    W = np.array(point[0])

    def loss_func(V, X, y, reg):
        loss, dW = hinge.svm_loss_vectorized(V, X, y, reg)
        return (loss if np.array_equal(V, W) else np.inf), dW

    with pytest.raises(ValueError, match="must return a finite loss, got inf"):
        check_gradient(loss_func, *point, 0.1)


def test_kink_distance_of_int8_features_does_not_wrap():
    X = np.array([[-128]], np.int8)
    assert kink_distance([[13, -7, 11]], X, [0], delta=10) == pytest.approx(266 / 128)


@pytest.mark.filterwarnings("error")
def test_kink_distance_of_scores_whose_difference_overflows():
    """The scores are 1e308 and -1e308, and a step of W moves each 1e10 times as far."""
    found = kink_distance([[1e298, -1e298]], [[1e10]], [0])
    assert found == pytest.approx(2e298, rel=1e-12)


def test_kink_distance_of_float32_with_a_large_delta():
    W, X = np.eye(2, dtype=np.float32), np.eye(2, dtype=np.float32)
    assert kink_distance(W, X, [0, 1], delta=1e300) == pytest.approx(1e300)


def test_float32_data_are_checked_in_float64():
    W, X, y = classification(4)
    X = X.astype(np.float32)
    assert check_gradient(hinge.svm_loss_vectorized, W, X, y, 0.1).passed


@pytest.mark.parametrize("loss", [np.nan, np.inf, np.ma.masked])
@pytest.mark.filterwarnings("error")
def test_loss_that_is_not_finite_is_refused(loss):
    def loss_func(W, X, y, reg):
        return loss, hinge.svm_loss_vectorized(W, X, y, reg)[1]

    with pytest.raises(ValueError, match="must return a finite loss|the loss has mask"):
        check_gradient(loss_func, *classification(5), 0.1)


@pytest.mark.filterwarnings("error")
def test_gradient_at_a_kink_whose_products_overflow_fails():
    huge = with_gradient(lambda dW, *_: np.full_like(dW, 1.7e308))
    assert not check_gradient(huge, *at_a_kink(), 0.1).passed


@pytest.mark.parametrize("point", [classification(5), at_a_kink()])
def test_warnings_of_loss_func_are_not_silenced(point):
    def loss_func(*args):
        np.exp(np.float64(1000))
        return hinge.svm_loss_vectorized(*args)

    with pytest.warns(RuntimeWarning, match="overflow encountered in exp") as caught:
        check_gradient(loss_func, *point, 0.1, num_checks=3)
    assert len(caught) > 1
    with np.errstate(over="raise"), pytest.raises(FloatingPointError, match="in exp"):
        check_gradient(loss_func, *point, 0.1)


@pytest.mark.parametrize("factor", [1, 0])
@pytest.mark.parametrize("start", [classification(5), at_a_kink()])
def test_loss_may_write_to_its_arguments(start, factor):
    def loss_func(W, X, y, reg):
        loss, dW = hinge.svm_loss_vectorized(W, X, y, reg)
        W[:], X[:], y[:] = 0, 0, 0
        return loss, factor * dW

    point = [np.array(A) for A in start]
    before = [A.copy() for A in point]
    assert check_gradient(loss_func, *point, 0.1).passed == (factor == 1)
    for A, old in zip(point, before, strict=True):
        np.testing.assert_array_equal(A, old)


def test_gradient_may_be_a_reused_buffer():
    buffer = np.empty((4, 3))

    def loss_func(W, X, y, reg):
        loss, buffer[:] = hinge.svm_loss_vectorized(W, X, y, reg)
        return loss, buffer

    assert check_gradient(loss_func, *classification(6), 0.1).passed


def test_step_grows_with_the_weights():
    W, X, y = classification(7, scale=1e17)
    assert check_gradient(hinge.svm_loss_vectorized, W, X, y, 0.0).passed
    zero = with_gradient(lambda dW, *_: 0 * dW)
    assert not check_gradient(zero, W, X, y, 0.0).passed


@pytest.mark.parametrize(
    ("f", "W", "h", "message"),
    [
        (1.0, [1.0], 1.0, "f must be callable, got 1.0"),
        (np.sum, [np.nan], 1.0, r"W must be finite, got nan at W\[0\]"),
        (np.sum, [], 1.0, r"W must not be empty, got shape \(0,\)"),
        (np.sum, [1.0], 0, "h must be one finite number > 0, got 0"),
        (lambda w: (0.0, w), [1.0], 1.0, r"got tuple: take \[0\] of \(loss, dW\)"),
        (lambda w: [0.0, w], [1.0], 1.0, r"got list: take \[0\] of \(loss, dW\)"),
        (
            lambda w: w,
            [1.0, 2.0],
            1.0,
            r"got an array of shape \(2,\): is a .sum\(\) m",
        ),
        (lambda w: None, [1.0], 1.0, "what f returns must hold real .* got None"),
        (lambda w: np.nan, [1.0], 1.0, "f must return a finite number, got nan"),
        (lambda w: np.ma.masked, [1.0], 1.0, "what f returns has masked entries"),
        (lambda w: np.inf, [1.0], 1.0, "f must return a finite number, got inf"),
        (np.sum, [1e17], 1e-5, r"the step 1e-05 is lost beside W\[0\] = 1e"),
        (lambda w: 0.0, [1.0, 1.1e308], 8e307, r"the step 8e\+307 overflows .* W\[1\]"),
        (np.sum, [-1e308], 1e308, "overflows beside"),
        (np.sum, [0.0], 1e308, "overflows beside"),
    ],
)
def test_numerical_gradient_rejects_bad_input(f, W, h, message):
    with pytest.raises(ValueError, match=message):
        numerical_gradient(f, W, h)


def test_numerical_gradient_reports_a_difference_that_overflows():
    with pytest.raises(FloatingPointError, match=r"f\(W - h e\) overflows float64"):
        numerical_gradient(lambda w: 1e308 * np.sign(w[0]), [0.0])


def test_numerical_gradient_of_a_function_that_writes_to_its_argument():
    def double_sum(w):
        w *= 2
        return w.sum()

    assert numerical_gradient(double_sum, [1.0, 5.0]) == pytest.approx([2, 2])


def test_error_of_a_thousandth_at_a_kink_fails():
    # s_0 - s_1 = 1 = delta: a kink, where 0 is a subgradient.
    W, X, y = [[1.0, 0.0]], [[1.0]], [0]
    for shift in (1e-3, -1e-3):
        shifted = with_gradient(lambda dW, *_, shift=shift: dW + shift)
        check = check_gradient(shifted, W, X, y, 0.0)
        assert check.method == "subgradient" and not check.passed
    assert check_gradient(hinge.svm_loss_naive, W, X, y, 0.0).passed
