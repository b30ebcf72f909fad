"""The multiclass hinge loss and its gradient: as loops, as a mask, and two relatives.

Shapes: X (N, D) holds an example a row, W (D, C) a class a column, and y (N,) the
labels 0..C-1. The objective is ``(1/N) sum_i L_i + reg * sum(W**2)``.
"""

import numpy as np
from numpy.typing import ArrayLike

from svmlib.validation import (
    Array,
    as_nonnegative,
    as_problem,
    as_scores,
    check_finite,
    check_overflow,
)


def svm_loss_naive(
    W: ArrayLike, X: ArrayLike, y: ArrayLike, reg: float, *, delta: float = 1.0
) -> tuple[float, Array]:
    """Multiclass hinge loss (Weston-Watkins) and its gradient, one margin at a time.

    Equations ``eq-column-j``, ``eq-column-yi`` and ``eq-objective`` of the book; due to
    Weston and Watkins, ESANN 1999.

    Parameters
    ----------
    W : array_like, shape (D, C)
        Weights; column j belongs to class j, and C >= 2.
    X, y : array_like, shapes (N, D) and (N,)
        Examples, one a row, and their labels 0..C-1, of any integer dtype.
    reg : float
        Regularisation strength, >= 0. The penalty is ``reg * sum(W**2)``, no 1/2.
    delta : float, optional
        The lead that is asked of the correct score, >= 0.

    Returns
    -------
    loss : float
    dW : ndarray, shape (D, C)
        The gradient, with W's dtype (float64 for an integer W). On a kink it is the
        subgradient in which the tied margin counts 0.

    Raises
    ------
    ValueError, FloatingPointError
        If an argument is not as above, or not finite; if the loss overflows.

    Examples
    --------
    >>> svm_loss_naive([[13.0, -7.0, 11.0]], [[1.0]], [0], reg=0.0, delta=10.0)
    (8.0, array([[-1.,  0.,  1.]]))
    """
    W, X, y, reg, delta = as_problem(W, X, y, reg, delta)
    N, C = X.shape[0], W.shape[1]
    loss = 0.0
    dW = np.zeros_like(W)
    for i in range(N):
        scores = X[i] @ W
        check_finite(scores, X=X, W=W)
        for j in range(C):
            if j == y[i]:
                continue
            margin = scores[j] - scores[y[i]] + delta
            if margin > 0:
                loss += float(margin)
                dW[:, j] += X[i]
                dW[:, y[i]] -= X[i]
    return objective(loss, dW, N, W, reg)


def svm_loss_vectorized(
    W: ArrayLike, X: ArrayLike, y: ArrayLike, reg: float, *, delta: float = 1.0
) -> tuple[float, Array]:
    """Multiclass hinge loss and its gradient by the mask, with no loop.

    Parameters, returns and errors are those of `svm_loss_naive`. Beside X and W it
    holds one (N, C) array of numbers: scores, then margins, then mask. X and W of one
    floating dtype are used as they are; otherwise NumPy copies X to their common one.
    Equations ``eq-margins``, ``eq-mask`` and ``eq-matrix-gradient`` of the book.

    Examples
    --------
    >>> svm_loss_vectorized([[13.0, -7.0, 11.0]], [[1.0]], [0], reg=0.0, delta=10.0)
    (8.0, array([[-1.,  0.,  1.]]))
    """
    W, X, y, reg, delta = as_problem(W, X, y, reg, delta)
    return objective(*hinge_sums(W, X, y, delta), len(y), W, reg)


def svm_loss_sum(
    W: ArrayLike, X: ArrayLike, y: ArrayLike, *, delta: float = 1.0
) -> tuple[float, Array]:
    """Sum of the hinge losses of the rows, and its gradient: no mean, no penalty.

    Over any split of the rows the parts add up to the whole (``eq-parts``).
    Parameters and errors are those of `svm_loss_naive`, without reg.

    Returns
    -------
    loss_sum : float
    dW_sum : ndarray, shape (D, C)
        With the dtype of ``X @ W``.

    Examples
    --------
    >>> svm_loss_sum([[13.0, -7.0, 11.0]], [[1.0], [2.0]], [0, 2], delta=10.0)
    (22.0, array([[ 1.,  0., -1.]]))
    """
    W, X, y, _, delta = as_problem(W, X, y, 0.0, delta)
    sums = hinge_sums(W, X, y, delta)
    check_overflow(*sums)
    return sums


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


