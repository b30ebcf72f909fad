"""A book of a few pages, built with a part of the extension."""

import pickle
import re
from collections import Counter
from pathlib import Path

from bs4 import BeautifulSoup
from sphinx.testing.util import SphinxTestApp

# The first page of a book whose others are numbered chapters, as MyST-NB reads them.
INDEX = "# Book\n\n```{toctree}\n:numbered:\n%s\n```\n"
HEAD = "---\nfile_format: mystnb\nlanguage_info: {name: python}\n---\n"


def setup(app):
    """Tell the extension the order of the pages, as sphinx_external_toc does."""

    def put_in_order(app, env, docnames):
        env.external_site_map = app.config.contents

    app.add_config_value("contents", [], "env")
    app.connect("env-before-read-docs", put_in_order)


def build_book(folder, conf, pages):
    """Return the site that is built in the folder, and what Sphinx warns of.

    The pages come in the order of `pages`. A second build in the folder reads only those
    that changed.
    """
    source = folder / "source"
    contents = [Path(name).with_suffix("").as_posix() for name in pages]
    conf += f"\nextensions.append({__name__!r})\ncontents = {contents}\n"
    for name, text in {"conf.py": conf, **pages}.items():
        path = source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, encoding="utf-8")
    app = SphinxTestApp("html", srcdir=source, builddir=folder / "build")
    try:
        app.build()
        site, warnings = Path(app.outdir), app.warning.getvalue()
    finally:
        app.cleanup()
    for page in site.rglob("*.html"):
        ids = Counter(re.findall(r'\sid="([^"]*)"', page.read_text("utf-8")))
        assert [x for x, n in ids.items() if n > 1] == [], page
    return site, warnings


def parsed_page(site, name="index"):
    """Return a page of a site, parsed."""
    return BeautifulSoup((site / f"{name}.html").read_text("utf-8"), "html.parser")


def environment(folder):
    """Return what Sphinx keeps of the book that was built in the folder."""
    path = folder / "build" / "doctrees" / "environment.pickle"
    return pickle.loads(path.read_bytes())


def dependencies(folder, docname):
    """Return the files whose change has Sphinx read a page of that book again."""
    names = environment(folder).dependencies[docname]
    return {(folder / "source" / name).resolve() for name in names}


def build_chapters(folder, conf, chapters, files=None):
    """Return each chapter's page, parsed, by its name, and what Sphinx warns of.

    A chapter is Markdown with code cells, which are not run; `files` are other files.
    """
    conf += "\nnb_execution_mode = 'off'\nnumfig = math_numfig = True\n"
    conf += "source_suffix = {'.md': 'myst-nb'}\n"  # Sphinx keeps another build's
    conf += "myst_enable_extensions = ['dollarmath', 'colon_fence']\n"
    pages = {f"{name}.md": HEAD + text for name, text in chapters.items()}
    pages["index.md"] = INDEX % "\n".join(chapters)
    site, warnings = build_book(folder, conf, pages | (files or {}))
    return {name: parsed_page(site, name) for name in chapters}, warnings
