"""A book of a few pages, built with a part of the extension."""

from pathlib import Path

from sphinx.testing.util import SphinxTestApp


def build_book(folder, conf, pages):
    """Return the site that is built in the folder, and what Sphinx warns of."""
    source = folder / "source"
    for name, text in {"conf.py": conf, **pages}.items():
        path = source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    app = SphinxTestApp("html", srcdir=source, builddir=folder / "build")
    try:
        app.build()
        return Path(app.outdir), app.warning.getvalue()
    finally:
        app.cleanup()
