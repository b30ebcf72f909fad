"""Every switch of every exercise, alone and in pairs, is rejected and named."""

import re
from itertools import combinations

import numpy as np
import pytest

from svmlib import gradcheck, hinge
from svmlib.exercises import _EXERCISES, check, names, part_one
from svmlib.exercises._engine import (
    SAME_NUMBERS,
    TITLES,
    WIDTH,
    is_close,
    outputs_of,
    with_titles,
)
from svmlib.linear import linear_decay, predict_linear_classifier


def outputs(exercise, mistakes):
    return [
        part
        for case in range(len(exercise.cases))
        for part in outputs_of(exercise, mistakes, case)
    ]


def same(one, other, tolerance=1e-9):
    return all(
        a.shape == b.shape and np.abs(a - b).max(initial=0) <= tolerance
        for a, b in zip(one, other, strict=True)
    )


def attempt_with(exercise, mistakes):
    return lambda *args: exercise.faulty(mistakes.__contains__, *args)


def zero_parts(exercise, got):
    """Which of the outputs are zero in every case, and should not be."""
    right = outputs(exercise, ())
    n = len(exercise.returns)
    return [
        k
        for k in range(n)
        if not any(part.any() for part in got[k::n])
        and any(part.any() for part in right[k::n])
    ]


@pytest.mark.parametrize("name", names())
def test_every_mistake_alone_is_rejected_and_named(name):
    exercise = _EXERCISES[name]
    for mistake in exercise.mistakes:
        verdict = check(name, attempt_with(exercise, (mistake,)))
        assert not verdict.passed
        told = " ".join(verdict.message.split())
        assert len(verdict.mistakes) == 1
        assert with_titles(exercise.mistakes[mistake]) in told
        assert same(outputs(exercise, verdict.mistakes), outputs(exercise, (mistake,)))


@pytest.mark.parametrize("name", names())
def test_every_pair_that_changes_the_output_is_named_or_told_as_an_equivalent(name):
    exercise = _EXERCISES[name]
    right = outputs(exercise, ())
    alone = {mistake: outputs(exercise, (mistake,)) for mistake in exercise.mistakes}
    for pair in combinations(exercise.mistakes, 2):
        got = outputs(exercise, pair)
        verdict = check(name, attempt_with(exercise, pair))
        assert verdict.passed == same(got, right), pair
        if verdict.passed:
            continue
        told = " ".join(verdict.message.split())
        assert max(map(len, verdict.message.splitlines())) <= WIDTH
        if zero_parts(exercise, got) and verdict.mistakes[0] not in exercise.mistakes:
            assert verdict.mistakes[0] == "all-zero", pair
            assert "zero in every case" in told
            continue
        assert not zero_parts(exercise, got) or len(verdict.mistakes) == 1, pair
        assert same(outputs(exercise, verdict.mistakes), got), pair
        hidden = [mistake for mistake in pair if same(alone[mistake], got)]
        for these in [(mistake,) for mistake in hidden] or [pair]:
            texts = [exercise.together.get(frozenset(these), "")]
            texts = texts if any(texts) else [exercise.mistakes[m] for m in these]
            in_words = all(with_titles(text) in told for text in texts)
            assert in_words or these in verdict.equivalents, (pair, verdict)
        assert told.count(SAME_NUMBERS) <= 2


@pytest.mark.parametrize("name", names())
def test_no_two_sets_of_mistakes_are_close_without_being_equal(name):
    exercise = _EXERCISES[name]
    sets = [s for n in (0, 1, 2) for s in combinations(exercise.mistakes, n)]
    seen: dict[tuple[object, ...], list[list[np.ndarray]]] = {}
    for mistakes in sets:
        got = outputs(exercise, mistakes)
        key = tuple(part.shape for part in got)
        assert all(np.isfinite(part).all() for part in got)
        seen.setdefault(key, []).append(got)
    for group in seen.values():
        flat = np.array([np.concatenate([p.ravel() for p in got]) for got in group])
        for k, row in enumerate(flat):
            gaps = np.abs(flat[:k] - row).max(axis=1, initial=0)
            near = np.flatnonzero((gaps > 1e-9) & (gaps < 1e-2))
            for other in near:
                pairs = zip(group[k], group[other], strict=True)
                assert not all(is_close(a, b) for a, b in pairs)


