"""The linear classifier with the multiclass hinge loss."""

import warnings
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from svmlib._admm import minimise_hinge_loss
from svmlib._overflow import column_difference
from svmlib._typing import RNG, Array, ClassWeight, Schedule
from svmlib._validation import (
    as_integer,
    as_matrix,
    as_nonnegative,
    as_positive,
    check_callable,
    check_classes,
    in_float64,
    received,
)
from svmlib.base import Classifier, encode_labels
from svmlib.hinge import linear_scores, svm_loss_vectorized
from svmlib.training import predict_linear_classifier, train_linear_classifier

__all__ = ["LinearSVM"]


class LinearSVM(Classifier):
    """Linear classifier with the multiclass hinge loss.

    `fit` minimises the loss, as scikit-learn's users expect, and takes labels of any
    kind. `train` takes some steps of minibatch descent, as the course assignments do,
    with labels 0..C-1. The parameters below are those of `fit`; `train` takes its own as
    arguments, and reads only delta and reg from here. Add a column of ones to X where
    you want a bias (`svmlib.datasets.add_bias`). The columns of X are taken by position:
    names, as those of a table, are not compared.

    Parameters
    ----------
    delta : float, optional
        By how much the correct score must lead, >= 0.
    reg : float, optional
        Regularisation strength, > 0 for `fit`.
    tol, max_iter : float and int, optional
        `fit` stops when it has proved that the minimum is at least ``(1 - tol)`` times
        the loss, or after max_iter iterations, with a warning.
    class_weight : dict, "balanced" or None, optional
        How much each example's loss counts: a number > 0 for each label (1 for a label
        that is missing), or the same total for every class. `train` refuses it.

    Attributes
    ----------
    W : ndarray, shape (D, C), or None
        Weights, None before training. You may assign your own. Before training, they may
        have any shape (D, C), and `predict` returns column numbers. After training, they
        must have the shape that W has. `train` starts from W, or from fresh weights if W
        is None.
    classes_ : ndarray, shape (C,)
        The sorted labels that `fit` has seen, 0..C-1 after `train` alone.
    n_features_in_ : int
        Number of features.
    n_iter_ : int
        Iterations that `fit` took.
    relative_gap_ : float
        Duality gap relative to the loss, ``(loss - bound) / loss``, with the lower bound
        on the minimum that `fit` proved. This and ``n_iter_`` belong to the weights that
        `fit` found: they stay if you assign others, and go when you call `train`.

    Notes
    -----
    On images, `fit` is faster than ``LinearSVC(multi_class="crammer_singer")``. With few
    examples and features, or with a strong penalty, it is slower.

    If some features are far larger than others, `fit` needs many more iterations, and may
    stop before the small ones have changed the weights: scale the columns of X to sizes near
    1. Class weights of very different sizes take more iterations as well.

    Examples
    --------
    >>> model = LinearSVM().fit([[1.0, 1.0], [-1.0, 1.0]], ["right", "left"])
    >>> model.predict([[3.0, 1.0]])
    array(['right'], dtype='<U5')
    """

    W: Array | None = None

    _fitting_methods = "fit or train"

    def __init__(
        self,
        *,
        delta: float = 1.0,
        reg: float = 1e-5,
        tol: float = 1e-3,
        max_iter: int = 10_000,
        class_weight: ClassWeight = None,
    ) -> None:
        self.delta, self.reg = delta, reg
        self.tol, self.max_iter, self.class_weight = tol, max_iter, class_weight

    def train(
        self,
        X: ArrayLike,
        y: ArrayLike,
        learning_rate: float = 1e-3,
        reg: float | None = None,
        num_iters: int = 100,
        batch_size: int = 200,
        verbose: bool = False,
        *,
        schedule: Schedule | None = None,
        rng: RNG = 0,
    ) -> list[float]:
        """Go on training W from where it is, or start from fresh weights if it is None.

        Parameters
        ----------
        X, y : array_like, shapes (N, D) and (N,)
            Examples, and their labels 0..C-1.
        reg : float, optional
            Regularisation strength, >= 0. None: that of the classifier.
        learning_rate, num_iters, batch_size, verbose, schedule, rng : optional
            As in `train_linear_classifier`. A seed draws the same batches each time.

        Returns
        -------
        loss_history : list of float

        Raises
        ------
        ValueError, FloatingPointError
            As `train_linear_classifier`; and ValueError if class_weight is not None, if W
            was replaced by one of another shape, if `fit` has seen other labels than
            0..C-1, or if a subclass has a `loss` that doesn't take ``(W, X, y, reg)``.
        """
        if self.class_weight is not None:
            raise ValueError(
                "train counts all examples alike, so class_weight must be None, "
                f"got {received(self.class_weight)}: call fit"
            )
        start = None if self.W is None else self._weights()
        if start is not None and hasattr(self, "classes_"):
            labels = self.classes_.tolist()
            if labels != [*range(len(labels))]:
                raise ValueError(
                    f"train takes labels 0..C-1, but fit has seen {received(labels)}: "
                    "set W to None to begin anew"
                )
        reg = self.reg if reg is None else reg
        name = f"{type(self).__name__}.loss"
        try:
            check_callable(self.loss, name, "W, X, y, reg")
        except ValueError as error:
            hint = "train calls loss(W, X, y, reg), where W takes the place of self.W"
            raise ValueError(f"{error}: {hint}") from None
        args = X, y, learning_rate, reg, num_iters, batch_size, verbose
        W, losses = train_linear_classifier(
            self.loss, start, *args, rng=rng, schedule=schedule
        )
        if start is None or not hasattr(self, "classes_"):
            self.n_features_in_, self.classes_ = len(W), np.arange(W.shape[1])
        self.W = W
        for name in ("relative_gap_", "n_iter_"):  # which fit has set for other weights
            vars(self).pop(name, None)
        return losses

    def loss(self, W: Array, X: Array, y: Array, reg: float) -> tuple[float, Array]:
        """Return the (loss, dW) that `train` descends; override it for another loss.

        CS231n's ``loss(self, X_batch, y_batch, reg)`` has no W, and reads ``self.W``:
        give it the argument W, and read that.
        """
        return svm_loss_vectorized(W, X, y, reg, delta=self.delta)

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Minimise ``(1/N) sum_i L_i + reg * sum(W**2)`` and certify the minimum.

        The method is ADMM (see the chapter `scaling`), the certificate ``eq-certificate``.

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
        FloatingPointError
            If X or reg is so large that a product overflows.
        """
        if getattr(self.loss, "__func__", None) is not LinearSVM.loss:
            name = type(self).__name__
            raise ValueError(
                f"fit minimises the hinge loss, and {name} has its own: call train"
            )
        X = as_matrix(X, "X", "(N, D)", finite=True)
        classes, codes = encode_labels(y, len(X))
        weights = self._class_weights(classes, codes)[codes]
        reg, delta = as_positive(self.reg, "reg"), as_nonnegative(self.delta, "delta")
        tol = as_positive(self.tol, "tol")
        max_iter = as_integer(self.max_iter, "max_iter", 1)
        solution = minimise_hinge_loss(
            X, codes, weights / len(X), reg, delta, tol, max_iter
        )
        self.W, self.relative_gap_, self.n_iter_ = solution
        self.classes_, self.n_features_in_ = classes, X.shape[1]
        if self.relative_gap_ > tol:
            message = (
                f"fit stopped after max_iter = {max_iter} iterations: the minimum may lie "
                f"up to {100 * self.relative_gap_:.3g} % below the loss reached, "
                f"and tol is {tol:.3g}. Raise max_iter or, if the columns of X or the "
                "class weights are of very different sizes, make these more alike"
            )
            warnings.warn(message, RuntimeWarning, stacklevel=2)
        return self

    @property
    def coef_(self) -> Array:
        """Weights as scikit-learn has them, (C, D), or (1, D) for two classes.

        With them `decision_function` is ``X @ coef_.T``, raveled for two classes.

        Raises
        ------
        NotFittedError, ValueError
            As `decision_function`.
        FloatingPointError
            If the difference of the two columns overflows.
        """
        W = in_float64(self._weights(), "W")
        return W.T if W.shape[1] > 2 else column_difference(W, "W")[None]

    def decision_function(self, X: ArrayLike) -> Array:
        """Return the scores XW (N, C), or for two classes the lead of the second, (N,).

        Raises
        ------
        NotFittedError
            If there are no weights; also scikit-learn's error of that name, if it is loaded.
        ValueError
            If X is not a finite matrix with a column for each row of W, or W was
            replaced by one of another shape.
        FloatingPointError
            If a score or the lead overflows.
        """
        W = self._weights()
        scores = linear_scores(W, self._check_X(X, len(W)))
        return scores if scores.shape[1] > 2 else column_difference(scores, "scores")

    def predict(self, X: ArrayLike) -> Array:
        """Return the class of each row of X, as `predict_linear_classifier` does.

        Raises
        ------
        NotFittedError, ValueError, FloatingPointError
            As `decision_function`.
        """
        W = self._weights()
        codes = predict_linear_classifier(W, self._check_X(X, len(W)))
        return self.classes_[codes] if hasattr(self, "classes_") else codes

    def _weights(self) -> Array:
        """Return W, once it is checked, since anyone may set or replace it."""
        self._check_fitted()
        given: Any = self.W
        W = as_matrix(given, "W", "(D, C)", finite=True)
        if hasattr(self, "classes_"):
            shape = self.n_features_in_, len(self.classes_)
            if W.shape != shape:
                raise ValueError(f"W must have shape {shape}, got {W.shape}")
        else:
            check_classes(W)
        return W

    def __sklearn_is_fitted__(self) -> bool:
        """Tell whether there are weights, from `fit`, from `train` or set by hand."""
        return self.W is not None
