"""Training: what it computes, that it repeats, and what it refuses."""

import numpy as np
import pytest

from svmlib import training
from svmlib.hinge import svm_loss_naive, svm_loss_vectorized
from svmlib.training import (
    linear_decay,
    predict_linear_classifier,
    sample_batch,
    train_linear_classifier,
)


def test_sample_batch_draws_matching_rows_from_the_first_ones():
    X = np.arange(20).reshape(10, 2)
    y = X[:, 0] // 2
    X_batch, y_batch = sample_batch(X, y, 4, 200, rng=0)
    assert X_batch.shape == (200, 2)
    np.testing.assert_array_equal(X_batch[:, 0] // 2, y_batch)
    assert sorted(set(y_batch.tolist())) == [0, 1, 2, 3]
    assert X_batch.dtype == X.dtype
    assert not np.shares_memory(X_batch, X)


def test_sample_batch_repeats_with_its_seed_and_goes_on_with_a_generator():
    X, y = np.arange(100.0)[:, None], np.arange(100)
    first = sample_batch(X, y, 100, 20, rng=3)[1]
    np.testing.assert_array_equal(first, sample_batch(X, y, 100, 20, rng=3)[1])
    rng = np.random.default_rng(3)
    np.testing.assert_array_equal(first, sample_batch(X, y, 100, 20, rng=rng)[1])
    assert (first != sample_batch(X, y, 100, 20, rng=rng)[1]).any()


def test_sample_batch_is_right_on_average(three_classes):
    X, y = three_classes
    W = np.random.default_rng(0).standard_normal((3, 3))
    rng = np.random.default_rng(0)
    losses = [
        svm_loss_vectorized(W, *sample_batch(X, y, len(X), 10, rng=rng), 0.1)[0]
        for _ in range(3000)
    ]
    assert np.mean(losses) == pytest.approx(
        svm_loss_vectorized(W, X, y, 0.1)[0], rel=0.03
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1.0, 2.0], [0, 1], 2, 1), r"X must have shape \(N, D\)"),
        (([[1.0], [2.0]], [0], 2, 1), r"y must have shape \(2,\), .* shape \(1,\)"),
        (([[1.0], [2.0]], [0, 1], 3, 1), "num_train must be at most 2, got 3"),
        (
            ([[1.0], [2.0]], [0, 1], 0, 1),
            "num_train must be a whole number >= 1, got 0",
        ),
        (
            ([[1.0], [2.0]], [0, 1], 2, 0),
            "batch_size must be a whole number >= 1, got 0",
        ),
    ],
)
def test_sample_batch_rejects_bad_input(arguments, message):
    with pytest.raises(ValueError, match=message):
        sample_batch(*arguments, rng=0)


def test_step_is_minus_rate_times_gradient(three_classes):
    X, y = three_classes
    W = np.ones((3, 3))
    batch = sample_batch(X, y, 60, 7, rng=5)
    loss, dW = svm_loss_naive(W, *batch, 0.3)
    stepped, history = train_linear_classifier(
        svm_loss_vectorized, W, X, y, 0.1, 0.3, 1, 7, rng=5
    )
    np.testing.assert_allclose(stepped, W - 0.1 * dW, rtol=1e-13)
    assert history == pytest.approx([loss], rel=1e-13)


def test_schedule_scales_each_step():
    seen = []

    def schedule(progress):
        seen.append(progress)
        return 2 - progress

    def unit_slope(W, X, y, reg):
        return float(W.sum()), np.ones_like(W)

    W, history = train_linear_classifier(
        unit_slope, np.zeros((1, 2)), [[1.0]], [0], 0.5, 0, 4, 1, schedule=schedule
    )
    assert seen == [0, 0.25, 0.5, 0.75]
    np.testing.assert_allclose(W, -0.5 * (2 + 1.75 + 1.5 + 1.25))
    assert history == pytest.approx([0, -2, -3.75, -5.25])


def test_linear_decay_falls_from_one_to_zero():
    assert [linear_decay(t / 4) for t in range(5)] == [1, 0.75, 0.5, 0.25, 0]
    for progress, message in ((1.5, "at most 1, got 1.5"), (-0.5, ">= 0, got -0.5")):
        with pytest.raises(ValueError, match=f"progress must be .*{message}"):
            linear_decay(progress)


def test_rate_is_constant_by_default(three_classes):
    W, _ = train_linear_classifier(svm_loss_vectorized, None, *three_classes, 0.1)
    same, _ = train_linear_classifier(
        svm_loss_vectorized, None, *three_classes, 0.1, schedule=lambda progress: 1
    )
    np.testing.assert_array_equal(W, same)