@pytest.mark.parametrize("name", names())
def test_what_a_mistake_says_ends_with_a_chapter_and_is_short(name):
    for mistake, text in _EXERCISES[name].mistakes.items():
        assert re.fullmatch(r"[a-z0-9-]+", mistake)
        assert re.search(r"[.?] See chapter (\w+)\.$", text).group(1) in TITLES
        assert len(text) < 260


def test_the_cases_of_svm_loss_tell_mistakes_apart():
    labels = []
    for W, X, y, _ in [case.args for case in _EXERCISES["svm-loss"].cases[:3]]:
        N, D, C = *X.shape, W.shape[1]
        assert len({N, D, C}) == 3
        gaps = X @ W - (X @ W)[np.arange(N), y][:, None]
        wrong = np.arange(C) != y[:, None]
        assert np.abs(gaps[wrong] + 1).min() > 0.05
        active = ((gaps + 1 > 0) & wrong).sum(axis=1)
        assert {0, 1, 2} <= set(active) or {0, 1, 3} <= set(active)
        assert ((gaps > 0) & wrong).any()
        labels.append(set(y) < set(range(C)))
    assert any(labels)  # a class that is nobody's label


# With no switch on, an exercise is what svmlib computes.
SAME_AS = {
    "scores": lambda W, X: X @ W,
    "append-bias": lambda X: np.column_stack([X, np.ones(len(X))]),
    "predict": predict_linear_classifier,
    "hinge-by-hand": 17,
    "example-loss": lambda s, y_i, delta: hinge.margins([s], [y_i], delta=delta).sum(),
    "first-loss": lambda C, delta: hinge.svm_loss_naive(
        np.zeros((2, C)), np.ones((3, 2)), [0, 1, 1], 0.0, delta=delta
    )[0],
    "mask-row": lambda s, y_i, delta: hinge.gradient_mask(
        hinge.margins([s], [y_i], delta=delta), [y_i]
    )[0],
    "gradient-one-example": lambda W, x, y_i, delta: hinge.svm_loss_naive(
        W, [x], [y_i], 0.0, delta=delta
    )[1],
    "centred-difference": lambda f, w, h: gradcheck.numerical_gradient(
        lambda v: f(float(v[0])), [w], h
    )[0],
    "relative-error": gradcheck.relative_error,
    "margins": lambda S, y, delta: hinge.margins(S, y, delta=delta),
    "mask": hinge.gradient_mask,
    "mask-gradient": lambda X, M: X.T @ M / len(X),
    "svm-loss": hinge.svm_loss_vectorized,
    "penalty": lambda W, reg: (reg * np.vdot(W, W), 2 * reg * W),
    "centre-columns": lambda W: W - W.mean(axis=1, keepdims=True),
    "absorb-delta": lambda W, reg, delta: (W / delta, reg * delta),
    "sgd-step": lambda W, dW, learning_rate: W - learning_rate * dW,
    "linear-decay": lambda rate, t, num_iters: rate * linear_decay(t / num_iters),
}


def train(W, X, y, draws, learning_rate, reg):
    for t, batch in enumerate(draws):
        dW = hinge.svm_loss_vectorized(W, X[batch], y[batch], reg)[1]
        W = W - learning_rate * linear_decay(t / len(draws)) * dW
    return W


def squared_hinge(s, y_i, delta):
    # the gradient with respect to the scores is that to the weights of x = [1]
    loss, dW = hinge.squared_hinge_loss([s], [[1.0]], [y_i], 0.0, delta=delta)
    return loss, dW[0]


