"""Exercises of the chapter scaling: a loss from its parts, and when parts pay."""

from collections.abc import Iterator

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._catalogue import Chapter
from svmlib.exercises._exercise import Exercise
from svmlib.exercises._mistakes import Switch
from svmlib.exercises._problems import (
    MANY_DIGITS,
    LargeNumbers,
    Problem,
    SmallNumbers,
    WholeNumbers,
    tens_or_hundreds,
    thousands,
)
from svmlib.exercises.chapters._multiclass_data import PENALTY_ALONE

CHAPTER = Chapter("scaling", "Scaling up")


Part = tuple[float, Array, int]


def _loss_from_parts(
    makes: Switch, parts: list[Part], W: Array, reg: float
) -> tuple[float, Array]:
    losses = np.array([loss for loss, _, _ in parts])
    gradients = np.array([dW for _, dW, _ in parts])
    n = np.array([float(rows) for _, _, rows in parts])
    K, N = len(parts), n.sum()
    weights = np.full(K, 1 / N)
    if makes("divided-by-parts"):
        weights = np.full(K, 1 / K)
    if makes("weighted-twice"):
        weights = n / N
    if makes("means-added"):
        weights = 1 / n
    if makes("mean-of-means"):
        weights = 1 / (K * n)
    if makes("divided-in-loop"):
        weights = 1 / n.cumsum()
    if makes("first-part-only"):
        weights = np.where(np.arange(K) == 0, 1 / n[0], 0)
    if makes("last-part-only"):
        weights[:-1] = 0
    if makes("parts-missing"):
        weights = np.zeros(K)
    loss = losses.sum() if makes("loss-not-divided") else weights @ losses
    whole = makes("dw-not-divided")
    dW = gradients.sum(axis=0) if whole else np.tensordot(weights, gradients, 1)
    times = K if makes("penalty-per-part") else 1
    strength = times * (reg / N if makes("penalty-divided") else reg)
    if makes("last-row-left-out"):
        W = np.vstack([W[:-1], 0 * W[-1:]])
    if not makes("penalty-not-in-loss"):
        loss += strength * np.sum(W**2) * (0.5 if makes("penalty-half") else 1)
    if not makes("penalty-not-in-dw"):
        dW = dW + strength * W * (1 if makes("penalty-gradient-half") else 2)
    return float(loss), dW


LOSS_FROM_PARTS_MISTAKES = CHAPTER.read_mistakes(
    """
    parts-missing: no part has an effect: this is the penalty alone.
    mean-of-means: each part has the same weight: an example in a small part then counts
        for more than one in a large part.
    divided-by-parts: the sums are divided by the number of parts: the mean is over the
        rows.
    means-added: each part is divided by its own n and the means are added up: that
        grows with the number of parts.
    weighted-twice: each sum is weighted by n / N: it is a sum over its n rows already,
        so they count twice.
    last-part-only: only the last part has an effect: is it `+=` in the loop?
    first-part-only: only the first part has an effect: is the return inside the loop?
    divided-in-loop: each part is divided by the number of rows counted so far: divide
        once, when all are counted.
    loss-not-divided: the loss is the sum of the losses: the objective has their mean.
    dw-not-divided: dW is the sum of the gradients: the objective has their mean.
    penalty-per-part: the penalty is counted once for each part: it belongs to the
        weights, not to the rows.
    penalty-divided: the penalty is divided by N like the losses: it stands outside of
        the mean.
    penalty-not-in-loss: the penalty is missing from the loss: the parts do not hold it.
    penalty-not-in-dw: the penalty's gradient is missing from dW: the parts do not hold
        it.
    penalty-half (regularization): the penalty has a 1/2: the one in this book has none.
    penalty-gradient-half (regularization): the penalty's gradient is half of what it
        should be: what is the derivative of a square?
    last-row-left-out (regularization): the last row of W, the bias, is left out of the
        penalty: in this book it is penalised like the others.
    penalty-per-part + penalty-divided: the penalty is added to the sums of each part: it
        belongs to the weights, so add it once, after the sums are divided.
    loss-not-divided + dw-not-divided: the sums are not divided, neither the loss nor
        dW: the objective has means.
    penalty-half + penalty-gradient-half (regularization): the penalty has a 1/2, in the
        loss and in dW: that is consistent, and some courses write it so. This book's has
        none.
    penalty-not-in-loss + penalty-not-in-dw: the penalty is forgotten, in the loss and
        in dW: the parts do not hold it.
    """,
)


