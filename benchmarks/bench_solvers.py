"""How fast are KernelSVM and LinearSVM, against scikit-learn's SVC and LinearSVC?

    python -m benchmarks.bench_solvers [--quick]

One BLAS thread. KernelSVM and SVC fit the same kernel to the same data, in turn. With
1,000 points or more in a pair of classes, KernelSVM tries a part of them first, and may
never compute the whole kernel matrix. A ratio of median times below 1 means that ours is
faster. What we want at tol = 1e-3 stands behind each ratio, and MISSED if it is larger.
(a) to (c) are images, and clouds that overlap; the labels of (d) to (f) are drawn at random,
partly wrong, and on either side of a curved boundary; (g) is LinearSVM.
(h) to (n) are what SVC is quick at: few support vectors, small pairs of classes, a matrix
of low rank, many classes, also ones that overlap, a rare class, and a matrix that is given.
(--quick: few points, a smoke test whose numbers mean little.)
"""

import argparse
from typing import Any

from .timing import Array, medians, report  # one thread, before NumPy loads

# isort: split
import numpy as np
import sklearn
from sklearn.datasets import load_digits, make_classification
from sklearn.svm import SVC, LinearSVC

from svmlib.datasets import add_bias, load_fashion_mnist, sample_clouds
from svmlib.dual import dual_objective
from svmlib.kernel_svm import KernelSVM
from svmlib.kernels import rbf_kernel
from svmlib.linear_svm import LinearSVM

FEW = 100  # points of each problem of a smoke test


def images(n: int) -> tuple[Array, Array]:
    """The first n images, then mirrored ones: kinds 0 to 4 of clothes against 5 to 9."""
    data = load_fashion_mnist()
    X = np.vstack([data.X_train, data.X_test])
    mirrored = X.reshape(-1, 28, 28)[:, :, ::-1].reshape(-1, 784)
    labels = np.tile(np.append(data.y_train, data.y_test), 2)
    X = np.ascontiguousarray(np.vstack([X, mirrored])[:n])
    return X, np.where(labels[:n] < 5, 1, -1)


def plane(n: int) -> tuple[Array, Array]:
    """Two clouds in the plane that overlap."""
    return sample_clouds(n, rng=0, spread=1.0, centres=[(-0.8, -0.5), (0.8, 0.5)])


def noise(n: int) -> tuple[Array, Array]:
    """Normal points with labels drawn at random: nearly all become support vectors."""
    rng = np.random.default_rng(0)
    return rng.normal(size=(n, 10)), rng.choice([-1, 1], n)


def flipped(n: int) -> tuple[Array, Array]:
    """scikit-learn's classification problem with 3 in 10 labels drawn at random."""
    X, y = make_classification(n, 20, flip_y=0.3, random_state=0)
    return X, 2 * y - 1


def solid(n: int) -> tuple[Array, Array]:
    """Points in three dimensions, a curved boundary, and noise."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(n, 3))
    f = np.sin(2 * X[:, 0]) + X[:, 1] * X[:, 2] + 0.5 * rng.normal(size=n)
    return X, np.where(f > 0, 1, -1)


def clouds(n: int) -> tuple[Array, Array]:
    """Two clouds so far apart that few points are support vectors."""
    rng = np.random.default_rng(0)
    y = np.arange(n) % 2
    return rng.normal(size=(n, 2)) + 8.0 * y[:, None], y


def many_classes(count: int, each: int, apart: float = 2.0) -> tuple[Array, Array]:
    """Clouds in ten dimensions, a class each. The less apart they are, the more they overlap."""
    rng = np.random.default_rng(0)
    y = np.arange(count * each) % count
    X = rng.normal(size=(len(y), 10)) + apart * rng.normal(size=(count, 10))[y]
    return X, y


def rare_amid(n: int) -> tuple[Array, Array]:
    """Three in a hundred are of the rare class, whose cloud lies within the other."""
    rng = np.random.default_rng(0)
    y = np.where(rng.random(n) < 0.03, 1, -1)
    return rng.normal(size=(n, 10)) + np.where(y > 0, 0.7, 0)[:, None], y


def low_rank(n: int) -> tuple[Array, Array]:
    """A precomputed linear kernel of ten features, and its labels."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, 10))
    return X @ X.T, np.where(X[:, 0] + 0.5 * rng.normal(size=n) > 0, 1, -1)


def dual_value(model: Any, K: Array, y: Array) -> float:
    """The dual objective that a fitted binary model reached."""
    alpha = np.zeros(len(y))
    alpha[model.support_] = np.abs(model.dual_coef_[0])
    return dual_objective(alpha, K, y)


