"""Two relatives of the hinge loss: squared, and with the worst class only."""

import numpy as np
from numpy.typing import ArrayLike

from svmlib.hinge import balance_rows, objective, outer_sum, problem_margins
from svmlib.validation import Array, as_problem


def squared_hinge_loss(
    W: ArrayLike, X: ArrayLike, y: ArrayLike, reg: float, *, delta: float = 1.0
) -> tuple[float, Array]:
    """Squared hinge loss, ``sum_j max(0, .)**2`` an example, and its gradient.

    Parameters, returns and errors are those of `svm_loss_naive`. It has no kink:
    the mask holds ``2 * margin`` where the hinge's holds 1 (``eq-squared-gradient``).

    References
    ----------
    The "L2-SVM" of Tang, arXiv:1306.0239, 2013, here with a sum over the classes.

    Examples
    --------
    >>> squared_hinge_loss([[13.0, -7.0, 11.0]], [[1.0]], [0], reg=0.0, delta=10.0)
    (64.0, array([[-16.,   0.,  16.]]))
    """
    W, X, y, reg, delta = as_problem(W, X, y, reg, delta)
    H = problem_margins(W, X, y, delta)
    data_loss = float(np.sum(H * H, dtype=np.float64))
    H *= 2
    return objective(data_loss, outer_sum(balance_rows(H, y), X), len(y), W, reg)


def crammer_singer_loss(
    W: ArrayLike, X: ArrayLike, y: ArrayLike, reg: float, *, delta: float = 1.0
) -> tuple[float, Array]:
    """Hinge loss that counts the worst class of an example only (Crammer-Singer).

    Parameters, returns and errors are those of `svm_loss_naive`. Where two wrong
    classes tie for the worst, the first of them is taken (``eq-max-form``).

    References
    ----------
    Crammer and Singer, Journal of Machine Learning Research 2, 265-292, 2001.

    Examples
    --------
    >>> crammer_singer_loss([[13.0, 12.0, 11.0]], [[1.0]], [0], reg=0.0, delta=10.0)
    (9.0, array([[-1.,  1.,  0.]]))
    """
    W, X, y, reg, delta = as_problem(W, X, y, reg, delta)
    H = problem_margins(W, X, y, delta)
    rows, worst = np.arange(H.shape[0]), H.argmax(axis=1)
    largest = H[rows, worst]
    M = np.zeros_like(H)
    M[rows, worst] = largest > 0
    data_loss = float(largest.sum(dtype=np.float64))
    return objective(data_loss, outer_sum(balance_rows(M, y), X), len(y), W, reg)
