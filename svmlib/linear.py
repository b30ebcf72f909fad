"""Minibatch descent and a linear classifier, under the names of the course assignments."""

import inspect
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from svmlib.base import Classifier, ClassWeight
from svmlib.hinge import margins, svm_loss_vectorized
from svmlib.validation import (
    RNG,
    Array,
    as_array,
    as_finite,
    as_generator,
    as_integer,
    as_labels,
    as_loss_pair,
    as_matrix,
    as_nonnegative,
    as_positive,
    check_columns,
    check_finite,
    check_overflow,
)

__all__ = [
    "LinearSVM",
    "linear_decay",
    "predict_linear_classifier",
    "sample_batch",
    "svm_get_search_params",
    "test_one_param_set",
    "train_linear_classifier",
]

Schedule = Callable[[float], float]
Split = Mapping[str, Array]


def linear_decay(progress: float) -> float:
    """Let the learning rate fall to 0 in a straight line: 1 - progress."""
    return 1.0 - progress


def sample_batch(
    X: ArrayLike, y: ArrayLike, num_train: int, batch_size: int, *, rng: RNG
) -> tuple[Array, Array]:
    """Draw batch_size of the first num_train examples, with replacement.

    Returns X_batch (batch_size, D) and y_batch (batch_size,). The draws are independent,
    as in the assignments: on average the minibatch gradient is the full one. rng is a
    generator, a seed, or None for different draws each time. A ValueError says which
    argument does not fit.
    """
    X, y = as_matrix(X, "X", "(N, D)"), as_array(y, "y")
    if y.shape != X.shape[:1]:
        raise ValueError(f"y must have shape ({len(X)},), got shape {y.shape}")
    if as_integer(num_train, "num_train", 1) > len(X):
        raise ValueError(f"num_train must be at most {len(X)}, got {num_train}")
    size = as_integer(batch_size, "batch_size", 1)
    rows = as_generator(rng).integers(num_train, size=size)
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
    rng: RNG = 0,
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
        Show the progress: a bar where tqdm is installed, printed lines elsewhere.
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
    X, y = as_matrix(X, "X", "(N, D)", finite=True), as_array(y, "y")
    rng = as_generator(rng)
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
    num_iters = as_integer(num_iters, "num_iters", 0)
    batch_size = as_integer(batch_size, "batch_size", 1)
    if not callable(loss_func):
        raise ValueError(f"loss_func must be callable, got {loss_func!r}")  # noqa: TRY004
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
                check_overflow(loss_history[-1], W, "W")
            except FloatingPointError as error:
                message = f"{error} at step {t}: learning_rate {rate} is too big"
                raise FloatingPointError(message) from error
    return W, loss_history


def predict_linear_classifier(W: ArrayLike, X: ArrayLike) -> Array:
    """Return the class of the highest score for each row of X, the first if tied."""
    return np.asarray(_scores(W, X).argmax(axis=1))


def _scores(W: ArrayLike, X: ArrayLike) -> Array:
    W, X = as_matrix(W, "W", "(D, C)"), as_matrix(X, "X", "(N, D)")
    check_columns(X, W)
    with np.errstate(over="ignore", invalid="ignore"):
        S = X @ (W if W.dtype.kind == "f" else W.astype(np.float64))
    check_finite(S, X=X, W=W)
    return np.asarray(S)


