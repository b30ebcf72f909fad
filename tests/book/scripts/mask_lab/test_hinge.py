"""mask-lab/hinge.mjs, which computes what the mask lab shows: against svmlib."""

import json

import numpy as np

from book._ext.labs.presets import mask_lab_case
from tests.book.scripts.helpers.mask_lab_reference import loss_and_gradient
from tests.book.scripts.helpers.run_script import run


def test_loss_and_gradient_agree_with_svmlib():
    """Whole numbers exactly, up to the largest that it takes; decimals to 1e-8."""
    given = mask_lab_case()
    assert loss_and_gradient(**given)["loss"] == 2
    rng = np.random.default_rng(0)
    cases = [given]
    for largest in (1, 3, 10, 10**6):
        for _ in range(50):
            S = rng.integers(-largest, largest, (5, 3), endpoint=True)
            y, delta = rng.integers(0, 3, 5), int(rng.integers(0, largest + 1))
            cases.append({**given, "S": S.tolist(), "y": y.tolist(), "delta": delta})
    assert run("mask-lab/hinge.mjs", f"{json.dumps(cases)}.map(lossAndGradient)") == [
        loss_and_gradient(**case) for case in cases
    ]
    assert run("mask-lab/hinge.mjs", "MAX_INPUT") == 1e6
    decimals = rng.normal(size=(5, 3)).round(3)
    case = {**given, "S": decimals.tolist(), "delta": 0.7}
    found = run("mask-lab/hinge.mjs", f"lossAndGradient({json.dumps(case)})")
    for name, value in loss_and_gradient(**case).items():
        np.testing.assert_allclose(found[name], value, atol=1e-8)


def test_loss_takes_decimals_as_the_reader_typed_them():
    """On paper 0.1 - 0.3 + 0.2 is 0; in binary it is 2.8e-17, and the class active."""
    case = json.dumps({"X": [[1]], "S": [[0.1, 0.3]], "y": [1], "delta": 0.2})
    assert run("mask-lab/hinge.mjs", f"lossAndGradient({case}).M") == [[0, 0]]
