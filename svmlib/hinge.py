"""Scores, the multiclass hinge loss as loops and as a mask, and two relatives of it.

Shapes: X (N, D) holds one example per row, W (D, C) one class per column, and y (N,)
the labels 0..C-1. The objective is ``(1/N) sum_i L_i + reg * sum(W**2)``.
"""

import numpy as np
from numpy.typing import ArrayLike

from svmlib._overflow import (
    check_loss,
    check_overflow,
    check_product,
    without_numpy_errors,
)
from svmlib._typing import Array
from svmlib._validation import (
    as_labels,
    as_matrix,
    as_nonnegative,
    as_problem,
    check_columns,
)

__all__ = [
    "crammer_singer_loss",
    "gradient_mask",
    "linear_scores",
    "margins",
    "squared_hinge_loss",
    "svm_loss_naive",
    "svm_loss_sum",
    "svm_loss_vectorized",
]


@without_numpy_errors()
def linear_scores(W: ArrayLike, X: ArrayLike) -> Array:
    """Scores ``S = XW`` of all examples for all classes, (N, C) (``eq-scores``).

    W (D, C) holds one class per column, X (N, D) one example per row. Whole numbers in W
    are taken as float64.

    Raises
    ------
    ValueError
        If W and X do not fit or are not finite.
    FloatingPointError
        If a score overflows.

    Examples
    --------
    >>> linear_scores([[2.0, 0.0, 1.0], [-1.0, -2.0, 1.0]], [[1.0, 2.0]])
    array([[ 0., -4.,  3.]])
    """
    W, X = as_matrix(W, "W", "(D, C)"), as_matrix(X, "X", "(N, D)")
    check_columns(X, W)
    # Products of whole numbers may overflow.
    S = X @ (W if W.dtype.kind == "f" else W.astype(np.float64))
    check_product(S, X=X, W=W)
    return S


@without_numpy_errors()
def svm_loss_naive(
    W: ArrayLike, X: ArrayLike, y: ArrayLike, reg: float, *, delta: float = 1.0
) -> tuple[float, Array]:
    """Multiclass hinge loss (Weston-Watkins) and its gradient, one margin at a time.

    Equations ``eq-column-j``, ``eq-column-yi`` and ``eq-objective`` of the book.

    Parameters
    ----------
    W : array_like, shape (D, C)
        Weights; column j belongs to class j, and C >= 2.
    X, y : array_like, shapes (N, D) and (N,)
        Examples, one per row, and their labels 0..C-1, of any integer dtype.
    reg : float
        Regularisation strength, >= 0. The penalty is ``reg * sum(W**2)``, no 1/2.
    delta : float, optional
        By how much the correct score must lead, >= 0.

    Returns
    -------
    loss : float
    dW : ndarray, shape (D, C)
        The gradient, with W's dtype (float64 for an integer W). On a kink it is the
        subgradient in which a margin of exactly 0 counts as inactive.

    Raises
    ------
    ValueError
        If an argument is not as above, or not finite.
    FloatingPointError
        If the loss or its gradient overflows.

    References
    ----------
    Weston and Watkins, ESANN 1999.

    Examples
    --------
    >>> svm_loss_naive([[13.0, -7.0, 11.0]], [[1.0]], [0], reg=0.0, delta=10.0)
    (8.0, array([[-1.,  0.,  1.]]))
    """
    W, X, y, reg, delta = as_problem(W, X, y, reg, delta)
    N, C = X.shape[0], W.shape[1]
    loss, dW = 0.0, np.zeros_like(W)
    for i in range(N):
        scores = X[i] @ W
        check_product(scores, X=X, W=W)
        for j in range(C):
            if j == y[i]:
                continue
            margin = scores[j] - scores[y[i]] + delta
            if margin > 0:
                loss += float(margin)
                dW[:, j] += X[i]
                dW[:, y[i]] -= X[i]
    loss = loss / N + _penalty(W, reg)
    dW = dW / N + 2 * reg * W
    check_loss(loss, dW.dtype)
    check_overflow(dW, "dW")
    return loss, dW


