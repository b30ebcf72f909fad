"""The margin lab's problems for svmlib: plain lists and numbers in, and out again.

The lab runs this file in the reader's browser, beside svmlib's own wheel. svmlib solves the
problems, and this file adds what the lab shows of a solution. The constants that
`labs.presets` needs as well, when the site is built, stand here because the browser cannot
import that module.
"""

import json
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from svmlib import datasets, dual, kernels, smo
from svmlib._typing import Array

JsonObject = dict[str, Any]
Points = Sequence[Sequence[float]]

MARGIN_TOL = 1e-5  # what counts as being on the margin
FLAT_TOL = 1e-7  # if the values of f at the points differ by less, f is constant
ROUNDING_SHARE = 1e-3  # a larger share of the primal shows in the digits of the lab
LIMITS = (5.0, 3.75)  # the plane reaches from minus these to these, as in state.mjs
TWO_CENTRES = ((-2.0, -1.0), (2.0, 1.0))
# The classes take turns.
FOUR_CENTRES = ((-2.0, -1.5), (-2.0, 1.5), (2.0, 1.5), (2.0, -1.5))
RING_SCALE = 1.8  # enlarges svmlib's rings, so that they fill the plane


def kernel_matrix(kernel: JsonObject, X: Array, Y: Array | None = None) -> Array:
    """Return svmlib's kernel of X and Y for {"name": "rbf", "gamma": 0.5} and the like.

    Raises
    ------
    ValueError
        If the name is not linear, poly or rbf, or a parameter is unfit.
    """
    match kernel:
        case {"name": "linear"}:
            return kernels.linear_kernel(X, Y)
        case {"name": "poly", "degree": degree, "gamma": gamma, "coef0": coef0}:
            return kernels.polynomial_kernel(X, Y, degree, gamma, coef0)
        case {"name": "rbf", "gamma": gamma}:
            return kernels.rbf_kernel(X, Y, gamma)
    raise ValueError(f"kernel must be linear, poly or rbf, got {kernel!r}")


def solve(
    points: Points,
    labels: Sequence[int],
    kernel: JsonObject,
    C: float,
    grid: tuple[int, int] = (48, 36),
    max_iter: int = 2000,
    tol: float = 1e-10,
    step: bool = False,
) -> JsonObject:
    """Solve the soft margin of points in the plane.

    Parameters
    ----------
    points, labels : list of N pairs, and of N numbers -1 or +1
    kernel : dict
        As in `kernel_matrix`.
    C : float
        Penalty parameter, > 0.
    grid : (int, int)
        Columns and rows of the points at which f is evaluated, in the plane of `LIMITS`.
    max_iter, tol : int and float
        When the solver stops: as in `svmlib.smo.smo`.
    step : bool
        Whether the solver's last step is wanted rather than its solution.

    Returns
    -------
    dict
        For each point alpha, slack, f and kind, which says where it is, as in
        `point_kinds`. For the whole problem b, norm (``eq-norm-alpha``), width (None where w
        is 0), flat (whether w is 0, so that f is constant), primal, dual, duality_gap,
        kkt_gap, steps, and note: sentences for the reader, or "". values: f on the grid,
        row by row from the bottom. If step is true also moved, the points whose alpha
        the last step changed, and before, what these were; note is "" then.

    Raises
    ------
    ValueError, FloatingPointError
        If svmlib cannot take the problem, in its own words.
    """
    X, y = np.array(points, float), np.array(labels, float)
    K = kernel_matrix(kernel, X)
    result = _run_smo(K, y, C, tol, max_iter)
    beta = result.alpha * y
    f = K @ beta + result.b
    slack = np.maximum(0, 1 - y * f)
    norm = float(np.sqrt(max(0, beta @ K @ beta)))
    dual_value = dual.dual_objective(result.alpha, K, y)
    primal = dual.primal_objective(result.alpha, result.b, K, y, C)
    values = kernel_matrix(kernel, grid_points(*grid), X[result.support])
    values = values @ beta[result.support] + result.b
    flat = bool(np.ptp(f) < FLAT_TOL)  # f may differ from b, which is rounded
    shown = {
        "alpha": result.alpha.tolist(),
        "slack": slack.tolist(),
        "f": f.tolist(),
        "kind": point_kinds(y * f),
        "b": result.b,
        "norm": norm,
        "width": None if flat or not norm else 2 / norm,
        "primal": primal,
        "dual": dual_value,
        "duality_gap": primal - dual_value,
        "flat": flat,
        "kkt_gap": result.kkt_gap,
        "steps": result.n_iter,
        "values": values.tolist(),
    }
    if step:
        return {**shown, "note": "", **last_step(result, K, y, C, tol)}
    stopped = result.kkt_gap > tol and result.n_iter == max_iter
    return {**shown, "note": solution_note(shown, X, K, kernel, stopped)}


