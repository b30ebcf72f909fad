"""The kernel machine: a kernel, the dual solver, and a vote among class pairs."""

import warnings
from functools import partial
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from svmlib._class_pairs import (
    ClassPairSolutions,
    KernelMatrix,
    class_pairs,
    order_by_class,
    solve_class_pairs,
)
from svmlib._overflow import check_overflow, check_product, without_numpy_errors
from svmlib._typing import Array, ClassWeight, Kernel
from svmlib._validation import (
    as_array,
    as_integer,
    as_kernel_matrix,
    as_matrix,
    as_positive,
    check_finite,
    check_real,
    in_float64,
    received,
)
from svmlib.base import Classifier, encode_labels
from svmlib.kernels import linear_kernel, polynomial_kernel, rbf_kernel
from svmlib.smo import describe_unsolved

__all__ = ["KernelSVM"]


class KernelSVM(Classifier):
    """Kernel classifier: one soft margin for each class pair (one-versus-one), by `smo`.

    The columns of X are taken by position: names, as those of a table, are not compared.

    Parameters
    ----------
    C : float, optional
        Penalty parameter, > 0; ``numpy.inf`` is the hard margin.
    kernel : {"rbf", "poly", "linear", "precomputed"} or callable, optional
        A callable maps X (N, D) and Y (M, D), float64, to (N, M). "precomputed": `fit`
        takes the kernel matrix (N, N) in place of X, and `predict` the kernel of the
        M new examples with the N training examples, (M, N).
    degree, coef0 : int and float, optional
        As in `svmlib.kernels.polynomial_kernel`; coef0 is 1 by default, where
        scikit-learn's SVC takes 0.
    gamma : {"scale", "auto"} or float, optional
        "scale" is ``1 / (D * X.var())``, or ``1 / D`` if X is constant; "auto" is
        ``1 / D``. If the numbers in X differ by rounding alone, their variance is tiny and
        "scale" is huge. "rbf" and "poly" use gamma; parameters that the kernel doesn't use
        are not checked.
    tol, max_iter : float and int, optional
        As in `smo`.
    class_weight : dict, "balanced" or None, optional
        Factor of C for the examples of each class: a number > 0 for each label (1 for a
        label that is missing), or ``N / (num_classes * count)`` with "balanced".

    Attributes
    ----------
    classes_ : ndarray, shape (num_classes,)
        The labels, sorted.
    n_features_in_ : int
        D, or N with a precomputed kernel.
    kernel_ : callable or None
        The kernel with the parameters that `fit` found; None if precomputed.
    support_ : ndarray, shape (S,)
        Rows of X that are support vectors of one class pair or more, in increasing order.
    support_vectors_ : ndarray, shape (S, D)
        Those rows; with a precomputed kernel empty, shape (0, 0).
    dual_coef_ : ndarray, shape (num_classes - 1, S)
        ``alpha * y`` of each support vector, with a row for each other class, as in
        scikit-learn's SVC. For a class pair c < d, the values of class c stand in row d - 1,
        those of class d in row c. The later class is the positive one.
    n_support_ : ndarray, shape (num_classes,)
        Number of support vectors in each class.
    intercept_, n_iter_ : ndarray, shape (P,)
        Bias and steps of each class pair, in the order (0, 1), (0, 2), ...

    Notes
    -----
    With 1,000 or more examples in a class pair, and a kernel that is given by its name,
    `fit` tries a part of them first. It computes their whole kernel matrix only if that
    part doesn't decide the others.
    Many smaller class pairs are solved side by side, with the kernel matrix of all their
    examples: ``8 N**2`` bytes if all N are among them.

    `fit` usually takes between 0.1 and 3 times as long as that of scikit-learn's SVC. It can
    take longer than that if SVC needs only a few hundredths of a second.

    Examples
    --------
    >>> X, y = [[1, 1], [1, -1], [-1, 1], [-1, -1]], ["same", "not", "not", "same"]
    >>> KernelSVM(kernel="poly", degree=2, gamma=1.0).fit(X, y).predict([[2, 3]])
    array(['same'], dtype='<U4')
    """

    def __init__(
        self,
        *,
        C: float = 1.0,
        kernel: str | Kernel = "rbf",
        degree: int = 3,
        gamma: str | float = "scale",
        coef0: float = 1.0,
        tol: float = 1e-3,
        max_iter: int = 1_000_000,
        class_weight: ClassWeight = None,
    ) -> None:
        self.C, self.kernel, self.degree, self.gamma = C, kernel, degree, gamma
        self.coef0, self.tol, self.max_iter = coef0, tol, max_iter
        self.class_weight = class_weight

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Solve the dual of each class pair.

        Parameters
        ----------
        X : array_like, shape (N, D)
        y : array_like, shape (N,)
            Labels of any sortable kind; 2 or more classes.

        Warns
        -----
        RuntimeWarning
            If the stopping gap of a class pair is above tol. There is one warning for all
            pairs.

        Raises
        ------
        ValueError
            If X, y or a parameter is not as described, or your own kernel can't be called
            with X and Y. Also as `smo`: if C is inf and two classes are not separable,
            or if the kernel turns out not to be one.
        FloatingPointError
            If a value of the kernel overflows, or with gamma="scale" the variance of X is
            above 1e300, or below 1e-300 and not 0. Also as `smo`.
        MemoryError
            If the kernel matrix, up to ``8 N**2`` bytes, does not fit.
        """
        if isinstance(self.kernel, str) and self.kernel == "precomputed":
            X = as_kernel_matrix(X, "X", to_solve=True)
        else:
            X = in_float64(as_matrix(X, "X", "(N, D)", finite=True), "X")
        C = as_positive(self.C, "C", infinite=True)
        tol = as_positive(self.tol, "tol")
        max_iter = as_integer(self.max_iter, "max_iter", 1)
        classes, codes = encode_labels(y, len(X))
        C_of_class = [
            as_positive(C * weight, "C times class_weight", infinite=C == np.inf)
            for weight in self._class_weights(classes, codes).tolist()
        ]
        kernel = self._resolve_kernel(X)
        order = order_by_class(codes)
        try:
            if callable(self.kernel):  # its values are checked as a given matrix is
                values = _checked_values(self.kernel, X)
                values = as_kernel_matrix(values, "kernel(X, X)", to_solve=True)
                matrix = KernelMatrix(None, values, order)
            else:
                matrix = KernelMatrix(kernel, X, order)
            with np.errstate(under="ignore"):  # a value times a multiplier
                solutions = solve_class_pairs(
                    matrix, classes, codes[order], np.array(C_of_class), tol, max_iter
                )
        except MemoryError as error:
            size = f"{8 * len(X) ** 2 / 2**30:.1f} GiB for N = {len(X):,} examples"
            instead = "use fewer rows, or LinearSVM on an explicit feature map"
            message = f"the kernel matrix takes up to {size}: {instead}"
            raise MemoryError(message) from error
        if message := _describe_unsolved_pairs(solutions, classes, tol, max_iter):
            warnings.warn(message, RuntimeWarning, stacklevel=2)
        coef = np.empty_like(solutions.coef)
        coef[:, order] = solutions.coef
        self.support_ = np.flatnonzero(coef.any(axis=0))
        self._support_codes = codes[self.support_]
        self.n_support_ = np.bincount(self._support_codes, minlength=len(classes))
        self.dual_coef_ = coef[:, self.support_]
        self.intercept_, self.n_iter_ = solutions.b, solutions.n_iter
        self.kernel_ = kernel
        self.support_vectors_ = X[self.support_] if kernel else np.zeros((0, 0))
        self.classes_, self.n_features_in_ = classes, X.shape[1]
        return self

    def decision_function(self, X: ArrayLike) -> Array:
        """Return f(x) of each row: positive for classes_[1], shape (N,).

        With more than two classes, the shape is (N, num_classes), and as in scikit-learn's
        SVC, the value of a class is the number of class pairs that it wins, plus
        ``s / (3 (|s| + 1))``, which is less than 1/3. s is a sum over its pairs: of f where
        the class is the second of the pair, of -f where it is the first. `predict` doesn't
        use s: of the classes that win the most pairs, it takes the first.

        Raises
        ------
        NotFittedError
            If `fit` has not run; also scikit-learn's error of that name, if it is loaded.
        ValueError
            If X is not a finite matrix with as many columns as `fit` has seen.
        FloatingPointError
            If a value overflows.
        """
        values = self._pair_values(X)
        if len(self.classes_) == 2:
            return values[:, 0]
        with without_numpy_errors():
            sums = values @ self._pair_signs()
            below_a_vote = sums / (np.abs(sums) + 1) / 3
        check_overflow(below_a_vote, "a sum of a class's values")
        return self._votes(values) + below_a_vote

    def predict(self, X: ArrayLike) -> Array:
        """Return for each row the class that wins the most class pairs, the first if tied.

        Raises
        ------
        NotFittedError, ValueError, FloatingPointError
            As `decision_function`.
        """
        votes = self._votes(self._pair_values(X))
        return self.classes_[votes.argmax(axis=1)]

    def _pair_values(self, X: ArrayLike) -> Array:
        """Return f of each class pair, (M, P): positive for the later class."""
        self._check_fitted()
        N = self.n_features_in_
        X = as_array(X, "X")
        if self.kernel_ is None and X.shape[1:] != (N,):
            expected = f"the kernel of new examples with the {N} of fit, shape (M, {N})"
            raise ValueError(f"X must hold {expected}, got shape {X.shape}")
        X = in_float64(self._check_X(X, N), "X")
        K = np.zeros((len(X), 0))  # without a support vector
        if len(self.support_):
            kernel, support = self.kernel_, self.support_vectors_
            K = kernel(X, support) if kernel else X[:, self.support_]
        num_classes, coef = len(self.classes_), self.dual_coef_
        first, second = class_pairs(num_classes)
        values = np.tile(self.intercept_[:, None], len(X))
        with without_numpy_errors():
            for c in range(num_classes):
                in_class = self._support_codes == c
                # What its support vectors add to its pair with each other class.
                added = coef[:, in_class] @ K[:, in_class].T
                values[first == c] += added[c:]
                values[second == c] += added[:c]
        check_product(values, X=X)
        return values.T

    def _votes(self, values: Array) -> Array:
        """Return how many class pairs each class wins, (M, num_classes)."""
        # A value > 0 takes a pair from the class that comes first in it.
        num_first = np.arange(len(self.classes_))[::-1]
        return num_first + (values > 0) @ self._pair_signs()

    def _pair_signs(self) -> Array:
        """Return -1 for the first and +1 for the later class of each pair.

        The shape is (P, num_classes).
        """
        num_classes = len(self.classes_)
        first, second = np.eye(num_classes)[class_pairs(num_classes)]
        return second - first

    def _resolve_gamma(self, X: Array) -> float:
        D = int(X.shape[1])
        if isinstance(self.gamma, str) and self.gamma == "auto":
            return 1 / D
        if isinstance(self.gamma, str) and self.gamma == "scale":
            with without_numpy_errors():
                is_constant = X.max() == X.min()
                variance = 1.0 if is_constant else float(X.var(dtype=np.float64))
            if not 1e-300 < variance < 1e300:
                got = f"got X.var() = {variance:.6g}: scale X"
                raise FloatingPointError(f"gamma='scale' is 1 / (D * X.var()), {got}")
            return 1 / (D * variance)
        return as_positive(self.gamma, "gamma", or_else="'scale', 'auto' or ")

    def _resolve_kernel(self, X: Array) -> Kernel | None:
        match self.kernel if isinstance(self.kernel, str) else None:
            case "precomputed":
                return None
            case "linear":
                return linear_kernel
            case "poly":
                parameters: Any = {"degree": self.degree, "coef0": self.coef0}
                parameters["gamma"] = self._resolve_gamma(X)
                # To refuse a wrong parameter here.
                polynomial_kernel(X[:1], **parameters)
                return partial(polynomial_kernel, **parameters)
            case "rbf":
                return partial(rbf_kernel, gamma=self._resolve_gamma(X))
        if callable(self.kernel):
            return partial(_checked_values, self.kernel)
        names = "'rbf', 'poly', 'linear', 'precomputed'"
        got = received(self.kernel)
        if np.array(self.kernel, dtype=object).ndim == 2:
            got = "a matrix: give that to fit as X, with kernel='precomputed'"
        raise ValueError(f"kernel must be {names} or callable, got {got}")


def _describe_unsolved_pairs(
    solutions: ClassPairSolutions, classes: Array, tol: float, max_iter: int
) -> str:
    """Return one warning for all class pairs, or "" if each was solved to tol."""
    gaps, n_iter = solutions.kkt_gap, solutions.n_iter
    num_unsolved, worst = int((gaps > tol).sum()), int(gaps.argmax())
    if num_unsolved == 0:
        return ""
    message = describe_unsolved(int(n_iter[worst]), gaps[worst], tol, max_iter)
    if len(gaps) == 1:
        return message
    c, d = classes[class_pairs(len(classes))[:, worst]].tolist()
    pairs = f"{num_unsolved} of {len(gaps)} pairs of classes were not solved"
    return f"{pairs}; for {received(c)} and {received(d)}, which have the largest gap, {message}"


def _checked_values(kernel: Kernel, X: Array, Y: Array | None = None) -> Array:
    """Return the values of the user's own kernel, once they are checked."""
    X = X.copy()  # because the kernel may write to it
    Y = X if Y is None else Y.copy()
    try:
        values = kernel(X, Y)
    except (TypeError, ValueError) as error:
        expected = (
            "kernel must take X (N, D) and Y (M, D) and return their values (N, M)"
        )
        raise ValueError(f"{expected}, got {received(kernel)}: {error}") from error
    K, shape = as_array(values, "kernel(X, Y)"), (len(X), len(Y))
    check_real(K, "kernel(X, Y)")
    if K.shape != shape:
        expected = f"a value for each row of X with each row of Y, shape {shape}"
        raise ValueError(f"kernel must return {expected}, got shape {K.shape}")
    check_finite(K, "kernel(X, Y)")
    return K
