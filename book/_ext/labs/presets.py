"""What the labs begin with: problems for the margin lab, a case for the mask lab."""

from typing import NamedTuple

import numpy as np

from book._scripts.python.margin_lab import (
    FOUR_CENTRES,
    RING_SCALE,
    TWO_CENTRES,
    JsonObject,
    to_plane,
)
from svmlib import datasets
from svmlib._typing import Array

LINEAR: JsonObject = {"name": "linear"}
POLY: JsonObject = {"name": "poly", "degree": 2, "gamma": 1.0, "coef0": 1.0}
RBF: JsonObject = {"name": "rbf", "gamma": 0.5}


class Preset(NamedTuple):
    """A problem of the margin lab, with the words of its button and what to try."""

    title: str
    description: str
    X: Array
    y: Array
    kernel: JsonObject
    C: float

    def args(self) -> JsonObject:
        """Return points, labels, kernel and C as `margin_lab.solve` takes them."""
        labels = [int(sign) for sign in self.y]
        points = to_plane(self.X)
        return {"points": points, "labels": labels, "kernel": self.kernel, "C": self.C}


def _with_outlier() -> tuple[Array, Array]:
    X, y = datasets.sample_clouds(20, rng=3, spread=0.6, centres=TWO_CENTRES)
    return np.vstack([X, [[1.0, -0.5]]]), np.append(y, -1)


def _rings() -> tuple[Array, Array]:
    X, y = datasets.sample_rings(40, rng=0)
    return RING_SCALE * X, y


def _three_points() -> tuple[Array, Array]:
    X, y = datasets.three_points()
    return X[:, [0, 2]], y


SIX_POINTS = datasets.six_points()
# In the order of their buttons.
PRESETS = {
    "separable": Preset(
        "Separable",
        "Two groups with room between them. Lower C, and the margin grows until "
        "points are inside it.",
        *datasets.sample_clouds(24, rng=3, spread=0.6, centres=TWO_CENTRES),
        LINEAR,
        100.0,
    ),
    "overlapping": Preset(
        "Overlapping",
        "No line separates these groups. Every point that falls short of its margin "
        "has slack, and C says how much that counts.",
        *datasets.sample_clouds(30, rng=2, spread=1.4, centres=TWO_CENTRES),
        LINEAR,
        1.0,
    ),
    "outlier": Preset(
        "One outlier",
        "One disc stands among the squares, and with C = 100 it decides where the "
        "boundary goes. Lower C until the boundary gives up on it.",
        *_with_outlier(),
        LINEAR,
        100.0,
    ),
    "xor": Preset(
        "XOR",
        "Opposite corners belong to the same class, so no line will do. Compare the "
        "linear kernel with the polynomial one of degree 2.",
        *datasets.sample_clouds(32, rng=2, spread=0.5, centres=FOUR_CENTRES),
        POLY,
        1.0,
    ),
    "rings": Preset(
        "Rings",
        "A disc inside a ring. Raise gamma, and the boundary closes around single "
        "points.",
        *_rings(),
        RBF,
        10.0,
    ),
    "choices": Preset(
        "Four choices",
        "The question of the hyperplanes chapter, without the second coordinate, whose "
        "weight is 0. The winner is w = (0.2, 0.4) with b = −0.4.",
        *_three_points(),
        LINEAR,
        100.0,
    ),
    "six": Preset(
        "Six points",
        "The six points of part two, solved by hand: w = (0.5, 0) and b = 0. Move a "
        "point that lies beyond its margin: nothing changes until it gets there.",
        SIX_POINTS.X,
        SIX_POINTS.y,
        LINEAR,
        SIX_POINTS.C,
    ),
    "step": Preset(
        "Worked step",
        "The two points of the descent step that the soft-margin chapter takes by "
        "hand. This is where such steps lead.",
        *datasets.two_points(),
        LINEAR,
        1.0,
    ),
}


def mask_lab_case() -> JsonObject:
    """Return the five examples: X, their scores S, labels y and delta."""
    X, y, W, delta = datasets.five_examples()
    S = X @ W
    return {"X": X.tolist(), "S": S.tolist(), "y": y.tolist(), "delta": delta}
