"""How fast are KernelSVM and LinearSVM, against scikit-learn's SVC and LinearSVC?

    python -m benchmarks.bench_solvers [--quick]

On each problem of `RACES`, ours and scikit-learn's run in turn, with one BLAS thread, and this
prints the median time of ours divided by theirs: below 1, ours is faster. At tol = 1e-3 it
adds the largest ratio that we accept, and MISSED if the ratio is larger. (--quick: few
points, a smoke test whose numbers mean little.)
"""

import argparse
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from .timing import medians, report  # one thread, before NumPy loads

# isort: split
import numpy as np
import sklearn
from sklearn.datasets import load_digits, make_classification
from sklearn.svm import SVC, LinearSVC

from svmlib._typing import Array
from svmlib.datasets import add_bias, load_fashion_mnist, sample_clouds
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


def clothes(n: int) -> tuple[Array, Array]:
    """The first n images of all ten kinds of clothes, with a bias."""
    data = load_fashion_mnist()
    return add_bias(data.X_train[:n]), data.y_train[:n]


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


def digits(n: int) -> tuple[Array, Array]:
    """The first n digits."""
    X, y = load_digits(return_X_y=True)
    return X[:n], y[:n]


def many_classes(n: int, count: int, apart: float = 2.0) -> tuple[Array, Array]:
    """Clouds in ten dimensions, a class each. The less apart they are, the more they overlap."""
    rng = np.random.default_rng(0)
    y = np.arange(n // count * count) % count
    X = rng.normal(size=(len(y), 10)) + apart * rng.normal(size=(count, 10))[y]
    return X, y


def many_classes_kernel(n: int, count: int) -> tuple[Array, Array]:
    """The kernel matrix of many classes, and their labels."""
    X, y = many_classes(n, count)
    return rbf_kernel(X, gamma=0.02), y


def rare_beside(n: int) -> tuple[Array, Array]:
    """All points of one cloud in the plane, and 2 in 100 of all n from the other."""
    X, y = plane(n)
    few = (y == 1) | (np.arange(n) % 100 < 2)
    return X[few], y[few]


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


def full_race(race: "Race", X: Array, y: Array, C: float) -> None:
    """Print the ratio of times at two tolerances, and what the kernel takes."""
    t = medians(
        {
            "ours": lambda: KernelSVM(C=C).fit(X, y),
            "SVC": lambda: SVC(C=C).fit(X, y),
            "gram": lambda: rbf_kernel(X),
            "X @ X.T": lambda: X @ X.T,
        },
        race.repeats,
    )
    N, D = X.shape
    print(f"{race.name}: N = {N:,}, D = {D}, C = {C}; ours {t['ours']:.3f} s", end=", ")
    print(f"of it the kernel {t['gram']:.3f} s; X @ X.T alone {t['X @ X.T']:.3f} s")
    report("KernelSVM / SVC, tol = 1e-3", t["ours"] / t["SVC"], at_most=race.at_most)
    t = medians(
        {
            "ours": lambda: KernelSVM(C=C, tol=1e-6).fit(X, y),
            "SVC": lambda: SVC(C=C, tol=1e-6).fit(X, y),
        },
        race.repeats,
    )
    report("KernelSVM / SVC, tol = 1e-6", t["ours"] / t["SVC"])


def short_race(race: "Race", X: Array, y: Array, C: float) -> None:
    """Print the ratio of times at tol = 1e-3, the kernel included on both sides."""
    t = medians(
        {
            "ours": lambda: KernelSVM(C=C, **race.parameters).fit(X, y),
            "SVC": lambda: SVC(C=C, **race.parameters).fit(X, y),
        },
        race.repeats,
    )
    label = f"{race.name}, N = {len(X):,}, C = {C:g}"
    report(label, t["ours"] / t["SVC"], at_most=race.at_most)


def linear_race(race: "Race", X: Array, y: Array, reg: float) -> None:
    """Print the time of LinearSVM.fit against LinearSVC with a loss of all classes."""
    C = 1 / (2 * reg * len(X))
    theirs = {"multi_class": "crammer_singer", "fit_intercept": False}
    t = medians(
        {
            "ours": lambda: LinearSVM(reg=reg).fit(X, y),
            "LinearSVC": lambda: LinearSVC(C=C, **theirs).fit(X, y),
        },
        race.repeats,
    )
    ratio = t["ours"] / t["LinearSVC"]
    report(f"{race.name}, N = {len(X):,}", ratio, at_most=race.at_most)


class Race(NamedTuple):
    """A row of `RACES`.

    Attributes
    ----------
    name : str
    problem : callable
        Makes X and y for a number of points.
    sizes : tuple of int
        The numbers of points that are tried.
    strengths : tuple of float
        Values of C, or of reg for LinearSVM.
    run : callable
        Times the two classifiers for one X, y and strength, and prints what it finds.
    at_most : float
        The largest ratio that we accept.
    repeats : int
        How often each is timed.
    parameters : mapping
        Further parameters of both classifiers, in a `short_race`.
    """

    name: str
    problem: Callable[[int], tuple[Array, Array]]
    sizes: tuple[int, ...]
    strengths: tuple[float, ...] = (1.0,)
    run: Callable[["Race", Array, Array, float], None] = short_race
    at_most: float = 3
    repeats: int = 3
    parameters: Mapping[str, Any] = {}


LINEAR, RBF, POLY, GIVEN = (
    {"kernel": kernel} for kernel in ("linear", "rbf", "poly", "precomputed")
)
ten, twenty, hundred = (partial(many_classes, count=K) for K in (10, 20, 100))
near_20, near_40 = (partial(many_classes, count=K, apart=0.4) for K in (20, 40))
given_2, given_3, given_5 = (partial(many_classes_kernel, count=K) for K in (2, 3, 5))
RACES = [
    Race("images", images, (2_000, 5_000), run=full_race, at_most=1, repeats=5),
    Race("overlapping clouds, small C", plane, (2_000,), run=full_race, at_most=2, repeats=5),
    Race("overlapping clouds, large C", plane, (2_000,), (100.0,), run=full_race, repeats=5),
    Race("noise", noise, (200, 400, 800, 2_000, 4_000), (3.0,), repeats=5,
         parameters={"gamma": 0.3}),
    Race("flip_y = 0.3", flipped, (200, 400, 800, 3_000), (10.0,), repeats=5),
    Race("three dimensions", solid, (200, 400, 800, 2_000, 5_000), (1.0, 100.0, 1e4), repeats=5),
    Race("LinearSVM.fit / LinearSVC", clothes, (2_000,), (1e-3,), run=linear_race, at_most=1,
         repeats=1),
    # SVC is quick at the rest.
    Race("far clouds, linear", clouds, (5_000,), parameters=LINEAR),
    Race("far clouds, rbf", clouds, (5_000,), parameters=RBF),
    Race("digits, ten classes, rbf", digits, (1_797,), parameters=RBF),
    Race("digits, ten classes, linear", digits, (1_797,), parameters=LINEAR),
    Race("digits, ten classes, poly", digits, (1_797,), parameters=POLY),
    Race("rank 10", low_rank, (500, 1_000, 2_000), repeats=5, parameters=GIVEN),
    Race("10 classes", ten, (200,), (1.0, 100.0), repeats=9),
    Race("20 classes", twenty, (200,), (1.0, 100.0), repeats=9),
    Race("100 classes", hundred, (500,), (1.0, 100.0), repeats=9),
    Race("20 classes that overlap, linear", near_20, (3_000,), parameters=LINEAR),
    Race("40 classes that overlap, linear", near_40, (3_000,), parameters=LINEAR),
    Race("a rare class, weight None", rare_beside, (6_000,)),
    Race("a rare class, weight balanced", rare_beside, (6_000,),
         parameters={"class_weight": "balanced"}),
    Race("a rare class amid the other", rare_amid, (6_000,), (100.0,)),
    Race("precomputed, 2 classes", given_2, (3_000,), parameters=GIVEN),
    Race("precomputed, 3 classes", given_3, (3_000,), parameters=GIVEN),
    Race("precomputed, 5 classes", given_5, (3_000,), parameters=GIVEN),
]  # fmt: skip


def main() -> None:
    """Parse the command line and run all races."""
    parser = argparse.ArgumentParser(description="Benchmark KernelSVM and LinearSVM.")
    parser.add_argument("--quick", action="store_true", help="few points")
    quick = parser.parse_args().quick
    print(f"scikit-learn {sklearn.__version__}, NumPy {np.__version__}, one thread")
    for race in RACES:
        if quick:
            race = race._replace(sizes=(FEW,), repeats=1)
        for n in race.sizes:
            X, y = race.problem(n)
            for strength in race.strengths:
                race.run(race, X, y, strength)


if __name__ == "__main__":
    main()
