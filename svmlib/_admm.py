"""The solver behind `LinearSVM.fit`: ADMM, and a lower bound that certifies its result.

The alternating direction method of multipliers is described by Boyd, Parikh, Chu,
Peleato and Eckstein, Foundations and Trends in Machine Learning 3, 2011: section 3 has
the iteration, section 3.4 the over-relaxation and the reasons for changing rho.
"""

from typing import NamedTuple

import numpy as np

from svmlib._overflow import check_loss, check_product, without_numpy_errors
from svmlib._typing import Array
from svmlib.hinge import margins

RELAXATION = 1.7  # 1 would be none; Boyd et al. suggest 1.5 to 1.8
ITERATIONS_BETWEEN_LOOKS = 20  # computing the gap costs about as much as one


class Solution(NamedTuple):
    """Weights W (D, C), the relative gap proved for them, and the iterations."""

    W: Array
    relative_gap: float
    n_iter: int


@without_numpy_errors()
def minimise_hinge_loss(
    X: Array,
    y: Array,
    sample_weight: Array,
    reg: float,
    delta: float,
    tol: float,
    max_iter: int,
) -> Solution:
    """Minimise ``sample_weight @ losses + reg * sum(W**2)`` with the hinge losses (N,).

    The scores S are variables of their own, tied to W by the constraint S = XW with the
    multipliers A. Each iteration solves a least-squares problem for W and a small
    problem per row for S, and then adds rho times what is left of XW - S to A.

    A (N, C) is the mask with fractions of ``eq-stationary``, each row times its
    sample_weight: its entries for the wrong classes are between 0 and sample_weight, and
    the entry of y_i is minus their sum. Any such A gives a lower bound on the minimum
    (``eq-certificate``),

        ``-delta * sum_i A[i, y_i] - norm(X.T @ A)**2 / (4 * reg)``,

    and the weights ``-X.T @ A / (2 * reg)``. Both converge to the minimum.

    Parameters
    ----------
    X, y : ndarray, shapes (N, D) and (N,)
        Finite examples, and their labels 0..C-1.
    sample_weight : ndarray, shape (N,)
        The weight of each example's loss, > 0; 1/N each for the mean.
    reg, delta : float
        As in `svm_loss_naive`, with reg > 0.
    tol : float
        Stop when the relative gap is at most this.
    max_iter : int

    Returns
    -------
    Solution
        Its relative gap is (loss - bound) / loss, so the minimum is at least
        (1 - gap) * loss.

    Raises
    ------
    FloatingPointError
        If ``X.T @ X`` or the loss overflows, or reg is too large.
    """
    X = X.astype(np.float64, copy=False)
    (N, D), C = X.shape, int(y.max()) + 1
    rows, wrong = np.arange(N), np.arange(C) != y[:, None]
    gram = X.T @ X if D <= N else X @ X.T  # the smaller of the two
    check_product(gram, X=X)

    def ridge_inverse(rho: float) -> Array:
        ridge = 2 * reg / rho
        if ridge == np.inf:
            raise FloatingPointError(f"reg = {reg:.6g} is too large")
        # A smaller ridge would be lost to rounding, and leave the sum singular.
        ridge = max(ridge, len(gram) * np.finfo(float).eps * gram.diagonal().max())
        return np.linalg.inv(ridge * np.eye(len(gram)) + gram)

    # In another unit of X, S and A are the same, so the same rho will do.
    rho = 0.1 / N
    inverse = ridge_inverse(rho)
    A, S = np.zeros((N, C)), np.zeros((N, C))
    best_W, best_loss = np.zeros((D, C)), np.inf
    bound = 0.0  # which A = 0 gives
    for iteration in range(1, max_iter + 1):
        target = S - A / rho
        W = inverse @ (X.T @ target) if D <= N else X.T @ (inverse @ target)
        T = RELAXATION * (X @ W) + (1 - RELAXATION) * S + A / rho
        Z = rho * (T - T[rows, y][:, None] + delta)
        Z = Z[wrong].reshape(N, C - 1)
        active = Z.max(axis=1) > 0  # the multipliers of the other rows are 0
        multipliers = np.zeros((N, C - 1))
        multipliers[active] = row_multipliers(Z[active], sample_weight[active])
        A = np.zeros((N, C))
        A[wrong] = multipliers.ravel()
        A[rows, y] = -A.sum(axis=1)
        S = T - A / rho
        if iteration % ITERATIONS_BETWEEN_LOOKS and iteration < max_iter:
            continue
        dual_W = -(X.T @ A) / (2 * reg)
        dual = -delta * float(A[rows, y].sum()) - reg * float(np.sum(dual_W**2))
        bound = max(bound, dual)
        for candidate in (W, dual_W):
            scores = X @ candidate
            try:
                losses = margins(scores, y, delta=delta).sum(axis=1)
            except (ValueError, FloatingPointError):  # of dual_W, where reg is tiny
                continue
            loss = float(sample_weight @ losses + reg * np.sum(candidate**2))
            if loss < best_loss:
                best_W, best_loss = candidate, loss
        if best_loss - bound <= tol * best_loss:
            break
        # A and S should converge at about the same pace.
        balanced = float(np.linalg.norm(A) / (np.linalg.norm(S) or 1.0))
        if not 0.5 < balanced / rho < 2:
            # A is 0 where W has grown too large. The ridge has to stay finite.
            rho = max(balanced or rho / 10, np.finfo(float).tiny, 1e-300 * reg)
            inverse = ridge_inverse(rho)
    check_loss(best_loss, best_W.dtype)
    gap = max(0.0, best_loss - bound) / (best_loss or 1.0)
    return Solution(best_W, gap, iteration)


