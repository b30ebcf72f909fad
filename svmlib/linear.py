"""Training a linear classifier, under the names that the course assignments use."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from svmlib.hinge import svm_loss_vectorized
from svmlib.validation import (
    Array,
    as_labels,
    as_matrix,
    as_nonnegative,
    check_finite,
    check_overflow,
)

Split = Mapping[str, Array]
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
    if not 1 <= num_train <= len(X) or batch_size < 1:
        raise ValueError(
            f"need num_train in 1..{len(X)}, batch_size >= 1; got {num_train}, {batch_size}"
        )
    rows = np.random.default_rng(rng).integers(num_train, size=batch_size)
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


def predict_linear_classifier(W: ArrayLike, X: ArrayLike) -> Array:
    """Return the class of the highest score for each row of X, the first if tied."""
    W, X = as_matrix(W, "W", "(D, C)"), as_matrix(X, "X", "(N, D)")
    if X.shape[1] != W.shape[0]:
        raise ValueError(f"X (N, D) and W (D, C) must fit, got {X.shape} and {W.shape}")
    S = X @ (W if W.dtype.kind == "f" else W.astype(np.float64))
    check_finite(S, X=X, W=W)
    return np.asarray(S.argmax(axis=1))


class LinearSVM:
    """Linear classifier; a seed as rng draws the same batches in each `train`."""

    def __init__(
        self, *, delta: float = 1.0, schedule: Schedule | None = None, rng: Random = 0
    ) -> None:
        self.delta, self.schedule, self.rng = delta, schedule, rng
        self.W: Array | None = None

    def train(
        self,
        X: ArrayLike,
        y: ArrayLike,
        learning_rate: float = 1e-3,
        reg: float = 1e-5,
        num_iters: int = 100,
        batch_size: int = 200,
        verbose: bool = False,
    ) -> list[float]:
        """Train W by `train_linear_classifier`, on from where it is; return the losses."""
        args = (learning_rate, reg, num_iters, batch_size, verbose)
        self.W, loss_history = train_linear_classifier(
            self.loss, self.W, X, y, *args, rng=self.rng, schedule=self.schedule
        )
        return loss_history

    def predict(self, X: ArrayLike) -> Array:
        """Return the class of each row of X, as `predict_linear_classifier` does."""
        if self.W is None:
            raise ValueError("predict needs weights, but W is None: call train first")
        return predict_linear_classifier(self.W, X)

    def loss(self, W: Array, X: Array, y: Array, reg: float) -> tuple[float, Array]:
        """Return the (loss, dW) that `train` descends; override it for another loss."""
        return svm_loss_vectorized(W, X, y, reg, delta=self.delta)


def svm_get_search_params() -> tuple[list[float], list[float]]:
    """Return the learning rates and the regularisation strengths that the book tries."""
    return [3e-3, 3e-2, 3e-1], [1e-3, 1e-2, 1e-1, 1.0]


def test_one_param_set(
    cls: LinearSVM, data_dict: Split, lr: float, reg: float, num_iters: int = 2000
) -> tuple[LinearSVM, float, float]:
    """Train a new classifier, `cls`; return it, its training and validation accuracy.

    data_dict has the keys X_train, y_train, X_val and y_val. Accuracies lie in 0..1.
    """
    cls.train(data_dict["X_train"], data_dict["y_train"], lr, reg, num_iters)
    train_acc, val_acc = (
        float(np.mean(cls.predict(data_dict[f"X_{part}"]) == data_dict[f"y_{part}"]))
        for part in ("train", "val")
    )
    return cls, train_acc, val_acc


test_one_param_set.__test__ = False  # type: ignore[attr-defined]


def _progress(num_iters: int) -> Any:
    try:
        from tqdm import trange  # type: ignore[import-untyped]
    except ImportError as error:
        message = "verbose=True needs tqdm: install svmlib[progress]"
        raise ImportError(message) from error
    return trange(num_iters, desc="training", unit="step")
