"""What scikit-learn's tools (1.6 or later) ask of a classifier; scikit-learn isn't needed."""

import inspect
import sys
from collections.abc import Mapping, Sequence
from numbers import Number
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from svmlib._typing import Array, ClassWeight
from svmlib._validation import as_label_per_row, as_matrix, as_positive, received

__all__ = ["Classifier", "NotFittedError"]


class NotFittedError(ValueError, AttributeError):
    """Raised by a classifier that has not been fitted.

    If scikit-learn is loaded, it is an instance of that package's NotFittedError as well.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by way of `_not_fitted`: pickle couldn't find the class made there."""
        return _not_fitted, self.args


def _not_fitted(message: str) -> NotFittedError:
    """Return the error, as an instance of both classes if scikit-learn is loaded."""
    # Whoever catches scikit-learn's error has imported it.
    exceptions: Any = sys.modules.get("sklearn.exceptions")
    if exceptions is None:
        return NotFittedError(message)
    kinds = NotFittedError, exceptions.NotFittedError
    error: NotFittedError = type("NotFittedError", kinds, {})(message)
    return error


class Classifier:
    """Base of the classifiers: get_params, set_params and score.

    scikit-learn's clone, Pipeline and GridSearchCV call them. A subclass adds `fit` and
    `predict`.

    The ``__init__`` of a subclass takes arguments with names, no ``*args`` or ``**kwargs``,
    and does nothing but set each as an attribute of the same name. The attributes that
    `fit` sets end in an underscore, except for the W of `LinearSVM`, which anyone may set.
    """

    class_weight: ClassWeight
    classes_: Array
    n_features_in_: int
    _fitting_methods = "fit"

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the arguments of ``__init__`` by name; deep changes nothing here."""
        _, *names = inspect.signature(type(self).__init__).parameters
        return {name: getattr(self, name) for name in names}

    def set_params(self, **params: Any) -> Self:
        """Change arguments of ``__init__``, and return self.

        Raises
        ------
        ValueError
            If a name is not that of an argument. Then nothing is changed.
        """
        known = self.get_params()
        for name in params:
            if name not in known:
                raise ValueError(
                    f"no parameter {received(name)}, expected {', '.join(known)}"
                )
        for name, value in params.items():
            setattr(self, name, value)
        return self

    def predict(self, X: ArrayLike) -> Array:
        """Return the class of each row of X, shape (N,)."""
        raise NotImplementedError

    def score(self, X: ArrayLike, y: ArrayLike) -> float:
        """Return the share of rows of X (N, D) whose class is that of y (N,).

        All rows count alike: there is no sample_weight, here or in `fit`.

        Raises
        ------
        ValueError, FloatingPointError
            As `predict`; and ValueError if y does not hold a label for each row, or its
            labels are of another kind than those that `fit` has seen.
        """
        predicted = self.predict(X)
        classes, codes = encode_labels(y, len(predicted), min_classes=1)
        if _kind(predicted[0]) != _kind(classes[0]):
            [known], [given] = predicted[:1].tolist(), classes[:1].tolist()
            like = f"like those that predict returns, such as {received(known)}"
            expected = f"y must hold labels {like}"
            raise ValueError(f"{expected}, got {received(given)}")
        return float(np.mean(predicted == classes[codes]))

    def __repr__(self) -> str:
        """Show the parameters, as one would type them."""
        params = ", ".join(f"{k}={v!r}" for k, v in self.get_params().items())
        return f"{type(self).__name__}({params})"

    def __sklearn_tags__(self) -> Any:
        """Return what scikit-learn, the only caller, asks about the classifier."""
        from sklearn.utils import ClassifierTags, InputTags, Tags, TargetTags

        inputs = InputTags(pairwise=getattr(self, "kernel", None) == "precomputed")
        target, kind = TargetTags(required=True), ClassifierTags()
        return Tags("classifier", target, classifier_tags=kind, input_tags=inputs)

    def get_metadata_routing(self) -> Any:
        """Return what scikit-learn, the only caller, may pass on to the methods here."""
        from sklearn.utils.metadata_routing import MetadataRequest

        request = MetadataRequest(owner=self)
        # Pipeline.score passes sample_weight=None on, and fails if score doesn't know the name.
        request.score.add_request(param="sample_weight", alias=None)
        return request

    def __sklearn_is_fitted__(self) -> bool:
        """Tell whether `fit` has run."""
        return hasattr(self, "classes_")

    def _class_weights(self, classes: Array, codes: Array) -> Array:
        """Return the weight of each class (num_classes,), as class_weight asks."""
        given = self.class_weight
        if given is None:
            return np.ones(len(classes))
        if isinstance(given, str) and given == "balanced":
            return len(codes) / (len(classes) * np.bincount(codes))
        if not isinstance(given, Mapping):
            expected = "class_weight must be a dict, 'balanced' or None"
            raise ValueError(f"{expected}, got {received(given)}")  # noqa: TRY004
        weights = np.ones(len(classes))
        column = {label: c for c, label in enumerate(classes)}
        for label, weight in given.items():
            if label not in column:
                got = f"class_weight has {received(label)}"
                raise ValueError(f"{got}, but y holds {received(classes.tolist())}")
            name = f"class_weight[{received(label)}]"
            weights[column[label]] = as_positive(weight, name)
        return weights

    def _check_fitted(self) -> None:
        if not self.__sklearn_is_fitted__():
            name = type(self).__name__
            raise _not_fitted(
                f"{name} is not fitted: call {self._fitting_methods} first"
            )

    def _check_X(self, X: ArrayLike, D: int) -> Array:
        """Return X as a matrix, once it has the D columns that the classifier knows."""
        X = as_matrix(X, "X", "(N, D)", finite=True)
        if X.shape[1] != D:
            expected = f"{type(self).__name__} is expecting {D} features as input"
            raise ValueError(f"X has {X.shape[1]} features, but {expected}")
        return X


def encode_labels(
    y: ArrayLike, num_examples: int, *, min_classes: int = 2
) -> tuple[Array, Array]:
    """Return the classes in y, sorted, and the index of each example's class (N,).

    Raises
    ------
    ValueError
        If y doesn't have the shape (num_examples,), has too few classes, numbers that
        are not whole or labels of several kinds, or can't be sorted, as NaN can't.
    """
    labels = as_label_per_row(y, num_examples)
    if labels.dtype.kind in "fcO":
        for label in labels.tolist():
            if isinstance(label, Number) and not _is_whole(label):
                raise ValueError(
                    f"Unknown label type: y must hold classes, got {label}"
                )
    given = y if isinstance(y, Sequence) else labels
    try:
        # NumPy turns every label of a list into a string if one of them is a string. Its
        # StringDType (kind T) may hold NaN among strings.
        if labels.dtype.kind in "UST" and len(set(map(_kind, given))) > 1:
            raise TypeError
        classes, codes = np.unique(labels, return_inverse=True)
        if not (classes[:-1] < classes[1:]).all():
            raise TypeError
    except (TypeError, ValueError) as error:
        expected = "y must hold labels of one kind that can be sorted, and no NaN"
        types = " and ".join(sorted({type(label).__name__ for label in given}))
        raise ValueError(f"{expected}, got {types}") from error
    if len(classes) < min_classes:
        expected = f"y must hold {min_classes} or more classes"
        raise ValueError(f"{expected}, got {received(classes.tolist())}")
    return classes, codes


def _kind(label: Any) -> type:
    """Return the type of a label, or Number: labels of two kinds are never equal."""
    if isinstance(label, np.bool_):  # which, unlike Python's, isn't registered as one
        return Number
    return next((k for k in (str, bytes, Number) if isinstance(label, k)), type(label))


def _is_whole(number: Any) -> bool:
    """Tell whether a number of any type is a finite real one without a fraction."""
    if isinstance(number, complex | np.complexfloating):
        return False
    try:
        return bool(int(number) == number)
    except (ValueError, OverflowError):  # NaN and the infinities
        return False