@without_numpy_errors()
def svm_loss_vectorized(
    W: ArrayLike, X: ArrayLike, y: ArrayLike, reg: float, *, delta: float = 1.0
) -> tuple[float, Array]:
    """Multiclass hinge loss and its gradient by the mask, with no loop over examples.

    Parameters, returns and errors are those of `svm_loss_naive`. The losses are added up
    over blocks of rows, so X is read from memory only once, and the memory needed is that
    of a (block, C) array and a few arrays of W's size. Equations ``eq-margins``,
    ``eq-mask`` and ``eq-matrix-gradient`` of the book.

    Examples
    --------
    >>> svm_loss_vectorized([[13.0, -7.0, 11.0]], [[1.0]], [0], reg=0.0, delta=10.0)
    (8.0, array([[-1.,  0.,  1.]]))
    """
    W, X, y, reg, delta = as_problem(W, X, y, reg, delta)
    # In column order, like dW_sum, so that += is contiguous.
    loss, dW = 0.0, np.zeros_like(W, order="F")
    for block in _row_blocks(X):
        S = X[block] @ W
        check_product(S, X=X, W=W)
        loss_sum, dW_sum = _loss_and_gradient(S, X[block], y[block], delta)
        loss += loss_sum
        dW += dW_sum
    loss = loss / len(X) + _penalty(W, reg)
    dW = dW / len(X) + 2 * reg * W
    check_loss(loss, dW.dtype)
    check_overflow(dW, "dW")
    return loss, dW


@without_numpy_errors()
def svm_loss_sum(
    W: ArrayLike, X: ArrayLike, y: ArrayLike, *, delta: float = 1.0
) -> tuple[float, Array]:
    """Sum of the hinge losses of the rows, and its gradient: no mean, no penalty.

    However the rows are split, the parts add up to the whole (``eq-parts``). A single
    (N, C) array holds first the scores, then the margins and then the mask.
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
    loss_sum, dW_sum = _loss_and_gradient(linear_scores(W, X), X, y, delta)
    check_loss(loss_sum, dW_sum.dtype)
    check_overflow(dW_sum, "dW")
    return loss_sum, dW_sum


@without_numpy_errors()
def squared_hinge_loss(
    W: ArrayLike, X: ArrayLike, y: ArrayLike, reg: float, *, delta: float = 1.0
) -> tuple[float, Array]:
    """Squared hinge loss, ``sum_j max(0, .)**2`` per example, and its gradient.

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
    H = margins(linear_scores(W, X), y, delta=delta)
    loss_sum = np.sum(H * H, dtype=np.float64)
    return _objective_from_slopes(loss_sum, 2 * H, W, X, y, reg, delta)


