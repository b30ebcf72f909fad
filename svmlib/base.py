"""What scikit-learn's tools ask of a classifier, without importing scikit-learn."""

import inspect
import sys
from collections.abc import Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from svmlib._typing import Array, ClassWeight
from svmlib._validation import as_array, as_matrix, as_positive

__all__ = ["Classifier", "NotFittedError"]


class NotFittedError(ValueError, AttributeError):
    """Raised by a classifier that has not been fitted, as scikit-learn's is."""


class Classifier:
    """Base of the classifiers: what scikit-learn's tools call besides `fit` and `predict`.

    clone, Pipeline and GridSearchCV use get_params, set_params and score.

    A subclass sets each argument of its ``__init__`` as an attribute of that name, and
    nothing else; `fit` sets names that end in an underscore.
    """

    class_weight: ClassWeight
    classes_: Array
    n_features_in_: int

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the arguments of ``__init__`` by name; deep changes nothing here."""
        _, *arguments = inspect.signature(type(self).__init__).parameters.values()
        if any(x.kind in (x.VAR_POSITIONAL, x.VAR_KEYWORD) for x in arguments):
            expected = "must name its arguments, without * or **"
            raise RuntimeError(f"{type(self).__name__}.__init__ {expected}")
        return {x.name: getattr(self, x.name) for x in arguments}

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
                raise ValueError(f"no parameter {name!r}, expected {', '.join(known)}")
        for name, value in params.items():
            setattr(self, name, value)
        return self

    def predict(self, X: ArrayLike) -> Array:
        """Return the class of each row of X, shape (N,)."""
        raise NotImplementedError

    def score(self, X: ArrayLike, y: ArrayLike) -> float:
        """Return the share of rows of X (N, D) whose class is that of y (N,).

        All rows count alike: there is no sample_weight, here or in `fit`.
        """
        labels = as_array(y, "y")
        predicted = self.predict(X)
        if labels.shape != predicted.shape:
            raise ValueError(f"y must have shape {predicted.shape}, got {labels.shape}")
        # Not by dtype: an array of objects may hold strings.
        known, given = predicted.item(0), labels.item(0)
        if isinstance(known, str | bytes) != isinstance(given, str | bytes):
            expected = f"y must hold labels like those of fit, such as {known!r}"
            raise ValueError(f"{expected}, got {given!r}")
        return float(np.mean(predicted == labels))

    def __repr__(self) -> str:
        """Show the parameters, as one would type them."""
        params = ", ".join(f"{k}={v!r}" for k, v in self.get_params().items())
        return f"{type(self).__name__}({params})"

    def __sklearn_tags__(self) -> Any:
        """Tell scikit-learn, the only caller, that this is a classifier of matrices."""
        from sklearn.utils import ClassifierTags, InputTags, Tags, TargetTags

        inputs = InputTags(pairwise=getattr(self, "kernel", None) == "precomputed")
        target, kind = TargetTags(required=True), ClassifierTags()
        return Tags("classifier", target, classifier_tags=kind, input_tags=inputs)

    def __sklearn_is_fitted__(self) -> bool:
        """Tell whether `fit` has run."""
        return hasattr(self, "classes_")

    def _encode_labels(self, X: Array, y: ArrayLike) -> tuple[Array, Array]:
        """Return the sorted labels, of any kind, and for each row its number (N,)."""
        labels = as_array(y, "y")
        if labels.shape != X.shape[:1]:
            raise ValueError(f"y must have shape ({len(X)},), got {labels.shape}")
        if labels.dtype.kind in "fc":
            whole = np.isfinite(labels) & (labels == np.rint(labels.real))
            if not whole.all():
                bad = labels[whole.argmin()]
                raise ValueError(f"Unknown label type: y must hold classes, got {bad}")
        try:
            classes, codes = np.unique(labels, return_inverse=True)
        except TypeError as error:
            got = " and ".join(sorted({type(x).__name__ for x in labels}))
            message = f"y must hold labels of one kind that can be sorted, got {got}"
            raise ValueError(message) from error
        if len(classes) < 2:
            raise ValueError(f"y must hold 2 or more classes, got {classes.tolist()}")
        return classes, codes

    def _sample_weight(self, classes: Array, codes: Array) -> Array:
        """Return the weight of each example (N,), by the parameter class_weight."""
        given = self.class_weight
        if given is None:
            return np.ones(len(codes))
        if isinstance(given, str) and given == "balanced":
            return np.asarray(len(codes) / (len(classes) * np.bincount(codes))[codes])
        if not isinstance(given, Mapping):
            expected = "class_weight must be a dict, 'balanced' or None"
            raise ValueError(f"{expected}, got {given!r}")  # noqa: TRY004
        known = classes.tolist()
        for label in given:
            if label not in known:
                raise ValueError(f"class_weight has {label!r}, but y holds {known}")
        names = [f"class_weight[{label!r}]" for label in known]
        pairs = zip(known, names, strict=True)
        weights = [as_positive(given.get(label, 1.0), name) for label, name in pairs]
        return np.array(weights)[codes]

    def _check_fitted(self) -> None:
        if not self.__sklearn_is_fitted__():
            # Whoever catches scikit-learn's error has imported it.
            exceptions = sys.modules.get("sklearn.exceptions")
            error: Any = getattr(exceptions, "NotFittedError", NotFittedError)
            raise error(f"{type(self).__name__} is not fitted: call fit first")

    def _check_X(self, X: ArrayLike, D: int) -> Array:
        """Return X as a matrix, once it has the D columns that the classifier knows."""
        X = as_matrix(X, "X", "(N, D)", finite=True)
        if X.shape[1] != D:
            expected = f"{type(self).__name__} is expecting {D} features as input"
            raise ValueError(f"X has {X.shape[1]} features, but {expected}")
        return X