def test_a_hundred_steps_are_taken_by_default():
    calls = []

    def record(W, X, y, reg):
        calls.append((len(X), reg))
        return 0.0, np.ones_like(W)

    X, y = [[1.0], [2.0]], [0, 1]
    W, _ = train_linear_classifier(record, [[0.0, 0.0]], X, y)
    assert calls == [(200, 1e-5)] * 100
    np.testing.assert_allclose(W, -0.1)  # 100 steps of 1e-3


def test_same_seed_gives_the_same_weights(three_classes):
    runs = [
        train_linear_classifier(svm_loss_vectorized, None, *three_classes, 0.1, rng=rng)
        for rng in (4, 4, np.random.default_rng(4), 5)
    ]
    for W, history in runs[1:3]:
        assert W.tobytes() == runs[0][0].tobytes()
        assert history == runs[0][1]
    assert (runs[3][0] != runs[0][0]).any()


def test_global_random_state_is_left_alone(three_classes):
    np.random.seed(0)
    before = np.random.get_state()[1].copy()
    train_linear_classifier(svm_loss_vectorized, None, *three_classes)
    np.testing.assert_array_equal(np.random.get_state()[1], before)


def test_arguments_are_not_written_to(three_classes):
    X, y = three_classes
    W = np.ones((3, 3))
    for array in (X, y, W):
        array.setflags(write=False)
    trained, _ = train_linear_classifier(svm_loss_vectorized, W, X, y, 0.1, 0.1, 5)
    assert (W == 1).all()
    assert (trained != 1).any()


def test_no_steps_return_the_start():
    W, history = train_linear_classifier(
        svm_loss_vectorized, [[1.0, 2.0]], [[3.0]], [1], num_iters=0
    )
    np.testing.assert_array_equal(W, [[1, 2]])
    assert history == []


def test_first_weights_are_small_and_random(three_classes):
    W, _ = train_linear_classifier(
        svm_loss_vectorized, None, *three_classes, num_iters=0
    )
    assert len(np.unique(W)) == 9
    assert 0 < np.abs(W).min() < np.abs(W).max() < 1e-5


@pytest.mark.parametrize(
    ("X_dtype", "W_dtype", "expected"),
    [
        (np.float32, None, np.float32),
        (np.float64, None, np.float64),
        (np.int64, None, np.float64),
        (np.uint8, None, np.float64),
        (np.int16, None, np.float64),
        (np.float16, None, np.float64),
        (np.float32, np.float32, np.float32),
        (np.float64, np.float32, np.float32),
        (np.float32, np.int64, np.float64),
        (np.float32, np.int8, np.float64),
    ],
)
def test_dtype_of_the_weights_is_kept(X_dtype, W_dtype, expected):
    X, y = np.array([[1, 2], [3, 1]], dtype=X_dtype), np.array([0, 1], dtype=np.uint8)
    W = None if W_dtype is None else np.ones((2, 2), dtype=W_dtype)
    trained, history = train_linear_classifier(
        svm_loss_vectorized, W, X, y, np.float64(0.1), np.float64(0.1), 3
    )
    assert trained.dtype == expected
    assert all(type(loss) is float for loss in history)


def test_weights_approach_the_optimum(three_classes):
    X, y = three_classes
    reg = 0.05
    W, _ = train_linear_classifier(
        svm_loss_vectorized, None, X, y, 0.2, reg, 3000, 30, schedule=linear_decay
    )
    loss, _ = svm_loss_vectorized(W, X, y, reg)
    rng = np.random.default_rng(0)
    for _ in range(50):
        other = W + 0.05 * rng.standard_normal(W.shape)
        assert svm_loss_vectorized(other, X, y, reg)[0] > loss
    assert loss < svm_loss_vectorized(np.zeros_like(W), X, y, reg)[0] / 2
    assert (predict_linear_classifier(W, X) == y).all()
    np.testing.assert_allclose(W.sum(axis=1), 0, atol=1e-5)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_error_of_divergence_names_the_rate(three_classes, dtype):
    X, y = three_classes
    with pytest.raises(FloatingPointError, match=r": step \d+, learning_rate 100\.0$"):
        train_linear_classifier(svm_loss_vectorized, None, X.astype(dtype), y, 100, 1)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("X", "how", "message"),
    [
        ([[1.0]], {}, "float64: got inf: step 0, learning_rate 0.001$"),
        (
            [[1e200], [0.0]],  # seed 0 draws the second three times, then the first
            {"learning_rate": 0, "reg": 0, "batch_size": 1},
            "too large: step 3, learning_rate 0.0$",
        ),
    ],
)
def test_error_of_an_overflow_names_the_step(X, how, message):
    how = {"reg": 1} | how
    with pytest.raises(FloatingPointError, match=message):
        train_linear_classifier(
            svm_loss_vectorized, [[1e200, 0.0]], X, [0] * len(X), **how
        )