@without_numpy_errors()
def crammer_singer_loss(
    W: ArrayLike, X: ArrayLike, y: ArrayLike, reg: float, *, delta: float = 1.0
) -> tuple[float, Array]:
    """Hinge loss that counts only the worst class of each example (Crammer-Singer).

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
    H = margins(linear_scores(W, X), y, delta=delta)
    rows, worst = np.arange(len(X)), H.argmax(axis=1)
    largest = H[rows, worst]
    M = np.zeros_like(H)
    M[rows, worst] = largest > 0
    loss_sum = largest.sum(dtype=np.float64)
    return _objective_from_slopes(loss_sum, M, W, X, y, reg, delta)


@without_numpy_errors()
def margins(S: ArrayLike, y: ArrayLike, *, delta: float = 1.0) -> Array:
    """Margins ``max(0, s_ij - s_iy + delta)`` of all examples, 0 in the label's column.

    S (N, C) holds the scores ``X @ W``; y and delta are as in `svm_loss_naive`.
    The sum of what is returned, H (N, C), is N times the data loss (``eq-margins``).
    Course code calls these hinge terms margins; in the literature the margin of an
    example is ``s_iy - max_{j != y} s_ij``, the smallest lead of the correct class.

    Raises
    ------
    ValueError
        If an argument is not as above, or not finite.
    FloatingPointError
        If a margin overflows.

    Examples
    --------
    >>> margins([[13.0, -7.0, 11.0]], [0], delta=10.0)
    array([[0., 0., 8.]])
    """
    S, y = _as_scores(S, y, "S")
    rows, delta = np.arange(len(y)), as_nonnegative(delta, "delta")
    H = np.maximum(0, S - S[rows, y][:, None] + delta)
    H[rows, y] = 0
    check_overflow(H, "a margin", "the scores or delta are too large")
    return H


def gradient_mask(H: ArrayLike, y: ArrayLike) -> Array:
    """Mask M of margins H: 1 where a margin is active, minus their count in column y_i.

    H (N, C) holds margins as `margins` returns them: none negative, 0 in the column of
    the label y (N,). With what is returned, M (N, C), ``X.T @ M / N`` is the gradient of
    the data loss (``eq-mask``).

    Raises
    ------
    ValueError
        If H or y is not as above, or H is not finite.

    Examples
    --------
    >>> gradient_mask([[0.0, 0.0, 8.0]], [0])
    array([[-1.,  0.,  1.]])
    """
    H, y = _as_scores(H, y, "H")
    if H.min() < 0:
        raise ValueError(f"H must hold margins >= 0, got {H.min()}")
    rows = np.arange(len(y))
    own = H[rows, y]
    i = int(own.argmax())
    if own[i] > 0:
        raise ValueError(f"H[i, y[i]] must be 0, got {own[i]} at i = {i}")
    M = (H > 0).astype(H.dtype)
    M[rows, y] = 0 - M.sum(axis=1)  # not -sum, which would print -0 for an empty row
    return M


def _as_scores(S: ArrayLike, y: ArrayLike, name: str) -> tuple[Array, Array]:
    """Return a floating copy of S (N, C) and the labels y (N,), both checked."""
    scores = as_matrix(S, name, "(N, C)", finite=True)
    labels = as_labels(y, *scores.shape)
    return scores.astype(np.result_type(scores, np.float32)), labels


def _loss_and_gradient(
    S: Array, X: Array, y: Array, delta: float
) -> tuple[float, Array]:
    """Return the sum of the hinge losses and its gradient (D, C) for the scores S = XW.

    S (N, C) is overwritten: it turns into the margins H, and they into the mask M.
    """
    rows = np.arange(len(y))
    S -= S[rows, y][:, None]
    S += delta
    H = np.maximum(0, S, out=S)
    H[rows, y] = 0
    loss_sum = float(H.sum(dtype=np.float64))
    M = np.greater(H, 0, out=H)
    M[rows, y] = -M.sum(axis=1)
    return loss_sum, (M.T @ X).T  # X.T @ M, in half the time: BLAS reads X row by row


def _objective_from_slopes(
    loss_sum: float,
    M: Array,
    W: Array,
    X: Array,
    y: Array,
    reg: float,
    delta: float,
) -> tuple[float, Array]:
    """Return the objective and its gradient from the sum of the losses and its slopes.

    M (N, C) holds the slopes with respect to the scores of the wrong classes. In the label's
    column it holds 0, which is overwritten by minus their sum.
    """
    M[np.arange(len(y)), y] = -M.sum(axis=1)
    loss = float(loss_sum) / len(X) + _penalty(W, reg)
    dW = ((M.T @ X).T / len(X) + 2 * reg * W).astype(W.dtype, copy=False)
    check_loss(loss, dW.dtype)
    check_overflow(dW, "dW")
    return loss, dW


def _row_blocks(X: Array) -> list[slice]:
    """Cut the rows of X into blocks of about 100,000 numbers, and 32 rows or more.

    Such a block stays in the cache from its first product to its second.
    """
    size = max(32, 10**5 // X.shape[1])
    return [slice(k, k + size) for k in range(0, len(X), size)]


def _penalty(W: Array, reg: float) -> float:
    """Return ``reg * sum(W**2)``: 0 if reg is 0, even where W**2 would overflow."""
    return float(np.sum(reg * W * W, dtype=np.float64))
