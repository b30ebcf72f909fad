"""A figure and its words show what svmlib computes."""

from unittest.mock import Mock

import matplotlib.pyplot as plt
import numpy as np
import pytest

from book._ext.labs.drawings import draw_margin_lab, draw_mask_lab
from book._ext.labs.presets import PRESETS, mask_lab_case
from book._scripts.python import margin_lab
from svmlib import plots
from tests.book.scripts.helpers.mask_lab_reference import loss_and_gradient


@pytest.mark.parametrize("preset", ["outlier", "overlapping", "rings"])
def test_margin_lab_is_drawn_and_described_by_its_solution(preset, monkeypatch):
    draw_margin = Mock(wraps=plots.draw_margin)
    monkeypatch.setattr(plots, "draw_margin", draw_margin)
    svg, words = draw_margin_lab(preset)
    assert svg.count("<svg") == 1
    args = PRESETS[preset].args()
    result = margin_lab.solve(**args)
    _, decision, _ = draw_margin.call_args.args
    np.testing.assert_allclose(decision(np.array(args["points"])), result["f"])
    signs, kinds = args["labels"], result["kind"]
    assert words == (
        f"{len(signs)} points in the plane, {signs.count(1)} squares of class +1 and "
        f"{signs.count(-1)} discs of class -1. A solid line is the boundary, dashed "
        f"lines are the margins. The support vectors: {kinds.count('on')} on the margin, "
        f"{kinds.count('inside')} inside the margin, {kinds.count('wrong')} "
        f"misclassified. C is {args['C']:g}, and the margin is {result['width']:.3g} wide."
    )


def test_support_vectors_are_marked_as_in_the_caption(monkeypatch):
    """A ring is on the margin, a diamond inside it, and a cross on the wrong side."""
    figure = plt.figure()
    monkeypatch.setattr(plt, "close", lambda _: None)
    monkeypatch.setattr(plt, "subplots", lambda **_: (figure, figure.add_subplot()))
    draw_margin_lab("overlapping")
    kinds = margin_lab.solve(**PRESETS["overlapping"].args())["kind"]
    marked = {
        line.get_marker(): len(line.get_xdata())
        for line in figure.axes[0].lines
        if line.get_marker() in ("o", "D", "x")
    }
    counts = [kinds.count(kind) for kind in ("on", "inside", "wrong")]
    assert marked == dict(zip("oDx", counts, strict=True))


def test_mask_lab_tells_the_mask_of_the_book():
    svg, words = draw_mask_lab()
    assert svg.count("<svg") == 1
    rows = words.partition("rows of the mask are ")[2].removesuffix(".").split("; ")
    numbers = [[int(m) for m in row.split()] for row in rows]
    assert numbers == loss_and_gradient(**mask_lab_case())["M"]
