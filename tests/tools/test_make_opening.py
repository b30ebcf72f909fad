"""The first page's figure is what its script draws."""

import runpy
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "tools" / "make_opening.py"


def test_opening_is_the_committed_figure():
    script = runpy.run_path(str(SCRIPT))
    assert script["TARGET"].read_text(encoding="utf-8") == script["opening"]()