def _parts_problems(rng: np.random.Generator) -> Iterator[Problem]:
    def problem(
        kind: str,
        rows: list[int],
        reg: float | None = None,
        size: float = 1.0,
        shape: tuple[int, int] | None = None,
        of_parts: float = 1.0,
    ) -> Problem:
        shape = shape or (int(rng.integers(2, 6)), int(rng.integers(2, 6)))
        W = size * (rng.normal(size=shape).round(2) + 0.003)
        parts = [
            (
                of_parts * round(float(n * rng.uniform(1, 4)), 2),
                of_parts * (n * rng.normal(size=shape)).round(2),
                n,
            )
            for n in rows
        ]
        reg = float(rng.choice([0.3, 0.7, 1.5])) if reg is None else reg
        return Problem((parts, W, reg), kind, min(1.0, of_parts))

    yield problem("", [4, 1, 2])
    yield problem("", [1, int(rng.integers(4, 8))])
    yield problem("", [2, 3, 1, 6])
    yield problem("the parts are equal", [3, 3])
    yield problem("there is one part", [5])
    yield problem("there are many parts", rng.integers(1, 9, 15).tolist())
    many = thousands(rng)
    yield problem(
        "there are more than a thousand parts",
        rng.integers(1, 9, many).tolist(),
        shape=(2, 2),
    )
    yield problem("each part has one row", [1, 1, 1])
    yield problem(
        "there is one feature, and there are two classes", [2, 3], shape=(1, 2)
    )
    yield problem("there are many features", [2, 3], shape=(tens_or_hundreds(rng), 2))
    yield problem("there are many classes", [2, 3], shape=(2, tens_or_hundreds(rng)))
    yield problem("there are more than a thousand features", [2, 3], shape=(many, 2))
    yield problem("there are more than a thousand classes", [2, 3], shape=(2, many))
    yield problem("reg = 0", [2, 5], 0.0)
    yield problem(WholeNumbers("reg is the integer 3"), [2, 5], 3)
    yield problem(LargeNumbers("reg is large"), [2, 5], 1e8)
    yield problem(LargeNumbers("a tiny reg meets a large W"), [2, 5], 1e-10, size=1e6)
    yield problem(LargeNumbers("the losses are large"), [2, 5], of_parts=1e9)
    yield problem(
        SmallNumbers("all numbers are tiny"), [2, 5], size=1e-9, of_parts=1e-9
    )
    yield problem(LargeNumbers("W is large"), [2, 5], size=1e7)
    yield problem("W is zero", [2, 5], size=0.0)
    parts, W, reg = problem("", [2, 5], shape=(4, 3)).args
    W *= np.outer([0, 1, 1, 0], [1, 0, 1])
    yield Problem((parts, W, reg), "two rows and a column of W are zero")
    parts, W, reg = problem("", [4, 2]).args
    parts[0] = (0.0, 0 * W, 4)
    yield Problem((parts, W, reg), "a part has no loss")
    parts = [(0.0, 0 * W, n) for n in (2, 5)]
    yield Problem((parts, 1e-4 * MANY_DIGITS * W, reg), PENALTY_ALONE, 1e-10)


CHAPTER.add(
    Exercise(
        "loss-from-parts",
        "A function (parts, W, reg) that returns (loss, dW) of the objective of part "
        "one. parts is a list of (loss_sum, dW_sum, n): the summed losses of n >= 1 "
        "rows, and the gradient of that sum, without penalty, as `svm_loss_sum` "
        "returns them. Together the parts hold all rows. W is (D, C).",
        returns=("loss", "dW"),
        implementation=_loss_from_parts,
        mistake_table=LOSS_FROM_PARTS_MISTAKES,
        problems=_parts_problems,
    )
)


