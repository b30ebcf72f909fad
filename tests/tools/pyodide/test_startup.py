"""tools/pyodide/startup.py: it mends the browser's Matplotlib, and no other."""

import runpy
import sys

import pytest

from book._parsing import ROOT

STARTUP = ROOT / "tools" / "pyodide" / "startup.py"


@pytest.mark.parametrize(("platform", "number"), [("emscripten", 330), ("linux", 390)])
def test_font_list_is_mended_in_the_browser_alone(
    tmp_path, monkeypatch, platform, number
):
    package = tmp_path / "matplotlib"
    package.mkdir()
    (package / "__init__.py").touch()
    fonts = package / "fontlist.json"
    fonts.write_text('{"_version": 390}', "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "matplotlib", raising=False)
    monkeypatch.setattr(sys, "platform", platform)
    runpy.run_path(str(STARTUP))
    assert fonts.read_text("utf-8") == f'{{"_version": {number}}}'
