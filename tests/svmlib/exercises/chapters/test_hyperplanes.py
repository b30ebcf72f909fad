"""The exercises of hyperplanes: tests beside those of `test_programs`."""

import numpy as np
import pytest

from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.verdict._answer_key import key_for
from tests.svmlib.exercises.chapters.programs.hyperplanes import closest
from tests.svmlib.exercises.helpers.try_programs import is_wrong


@pytest.mark.parametrize(
    "b",
    [
        lambda w, p, q: -w @ (p + q) / 2,
        lambda w, p, q: 1 - w @ p,
        lambda w, p, q: -1 - w @ q,
    ],
)
@pytest.mark.parametrize("seed", [146, 602])
def test_closest_points_are_right_in_float32_with_any_seed(seed, b):
    """These seeds once drew a b that was far smaller than what it is computed from."""
    key = key_for(CATALOGUE.exercises["closest-points"], seed)
    assert not is_wrong(key, lambda p, q: closest(b)(np.float32(p), np.float32(q)))
