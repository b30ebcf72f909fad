"""What the labs begin with: the problems of the margin lab, and the five examples."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from book._scripts.python.margin_lab import FOUR, TWO, Answer, in_plane
from svmlib import datasets
from svmlib._validation import Array

LINEAR: Answer = {"name": "linear"}
POLY: Answer = {"name": "poly", "degree": 2, "gamma": 1.0, "coef0": 1.0}
RBF: Answer = {"name": "rbf", "gamma": 0.5}


class Story(NamedTuple):
    """A problem of the margin lab: its button, what to try, and the problem."""

    title: str
    words: str
    X: Array
    y: Array
    kernel: Answer
    C: float

    def given(self) -> Answer:
        """Return points, labels, kernel and C as `margin_lab.margin` takes them."""
        labels = [int(sign) for sign in self.y]
        points = in_plane(self.X)
        return {"points": points, "labels": labels, "kernel": self.kernel, "C": self.C}


def _blobs(n: int, rng: int, spread: float, centres: ArrayLike) -> tuple[Array, Array]:
    X, y = datasets.make_blobs(n, rng=rng, spread=spread, centres=centres)
    return X, 2 * (y % 2) - 1


def _with_outlier() -> tuple[Array, Array]:
    X, y = _blobs(20, 3, 0.6, TWO)
    return np.vstack([X, [[1.0, -0.5]]]), np.append(y, -1)


def _rings() -> tuple[Array, Array]:
    X, y = datasets.make_rings(40, rng=0)
    return 1.8 * X, y


def _three_points() -> tuple[Array, Array]:
    X, y = datasets.three_points()
    return X[:, [0, 2]], y


six_points = datasets.six_points()
# In the order of their buttons.
STORIES = {
    "separable": Story(
        "Separable",
        "Two groups with room between them. Lower C, and the margin grows until "
        "points are inside it.",
        *_blobs(24, 3, 0.6, TWO),
        LINEAR,
        100.0,
    ),
    "overlapping": Story(
        "Overlapping",
        "No line separates these groups. Every point that falls short of its margin "
        "has slack, and C says how much that counts.",
        *_blobs(30, 2, 1.4, TWO),
        LINEAR,
        1.0,
    ),
    "outlier": Story(
        "One outlier",
        "One disc stands among the squares, and with C = 100 it decides where the "
        "boundary goes. Lower C until the boundary gives up on it.",
        *_with_outlier(),
        LINEAR,
        100.0,
    ),
    "xor": Story(
        "XOR",
        "Opposite corners belong to the same class, so no line will do. Compare the "
        "linear kernel with the polynomial one of degree 2.",
        *_blobs(32, 2, 0.5, FOUR),
        POLY,
        1.0,
    ),
    "rings": Story(
        "Rings",
        "A disc inside a ring. Raise gamma, and the boundary closes around single "
        "points.",
        *_rings(),
        RBF,
        10.0,
    ),
    "choices": Story(
        "Four choices",
        "The question of the hyperplanes chapter, without the second coordinate, whose "
        "weight is 0. The winner is w = (0.2, 0.4) with b = −0.4.",
        *_three_points(),
        LINEAR,
        100.0,
    ),
    "six": Story(
        "Six points",
        "The six points of part two, solved by hand: w = (0.5, 0) and b = 0. Move a "
        "point that lies beyond its margin: nothing changes until it gets there.",
        six_points.X,
        six_points.y,
        LINEAR,
        six_points.C,
    ),
    "step": Story(
        "Worked step",
        "The two points of the descent step that the soft-margin chapter takes by "
        "hand. This is where such steps lead.",
        *datasets.two_points(),
        LINEAR,
        1.0,
    ),
}


def story(name: str) -> Answer:
    """Return points, labels, kernel and C of a story; KeyError if there is none."""
    return STORIES[name].given()


def five_examples() -> Answer:
    """Return the five examples: X, their scores S, labels y and delta."""
    X, y, W, delta = datasets.five_examples()
    S = X @ W
    return {"X": X.tolist(), "S": S.tolist(), "y": y.tolist(), "delta": delta}
