"""What the scripts compute themselves, against svmlib and lab.py."""

import json
import re
from pathlib import Path
from typing import Any

import lab
import numpy as np
import pytest
from _ext.lab_stories import five_examples, story
from py_mini_racer import MiniRacer

from tests.browser.labs import mask
from tests.scripts.test_lab import KERNELS
from tests.site.built_site import NETWORK

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = sorted((ROOT / "book" / "_scripts").glob("*.mjs"))


def run(script: str, code: str) -> Any:
    """Return what an expression has as its value, after one of the scripts."""
    source = (ROOT / "book" / "_scripts" / script).read_text("utf-8")
    source = re.sub(r"^export ", "", source, flags=re.MULTILINE)
    return json.loads(str(MiniRacer().eval(f"{source}\nJSON.stringify({code})")))


def test_mask_agrees_with_svmlib() -> None:
    """Whole numbers exactly, up to the largest that it takes; decimals to 1e-8."""
    given = five_examples()
    assert mask(**given)["loss"] == 2
    rng = np.random.default_rng(0)
    cases = [given]
    for largest in (1, 3, 10, 10**6):
        for _ in range(50):
            S = rng.integers(-largest, largest, (5, 3), endpoint=True)
            y, delta = rng.integers(0, 3, 5), int(rng.integers(0, largest + 1))
            cases.append({**given, "S": S.tolist(), "y": y.tolist(), "delta": delta})
    assert run("mask.mjs", f"{json.dumps(cases)}.map(mask)") == [
        mask(**case) for case in cases
    ]
    assert run("mask.mjs", "LARGEST") == 1e6
    S = rng.normal(size=(5, 3)).round(3)
    case = {**given, "S": S.tolist(), "delta": 0.7}
    found = run("mask.mjs", f"mask({json.dumps(case)})")
    for name, value in mask(**case).items():
        np.testing.assert_allclose(found[name], value, atol=1e-8)


def test_mask_takes_decimals_as_the_reader_typed_them() -> None:
    """On paper 0.1 - 0.3 + 0.2 is 0; in binary it is 2.8e-17, and the class active."""
    case = json.dumps({"X": [[1]], "S": [[0.1, 0.3]], "y": [1], "delta": 0.2})
    assert run("mask.mjs", f"mask({case}).M") == [[0, 0]]


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: k["name"])
def test_decision_is_that_of_the_grid(kernel: lab.Answer) -> None:
    given = {**story("overlapping"), "kernel": kernel, "grid": (5, 4)}
    answer = lab.margin(**given)
    points = [
        {"x": x, "y": y, "label": label}
        for (x, y), label in zip(given["points"], given["labels"], strict=True)
    ]
    arguments = ", ".join(
        json.dumps(part)
        for part in ({k: answer[k] for k in ("alpha", "b")}, points, kernel)
    )
    places = json.dumps(lab.plane(5, 4).tolist())
    f = f"{places}.map((place) => decision({arguments}, place))"
    found = run("margin-geometry.mjs", f)
    np.testing.assert_allclose(found, answer["values"], rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("9e-10", "0"),
        ("-5e-324", "0"),
        ("-2e-9", "−2.0e−9"),
        ("0.33333333", "0.3333"),
        ("123456", "1.2e+5"),
        ("-0.5", "−0.5"),
    ],
)
def test_short_rounds_numbers(value: str, text: str) -> None:
    assert run("format.mjs", f"short({value})") == text


def test_margin_state_has_the_limits_of_the_plane() -> None:
    state = (ROOT / "book" / "_scripts" / "margin-state.mjs").read_text("utf-8")
    limits = re.search(r"LIMITS = \[([\d.]+), ([\d.]+)\]", state)
    assert limits is not None
    assert tuple(map(float, limits.groups())) == lab.LIMITS


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda p: p.name)
def test_scripts_name_no_other_host(path: Path) -> None:
    assert not NETWORK.findall(path.read_text("utf-8"))