def margins(S: ArrayLike, y: ArrayLike, *, delta: float = 1.0) -> Array:
    """Margins ``max(0, s_ij - s_iy + delta)`` of all examples, 0 in the label's column.

    S (N, C) holds the scores ``X @ W``; y, delta and errors are as in `svm_loss_naive`.
    The sum of what is returned, H (N, C), is N times the data loss (``eq-margins``).
    Course code calls these hinge terms margins; in the literature the margin of an
    example is ``s_iy - max_j s_ij``, the lead of the right class.

    Examples
    --------
    >>> margins([[13.0, -7.0, 11.0]], [0], delta=10.0)
    array([[0., 0., 8.]])
    """
    S, y = as_scores(S, y, "S")
    H = margins_in_place(S, y, as_nonnegative(delta, "delta"))
    if H.max() == np.inf:
        raise FloatingPointError(f"a margin overflows {H.dtype}: S finite, too large")
    return H


def gradient_mask(H: ArrayLike, y: ArrayLike) -> Array:
    """Mask M of margins H: 1 where active, minus the count of them in column y_i.

    H (N, C) holds margins as `margins` returns them: none negative, 0 in the column of
    the label y (N,); a ValueError says what is not so. With what is returned, M (N, C),
    ``X.T @ M / N`` is the gradient of the data loss (``eq-mask``).

    Examples
    --------
    >>> gradient_mask([[0.0, 0.0, 8.0]], [0])
    array([[-1.,  0.,  1.]])
    """
    H, y = as_scores(H, y, "H")
    if H.min() < 0:
        raise ValueError(f"H must hold margins >= 0, got {H.min()}")
    own = H[np.arange(len(y)), y]
    i = int(own.argmax())
    if own[i] > 0:
        raise ValueError(f"H[i, y[i]] must be 0, got {own[i]} at i = {i}")
    return balance_rows(np.sign(H, out=H), y)


def hinge_sums(W: Array, X: Array, y: Array, delta: float) -> tuple[float, Array]:
    """Return what `svm_loss_sum` does, of checked arguments."""
    H = problem_margins(W, X, y, delta)
    loss_sum = float(H.sum(dtype=np.float64))
    M = balance_rows(np.sign(H, out=H), y)
    return loss_sum, outer_sum(M, X)


def problem_margins(W: Array, X: Array, y: Array, delta: float) -> Array:
    """Return new margins of checked arguments, in the buffer of their scores XW."""
    S = X @ W
    check_finite(S, X=X, W=W)
    return margins_in_place(S, y, delta)


def margins_in_place(S: Array, y: Array, delta: float) -> Array:
    """Write into S: turn scores into margins, and return S; arguments are checked."""
    rows = np.arange(S.shape[0])
    S -= S[rows, y][:, None]
    S += delta
    S[rows, y] = 0
    return np.maximum(S, 0, out=S)


def balance_rows(M: Array, y: Array) -> Array:
    """Write into M: minus a row's sum in column y_i, which holds 0; return M."""
    # 0 - x, since -x would write -0.0 into empty rows.
    M[np.arange(M.shape[0]), y] = 0 - M.sum(axis=1)
    return M


def outer_sum(M: Array, X: Array) -> Array:
    """Return ``X.T @ M`` (``eq-outer-sum``), which is faster as ``(M.T @ X).T``."""
    return (M.T @ X).T


def objective(
    loss_sum: float, dW_sum: Array, N: int, W: Array, reg: float
) -> tuple[float, Array]:
    """Return means of sums, with ``reg * sum(W**2)`` and ``2 * reg * W``."""
    loss, dW = loss_sum / N, (dW_sum / N).astype(W.dtype, copy=False)
    if reg > 0:
        loss += reg * float(np.sum(np.square(W, dtype=np.float64)))
        dW = dW + 2 * reg * W
    check_overflow(loss, dW)
    return loss, dW
