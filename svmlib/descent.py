"""Minibatches, and the descent that they feed."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from svmlib.scalars import as_nonnegative, as_whole
from svmlib.validation import Array, as_labels, as_matrix, check_finite, check_overflow

Random = np.random.Generator | int
Schedule = Callable[[float], float]


def linear_decay(progress: float) -> float:
    """Let the learning rate fall to 0 in a straight line: 1 - progress."""
    return 1.0 - progress


def sample_batch(
    X: ArrayLike, y: ArrayLike, num_train: int, batch_size: int, *, rng: Random
) -> tuple[Array, Array]:
    """Draw batch_size of the first num_train examples, with replacement.

    Returns X_batch (batch_size, D) and y_batch (batch_size,). The draws are independent,
    as in the assignments: on average the minibatch gradient is the full one. rng is a
    generator or a seed. A ValueError says which argument does not fit.
    """
    X, y = as_matrix(X, "X", "(N, D)"), np.asarray(y)
    if y.shape != X.shape[:1]:
        raise ValueError(f"y must have shape ({len(X)},), got shape {y.shape}")
    if as_whole(num_train, "num_train", 1) > len(X):
        raise ValueError(f"num_train must be at most {len(X)}, got {num_train}")
    size = as_whole(batch_size, "batch_size", 1)
    rows = np.random.default_rng(rng).integers(num_train, size=size)
    return X[rows], y[rows]


def train_linear_classifier(
    loss_func: Callable[[Array, Array, Array, float], tuple[Any, Any]],
    W: ArrayLike | None,
    X: ArrayLike,
    y: ArrayLike,
    learning_rate: float = 1e-3,
    reg: float = 1e-5,
    num_iters: int = 100,
    batch_size: int = 200,
    verbose: bool = False,
    *,
    rng: Random = 0,
    schedule: Schedule | None = None,
) -> tuple[Array, list[float]]:
    """Minimise a loss by minibatch subgradient descent: W -= rate * dW.

    Parameters
    ----------
    loss_func : callable
        ``loss_func(W, X_batch, y_batch, reg)`` returns (loss, dW).
    W : array_like, shape (D, C), or None
        Where to start; not written to. None: small random weights, max(y) + 1 classes.
    X, y : array_like, shapes (N, D) and (N,)
        Examples, and their labels 0..C-1.
    learning_rate, reg : float
        Step size and regularisation strength, >= 0.
    num_iters, batch_size : int
        Number of steps, and of draws for each (see `sample_batch`).
    verbose : bool
        Show a progress bar; needs tqdm, the extra ``svmlib[progress]``.
    rng : numpy.random.Generator or int
        A generator, or a seed: the same seed gives the same bits.
    schedule : callable, optional
        Step t takes ``learning_rate * schedule(t / num_iters)``; `linear_decay`, or
        any function of the progress in [0, 1). None: the rate is constant.

    Returns
    -------
    W : ndarray, shape (D, C)
    loss_history : list of float, each minibatch's loss before its step

    ValueError if an argument is not as above, FloatingPointError if W overflows.
    """
    X, y, rng = as_matrix(X, "X", "(N, D)"), np.asarray(y), np.random.default_rng(rng)
    if W is None:
        C = 1 + (int(y.max()) if y.size and y.dtype.kind in "iu" else 0)
        W = 1e-6 * rng.standard_normal((X.shape[1], C))
        W = W.astype(np.result_type(X, np.float32))
    else:
        W = as_matrix(W, "W", "(D, C)")
        W = W.astype(np.result_type(W, np.float32))
    as_labels(y, len(X), W.shape[1])
    rate = as_nonnegative(learning_rate, "learning_rate")
    reg = as_nonnegative(reg, "reg")
    num_iters = as_whole(num_iters, "num_iters", 0)
    steps = _progress(num_iters) if verbose else range(num_iters)
    loss_history: list[float] = []
    with np.errstate(over="ignore", invalid="ignore"):
        for t in steps:
            X_batch, y_batch = sample_batch(X, y, len(X), batch_size, rng=rng)
            scale = float(schedule(t / num_iters)) if schedule else 1.0
            try:
                loss, dW = loss_func(W, X_batch, y_batch, reg)
                W -= rate * scale * dW
                loss_history.append(float(loss))
                check_overflow(loss_history[-1], W)
            except FloatingPointError as error:
                check_finite(X, X=X)
                message = f"{error} at step {t}: learning_rate {rate} is too big"
                raise FloatingPointError(message) from error
    return W, loss_history


def _progress(num_iters: int) -> Any:
    try:
        from tqdm import trange  # type: ignore[import-untyped]
    except ImportError as error:
        message = "verbose=True needs tqdm: install svmlib[progress]"
        raise ImportError(message) from error
    return trange(num_iters, desc="training", unit="step")
