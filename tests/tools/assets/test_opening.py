"""The first page's figure is what its program draws."""

from tools.assets.opening import TARGET, opening


def test_opening_is_the_committed_figure():
    assert TARGET.read_text(encoding="utf-8") == opening()