def _break_even(
    makes: Switch, D: int, C: int, rate: float, overhead: float, P: int
) -> float:
    row = (1.0 if makes("one-product") else 2.0) * D * C
    if makes("divided-by-2-only"):
        row /= (D * C) ** 2
    saved = row / rate  # seconds a row, of what P workers save
    if makes("workers-only"):
        saved /= P
    elif makes("p-upside-down"):
        saved *= P / (P - 1)
    elif makes("one-worker-counted-out"):
        saved *= P - 1
    elif not makes("all-is-saved"):
        saved *= (P - 1) / P
    N = np.float64(overhead / saved)
    if makes("rate-upside-down"):
        N /= rate**2
    if makes("one-subtracted-last"):
        N = np.float64(overhead / (row / rate) - 1)
    return float(1 / N if makes("upside-down") else N)


BREAK_EVEN_MISTAKES = CHAPTER.read_mistakes(
    """
    one-product: one matrix product is counted for a step: it has two, one forward and
        one backward.
    all-is-saved: the time of one process is set against the overhead alone: P workers
        still have a P-th of the work to do.
    workers-only: the time of the workers is set against the overhead: it is the time
        they save that must pay for it.
    p-upside-down: P and P - 1 are exchanged: with more workers more time is saved, and
        fewer rows are needed.
    one-worker-counted-out: the number is P times too small: the workers don't share the
        overhead, and they can't save more than the work of one process.
    rate-upside-down: rate stands on the wrong side: with faster processes there is less
        to save, and more rows are needed.
    upside-down: the fraction is upside down: the larger the overhead, the more rows it
        takes to pay for it.
    divided-by-2-only: the brackets around 2 * D * C are missing: / 2 * D * C divides by
        2 and multiplies by D and C.
    one-subtracted-last: the brackets around P - 1 are missing: P / P - 1 divides by P
        and takes 1 from the whole.
    one-product + all-is-saved: P has no effect: this is the number for two workers,
        whatever P is.
    """,
)


def _break_even_problems(rng: np.random.Generator) -> Iterator[Problem]:
    def problem(
        kind: str,
        rows: float = 6.0,
        D: int | None = None,
        C: int | None = None,
        P: int | None = None,
        rate: float | None = None,
        whole: bool = False,
    ) -> Problem:
        """Draw a problem whose answer is near ``rows``."""
        D, C = D or int(rng.integers(3, 9)), C or int(rng.integers(2, 7))
        P, rate = P or int(rng.integers(3, 16)), rate or float(rng.choice([2.5, 3, 4]))
        saved = 2 * D * C / rate * (P - 1) / P
        overhead = float(f"{rows * rng.uniform(0.6, 1.6) * saved:.2g}")
        overhead = round(overhead) if whole else overhead
        return Problem((D, C, rate, overhead, P), kind, min(1.0, overhead / saved))

    for _ in range(5):
        yield problem("")
    yield problem("there are two workers", P=2)
    yield problem("there are many workers", P=int(rng.integers(200, 900)))
    yield problem("there are very many workers", P=int(rng.integers(2000, 9000)))
    kind = LargeNumbers("D, C, P and rate are large")  # and 2 D C P is above 2^31
    D, C, P = (int(rng.integers(least, 2 * least)) for least in (3000, 1000, 1000))
    yield problem(kind, D=D, C=C, P=P, rate=1e9)
    yield problem("far less than a row is enough", 1e-9)
    yield problem("many rows are needed", 3e9)
    yield problem("rate is that of a computer", 3000.0, D=785, C=10, rate=5e9)
    # It divides no product of a D and a C.
    yield problem(WholeNumbers("rate is the integer 11"), rate=11)
    yield problem(WholeNumbers("overhead is an integer"), whole=True)
    yield problem(SmallNumbers("rate is tiny"), rate=2e-9)


CHAPTER.add(
    Exercise(
        "break-even",
        "A function (D, C, rate, overhead, P) that returns the number N of rows at "
        "which P workers need as long as one process: the one needs T = 2 N D C / rate "
        "seconds, and the P need T / P + overhead, where overhead is above 0. N is not "
        "rounded.",
        returns=("the number of rows",),
        implementation=_break_even,
        mistake_table=BREAK_EVEN_MISTAKES,
        problems=_break_even_problems,
    )
)
