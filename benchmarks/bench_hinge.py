"""How fast is svm_loss_vectorized, and what does it hold in memory?

    python -m benchmarks.bench_hinge [--quick]

One BLAS thread, and about 4 GB of memory. The contestants run in turn within one
process, and ratios of their median times are printed:

(a) ours, divided by the two matrix products that no version can do without;
(b) the mask as course solutions write it, divided by ours;
(c) PyTorch's autograd, if it is installed, divided by ours;
(d) the loops over examples and classes, divided by ours, on 500 examples.

So in (b) to (d), a ratio above 1 means that ours is faster. Behind a ratio stands the bound
that we want it to keep, with MISSED if it doesn't. (--quick: small arrays, a smoke test
whose numbers mean little.)
"""

import argparse
import gc
import platform
import tracemalloc
from importlib import import_module
from typing import Any

from .timing import Contestant, medians, report  # one thread, before NumPy loads

# isort: split
import numpy as np

from svmlib._typing import Array
from svmlib.hinge import svm_loss_naive, svm_loss_vectorized

REG = 0.1


def textbook(W: Array, X: Array, y: Array, reg: float) -> tuple[float, Array]:
    """The mask as course solutions write it: a new array in each step, and X.T.dot."""
    rows = np.arange(X.shape[0])
    scores = X.dot(W)
    correct = scores[rows, y].reshape(-1, 1)
    margin = np.maximum(0, scores - correct + 1)
    margin[rows, y] = 0
    loss = np.sum(margin) / X.shape[0] + reg * np.sum(W * W)
    mask = np.zeros(margin.shape)
    mask[margin > 0] = 1
    mask[rows, y] = -np.sum(mask, axis=1)
    return loss, X.T.dot(mask) / X.shape[0] + 2 * reg * W


def autograd(torch: Any, W: Array, X: Array, y: Array) -> Contestant:
    """The loss in PyTorch, its gradient by backward()."""
    torch.set_num_threads(1)
    data, labels = torch.from_numpy(X), torch.from_numpy(y)
    rows = torch.arange(len(labels))

    def run() -> tuple[float, Array]:
        weights = torch.from_numpy(W).requires_grad_()
        scores = data @ weights
        margin = (scores - scores[rows, labels][:, None] + 1).clamp(min=0)
        margin[rows, labels] = 0
        loss = margin.sum() / len(labels) + REG * (weights * weights).sum()
        loss.backward()
        return loss.item(), weights.grad.numpy()

    return run


def peak_memory(run: Contestant) -> int:
    """Return the most bytes that a call holds at once beside its arguments."""
    tracemalloc.start()
    try:
        run()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def race(X: Array, y: Array, num_classes: int, quick: bool, torch: Any) -> None:
    """Print all ratios for the dtype of X."""
    repeats = 2 if quick else 7
    (N, D), dtype = X.shape, X.dtype
    rng = np.random.default_rng(1)
    W = (0.01 * rng.standard_normal((D, num_classes))).astype(dtype)
    M = rng.standard_normal((N, num_classes)).astype(dtype)

    def ours() -> tuple[float, Array]:
        return svm_loss_vectorized(W, X, y, REG)

    contestants: dict[str, Contestant] = {
        "ours": ours,
        "X @ W": lambda: X @ W,
        "(W.T @ X.T).T": lambda: (W.T @ X.T).T,
        "X.T @ M": lambda: X.T @ M,
        "(M.T @ X).T": lambda: (M.T @ X).T,
        "textbook": lambda: textbook(W, X, y, REG),
    }
    rivals = ["textbook"]
    if torch is not None:
        contestants["torch"] = autograd(torch, W, X, y)
        rivals.append("torch")
    loss, dW = ours()
    for name in rivals:
        other_loss, other_dW = contestants[name]()
        np.testing.assert_allclose(other_loss, loss, rtol=1e-4)
        np.testing.assert_allclose(other_dW, dW, rtol=1e-2, atol=1e-4)
    t = medians(contestants, repeats)
    forward = min("X @ W", "(W.T @ X.T).T", key=t.__getitem__)
    backward = min("X.T @ M", "(M.T @ X).T", key=t.__getitem__)

    print(f"{dtype}: N = {N:,}, D = {D:,}, C = {num_classes}; ours {t['ours']:.3f} s")
    products = ("X @ W", "(W.T @ X.T).T", "X.T @ M", "(M.T @ X).T")
    print("  products: " + ", ".join(f"{name} {t[name]:.3f} s" for name in products))
    report(
        f"(a) ours / its two products, {forward} and {backward}",
        t["ours"] / (t[forward] + t[backward]),
        at_most=1.1,
    )
    report(
        "(b) textbook mask / ours",
        t["textbook"] / t["ours"],
        at_least=1.5 if dtype == np.float64 else 3,
    )
    if torch is None:
        print("  (c) PyTorch is not installed: skipped")
    else:
        report(
            f"(c) PyTorch {torch.__version__}, autograd / ours", t["torch"] / t["ours"]
        )
    few = (W, np.ascontiguousarray(X[:500]), y[:500], REG)
    t = medians(
        {
            "naive": lambda: svm_loss_naive(*few),
            "ours": lambda: svm_loss_vectorized(*few),
        },
        repeats,
    )
    report(f"(d) naive loop / ours, N = {len(few[1])}", t["naive"] / t["ours"])
    size = N * num_classes * dtype.itemsize
    unit = "arrays of N x C"
    report("peak of ours", peak_memory(ours) / size, unit, at_most=3)
    peak = peak_memory(contestants["textbook"])
    report("peak of the textbook mask", peak / size, unit)


def main() -> None:
    """Parse the command line, make the data, and race in both dtypes."""
    parser = argparse.ArgumentParser(description="Benchmark svm_loss_vectorized.")
    parser.add_argument("--quick", action="store_true", help="small arrays")
    quick = parser.parse_args().quick
    N, D, C = (2_000, 300, 10) if quick else (49_000, 3_073, 10)
    try:
        torch = import_module("torch")
    except ImportError:
        torch = None
    blas = np.show_config(mode="dicts")["Build Dependencies"]["blas"]
    print(
        f"NumPy {np.__version__}, {blas['name']} {blas['version']}, one thread, "
        f"Python {platform.python_version()}, {platform.machine()}"
    )
    rng = np.random.default_rng(0)
    X = rng.standard_normal((N, D), dtype=np.float32)
    y = rng.integers(C, size=N)
    for dtype in (np.float32, np.float64):
        X = X.astype(dtype, copy=False)
        gc.collect()
        race(X, y, C, quick, torch)


if __name__ == "__main__":
    main()
