"""The presets of the margin lab."""

import numpy as np
import pytest

from book._ext.labs.presets import PRESETS
from book._scripts.python import margin_lab


@pytest.mark.parametrize("name", PRESETS)
def test_presets_fit_into_the_plane_and_a_link(name):
    args, X = PRESETS[name].args(), PRESETS[name].X
    assert (np.abs(X) <= margin_lab.LIMITS).all()
    np.testing.assert_allclose(args["points"], X, atol=0.006)  # to a hundredth
    assert {*args["labels"]} == {-1, 1}
    assert len(args["labels"]) == len(X) <= 200


def kinds(name, **changes):
    """Return where the points of a preset are, once it is solved with some changes."""
    return margin_lab.solve(**{**PRESETS[name].args(), **changes})["kind"]


def test_presets_do_what_their_descriptions_say():
    assert {*kinds("separable")} == {"beyond", "on"}
    assert "inside" in kinds("separable", C=0.1)
    assert "wrong" in kinds("overlapping")
    # The outlier comes last; with a small C it is given up.
    assert kinds("outlier")[-1] == "on"
    assert kinds("outlier", C=0.1)[-1] == "wrong"
    assert "wrong" not in kinds("xor")
    assert "wrong" in kinds("xor", kernel={"name": "linear"})
    closer = margin_lab.solve(
        **{**PRESETS["rings"].args(), "kernel": {"name": "rbf", "gamma": 50}}
    )
    assert not any("beyond" in kind for kind in closer["kind"])


def test_preset_of_four_choices_is_the_chapters():
    args = PRESETS["choices"].args()
    result = margin_lab.solve(**args)
    w = np.array(args["labels"]) * result["alpha"] @ args["points"]
    np.testing.assert_allclose([*w, result["b"]], [0.2, 0.4, -0.4])