@pytest.mark.parametrize("name", [e.name for e in part_one.EXERCISES])
def test_right_answers_pass_and_agree_with_svmlib(name):
    answers = SAME_AS | {"squared-hinge": squared_hinge, "train": train}
    verdict = check(name, answers[name])
    assert verdict.passed, verdict.message
    assert verdict.mistakes == ()
    assert repr(verdict) == verdict.message == f"{name}: correct."


@pytest.mark.parametrize("name", [n for n in names() if n != "hinge-by-hand"])
def test_right_answers_in_float32_pass(name):
    exercise = _EXERCISES[name]

    def attempt(*args):
        lower = [a.astype("f4") if isinstance(a, np.ndarray) and a.dtype == "f8" else a
                 for a in args]  # fmt: skip
        return exercise.faulty(lambda mistake: False, *lower)

    assert check(name, attempt).passed


@pytest.mark.parametrize(
    "name, attempt, expected",
    [
        ("scores", lambda W, X: (X @ W).T, "transposed"),
        ("append-bias", lambda X: np.c_[np.ones(len(X)), X], "ones-first"),
        ("predict", lambda W, X: (X @ W).argmin(axis=1), "lowest-score"),
        ("predict", lambda W, X: (X @ W).max(axis=1), "score-for-label"),
        ("hinge-by-hand", 22, "correct-in-loss"),
        ("hinge-by-hand", 11.0, "worst-class"),
        ("hinge-by-hand", np.array(7), "no-delta"),
        ("first-loss", lambda C, delta: C * delta, "correct-in-loss"),
        ("first-loss", lambda C, delta: np.log(C), "softmax"),
        (
            "example-loss",
            lambda s, y_i, delta: np.maximum(0, s - s[y_i] + delta).sum(),
            "correct-in-loss",
        ),
        (
            "gradient-one-example",
            lambda W, x, y_i, delta: np.outer(
                x, (x @ W - (x @ W)[y_i] + delta > 0) & (np.arange(W.shape[1]) != y_i)
            ),
            "column-y-zero",
        ),
        (
            "centred-difference",
            lambda f, w, h: (f(w + h) - f(w)) / h,
            "forward-difference",
        ),
        ("centred-difference", lambda f, w, h: (f(w + h) - f(w - h)) / 2 * h, "times-h"),
        ("relative-error", lambda a, b: np.abs(a - b).max(), "absolute-error"),
        ("mask", lambda H, y: H > 0, "column-y-zero"),
        ("mask-gradient", lambda X, M: X.T @ M, "gradient-sum"),
        ("penalty", lambda W, reg: (reg * (W**2).sum(), reg * W), "penalty-gradient-half"),
        ("centre-columns", lambda W: W - W.mean(axis=0), "mean-over-features"),
        ("centre-columns", lambda W: W - W[:, :1], "first-class-zero"),
        ("absorb-delta", lambda W, reg, delta: (W / delta, reg), "reg-unchanged"),
        ("sgd-step", lambda W, dW, lr: W + lr * dW, "uphill"),
        ("linear-decay", lambda lr, t, n: lr * (1 - t // n), "rate-constant"),
    ],
)  # fmt: skip
def test_mistakes_written_by_hand_are_named(name, attempt, expected):
    assert check(name, attempt).mistakes == (expected,)


def test_writing_into_an_argument_is_named_beside_other_mistakes():
    def in_place(H, y):
        H[H > 0] = 1
        H[np.arange(len(y)), y] = -H.sum(axis=1)
        return H

    verdict = check("mask", in_place)
    assert verdict.mistakes == ("writes-to-arguments",)
    assert "writes to H" in verdict.message

    def uphill(W, dW, learning_rate):
        W += learning_rate * dW
        return W

    assert check("sgd-step", uphill).mistakes == ("writes-to-arguments", "uphill")
