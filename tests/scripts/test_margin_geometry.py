"""margin-lab/geometry.mjs, which computes f while a point moves: against margin_lab.py."""

import json

import numpy as np
import pytest

from book._ext.lab_presets import preset_args
from book._scripts.python import margin_lab
from tests.scripts.helpers import KERNELS, run


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: k["name"])
def test_decision_is_that_of_the_grid(kernel):
    args = {**preset_args("overlapping"), "kernel": kernel, "grid": (5, 4)}
    result = margin_lab.solve(**args)
    points = [
        {"x": x, "y": y, "label": label}
        for (x, y), label in zip(args["points"], args["labels"], strict=True)
    ]
    arguments = ", ".join(
        json.dumps(part)
        for part in ({k: result[k] for k in ("alpha", "b")}, points, kernel)
    )
    places = json.dumps(margin_lab.grid_places(5, 4).tolist())
    f = f"{places}.map((place) => decision({arguments}, place))"
    found = run("margin-lab/geometry.mjs", f)
    np.testing.assert_allclose(found, result["values"], rtol=1e-9, atol=1e-9)