def test_error_of_loss_func_keeps_its_words():
    losses = iter([1.0, 1.0])

    def loss_func(W, X, y, reg):
        for loss in losses:
            return loss, np.ones_like(W)
        raise FloatingPointError("divide by zero encountered in log")

    message = "^divide by zero encountered in log: step 2, learning_rate 0.001$"
    with pytest.raises(FloatingPointError, match=message):
        train_linear_classifier(loss_func, [[1.0, 0.0]], [[1.0]], [0])


def loss_that_overflows_inside(W, X, y, reg):
    return 1 / np.exp(np.float64(1000)), np.zeros_like(W)


def test_warnings_of_loss_func_are_not_silenced():
    problem = loss_that_overflows_inside, [[1.0, 0.0]], [[1.0]], [0]
    with pytest.warns(RuntimeWarning, match="overflow encountered in exp"):
        train_linear_classifier(*problem)
    with np.errstate(over="raise"), pytest.raises(FloatingPointError, match="step 0"):
        train_linear_classifier(*problem)


def test_error_of_weights_that_overflow_names_the_step():
    message = "W overflows float64: step 0, learning_rate 1e.308$"
    with pytest.raises(FloatingPointError, match=message):
        train_linear_classifier(
            lambda W, *_: (0.0, np.full_like(W, 1e10)), [[1.0]], [[1.0]], [0], 1e308
        )


def test_infinite_gradient_is_refused():
    def explode(W, X, y, reg):
        return 0.0, np.full_like(W, np.inf)

    with pytest.raises(FloatingPointError, match="dW overflows float64: step 0, lear"):
        train_linear_classifier(explode, [[1.0]], [[1.0]], [0])


def test_infinite_loss_is_refused():
    losses = iter([1.0, np.inf])
    with pytest.raises(
        FloatingPointError, match="got inf: step 1, learning_rate 0.001$"
    ):
        train_linear_classifier(
            lambda W, *_: (next(losses), 0 * W), [[1.0, 1.0]], [[1.0]], [0]
        )


@pytest.mark.parametrize("part", ["loss", "dW"])
def test_nan_of_loss_func_is_refused(three_classes, part):
    calls = []

    def loss_func(W, X, y, reg):
        calls.append(1)
        loss, dW = svm_loss_vectorized(W, X, y, reg)
        if len(calls) == 4:
            dW[0, 0] = np.nan  # a single one is enough
            return (np.nan, 0 * W) if part == "loss" else (loss, dW)
        return loss, dW

    with pytest.raises(
        ValueError, match="loss_func returned nan at step 3: the largest"
    ):
        train_linear_classifier(loss_func, None, *three_classes)


@pytest.mark.parametrize(
    ("schedule", "message"),
    [
        (lambda progress: np.nan, r"schedule\(0\) must be one finite number >= 0, got nan"),
        (lambda progress: -0.5, r"schedule\(0\) must be .* >= 0, got -0.5"),
        (lambda progress: 1 / (0.5 - progress) if progress < 0.5 else np.inf,
         r"schedule\(0.5\) must be one finite number >= 0, got inf"),
        (lambda progress: None, r"schedule\(0\) must be .* got None"),
        (0, "schedule must be callable or None, got 0"),
        ("linear", "schedule must be callable or None, got 'linear'"),
    ],
)  # fmt: skip
def test_bad_schedule_is_refused(three_classes, schedule, message):
    with pytest.raises(ValueError, match=message):
        train_linear_classifier(
            svm_loss_vectorized, None, *three_classes, schedule=schedule
        )


def test_schedule_that_counts_as_false_is_used(three_classes):
    class Steps(list):
        def __call__(self, progress):
            return 0.0

    W, _ = train_linear_classifier(
        svm_loss_vectorized, np.ones((3, 3)), *three_classes, schedule=Steps()
    )
    assert (W == 1).all()


