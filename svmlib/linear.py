"""Training a linear classifier, under the names that the course assignments use."""

from collections.abc import Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from svmlib import descent
from svmlib.estimator import Classifier
from svmlib.hinge import svm_loss_vectorized
from svmlib.validation import Array, as_matrix, check_columns, check_finite

Split = Mapping[str, Array]
# Under this module's name, too, as in the assignments.
linear_decay, sample_batch = descent.linear_decay, descent.sample_batch
train_linear_classifier = descent.train_linear_classifier


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
        schedule: descent.Schedule | None = None,
        rng: descent.Random = 0,
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
