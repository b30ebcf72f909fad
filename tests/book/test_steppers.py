"""The last frame of each run that a figure plays shows what svmlib finds anew."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import pytest

from svmlib import datasets, dual, gradcheck, hinge, margin
from svmlib._validation import Array
from svmlib.kernel_svm import KernelSVM
from svmlib.linear_svm import LinearSVM
from svmlib.smo import smo
from svmlib.training import linear_decay

BOOK = Path(__file__).parents[2] / "book"
HELD = re.compile(r"<metadata>(\{.*\})</metadata>", re.DOTALL)


def runs(chapter: str) -> dict[str, dict[str, Any]]:
    """Return the runs of a chapter's figure by name, as its notebook stores them."""
    notebook = nbformat.read(BOOK / f"{chapter}.ipynb", as_version=4)
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            svg = output.get("data", {}).get("image/svg+xml", "")
            if found := HELD.search(svg):
                return {run["name"]: run for run in json.loads(found[1])["runs"]}
    raise AssertionError(f"{chapter} has nothing to play")


def numbers(words: str) -> list[float]:
    plain = words.replace("\N{MINUS SIGN}", "-").replace(" \N{MIDDLE DOT} 10", "e")
    return [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", plain)]


def two_classes(run: str) -> tuple[Array, Array, float]:
    """Return the points, labels and C of a run of the second part."""
    if run == "six points":
        return datasets.six_points()
    if run == "XOR":
        X = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]])
        return X, X.prod(axis=1), 1.0
    count, seed, spread = {
        "twelve points": (12, 2, 0.8),
        "ten points": (10, 2, 0.8),
        "ten points apart": (10, 5, 0.45),
    }[run]
    centres = [(-1, -0.5), (1, 0.5)]
    X, label = datasets.make_blobs(count, rng=seed, spread=spread, centres=centres)
    return X.round(1), 2 * label - 1, 1.0


def is_smo(run: str, words: str, marks: list[Any]) -> None:
    X, y, C = two_classes(run)
    result = smo((1 + X @ X.T) ** 2 if run == "XOR" else X @ X.T, y, C, tol=1e-3)
    found = re.search(r"α = \((.*)\) and b = (\S+)\.$", words)
    assert found, words
    told = numbers(" ".join(found.groups()))
    np.testing.assert_allclose(told, [*result.alpha, result.b], atol=1e-3)
    discs = [mark[3] for mark in marks if "halo" in mark[1]]
    np.testing.assert_allclose((np.array(discs) / 22) ** 2 * C, result.alpha, atol=2e-3)


def is_duality(run: str, words: str, marks: list[Any]) -> None:
    X, y, C = two_classes(run)
    result = smo(X @ X.T, y, C, tol=1e-6)
    lower = dual.dual_objective(result.alpha, X @ X.T, y)
    upper = dual.primal_objective(result.alpha, result.b, X @ X.T, y, C)
    np.testing.assert_allclose(numbers(words)[:3], [upper, lower, 0], atol=5e-3)


def is_hyperplanes(run: str, words: str, marks: list[Any]) -> None:
    X, y, _ = two_classes(run if run == "six points" else f"{run} apart")
    result = smo(X @ X.T, y, np.inf, tol=1e-6)
    width = margin.margin_width((result.alpha * y) @ X)
    np.testing.assert_allclose(numbers(words)[:3], [width, width, 0], atol=5e-3)


def is_kernels(run: str, words: str, marks: list[Any]) -> None:
    """The bold lines are where a machine with the height as its kernel has f = 0."""
    signs = {"s": 1, "o": -1}
    X = np.array([mark[2][:2] for mark in marks if mark[0] in signs])
    y = np.array([signs[mark[0]] for mark in marks if mark[0] in signs])
    curves = [np.reshape(mark[2], (-1, 3)) for mark in marks if "bold" in mark[1]]
    border = np.concatenate(curves)[:, :2]
    if run == "rings":
        np.testing.assert_allclose((border**2).sum(axis=1), 0.36, atol=2e-3)
        assert np.array_equal((X**2).sum(axis=1) < 0.36, y > 0)
        return
    machine = KernelSVM(C=1e3, kernel="poly", degree=2, gamma=1.0, coef0=0.0).fit(X, y)
    assert np.abs(machine.decision_function(border)).max() < 1e-6
    assert np.array_equal(machine.predict(X), y)