def _run_smo(K: Array, y: Array, C: float, tol: float, max_iter: int) -> smo.SMOResult:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # the note says it
        return smo.smo(K, y, C, tol=tol, max_iter=max_iter)


def last_step(
    result: smo.SMOResult, K: Array, y: Array, C: float, tol: float
) -> JsonObject:
    """Return the points whose alpha the last step changed, and what these were."""
    before = np.zeros(len(y))
    if result.n_iter > 1:
        before = _run_smo(K, y, C, tol, result.n_iter - 1).alpha
    moved = np.flatnonzero(result.alpha != before)
    return {"moved": moved.tolist(), "before": before[moved].tolist()}


def solution_note(
    shown: JsonObject, X: Array, K: Array, kernel: JsonObject, stopped: bool
) -> str:
    """Return what a reader should know of a solution, or of the place where svmlib stopped."""
    if (X == X[0]).all():
        return "All points are in one place: no function of the place separates them."
    if stopped:
        return (
            f"The solver stopped after {shown['steps']} steps, with primal and "
            f"dual still {shown['duality_gap']:.2g} apart: this is not the optimum. "
            f"A smaller {parameters_to_lower(kernel)} may help."
        )
    if shown["flat"]:
        return "w is 0: f is b everywhere, with no boundary and no width."
    share = abs(shown["duality_gap"]) / max(abs(shown["primal"]), 1e-300)
    if share > ROUNDING_SHARE:
        return (
            f"Primal and dual differ by {share:.1%}: kernel values up to "
            f"{np.abs(K).max():.1g} leave too few digits."
        )
    return ""


def parameters_to_lower(kernel: JsonObject) -> str:
    """Return the parameters, in words, that make a problem hard when they are large."""
    return {"poly": "C, gamma or degree", "rbf": "C or gamma"}.get(kernel["name"], "C")


def point_kinds(yf: Array) -> list[str]:
    """Return where each point is: "wrong", or "inside", "on" or "beyond" its margin.

    Only at the optimum do the multipliers say the same, as in ``eq-alpha-cases``.
    """
    cases = [yf < -MARGIN_TOL, yf < 1 - MARGIN_TOL, yf <= 1 + MARGIN_TOL]
    return list(np.select(cases, ["wrong", "inside", "on"], "beyond").tolist())


def grid_points(columns: int, rows: int) -> Array:
    """Return the points of a grid in the plane, shape (rows * columns, 2)."""
    x1 = np.linspace(-LIMITS[0], LIMITS[0], columns)
    x2 = np.linspace(-LIMITS[1], LIMITS[1], rows)
    return np.stack(np.meshgrid(x1, x2), axis=-1).reshape(-1, 2)


def sample(shape: str, noise: float, seed: int, n: int = 40) -> JsonObject:
    """Draw n points and labels: two "groups", "xor" or "rings"; KeyError otherwise.

    noise is the standard deviation of a point's distance from its place. A seed gives
    the same directions at every noise.
    """
    if shape == "rings":
        X, y = datasets.sample_rings(n, rng=seed, spread=noise / RING_SCALE)
        X = RING_SCALE * X
    else:
        centres = {"groups": TWO_CENTRES, "xor": FOUR_CENTRES}[shape]
        X, y = datasets.sample_clouds(n, rng=seed, spread=noise, centres=centres)
    return {"points": to_plane(X), "labels": y.tolist()}


def to_plane(X: Array) -> list[list[float]]:
    """Return points as a link can hold them: in the plane, to a hundredth."""
    inside = np.clip(X, np.negative(LIMITS), LIMITS).round(2) + 0  # no -0
    return list(inside.tolist())


METHODS: dict[str, Callable[..., JsonObject]] = {"solve": solve, "sample": sample}


def handle(method: str, args: str) -> str:
    """Return JSON for the worker: {"result": ...}, or {"error": svmlib's words}."""
    try:
        result = METHODS[method](**json.loads(args))
    except (ValueError, FloatingPointError) as error:
        return json.dumps({"error": str(error)})
    return json.dumps({"result": result})
