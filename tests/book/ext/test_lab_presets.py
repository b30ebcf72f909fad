"""The presets of the margin lab."""

import numpy as np
import pytest

from book._ext.lab_presets import PRESETS
from book._scripts.python import margin_lab


@pytest.mark.parametrize("name", PRESETS)
def test_presets_fit_into_the_plane_and_a_link(name):
    args, X = PRESETS[name].args(), PRESETS[name].X
    assert (np.abs(X) <= margin_lab.LIMITS).all()
    np.testing.assert_allclose(args["points"], X, atol=0.006)  # to a hundredth
    assert {*args["labels"]} == {-1, 1}
    assert len(args["labels"]) == len(X) <= 200


def test_preset_of_four_choices_is_the_chapters():
    args = PRESETS["choices"].args()
    result = margin_lab.solve(**args)
    w = np.array(args["labels"]) * result["alpha"] @ args["points"]
    np.testing.assert_allclose([*w, result["b"]], [0.2, 0.4, -0.4])
