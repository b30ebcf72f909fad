"""From one convention to another: strengths and weights.

The book's multiclass objective is ``(1/N) sum_i L_i + reg * sum(W**2)``, the soft margin
is ``norm(w)**2 / 2 + C * sum_i xi_i``. For two classes they are one problem
(``eq-one-problem``), and scikit-learn's classifiers solve one or the other.
"""

import numpy as np
from numpy.typing import ArrayLike

from svmlib._overflow import column_difference, without_numpy_errors
from svmlib._typing import Array
from svmlib._validation import (
    as_finite,
    as_integer,
    as_matrix,
    as_positive,
    as_reals,
    as_vector,
    in_float64,
)

__all__ = [
    "C_to_reg",
    "hyperplane_to_weights",
    "reg_to_C",
    "weights_from_sklearn",
    "weights_to_hyperplane",
]


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
        If reg or num_examples is not as above, or so large or small that C isn't finite
        and > 0.

    Examples
    --------
    >>> reg_to_C(0.1, 50)
    0.2
    """
    return _other_strength(reg, "reg", num_examples)


def C_to_reg(C: float, num_examples: int) -> float:
    """Return the book's reg for the C of a binary soft margin, ``1 / (C * N)``.

    The inverse of `reg_to_C`.

    Raises
    ------
    ValueError
        If C is not > 0 and finite, or num_examples is not >= 1, or if they are so large or
        small that reg isn't finite and > 0.
    """
    return _other_strength(C, "C", num_examples)


def _other_strength(strength: float, name: str, num_examples: int) -> float:
    """Return ``1 / (strength * N)``, which turns reg into C and C into reg."""
    product = as_positive(strength, name) * as_integer(num_examples, "num_examples", 1)
    return as_positive(1 / product, f"1 / ({name} * num_examples)")


@without_numpy_errors()
def hyperplane_to_weights(w: ArrayLike, b: float) -> Array:
    """Return the W (D + 1, 2) that scores as the hyperplane (w, b) does.

    Its columns are minus and plus half of (w, b), the bias in the last row
    (``eq-columns``): class 1 leads class 0 by ``w . x + b``.

    Raises
    ------
    ValueError
        If w is not a finite vector (D,), or b is not a finite number.

    Examples
    --------
    >>> hyperplane_to_weights([2.0, 4.0], -6.0)
    array([[-1.,  1.],
           [-2.,  2.],
           [ 3., -3.]])
    """
    half = np.append(as_vector(w, "w"), as_finite(b, "b")) / 2
    return np.column_stack([-half, half]) + 0.0  # 0 rather than -0


def weights_to_hyperplane(W: ArrayLike) -> tuple[Array, float]:
    """Return the hyperplane (w, b) of the boundary between the two columns of W.

    The inverse of `hyperplane_to_weights` where the columns add up to the zero vector;
    for any W (D + 1, 2), bias in the last row, ``w . x + b`` is the lead of class 1.

    Raises
    ------
    ValueError
        If W is not a finite matrix with two columns and two or more rows.
    FloatingPointError
        If the difference of the columns overflows.
    """
    W = as_matrix(W, "W", "(D + 1, 2)", finite=True)
    if W.shape[0] < 2 or W.shape[1] != 2:
        raise ValueError(f"W must have shape (D + 1, 2), D >= 1, got {W.shape}")
    lead = column_difference(in_float64(W, "W"), "W")
    return lead[:-1], float(lead[-1])


def weights_from_sklearn(coef: ArrayLike, intercept: ArrayLike) -> Array:
    """Return W (D + 1, C), bias row last, for ``coef_`` (C, D), ``intercept_`` (C,).

    A binary classifier of scikit-learn has one row; its W has two columns, as
    `hyperplane_to_weights` makes them. An intercept that is one number, such as the 0.0
    of ``LinearSVC(fit_intercept=False)``, is the bias of every class.

    The rows must be one per class, which the shapes can't always tell: those of
    ``SVC(kernel="linear")`` with three classes or more are one per *pair* of classes, and
    with exactly three classes there are three of them as well. Don't give those.

    Raises
    ------
    ValueError
        If coef and intercept are not finite, or do not fit.
    """
    coef = as_matrix(coef, "coef", "(C, D)", finite=True)
    intercept = as_reals(intercept, "intercept")
    if intercept.ndim == 0:
        intercept = np.repeat(intercept, len(coef))
    bias = as_vector(intercept, "intercept", len(coef))
    if len(coef) == 1:
        return hyperplane_to_weights(coef[0], float(bias[0]))
    return np.vstack([coef.T, bias])