def test_bad_values_of_loss_func_are_refused(three_classes):
    with pytest.raises(ValueError, match=r"must return \(loss, dW\), got float"):
        train_linear_classifier(lambda *_: 1.0, None, *three_classes)


def test_gradient_may_be_nested_lists(three_classes):
    def loss_func(W, X, y, reg):
        loss, dW = svm_loss_vectorized(W, X, y, reg)
        return [loss, dW.tolist()]

    W, _ = train_linear_classifier(loss_func, None, *three_classes)
    expected, _ = train_linear_classifier(svm_loss_vectorized, None, *three_classes)
    np.testing.assert_array_equal(W, expected)


def test_draws_without_a_seed_differ(three_classes):
    runs = [
        train_linear_classifier(svm_loss_vectorized, None, *three_classes, rng=None)[1]
        for _ in range(2)
    ]
    assert runs[0] != runs[1]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"loss_func": 3}, "loss_func must be callable, got 3"),
        (
            {"loss_func": np.ones((9, 9))},
            r"loss_func .*, got an array of shape \(9, 9\)",
        ),
        ({"X": [[1, 2], [3, 4], [5, np.nan]]}, r"X must be .* got nan at X\[2, 1\]"),
        ({"y": [0, 1]}, r"y must have shape \(3,\)"),
        ({"y": ["a", "b", "c"]}, "y must hold integers, got dtype <U1"),
        ({"y": [-1, -1, -1]}, r"0..1 for 2 classes, got y\[0\] = -1"),
        ({"y": [0, -1, 0]}, r"0..1 for 2 classes, got y\[1\] = -1"),
        ({"y": [0, 0, 0]}, "y must hold 2 or more classes, got 0 alone"),
        (
            {"y": [0, 1, 2**26]},
            r"got the label 67108864, which takes 1.0 GiB for W of \(2, 67108865\)",
        ),
        ({"W": np.zeros((2, 2))}, r"y\[2\] = 2"),
        ({"W": np.zeros((3, 3))}, "must agree in D"),
        ({"W": [[np.nan] * 3] * 2}, "W must be finite"),
        ({"learning_rate": -1}, "learning_rate must be one finite number >= 0, got -1"),
        ({"reg": np.inf}, "reg must be one finite number >= 0, got inf"),
        ({"num_iters": -1}, "num_iters must be a whole number >= 0, got -1"),
        ({"batch_size": 0}, "batch_size must be a whole number >= 1"),
        ({"num_iters": 1e308}, r"num_iters must be less than .*, got 1e\+308"),
        ({"batch_size": 1e308}, r"batch_size must be less than .*, got 1e\+308"),
    ],
)
def test_bad_input_is_refused_before_the_first_step(changes, message):
    arguments = {"loss_func": svm_loss_vectorized, "W": None, "num_iters": 0}
    arguments |= {"X": [[1, 2], [3, 4], [5, 6]], "y": [0, 1, 2], **changes}
    with pytest.raises(ValueError, match=message):
        train_linear_classifier(**arguments)


def test_first_weights_of_the_largest_size_are_made(monkeypatch):
    monkeypatch.setattr(training, "MAX_WEIGHT_BYTES", 8 * 2 * 3)
    X, y = [[1.0, 2.0], [3.0, 4.0]], [0, 2]
    W, _ = train_linear_classifier(svm_loss_vectorized, None, X, y, num_iters=0)
    assert W.shape == (2, 3)


def test_verbose_prints_the_loss(three_classes, capsys):
    quiet = train_linear_classifier(
        svm_loss_vectorized, None, *three_classes, num_iters=101
    )
    assert capsys.readouterr() == ("", "")
    loud = train_linear_classifier(
        svm_loss_vectorized, None, *three_classes, num_iters=101, verbose=True
    )
    losses = loud[1][0], loud[1][100]
    assert capsys.readouterr().out == (
        "step 0 of 101: loss {:.4f}\nstep 100 of 101: loss {:.4f}\n".format(*losses)
    )
    np.testing.assert_array_equal(quiet[0], loud[0])


def test_predict_takes_the_first_highest_score():
    W = np.array([[1, 0, 0], [0, 1, 1]])
    predicted = predict_linear_classifier(W, [[2, 1], [0, 3], [1, 1]])
    np.testing.assert_array_equal(predicted, [0, 1, 0])
    assert predicted.dtype.kind == "i"


def test_predict_rejects_bad_input():
    with pytest.raises(ValueError, match="agree in D"):
        predict_linear_classifier([[1.0, 2.0]], [[1.0, 2.0]])
