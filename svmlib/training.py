"""Minibatch descent, with the functions of the course assignments."""

import numpy as np
from numpy.typing import ArrayLike

from svmlib._overflow import check_loss, check_overflow, without_numpy_errors
from svmlib._typing import RNG, Array, Loss, Schedule
from svmlib._validation import (
    as_array,
    as_generator,
    as_integer,
    as_label_per_row,
    as_labels,
    as_loss_pair,
    as_matrix,
    as_nonnegative,
    check_callable,
    check_columns,
)
from svmlib.hinge import linear_scores

__all__ = [
    "linear_decay",
    "predict_linear_classifier",
    "sample_batch",
    "train_linear_classifier",
]

MAX_WEIGHT_BYTES = 2**30


def linear_decay(progress: float) -> float:
    """Let the learning rate fall to 0 in a straight line: 1 - progress.

    Raises
    ------
    ValueError
        If progress, the share of the steps that are done, is not in [0, 1].
    """
    progress = as_nonnegative(progress, "progress")
    if progress > 1:
        raise ValueError(f"progress must be at most 1, got {progress}")
    return 1.0 - progress


def sample_batch(
    X: ArrayLike, y: ArrayLike, num_train: int, batch_size: int, *, rng: RNG
) -> tuple[Array, Array]:
    """Draw batch_size of the first num_train examples, with replacement.

    Returns X_batch (batch_size, D) and y_batch (batch_size,). The draws are independent,
    as in the assignments: on average the minibatch gradient is the full one. rng is a
    generator, a seed, or None for different draws each time.

    Raises
    ------
    ValueError
        If X or y does not hold N examples, num_train is not in 1..N, batch_size is not
        >= 1, or rng is not as above.
    """
    X = as_matrix(X, "X", "(N, D)")
    y = as_label_per_row(y, len(X))
    high = as_integer(num_train, "num_train", 1)
    if high > len(X):
        raise ValueError(f"num_train must be at most {len(X)}, got {high}")
    size = as_integer(batch_size, "batch_size", 1)
    rows = as_generator(rng).integers(high, size=size)
    return X[rows], y[rows]


def train_linear_classifier(
    loss_func: Loss,
    W: ArrayLike | None,
    X: ArrayLike,
    y: ArrayLike,
    learning_rate: float = 1e-3,
    reg: float = 1e-5,
    num_iters: int = 100,
    batch_size: int = 200,
    verbose: bool = False,
    *,
    rng: RNG = 0,
    schedule: Schedule | None = None,
) -> tuple[Array, list[float]]:
    """Minimise a loss by minibatch subgradient descent: W -= learning_rate * dW.

    Parameters
    ----------
    loss_func : callable
        ``loss_func(W, X_batch, y_batch, reg)`` returns (loss, dW). Copy W if you keep it:
        each step changes this array.
    W : array_like, shape (D, C), or None
        Where to start; not written to. None: small random weights for max(y) + 1
        classes, at least two.
    X, y : array_like, shapes (N, D) and (N,)
        Examples, and their labels 0..C-1.
    learning_rate, reg : float
        Step size and regularisation strength, >= 0.
    num_iters, batch_size : int
        Number of steps, and of draws for each (see `sample_batch`).
    verbose : bool
        Print the loss every 100 steps.
    rng : numpy.random.Generator, int or None
        A generator, or a seed: the same seed gives the same bits. None: different each
        time.
    schedule : callable, optional
        Step t takes ``learning_rate * schedule(t / num_iters)``; `linear_decay`, or
        any function >= 0 of the progress in [0, 1). None: the rate is constant.

    Returns
    -------
    W : ndarray, shape (D, C)
        In the dtype of W, or of X if W is None; float64 for whole numbers.
    loss_history : list of float
        Each minibatch's loss before its step.

    Raises
    ------
    ValueError
        If an argument, or what loss_func or schedule returns, is not as above.
    FloatingPointError
        If W or the loss overflows.
    """
    X, y = as_matrix(X, "X", "(N, D)", finite=True), as_array(y, "y")
    rng = as_generator(rng)
    W = _first_weights(W, X, y, rng)
    learning_rate = as_nonnegative(learning_rate, "learning_rate")
    reg = as_nonnegative(reg, "reg")
    num_iters = as_integer(num_iters, "num_iters", 0)
    batch_size = as_integer(batch_size, "batch_size", 1)
    check_callable(loss_func, "loss_func", "W, X, y, reg")
    check_callable(schedule, "schedule", "progress", or_none=True)
    loss_history: list[float] = []
    for t in range(num_iters):
        X_batch, y_batch = sample_batch(X, y, len(X), batch_size, rng=rng)
        progress, rate = t / num_iters, learning_rate
        if schedule is not None:
            rate *= as_nonnegative(schedule(progress), f"schedule({progress:g})")
        try:
            returned = loss_func(W, X_batch, y_batch, reg)
            with without_numpy_errors():  # but not in loss_func
                loss, dW = as_loss_pair(returned, W)
                if np.isnan(loss) or np.isnan(dW).any():
                    largest = f"the largest |W| is {np.abs(W).max():.3g}"
                    raise ValueError(f"loss_func returned nan at step {t}: {largest}")
                loss_history.append(float(loss))
                check_loss(loss_history[-1], W.dtype)
                check_overflow(dW, "dW")
                W -= rate * dW
                check_overflow(W, "W")
        except FloatingPointError as error:
            at = f"step {t}, learning_rate {learning_rate}"
            raise FloatingPointError(f"{error}: {at}") from error
        if verbose and t % 100 == 0:
            print(f"step {t} of {num_iters}: loss {loss:.4f}")
    return W, loss_history


def _first_weights(
    W: ArrayLike | None, X: Array, y: Array, rng: "np.random.Generator"
) -> Array:
    """Return where training starts, a copy of W or small random weights.

    Raises ValueError unless W, X and the labels y fit together.
    """
    if W is None:
        D = X.shape[1]
        C = 1 + (int(y.max()) if y.size and y.dtype.kind in "iu" else 0)
        as_labels(y, len(X), max(C, 2))
        if C < 2:
            raise ValueError("y must hold 2 or more classes, got 0 alone")
        if 8 * D * C > MAX_WEIGHT_BYTES:
            size = f"{8 * D * C / 2**30:.1f} GiB for W of {D, C}"
            got = f"got the label {C - 1}, which takes {size}"
            raise ValueError(f"y must number the classes 0, 1, 2, ..., {got}")
        start, dtype = 1e-6 * rng.standard_normal((D, C)), X.dtype
    else:
        start = as_matrix(W, "W", "(D, C)", finite=True)
        check_columns(X, start)
        as_labels(y, len(X), start.shape[1])
        dtype = start.dtype
    return start.astype(dtype if dtype.kind == "f" else np.float64)


def predict_linear_classifier(W: ArrayLike, X: ArrayLike) -> Array:
    """Return the class of the highest score for each row of X, the first if tied.

    Raises
    ------
    ValueError, FloatingPointError
        As `svmlib.hinge.linear_scores`.
    """
    return linear_scores(W, X).argmax(axis=1)