class LinearSVM(Classifier):
    """Linear classifier with the multiclass hinge loss.

    `fit` minimises the loss, as scikit-learn's users expect, and takes labels of any
    kind. `train` takes some steps of minibatch descent, as the course assignments do,
    with labels 0..C-1. Add a column of ones to X where you want a bias
    (`svmlib.datasets.add_bias`).

    Parameters
    ----------
    delta : float, optional
        The lead that is asked of the correct score, >= 0.
    reg : float, optional
        Regularisation strength; > 0 for `fit`.
    tol, max_iter : float and int, optional
        `fit` stops when the loss is proved to lie within the factor ``1 + tol`` of its
        minimum, or after max_iter iterations, with a warning.
    class_weight : dict, "balanced" or None, optional
        How much each example's loss counts in `fit`: a number > 0 for each label (1
        for a label that is missing), or the same total for every class.
    schedule, rng, learning_rate, num_iters, batch_size : optional
        What `train` uses by default: see `train_linear_classifier`. A seed draws the
        same batches each time.

    Attributes
    ----------
    W : ndarray, shape (D, C), or None
        Weights, once trained. Set it to None to start anew.
    classes_ : ndarray, shape (C,)
        The sorted labels that `fit` has seen, 0..C-1 after `train` alone.
    n_features_in_ : int
        Number of features.
    n_iter_, gap_ : int and float
        The iterations that `fit` took, and how far, at most, the loss lies above its
        minimum, relative to the loss.

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
        rng: RNG = 0,
        learning_rate: float = 1e-3,
        reg: float = 1e-5,
        num_iters: int = 100,
        batch_size: int = 200,
        tol: float = 1e-3,
        max_iter: int = 10_000,
        class_weight: ClassWeight = None,
    ) -> None:
        self.delta, self.schedule, self.rng = delta, schedule, rng
        self.tol, self.max_iter, self.class_weight = tol, max_iter, class_weight
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
        """Go on training W from where it is, or start from fresh weights if it is None.

        Parameters
        ----------
        X, y : array_like, shapes (N, D) and (N,)
            Examples, and their labels 0..C-1.
        learning_rate, reg, num_iters, batch_size : optional
            As in `train_linear_classifier`. None: the value given to the constructor.
        verbose : bool, optional
            Show the progress.

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
        start = self.W
        try:
            W, losses = train_linear_classifier(self._loss, start, X, y, *args, **more)
        finally:
            self.W = start
        if not self.__sklearn_is_fitted__():
            self.n_features_in_, self.classes_ = len(W), np.arange(W.shape[1])
        self.W = W
        for name in ("gap_", "n_iter_"):  # what fit said of other weights
            vars(self).pop(name, None)
        return losses

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Minimise ``(1/N) sum_i L_i + reg * sum(W**2)`` and certify the minimum.

        Parameters
        ----------
        X, y : array_like, shapes (N, D) and (N,)
            Examples, and their labels of any sortable kind.

        Warns
        -----
        RuntimeWarning
            If max_iter iterations do not reach tol.

        Raises
        ------
        ValueError
            If an argument or a parameter is not as described, or a subclass has a loss
            of its own: `train` descends that.
        """
        if type(self).loss is not LinearSVM.loss:
            name = type(self).__name__
            raise ValueError(
                f"fit minimises the hinge loss, and {name} has its own: call train"
            )
        X = as_matrix(X, "X", "(N, D)", finite=True)
        classes, codes = self._codes(X, y)
        weights = self._example_weights(classes, codes)
        reg, delta = as_positive(self.reg, "reg"), as_nonnegative(self.delta, "delta")
        tol, most = (
            as_positive(self.tol, "tol"),
            as_integer(self.max_iter, "max_iter", 1),
        )
        found = _minimise(X, codes, weights / len(X), reg, delta, tol, most)
        self.W, self.gap_, self.n_iter_ = found
        self.classes_, self.n_features_in_ = classes, X.shape[1]
        if self.gap_ > tol:
            gap = f"the loss may lie {self.gap_:.2g} above its minimum, relative to it"
            message = f"fit stopped after max_iter = {most} iterations: {gap}"
            warnings.warn(f"{message}; tol is {tol:.2g}", RuntimeWarning, stacklevel=2)
        return self

    @property
    def coef_(self) -> Array:
        """Weights as scikit-learn has them, (C, D), or (1, D) for two classes.

        With them `decision_function` is ``X @ coef_.T``, flat for two classes.
        """
        self._check_fitted()
        W = np.asarray(self.W, dtype=np.float64)
        return W.T if W.shape[1] > 2 else W[:, 1:].T - W[:, :1].T

    def decision_function(self, X: ArrayLike) -> Array:
        """Return the scores XW (N, C); of two classes the lead of the second, (N,)."""
        scores = _scores(self._weights(), self._examples(X))
        return scores[:, 1] - scores[:, 0] if scores.shape[1] == 2 else scores

    def predict(self, X: ArrayLike) -> Array:
        """Return the class of each row of X, as `predict_linear_classifier` does."""
        if self.W is not None and not super().__sklearn_is_fitted__():
            return predict_linear_classifier(self.W, X)
        codes = predict_linear_classifier(self._weights(), self._examples(X))
        return np.asarray(self.classes_[codes])

    def _weights(self) -> Array:
        """Return W, checked against the classes, since anyone may replace it."""
        self._check_fitted()
        expected = self.n_features_in_, len(self.classes_)
        W = np.asarray(self.W)
        if W.shape != expected:
            raise ValueError(f"W must have shape {expected}, got {W.shape}")
        return W

    def __sklearn_is_fitted__(self) -> bool:
        """Tell whether `fit` or `train` has run, and W is still there."""
        return self.W is not None and super().__sklearn_is_fitted__()

    def loss(self, W: Array, X: Array, y: Array, reg: float) -> tuple[float, Array]:
        """Return the (loss, dW) that `train` descends; override it for another loss.

        An override may take ``(self, W, X_batch, y_batch, reg)``, or as in CS231n
        ``(self, X_batch, y_batch, reg)`` and find the weights in ``self.W``: the
        name of its first parameter then begins with X.
        """
        return svm_loss_vectorized(W, X, y, reg, delta=self.delta)

    def _loss(self, W: Array, X: Array, y: Array, reg: float) -> tuple[float, Array]:
        loss: Any = self.loss
        first = next(iter(inspect.signature(loss).parameters), "W")
        if first[0] in "Xx":
            self.W = W
            return loss(X, y, reg)  # type: ignore[no-any-return]
        return loss(W, X, y, reg)  # type: ignore[no-any-return]


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


def _minimise(
    X: Array, y: Array, share: Array, reg: float, delta: float, tol: float, most: int
) -> tuple[Array, float, int]:
    """Return the W that minimises the hinge loss, its relative gap, and the iterations.

    The objective is ``sum_i share_i L_i + reg * sum(W**2)``. The alternating direction
    method of multipliers keeps the scores S apart from XW and brings the two together:
    W is the solution of a least-squares problem, S of a small problem for each row. Its
    multipliers A (N, C) are a mask with fractions: between 0 and share_i at the wrong
    classes, and minus their sum at y_i. Every such A is feasible for the dual, so

        ``-delta * sum_i a_iy - norm(X.T @ A)**2 / (4 * reg)``

    bounds the minimum from below. It is reached where ``X.T @ A + 2 * reg * W = 0``.

    References
    ----------
    Boyd, Parikh, Chu, Peleato and Eckstein, Foundations and Trends in Machine Learning
    3, 2011, section 3.
    """
    X = X.astype(np.float64, copy=False)
    (N, D), C = X.shape, int(y.max()) + 1
    rows, wrong = np.arange(N), np.arange(C) != y[:, None]
    with np.errstate(over="ignore", invalid="ignore"):
        gram = X.T @ X if D <= N else X @ X.T
    check_finite(gram, X=X)

    def ridge(rho: float) -> Array:
        if 2 * reg / rho == np.inf:
            raise FloatingPointError(f"reg = {reg:.6g} is too large")
        return np.asarray(np.linalg.inv(2 * reg / rho * np.eye(len(gram)) + gram))

    rho = 0.1 / N
    inverse, best, lower = ridge(rho), np.inf, -np.inf
    W, A, S = np.zeros((D, C)), np.zeros((N, C)), np.zeros((N, C))
    for step in range(1, most + 1):
        R = S - A / rho
        V = inverse @ (X.T @ R) if D <= N else X.T @ (inverse @ R)
        T = 1.7 * (X @ V) - 0.7 * S + A / rho  # over-relaxed: 1.7 speeds it up
        Z = rho * (T - T[rows, y][:, None] + delta)
        A = np.zeros((N, C))
        A[wrong] = _fractions(Z[wrong].reshape(N, C - 1), share).ravel()
        A[rows, y] = -A.sum(axis=1)
        S = T - A / rho
        if step % 20 and step < most:
            continue
        dual = -(X.T @ A) / (2 * reg)
        bound = -delta * float(A[rows, y].sum()) - reg * float(np.sum(dual**2))
        lower = max(lower, bound)
        for candidate in (V, dual):
            losses = margins(X @ candidate, y, delta=delta).sum(axis=1)
            loss = float(share @ losses + reg * np.sum(candidate**2))
            if loss < best:
                W, best = candidate, loss
        if best - lower <= tol * best:
            break
        # The multipliers and the scores are to move at like paces.
        fitting = 0.5 * float(np.linalg.norm(A) / (np.linalg.norm(S) or 1.0))
        if fitting > 0 and not 0.5 < fitting / rho < 2:
            rho = fitting
            inverse = ridge(rho)
    return W, max(0.0, best - lower) / (best or 1.0), step


def _fractions(Z: Array, share: Array) -> Array:
    """Return a_ij = clip(z_ij - t_i, 0, share_i), where t_i is the sum of row i.

    The sum falls with t_i, in straight pieces between the values of t at which an entry
    meets 0 or its share: sorted, they show the piece that crosses t_i.
    """
    (N, C), cap = Z.shape, share[:, None]
    ends = np.concatenate([Z - cap, Z], axis=1)
    order = ends.argsort(axis=1)
    ends = np.take_along_axis(ends, order, axis=1)
    slopes = np.cumsum(np.where(order < C, -1, 1), axis=1) - 1
    excess = np.empty_like(ends)  # of the sum over t, at each end
    excess[:, 0] = C * share - ends[:, 0]
    falls = np.cumsum(slopes[:, :-1] * np.diff(ends, axis=1), axis=1)
    excess[:, 1:] = excess[:, :1] + falls
    last = np.maximum((excess > 0).sum(axis=1) - 1, 0)
    rows = np.arange(N)
    slope = np.where(excess[:, 0] > 0, slopes[rows, last], -1)
    t = ends[rows, last] - excess[rows, last] / slope
    return np.asarray(np.clip(Z - t[:, None], 0, cap))


def _progress(num_iters: int) -> Iterator[int]:
    """Yield the steps, behind a bar of tqdm or, without it, printed lines."""
    try:
        from tqdm import trange  # type: ignore[import-untyped]
    except ImportError:
        for t in range(num_iters):
            if t % 100 == 0:
                print(f"training: step {t} of {num_iters}")
            yield t
    else:
        yield from trange(num_iters, desc="training", unit="step")