def race(name: str, X: Array, y: Array, C: float, repeats: int, at_most: float) -> None:
    """Print the ratio of times at tol = 1e-3, and the dual values at two tolerances."""
    K = rbf_kernel(X, gamma=1 / (X.shape[1] * X.var()))
    t = medians(
        {
            "ours": lambda: KernelSVM(C=C).fit(X, y),
            "SVC": lambda: SVC(C=C).fit(X, y),
            "gram": lambda: rbf_kernel(X),
            "X @ X.T": lambda: X @ X.T,
        },
        repeats,
    )
    N, D = X.shape
    print(f"{name}: N = {N:,}, D = {D}, C = {C}; ours {t['ours']:.3f} s", end=", ")
    print(f"of it the kernel {t['gram']:.3f} s; X @ X.T alone {t['X @ X.T']:.3f} s")
    report("KernelSVM / SVC, tol = 1e-3", t["ours"] / t["SVC"], at_most=at_most)
    for tol in (1e-3, 1e-6):
        ours, theirs = KernelSVM(C=C, tol=tol).fit(X, y), SVC(C=C, tol=tol).fit(X, y)
        above = dual_value(ours, K, y) / dual_value(theirs, K, y) - 1
        print(f"  dual objective at tol = {tol:.0e}: ours / SVC's - 1 = {above:+.1e}")
    t = medians(
        {
            "ours": lambda: KernelSVM(C=C, tol=1e-6).fit(X, y),
            "SVC": lambda: SVC(C=C, tol=1e-6).fit(X, y),
        },
        repeats,
    )
    report("KernelSVM / SVC, tol = 1e-6", t["ours"] / t["SVC"])


def short_race(
    name: str, X: Array, y: Array, C: float, quick: bool, **kernel: Any
) -> None:
    """Print the ratio of times at tol = 1e-3, the kernel included on both sides."""
    repeats = 9 if len(X) < 1000 else 3
    t = medians(
        {
            "ours": lambda: KernelSVM(C=C, **kernel).fit(X, y),
            "SVC": lambda: SVC(C=C, **kernel).fit(X, y),
        },
        1 if quick else repeats,
    )
    label = f"{name}, N = {len(X):,}, C = {C:g}"
    report(label, t["ours"] / t["SVC"], at_most=3)


def linear_race(n: int, reg: float) -> None:
    """Print the time of LinearSVM.fit against LinearSVC with a loss of all classes."""
    data = load_fashion_mnist()
    X, y = add_bias(data.X_train[:n]), data.y_train[:n]
    C = 1 / (2 * reg * n)
    theirs = {"multi_class": "crammer_singer", "fit_intercept": False}
    t = medians(
        {
            "ours": lambda: LinearSVM(reg=reg).fit(X, y),
            "LinearSVC": lambda: LinearSVC(C=C, **theirs).fit(X, y),
        },
        1,
    )
    ratio = t["ours"] / t["LinearSVC"]
    report(f"(g) LinearSVM.fit / LinearSVC, N = {n:,}", ratio, at_most=1)


def main() -> None:
    """Parse the command line and run all races."""
    parser = argparse.ArgumentParser(description="Benchmark KernelSVM and LinearSVM.")
    parser.add_argument("--quick", action="store_true", help="few points")
    quick = parser.parse_args().quick

    def sizes(*usual: int) -> tuple[int, ...]:
        return (FEW,) if quick else usual

    print(f"scikit-learn {sklearn.__version__}, NumPy {np.__version__}, one thread")
    repeats = 1 if quick else 5
    for n in sizes(2_000, 5_000):
        race("(a) images", *images(n), 1.0, repeats, at_most=1)
    for n in sizes(2_000):
        race("(b) plane", *plane(n), 1.0, repeats, at_most=2)
        race("(c) plane", *plane(n), 100.0, repeats, at_most=3)
    for n in sizes(200, 400, 800, 2_000, 4_000):
        short_race("(d) noise", *noise(n), 3.0, quick, gamma=0.3)
    for n in sizes(200, 400, 800, 3_000):
        short_race("(e) flip_y = 0.3", *flipped(n), 10.0, quick)
    for n in sizes(200, 400, 800, 2_000, 5_000):
        for C in (1.0, 100.0, 1e4):
            short_race("(f) three dimensions", *solid(n), C, quick)
    for n in sizes(2_000):
        linear_race(n, 1e-3)
    for n in sizes(5_000):
        for kernel in ("linear", "rbf"):
            name = f"(h) far clouds, {kernel}"
            short_race(name, *clouds(n), 1.0, quick, kernel=kernel)
    digits, y = load_digits(return_X_y=True)
    for n in sizes(len(y)):
        for kernel in ("rbf", "linear", "poly"):
            name = f"(i) digits, ten classes, {kernel}"
            short_race(name, digits[:n], y[:n], 1.0, quick, kernel=kernel)
    for n in sizes(500, 1_000, 2_000):
        short_race("(j) rank 10", *low_rank(n), 1.0, quick, kernel="precomputed")
    for count, each in ((5, 4),) if quick else ((10, 20), (20, 10), (100, 5)):
        X, y = many_classes(count, each)
        for C in (1.0, 100.0):
            short_race(f"(k) {count} classes", X, y, C, quick)
    for n in sizes(3_000):
        for count in (20, 40):
            X, y = many_classes(count, n // count, apart=0.4)
            name = f"(l) {count} classes that overlap, linear"
            short_race(name, X, y, 1.0, quick, kernel="linear")
    for n in sizes(6_000):
        X, y = plane(n)
        few = (y == 1) | (np.arange(n) % 100 < 2)
        for weight in (None, "balanced"):
            name = f"(m) a rare class, weight {weight}"
            short_race(name, X[few], y[few], 1.0, quick, class_weight=weight)
        name = "(m) a rare class amid the other"
        short_race(name, *rare_amid(n), 100.0, quick)
    for n in sizes(3_000):
        for count in (2, 3, 5):
            X, y = many_classes(count, n // count)
            K, name = rbf_kernel(X, gamma=0.02), f"(n) precomputed, {count} classes"
            short_race(name, K, y, 1.0, quick, kernel="precomputed")


if __name__ == "__main__":
    main()
