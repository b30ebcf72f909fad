"""margin-lab/state.mjs: the link that holds a state, and the numbers that readers type."""

import json

import numpy as np
import pytest

from book._scripts.python.margin_lab import LIMITS
from tests.book.scripts.helpers.kernels import KERNELS
from tests.book.scripts.helpers.run_script import run


def state(code):
    """Return the value of an expression, or the message of its error."""
    tried = f"try {{ return {code}; }} catch (error) {{ return error.message; }}"
    return run("margin-lab/state.mjs", f"(() => {{ {tried} }})()")


@pytest.mark.parametrize(
    ("fragment", "words"),
    [
        ("lab=7&k=linear&C=1&p=", "its version is 7;"),
        ("lab=", "its version is missing; this lab reads version 1"),
        ("lab=1", "names no kernel"),
        ("lab=1&k=cubic&C=1&p=", "kernel cubic"),
        ("lab=1&k=linear&p=", "to 10000, but in the link it is missing"),
        ("lab=1&k=linear&C=-1&p=", "C must be"),
        ("lab=1&k=linear&C=0x10&p=", "C must be"),
        ("lab=1&k=rbf&g=x&C=1&p=", "gamma must be"),
        ("lab=1&k=linear&C=1", "no points; was the link cut off?"),
        ("lab=1&k=linear&C=1&p=KMD", "damaged"),
        ("lab=1&k=linear&C=1&p=%E0%A4%A", "damaged"),
        ("lab=1&k=linear&C=1&p=__AA", "outside"),
        ("lab=1&k=linear&C=1&p=AA__", "outside"),
        ("lab=1&k=linear&C=1&n=2&p=AAAA", "its number of points is 2, and it has 1"),
        ("lab=1&k=linear&C=1&p=AAAA", "is missing, and it has 1; was it cut off?"),
        ("lab=1&k=linear&C=1&n=201&p=" + "AAAA" * 201, "201 points"),
    ],
)
def test_decode_says_what_is_wrong_with_a_link(fragment, words):
    assert words in state(f"decode('#{fragment}')")


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: k["name"])
def test_decode_reads_what_encode_writes(kernel):
    rng = np.random.default_rng(0)
    positions = rng.uniform(-1, 1, (200, 2)).round(2)
    positions[:2] = np.ones(2), -np.ones(2)
    points = [
        {"x": x, "y": y, "label": label}
        for (x, y), label in zip(
            (positions * LIMITS).round(2).tolist(),
            rng.choice([-1, 1], 200).tolist(),
            strict=True,
        )
    ]
    parameters = {name: value for name, value in kernel.items() if name != "name"}
    linked = {"kernel": kernel["name"], **parameters, "C": 0.05, "points": points}
    encoded = f"encode({json.dumps(linked)})"
    assert state(f"decode({encoded})") == linked
    assert state(f"isLink({encoded})")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (" 0,5 ", 0.5),
        ("0,125", 0.125),
        ("1,5", 1.5),
        ("1,000", None),
        ("1234,125", 1234.125),
        (" -12,500 ", None),
        ("−3", -3),
        ("1e-2", 0.01),
        (".5", 0.5),
        ("0x10", None),
        ("", None),
    ],
)
def test_number_is_read_as_it_is_typed(text, value):
    assert state(f"toNumber({json.dumps(text)})") == value


def test_degree_is_a_whole_number():
    words = "degree must be a whole number from 1 to 8"
    assert state("[1, 2.5, 9].map((value) => rangeError('degree', value))") == [
        "",
        words,
        words,
    ]


def test_plane_is_that_of_the_worker():
    assert state("LIMITS") == dict(zip("xy", LIMITS, strict=True))


def test_clamp_leads_into_the_plane_to_a_hundredth():
    positions = "[{ x: -9, y: 9 }, { x: 1.234, y: -0.001 }]"
    right, top = LIMITS
    assert state(f"{positions}.map(clamp)") == [
        {"x": -right, "y": top},
        {"x": 1.23, "y": 0},
    ]
