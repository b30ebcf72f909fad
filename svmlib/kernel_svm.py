"""The kernel machine: a kernel, the dual solver, and a vote among pairs of classes."""

from collections.abc import Callable
from itertools import combinations
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from svmlib.dual import check_semidefinite
from svmlib.estimator import Classifier
from svmlib.kernels import as_symmetric, linear_kernel, polynomial_kernel, rbf_kernel
from svmlib.scalars import as_positive
from svmlib.solver import solve
from svmlib.validation import Array, as_matrix

Kernel = Callable[[Array, Array], Array]


class KernelSVM(Classifier):
    """Kernel classifier: one soft margin for each pair of classes, by `smo`.

    Parameters
    ----------
    C : float, optional
        Price of a unit of slack, > 0.
    kernel : {"rbf", "poly", "linear", "precomputed"} or callable, optional
        A callable maps X (N, D) and Y (M, D) to (N, M). "precomputed": `fit` takes the
        kernel matrix (N, N) as X, `predict` the kernel of new and old, (M, N).
    degree, coef0 : int and float, optional
        As in `svmlib.kernels.polynomial_kernel`.
    gamma : {"scale", "auto"} or float, optional
        "scale" is ``1 / (D * X.var())``, "auto" is ``1 / D``.
    tol, max_iter : float and int, optional
        As in `smo`.

    Attributes
    ----------
    classes_ : ndarray, shape (C,)
        The labels, sorted.
    support_ : ndarray, shape (S,)
        Rows of X that are support vectors of a pair, rising.
    support_vectors_ : ndarray, shape (S, D)
        Those rows; with a precomputed kernel empty, shape (0, 0).
    dual_coef_ : ndarray, shape (P, S)
        ``alpha * y`` of each pair (c, d), c < d, in the order (0, 1), (0, 2), ...; the
        later class is the positive one.
    intercept_, n_iter_ : ndarray, shape (P,)
        Bias and steps of each pair.

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
    ) -> None:
        self.C, self.kernel, self.degree, self.gamma = C, kernel, degree, gamma
        self.coef0, self.tol, self.max_iter = coef0, tol, max_iter

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Solve the dual of each pair of classes.

        Parameters
        ----------
        X : array_like, shape (N, D)
        y : array_like, shape (N,)
            Labels of any sortable kind; 2 or more classes.

        Raises
        ------
        ValueError
            If X, y or a parameter is not as described.
        """
        X = as_matrix(X, "X", "(N, D)", finite=True)
        codes = self._codes(X, y)
        self.gamma_ = self._gamma(X)
        K = self._kernel(X, None)
        if not isinstance(self.kernel, str) or self.kernel == "precomputed":
            check_semidefinite(as_symmetric(K))
        pairs = list(combinations(range(len(self.classes_)), 2))
        coef, bias = np.zeros((len(pairs), len(X))), np.zeros(len(pairs))
        steps = np.zeros(len(pairs), dtype=np.int64)
        for p, (c, d) in enumerate(pairs):
            rows = np.flatnonzero((codes == c) | (codes == d))
            signs = np.where(codes[rows] == d, 1.0, -1.0)
            part = K if len(rows) == len(X) else K[np.ix_(rows, rows)]
            result = solve(part, signs, self.C, self.tol, self.max_iter)
            coef[p, rows] = result.alpha * signs
            bias[p], steps[p] = result.b, result.iterations
        self.support_ = np.flatnonzero(coef.any(axis=0))
        self.dual_coef_, self.intercept_ = coef[:, self.support_], bias
        self.n_iter_ = steps
        kept = X[self.support_] if self.kernel != "precomputed" else np.zeros((0, 0))
        self.support_vectors_ = kept
        return self

    def decision_function(self, X: ArrayLike) -> Array:
        """Return f(x) of each row: positive for classes_[1], shape (N,).

        With C > 2 classes it is the number of pairs that each class wins, plus a share
        below 1/3 for the sum of its values: shape (N, C), as scikit-learn's SVC has it.
        """
        values = self._pair_values(X)
        if len(self.classes_) == 2:
            return values[:, 0]
        votes, sums = self._votes(values)
        return np.asarray(votes + sums / (3 * (np.abs(sums) + 1)))

    def predict(self, X: ArrayLike) -> Array:
        """Return the class of each row: that of most pairs, the first if tied."""
        votes, _ = self._votes(self._pair_values(X))
        return np.asarray(self.classes_[votes.argmax(axis=1)])

    def _pair_values(self, X: ArrayLike) -> Array:
        X = self._examples(X)
        if self.kernel == "precomputed":
            K = X[:, self.support_]
        else:
            K = self._kernel(X, self.support_vectors_)
        return np.asarray(K @ self.dual_coef_.T + self.intercept_)

    def _votes(self, values: Array) -> tuple[Array, Array]:
        C = len(self.classes_)
        votes, sums = np.zeros((2, len(values), C))
        for p, (c, d) in enumerate(combinations(range(C), 2)):
            later = values[:, p] > 0
            votes[:, c] += ~later
            votes[:, d] += later
            sums[:, c] -= values[:, p]
            sums[:, d] += values[:, p]
        return votes, sums

    def _gamma(self, X: Array) -> float:
        if not isinstance(self.gamma, str):
            return as_positive(self.gamma, "gamma")
        if self.gamma == "scale":
            return 1.0 / (int(X.shape[1]) * (float(X.var()) or 1.0))
        if self.gamma == "auto":
            return 1.0 / int(X.shape[1])
        raise ValueError(f"gamma must be 'scale', 'auto' or > 0, got {self.gamma!r}")

    def _kernel(self, X: Array, Y: Array | None) -> Array:
        match self.kernel:
            case "linear":
                return linear_kernel(X, Y)
            case "poly":
                return polynomial_kernel(X, Y, self.degree, self.gamma_, self.coef0)
            case "rbf":
                return rbf_kernel(X, Y, self.gamma_)
            case "precomputed":
                return X
        if callable(self.kernel):
            return np.asarray(self.kernel(X, X if Y is None else Y))
        raise ValueError(
            f"kernel must be 'rbf', 'poly', 'linear', 'precomputed' or callable, "
            f"got {self.kernel!r}"
        )
