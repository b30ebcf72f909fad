"""Every mistake of every exercise, alone and in pairs, is rejected and named."""

import re
from itertools import combinations

import numpy as np
import pytest

from svmlib import gradcheck, hinge
from svmlib.exercises import _BOOK, check, names
from svmlib.exercises._compare import is_close
from svmlib.exercises._exercise import Chapter, Problem, draw, no_mistake, read_mistakes
from svmlib.exercises._judge import SAME_NUMBERS, WIDTH, Trial, assess, judge
from svmlib.linear import linear_decay, predict_linear_classifier

EXERCISES = pytest.mark.parametrize("name", names())
TRIALS = {
    name: Trial(exercise, draw(exercise, seed=0, at_least=1))
    for name, exercise in _BOOK.exercises.items()
}


def outputs(trial, mistakes):
    return [trial.outputs(mistakes, k) for k in range(len(trial.problems))]


def same(one, other):
    """Whether all numbers are the same, or wrong in that they are no finite numbers."""

    def finite(a):
        return np.isfinite(a).all()

    return all(
        a.shape == b.shape
        and (np.allclose(a, b, 1e-9, 1e-9) if finite(a) else not finite(b))
        for ours, theirs in zip(one, other, strict=True)
        for a, b in zip(ours, theirs, strict=True)
    )


def zero_parts(trial, got):
    """Which of the outputs are zero on every problem, and should not be."""
    right = outputs(trial, ())
    return [
        part
        for part in trial.parts
        if not any(a[part].any() for a in got)
        and any(a[part].any() for a in right)
        and all(a[part].shape == b[part].shape for a, b in zip(got, right, strict=True))
    ]


def tell(trial, mistakes):
    """The sentences that should stand in a message."""
    together = trial.exercise.combinations.get(frozenset(mistakes))
    table = trial.exercise.mistakes
    return [
        _BOOK.tell(m) for m in ([together] if together else map(table.get, mistakes))
    ]


@EXERCISES
def test_every_mistake_alone_is_rejected_and_named(name):
    trial = TRIALS[name]
    for mistake in trial.exercise.mistakes:
        got = outputs(trial, (mistake,))
        verdict = assess(_BOOK, trial, got)
        assert not verdict.passed
        assert len(verdict.mistakes) == 1
        assert tell(trial, (mistake,))[0] in " ".join(verdict.message.split())
        assert same(outputs(trial, verdict.mistakes), got)


@EXERCISES
def test_every_pair_that_changes_the_output_is_named_or_told_as_an_equivalent(name):
    trial = TRIALS[name]
    right = outputs(trial, ())
    alone = {mistake: outputs(trial, (mistake,)) for mistake in trial.exercise.mistakes}
    for pair in combinations(trial.exercise.mistakes, 2):
        got = outputs(trial, pair)
        verdict = assess(_BOOK, trial, got)
        assert verdict.passed == same(got, right), pair
        if verdict.passed:
            continue
        told = " ".join(verdict.message.split())
        assert max(map(len, verdict.message.splitlines())) <= WIDTH
        zeros = zero_parts(trial, got)
        if zeros and verdict.mistakes[0] not in trial.exercise.mistakes:
            assert verdict.mistakes[0] in ("all-zero", "not-attempted"), pair
            continue
        assert not zeros or len(verdict.mistakes) == 1, pair
        assert same(outputs(trial, verdict.mistakes), got), pair
        hidden = [mistake for mistake in pair if same(alone[mistake], got)]
        for these in [(mistake,) for mistake in hidden] or [pair]:
            in_words = all(text in told for text in tell(trial, these))
            assert in_words or these in verdict.equivalents, (pair, verdict)
        assert told.count(SAME_NUMBERS) <= 2


@EXERCISES
def test_no_two_sets_of_mistakes_are_close_without_being_equal(name):
    trial = TRIALS[name]
    table = trial.exercise.mistakes
    seen: dict[tuple[object, ...], list[list[tuple[np.ndarray, ...]]]] = {}
    for mistakes in [s for n in (0, 1, 2) for s in combinations(table, n)]:
        got = outputs(trial, mistakes)
        seen.setdefault(tuple(a.shape for parts in got for a in parts), []).append(got)
    for group in seen.values():
        flat = np.array(
            [np.concatenate([a.ravel() for parts in g for a in parts]) for g in group]
        )
        flat = np.nan_to_num(flat, nan=1e9, posinf=1e9, neginf=1e9)
        for k, row in enumerate(flat):
            gaps = np.abs(flat[:k] - row).max(axis=1, initial=0)
            for other in np.flatnonzero((gaps > 1e-9) & (gaps < 1e-2)):
                assert not all(
                    is_close(a, b, problem.scale)
                    for problem, *both in zip(
                        trial.problems, group[k], group[other], strict=True
                    )
                    for a, b in zip(*both, strict=True)
                )


@EXERCISES
def test_what_a_mistake_says_is_short_and_has_a_chapter_of_the_book(name):
    exercise = _BOOK.exercises[name]
    for mistake in [*exercise.mistakes.values(), *exercise.combinations.values()]:
        assert re.fullmatch(r"[a-z0-9-]+( \+ [a-z0-9-]+)*", mistake.name)
        assert re.search(r"[.?]$", mistake.text)
        assert "chapter" not in mistake.text
        assert mistake.chapter in _BOOK.chapters
        assert len(mistake.text) < 290


def test_an_exercise_with_two_mistakes_is_written_in_one_place():
    chapter = Chapter("hinge_loss", "The hinge loss")

    def faulty(on, x):
        return 2 * x if on("doubled") else x + on("one-added")

    exercise = chapter.exercise(
        "same",
        "A function (x) that returns x.",
        returns=("x",),
        faulty=faulty,
        mistakes=read_mistakes("hinge_loss", """
    doubled: it is doubled.
    one-added (gradient): one is added.
    doubled + one-added: it is not the same.
    """),
        problems=lambda rng: [Problem((float(rng.integers(3, 9)),))],
    )  # fmt: skip
    assert chapter.exercises == [exercise]
    assert exercise.takes == ("x",)
    trial = Trial(exercise, draw(exercise, seed=0))
    assert len(trial.problems) == 100
    assert judge(_BOOK, trial, lambda x: x).passed
    verdict = judge(_BOOK, trial, lambda x: x + 1)
    assert verdict.mistakes == ("one-added",)
    assert "one is added. See chapter 3, The gradient" in verdict.message


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


SAME_AS |= {"squared-hinge": squared_hinge, "train": train}


@pytest.mark.parametrize("name", SAME_AS)
def test_right_answers_pass_and_agree_with_svmlib(name):
    verdict = check(name, SAME_AS[name])
    assert verdict.passed, verdict.message
    assert verdict.mistakes == ()
    assert repr(verdict) == verdict.message == f"{name}: correct."


@EXERCISES
def test_right_answers_in_float32_pass(name):
    exercise = _BOOK.exercises[name]

    def attempt(*args):
        lower = [a.astype("f4") if isinstance(a, np.ndarray) and a.dtype == "f8" else a
                 for a in args]  # fmt: skip
        return exercise.faulty(no_mistake, *lower)

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
