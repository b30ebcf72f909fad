"""The multiclass hinge loss and its gradient: first as loops, then as a mask.

Shapes: X (N, D) holds an example a row, W (D, C) a class a column, and y (N,) the
labels 0..C-1. The objective is ``(1/N) sum_i L_i + reg * sum(W**2)``.
"""

import numpy as np
from numpy.typing import ArrayLike

from svmlib.scalars import as_nonnegative
from svmlib.validation import Array, as_problem, as_scores, check_finite, check_overflow


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
    X : array_like, shape (N, D)
        Examples, one a row; floating or integer.
    y : array_like, shape (N,)
        Labels 0..C-1, of any integer dtype.
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
    return with_penalty(loss / N, dW / N, W, reg)


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
    H = problem_margins(W, X, y, delta)
    data_loss = float(H.sum(dtype=np.float64))
    M = balance_rows(np.sign(H, out=H), y)
    return objective(data_loss, M, W, X, reg)


def margins(S: ArrayLike, y: ArrayLike, *, delta: float = 1.0) -> Array:
    """Margins ``max(0, s_ij - s_iy + delta)`` of all examples, 0 in the label's column.

    Course code calls these hinge terms margins; in the literature the margin of an
    example is ``s_iy - max_j s_ij``, the lead of the right class.

    Parameters
    ----------
    S, y : array_like, shapes (N, C) and (N,)
        Scores ``X @ W``, and labels 0..C-1.
    delta : float, optional
        The lead that is asked of the correct score, >= 0.

    Returns
    -------
    H : ndarray, shape (N, C)
        Its sum is N times the data loss (``eq-margins``). Errors: as `svm_loss_naive`.

    Examples
    --------
    >>> margins([[13.0, -7.0, 11.0]], [0], delta=10.0)
    array([[0., 0., 8.]])
    """
    S, y = as_scores(S, y, "S")
    H = margins_in_place(S, y, as_nonnegative(delta, "delta"))
    if H.max() == np.inf:
        raise FloatingPointError(
            f"a margin overflows {H.dtype}: S finite, but too large"
        )
    return H


def gradient_mask(H: ArrayLike, y: ArrayLike) -> Array:
    """Mask M of margins H: 1 where active, minus the count of them in column y_i.

    Parameters
    ----------
    H : array_like, shape (N, C)
        Margins as `margins` returns them: none negative, 0 in the label's column.
    y : array_like, shape (N,)
        Labels 0..C-1.

    Returns
    -------
    M : ndarray, shape (N, C)
        ``X.T @ M / N`` is the gradient of the data loss (``eq-mask``).

    Raises
    ------
    ValueError
        If H or y are not as above.

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


def objective(
    data_loss: float, M: Array, W: Array, X: Array, reg: float
) -> tuple[float, Array]:
    """Return means with the penalty; ``(M.T @ X).T`` is ``X.T @ M``, but faster."""
    N = X.shape[0]
    dW = (M.T @ X).T / N
    return with_penalty(data_loss / N, dW.astype(W.dtype, copy=False), W, reg)


def with_penalty(loss: float, dW: Array, W: Array, reg: float) -> tuple[float, Array]:
    """Return new sums with ``reg * sum(W**2)`` and ``2 * reg * W`` (``eq-objective``)."""
    if reg > 0:
        loss += reg * float(np.sum(np.square(W, dtype=np.float64)))
        dW = dW + 2 * reg * W
    check_overflow(loss, dW)
    return loss, dW
