"""Minibatch descent and a linear classifier, under the names of the course assignments."""

from collections.abc import Callable, Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from svmlib.base import Classifier
from svmlib.hinge import svm_loss_vectorized
from svmlib.validation import (
    Array,
    Random,
    as_finite,
    as_labels,
    as_loss_pair,
    as_matrix,
    as_nonnegative,
    as_whole,
    check_columns,
    check_finite,
    check_overflow,
)

Schedule = Callable[[float], float]
Split = Mapping[str, Array]


def linear_decay(progress: float) -> float:
    """Let the learning rate fall to 0 in a straight line: 1 - progress."""
    return 1.0 - progress


def sample_batch(
    X: ArrayLike, y: ArrayLike, num_train: int, batch_size: int, *, rng: Random
) -> tuple[Array, Array]:
    """Draw batch_size of the first num_train examples, with replacement.

    Returns X_batch (batch_size, D) and y_batch (batch_size,). The draws are independent,
    as in the assignments: on average the minibatch gradient is the full one. rng is a
    generator, a seed, or None for other draws each time. A ValueError says which
    argument does not fit.
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
        Where to start; not written to. None: small random weights, max(y) + 1 classes,
        of which there are two or more.
    X, y : array_like, shapes (N, D) and (N,)
        Examples, and their labels 0..C-1.
    learning_rate, reg : float
        Step size and regularisation strength, >= 0.
    num_iters, batch_size : int
        Number of steps, and of draws for each (see `sample_batch`).
    verbose : bool
        Show a progress bar; needs tqdm, the extra ``svmlib[progress]``.
    rng : numpy.random.Generator, int or None
        A generator, or a seed: the same seed gives the same bits. None: never the same.
    schedule : callable, optional
        Step t takes ``learning_rate * schedule(t / num_iters)``; `linear_decay`, or
        any function of the progress in [0, 1). None: the rate is constant.

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
    X, y = as_matrix(X, "X", "(N, D)", finite=True), np.asarray(y)
    rng = np.random.default_rng(rng)
    if W is None:
        C = 1 + (int(y.max()) if y.size and y.dtype.kind in "iu" else 0)
        as_labels(y, len(X), C)
        if C < 2:
            raise ValueError("y must hold 2 or more classes, got 0 alone")
        start, dtype = 1e-6 * rng.standard_normal((X.shape[1], C)), X.dtype
    else:
        start = as_matrix(W, "W", "(D, C)", finite=True)
        dtype = start.dtype
    W = start.astype(np.result_type(dtype, np.float32))
    check_columns(X, W)
    as_labels(y, len(X), W.shape[1])
    rate = as_nonnegative(learning_rate, "learning_rate")
    reg = as_nonnegative(reg, "reg")
    num_iters = as_whole(num_iters, "num_iters", 0)
    batch_size = as_whole(batch_size, "batch_size", 1)
    if not (schedule is None or callable(schedule)):
        raise ValueError(f"schedule must be callable or None, got {schedule!r}")
    steps = _progress(num_iters) if verbose else range(num_iters)
    loss_history: list[float] = []
    with np.errstate(over="ignore", invalid="ignore"):
        for t in steps:
            X_batch, y_batch = sample_batch(X, y, len(X), batch_size, rng=rng)
            progress, scale = t / num_iters, 1.0
            if schedule is not None:
                scale = as_finite(schedule(progress), f"schedule({progress:g})")
            try:
                loss, dW = as_loss_pair(loss_func(W, X_batch, y_batch, reg), W)
                if np.isnan(loss) or np.isnan(dW).any():
                    largest = f"the largest |W| is {np.abs(W).max():.3g}"
                    raise ValueError(f"loss_func returned nan at step {t}: {largest}")
                W -= rate * scale * dW
                loss_history.append(float(loss))
                check_overflow(loss_history[-1], W)
            except FloatingPointError as error:
                message = f"{error} at step {t}: learning_rate {rate} is too big"
                raise FloatingPointError(message) from error
    return W, loss_history


def predict_linear_classifier(W: ArrayLike, X: ArrayLike) -> Array:
    """Return the class of the highest score for each row of X, the first if tied."""
    W, X = as_matrix(W, "W", "(D, C)"), as_matrix(X, "X", "(N, D)")
    check_columns(X, W)
    S = X @ (W if W.dtype.kind == "f" else W.astype(np.float64))
    check_finite(S, X=X, W=W)
    return np.asarray(S.argmax(axis=1))


class LinearSVM(Classifier):
    """Linear classifier by minibatch descent of the multiclass hinge loss.

    `train` and `predict` work as in the course assignments, with labels 0..C-1; `fit`
    takes labels of any kind and starts anew, as scikit-learn's tools expect. X brings
    its own column of ones where a bias is wanted (`svmlib.datasets.add_bias`).

    Parameters
    ----------
    delta : float, optional
        The lead that is asked of the correct score, >= 0.
    schedule, rng : optional
        As in `train_linear_classifier`. A seed draws the same batches in each `train`.
    learning_rate, reg, num_iters, batch_size : optional
        What `fit` trains with, and `train` by default: see `train_linear_classifier`.

    Attributes
    ----------
    W : ndarray, shape (D, C), or None
        Weights, once trained. Set it to None to start anew.
    classes_ : ndarray, shape (C,)
        The sorted labels that `fit` has seen, 0..C-1 after `train` alone.
    n_features_in_ : int
        Number of features.

    Examples
    --------
    >>> model = LinearSVM().fit([[1.0, 1.0], [-1.0, 1.0]], ["right", "left"])
    >>> model.predict([[3.0, 1.0]])
    array(['right'], dtype='<U5')
    """

    W: Array | None = None

    def __init__(
        self,
        *,
        delta: float = 1.0,
        schedule: Schedule | None = None,
        rng: Random = 0,
        learning_rate: float = 1e-3,
        reg: float = 1e-5,
        num_iters: int = 100,
        batch_size: int = 200,
    ) -> None:
        self.delta, self.schedule, self.rng = delta, schedule, rng
        self.learning_rate, self.reg = learning_rate, reg
        self.num_iters, self.batch_size = num_iters, batch_size

    def train(
        self,
        X: ArrayLike,
        y: ArrayLike,
        learning_rate: float | None = None,
        reg: float | None = None,
        num_iters: int | None = None,
        batch_size: int | None = None,
        verbose: bool = False,
    ) -> list[float]:
        """Train W on from where it is, or from fresh weights if it is None.

        Parameters
        ----------
        X, y : array_like, shapes (N, D) and (N,)
            Examples, and their labels 0..C-1.
        learning_rate, reg, num_iters, batch_size : optional
            As in `train_linear_classifier`. None: as given when this was made.
        verbose : bool, optional
            Show a progress bar.

        Returns
        -------
        loss_history : list of float

        Raises
        ------
        ValueError, FloatingPointError
            As `train_linear_classifier`.
        """
        own = self.learning_rate, self.reg, self.num_iters, self.batch_size
        given = learning_rate, reg, num_iters, batch_size
        args: Any = [a if b is None else b for a, b in zip(own, given, strict=True)]
        more: Any = {"verbose": verbose, "rng": self.rng, "schedule": self.schedule}
        W, losses = train_linear_classifier(self.loss, self.W, X, y, *args, **more)
        if not self.__sklearn_is_fitted__():
            self.n_features_in_, self.classes_ = len(W), np.arange(W.shape[1])
        self.W = W
        return losses

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Train from fresh weights on X (N, D) and y (N,), labels of any kind."""
        X = as_matrix(X, "X", "(N, D)")
        classes, codes = self._codes(X, y)
        self.W = None
        self.train(X, codes)
        self.classes_ = classes
        return self

    def decision_function(self, X: ArrayLike) -> Array:
        """Return the scores XW (N, C); of two classes the lead of the second, (N,)."""
        scores = self._examples(X) @ self.W
        return scores[:, 1] - scores[:, 0] if scores.shape[1] == 2 else scores

    def predict(self, X: ArrayLike) -> Array:
        """Return the class of each row of X, as `predict_linear_classifier` does."""
        if self.W is None:
            raise ValueError("predict needs weights, but W is None: call train first")
        if not self.__sklearn_is_fitted__():
            return predict_linear_classifier(self.W, X)
        codes = predict_linear_classifier(self.W, self._examples(X))
        return np.asarray(self.classes_[codes])

    def __sklearn_is_fitted__(self) -> bool:
        """Tell whether `fit` or `train` has run, and W is still there."""
        return self.W is not None and super().__sklearn_is_fitted__()

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

    The name, and `cls` for an object, are those of EECS 498-007 (Michigan), A2.
    data_dict has the keys X_train, y_train, X_val and y_val. Accuracies lie in 0..1.
    """
    cls.train(data_dict["X_train"], data_dict["y_train"], lr, reg, num_iters)
    train_acc = cls.score(data_dict["X_train"], data_dict["y_train"])
    return cls, train_acc, cls.score(data_dict["X_val"], data_dict["y_val"])


test_one_param_set.__test__ = False  # type: ignore[attr-defined]


def _progress(num_iters: int) -> Any:
    try:
        from tqdm import trange  # type: ignore[import-untyped]
    except ImportError as error:
        raise ImportError("verbose needs tqdm: install svmlib[progress]") from error
    return trange(num_iters, desc="training", unit="step")
