"""Runs in the kernel of the notebooks in the browser, before the first cell.

Pyodide 0.27 brings Matplotlib's list of fonts, but with another version's number, so that
Matplotlib would search the fonts again: ten seconds, and a warning in the first cell.
"""


def mend_font_list() -> None:
    """Give the list the number that Matplotlib 3.8 expects, in the browser alone."""
    import sys
    from importlib.util import find_spec
    from pathlib import Path

    spec = find_spec("matplotlib") if sys.platform == "emscripten" else None
    if spec is not None and spec.origin is not None:
        path = Path(spec.origin).with_name("fontlist.json")
        text = path.read_text("utf-8")
        path.write_text(text.replace('"_version": 390', '"_version": 330'), "utf-8")


mend_font_list()
del mend_font_list  # the reader's names begin empty
