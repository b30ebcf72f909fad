"""The scripts that made the data: images and labels, and nothing else."""

from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["digits", "fashion_mnist"])
def test_what_ships_holds_images_and_labels_alone(name):
    with np.load(ROOT / "svmlib" / "data" / f"{name}.npz") as stored:
        assert {key[0] for key in stored.files} == {"X", "y"}
        assert {stored[key].dtype for key in stored.files} == {np.dtype(np.uint8)}
