"""book/_ext/lab_figures.py: a figure and its words show what svmlib computes."""

import re

import pytest

from book._ext.lab_figures import draw_margin_lab, draw_mask_lab
from book._ext.lab_presets import PRESETS, mask_lab_case
from book._scripts.python import margin_lab
from tests.book.scripts.mask_lab_reference import loss_and_gradient


@pytest.mark.parametrize("preset", ["overlapping", "rings"])
def test_margin_lab_is_described_by_its_solution(preset):
    svg, words = draw_margin_lab(preset)
    assert svg.count("<svg") == 1
    kinds = margin_lab.solve(**PRESETS[preset].args())["kind"]
    counts = [int(n) for n in re.findall(r"(\d+) (?:on|inside|misclassified)", words)]
    assert counts == [kinds.count(kind) for kind in ("on", "inside", "wrong")]
    assert words.startswith(f"{len(kinds)} points")


def test_mask_lab_tells_the_mask_of_the_book():
    svg, words = draw_mask_lab()
    assert svg.count("<svg") == 1
    rows = words.partition("rows of the mask are ")[2].removesuffix(".").split("; ")
    numbers = [[int(m) for m in row.split()] for row in rows]
    assert numbers == loss_and_gradient(**mask_lab_case())["M"]
