"""From one convention to another: strengths, weights and widths.

The book's multiclass objective is ``(1/N) sum_i L_i + reg * sum(W**2)``, the soft margin
is ``norm(w)**2 / 2 + C * sum_i xi_i``. For two classes they are one problem
(``eq-one-problem``), and scikit-learn's classifiers solve one or the other.
"""

import numpy as np
from numpy.typing import ArrayLike

from svmlib.validation import (
    Array,
    as_finite,
    as_matrix,
    as_positive,
    as_vector,
    as_whole,
)


def reg_to_C(reg: float, num_examples: int) -> float:
    """Return the C of the binary soft margin, ``1 / (reg * N)`` (``eq-c-from-reg``).

    Parameters
    ----------
    reg : float
        The book's regularisation strength, > 0. It is also the ``alpha`` of
        scikit-learn's SGDClassifier, whose penalty is ``alpha * norm(w)**2 / 2``.
    num_examples : int
        N >= 1.

    Raises
    ------
    ValueError
        If reg or num_examples is not as above.

    Examples
    --------
    >>> reg_to_C(0.1, 50)
    0.2
    """
    return _other_strength(reg, "reg", num_examples)


def C_to_reg(C: float, num_examples: int) -> float:
    """Return the book's reg for the C of a binary soft margin, ``1 / (C * N)``.

    The inverse of `reg_to_C`; errors as there.
    """
    return _other_strength(C, "C", num_examples)


def _other_strength(strength: float, name: str, num_examples: int) -> float:
    product = as_positive(strength, name) * as_whole(num_examples, "num_examples", 1)
    return as_positive(1 / product, f"1 / ({name} * num_examples)")


def to_columns(w: ArrayLike, b: float) -> Array:
    """Return the W (D + 1, 2) that scores as the hyperplane (w, b) does.

    Its columns are minus and plus half of (w, b), the bias in the last row
    (``eq-columns``): class 1 leads class 0 by ``w . x + b``.

    Raises
    ------
    ValueError
        If w is no finite vector (D,), or b no finite number.

    Examples
    --------
    >>> to_columns([2.0, 4.0], -6.0)
    array([[-1.,  1.],
           [-2.,  2.],
           [ 3., -3.]])
    """
    half = np.append(as_vector(w), as_finite(b, "b")) / 2
    return np.column_stack([-half, half])


def from_columns(W: ArrayLike) -> tuple[Array, float]:
    """Return the hyperplane (w, b) of the boundary between the two columns of W.

    The inverse of `to_columns` where the columns add up to the zero vector; for any
    W (D + 1, 2), bias in the last row, ``w . x + b`` is the lead of class 1.

    Raises
    ------
    ValueError
        If W is not a finite matrix with two columns and two or more rows.
    """
    coef, intercept = to_sklearn(W)
    if len(coef) != 2:
        raise ValueError(f"W must have shape (D + 1, 2), got {np.shape(W)}")
    return coef[1] - coef[0], float(intercept[1] - intercept[0])


def to_sklearn(W: ArrayLike) -> tuple[Array, Array]:
    """Return ``coef_`` (C, D) and ``intercept_`` (C,) for W (D + 1, C), bias row last.

    They are float64.

    Raises
    ------
    ValueError
        If W is not a finite matrix of two or more rows.
    """
    W = as_matrix(W, "W", "(D + 1, C)", finite=True)
    if W.shape[0] < 2:
        raise ValueError(f"W must have shape (D + 1, C), D >= 1, got {W.shape}")
    coef = W.T.astype(np.float64)
    return coef[:, :-1], coef[:, -1]


def from_sklearn(coef: ArrayLike, intercept: ArrayLike) -> Array:
    """Return W (D + 1, C), bias row last, for ``coef_`` (C, D), ``intercept_`` (C,).

    A binary classifier of scikit-learn has one row; its W has two columns, as
    `to_columns` makes them. An intercept that is one number, such as the 0.0 of
    ``LinearSVC(fit_intercept=False)``, is the bias of every class.

    The rows must be one per class, which the shapes can't always tell: those of a
    linear SVC with three classes or more are one per *pair* of classes, and with
    exactly three classes there are three of them too. Its W would mean nothing.

    Raises
    ------
    ValueError
        If coef and intercept are not finite, or do not fit.
    """
    coef = as_matrix(coef, "coef", "(C, D)", finite=True)
    if np.ndim(intercept) == 0:
        intercept = np.repeat(intercept, len(coef))
    bias = as_vector(intercept, "intercept", f"({len(coef)},)")
    if len(bias) != len(coef):
        raise ValueError(f"intercept must have shape ({len(coef)},), got {bias.shape}")
    if len(coef) == 1:
        return to_columns(coef[0], float(bias[0]))
    return np.vstack([coef.T, bias])


def gamma_from_width(sigma: float) -> float:
    """Return the gamma of ``exp(-gamma * d**2)`` for ``exp(-d**2 / (2 * sigma**2))``.

    Equation ``eq-widths``. ValueError unless sigma is a finite number > 0.

    Examples
    --------
    >>> gamma_from_width(0.5)
    2.0
    """
    sigma = as_positive(sigma, "sigma")
    return as_positive(0.5 / sigma / sigma, f"gamma for sigma = {sigma}")


def width_from_gamma(gamma: float) -> float:
    """Return the sigma of ``exp(-d**2 / (2 * sigma**2))`` for a gamma > 0.

    The inverse of `gamma_from_width` (``eq-widths``).
    """
    return float(1 / np.sqrt(2 * as_positive(gamma, "gamma")))