def is_gradient(run: str, words: str, marks: list[Any]) -> None:
    X, y, W, delta = datasets.five_examples()
    (rate,) = numbers(run)
    steps = 0
    while hinge.margins(X @ W, y, delta=delta).any():
        mask = hinge.gradient_mask(hinge.margins(X @ W, y, delta=delta), y)
        W = W - rate / len(y) * X.T @ mask
        steps += 1
    assert words.startswith(f"After step {steps}. The loss is 0.")


def is_gradient_check(run: str, words: str, marks: list[Any]) -> None:
    def fourth(w: Array) -> float:
        return float(w[0] * w[0] * w[0] * w[0])

    def kink(w: Array) -> float:
        return max(0.0, float(w[0]) - 1)

    f, at = (fourth, 1.1) if run == "smooth" else (kink, 1.003)
    (quotient,) = gradcheck.numerical_gradient(f, [at], 1e-15)
    apart = (at + 1e-15) - (at - 1e-15)  # by which it divides, and not by 2h
    told = numbers(words.partition("gives")[2])[0]
    assert told * 2e-15 == pytest.approx(quotient * apart)


def is_mask_trick(run: str, words: str, marks: list[Any]) -> None:
    X, y, W, delta = datasets.five_examples()
    H = hinge.margins(X @ W, y, delta=delta)
    texts = [mark[3] for mark in marks if mark[:2] == ["text", "ink"]]
    grids = np.reshape([numbers(text)[0] for text in texts], (3, *H.shape))
    np.testing.assert_array_equal(grids, [X @ W, H, hinge.gradient_mask(H, y)])
    assert numbers(words)[:2] == [H.sum(), H.sum() / len(y)]


def is_regularization(run: str, words: str, marks: list[Any]) -> None:
    X_train, y_train, *_ = datasets.load_fashion_mnist()
    X = X_train[:400].reshape(-1, 14, 2, 14, 2).mean(axis=(2, 4)).reshape(-1, 196)
    X, y = datasets.add_bias(X - X.mean(axis=0)), y_train[:400]
    model = LinearSVM()
    model.train(X, y, 0.03, 10, 1000, schedule=linear_decay)
    share, norm = 100 * np.mean(model.predict(X) == y), np.linalg.norm(model.W)
    _, told, *_, told_norm = numbers(words)
    np.testing.assert_allclose([told, told_norm], [share, norm], atol=0.6)


def is_training(run: str, words: str, marks: list[Any]) -> None:
    size = {"batches of 5": 5, "one at a time": 1, "all 30": 30}[run]
    X, y = datasets.make_blobs(30, rng=0, spread=1.5)
    X, draws, W = datasets.add_bias(X), np.random.default_rng(0), np.zeros((3, 3))
    for _ in range(24):
        batch = draws.choice(30, size, replace=False)
        W -= 0.03 * hinge.svm_loss_vectorized(W, X[batch], y[batch], 0.01)[1]
    loss, _ = hinge.svm_loss_vectorized(W, X, y, 0.01)
    assert numbers(words)[2] == pytest.approx(loss, abs=1e-3)


SHOWN: dict[str, Callable[[str, str, list[Any]], None]] = {
    "hinge/gradient": is_gradient,
    "hinge/gradient_check": is_gradient_check,
    "hinge/mask_trick": is_mask_trick,
    "hinge/regularization": is_regularization,
    "hinge/training": is_training,
    "margin/duality": is_duality,
    "margin/hyperplanes": is_hyperplanes,
    "margin/kernels": is_kernels,
    "margin/smo": is_smo,
}


@pytest.mark.parametrize("chapter", SHOWN)
def test_last_frame_is_the_result(chapter: str) -> None:
    for name, run in runs(chapter).items():
        title, words, numbered = run["frames"][-1]
        SHOWN[chapter](name, f"{title}. {words}", [run["marks"][n] for n in numbered])


def test_figures_that_play_are_all_compared() -> None:
    books = BOOK.glob("*/*.ipynb")
    playing = [path for path in books if "<metadata>{" in path.read_text("utf-8")]
    assert {f"{path.parent.name}/{path.stem}" for path in playing} == set(SHOWN)