def row_multipliers(Z: Array, caps: Array) -> Array:
    """Solve ``a_ij = clip(z_ij - sum_k a_ik, 0, caps_i)`` for each row of A (n, K).

    This A minimises ``sum_j (a_ij - z_ij)**2 + (sum_j a_ij)**2`` with each a_ij between
    0 and caps_i. To find t, the sum of a row, look at the excess
    ``sum_j clip(z_ij - t, 0, caps_i) - t``. It decreases with t, in straight pieces
    between knots, the values of t at which an entry meets 0 or its cap. Sort the knots,
    and find the piece on which the excess is 0.

    Parameters
    ----------
    Z : ndarray, shape (n, K)
        Of n examples, and the wrong classes of each.
    caps : ndarray, shape (n,)
        All > 0.
    """
    K, cap, rows = Z.shape[1], caps[:, None], np.arange(len(Z))
    knots = np.concatenate([Z - cap, Z], axis=1)
    order = knots.argsort(axis=1)
    knots = np.take_along_axis(knots, order, axis=1)
    # From t = z - cap on, an entry falls with slope -1, and from t = z on it is 0.
    slopes = np.cumsum(np.where(order < K, -1, 1), axis=1) - 1
    # The excess is -t at the last knot. We add up from there to the left: starting at the
    # first knot, with K * caps - t, a root far below the caps would be lost to rounding.
    falls = slopes[:, :-1] * np.diff(knots, axis=1)
    rises = np.concatenate([-knots[:, -1:], -falls[:, ::-1]], axis=1)
    excess = np.cumsum(rises, axis=1)[:, ::-1]
    # The first knot right of the root. On its left the slope is that of the knot before, and
    # -1 if there is none; so is the slope behind the last knot, which has index -1. If the
    # root is right of all knots, all entries are 0, at any t there.
    first = np.minimum((excess > 0).sum(axis=1), 2 * K - 1)
    t = knots[rows, first] - excess[rows, first] / slopes[rows, first - 1]
    return np.clip(Z - t[:, None], 0, cap)
