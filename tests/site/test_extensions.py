"""The Sphinx code of the site: mathematics, and what is trimmed."""

from pathlib import Path

import pytest
import tinycss2
from katex_math import PART, SHORT, breakable, display_tex, to_html
from py_mini_racer import JSEvalException
from sphinx.testing.util import SphinxTestApp
from trim import Vocabulary, drop_unused, purge, rebase, rewrite

CONF = """
import sys
sys.path.insert(0, {ext!r})
extensions = ["katex_math"]
html_math_renderer = "katex"
"""
ROOT = Path(__file__).resolve().parents[2]


def test_formula_has_html_and_mathml() -> None:
    html = to_html(r"\frac{1}{N} X^\top M", True)
    assert '<span class="katex-display">' in html
    assert "<math" in html
    assert 'aria-hidden="true"' in html


@pytest.mark.parametrize("tex", [r"\frac{1}", r"\nosuchmacro", r"x^{2", "é"])
def test_bad_tex_is_an_exception(tex: str) -> None:
    with pytest.raises(JSEvalException, match="KaTeX parse error|Unicode"):
        to_html(tex, False)


@pytest.mark.parametrize("tex", [r"\nosuchmacro + 1", r"\nosuchmacro" + " + 1" * SHORT])
def test_bad_tex_is_a_warning_that_names_formula_and_page(
    tmp_path: Path, tex: str
) -> None:
    source = tmp_path / "source"
    source.mkdir()
    conf = CONF.format(ext=str(ROOT / "book" / "_ext"))
    (source / "conf.py").write_text(conf, encoding="utf-8")
    text = f"Page\n====\n\n:math:`{tex}`\n"
    (source / "index.rst").write_text(text, encoding="utf-8")
    app = SphinxTestApp("html", srcdir=source, builddir=tmp_path / "build")
    try:
        app.build()
        said = app.warning.getvalue()
    finally:
        app.cleanup()
    assert repr(tex) in said
    assert "index.rst" in said


def test_numbers_are_sphinxs_not_katexs() -> None:
    text = display_tex("\\begin{align}\na &= b\n\\end{align}", nowrap=True)
    assert text.count("align*") == 2
    assert "eqn-num" not in to_html(text, True)
    assert "eqn-num" in to_html(text.replace("align*", "align"), True)


def test_a_long_formula_breaks_between_its_parts_only() -> None:
    html = to_html("a + b = c", False)
    parts = html.count(PART)
    assert parts == 3  # a KaTeX with other class names would never let it break
    assert breakable(html).count("<wbr>" + PART) == parts - 1
    assert breakable(html).replace("<wbr>", "") == html


def test_several_lines_become_rows() -> None:
    assert display_tex(r"a \\ b", nowrap=False).startswith(r"\begin{aligned}")
    assert display_tex("a\n\nb", nowrap=False).count(r"\\") == 1
    assert display_tex("a", nowrap=False) == "a"


@pytest.mark.parametrize(
    ("selector", "kept"),
    [
        ("p", True),
        ("*", True),
        ("p.seen", True),
        ("p.unseen", False),
        ("#here", True),
        ("#elsewhere", False),
        ("table", False),
        ("p:not(.unseen)", True),
        ("p[data-x]", True),
        (".made", True),
        ("a:hover", False),
        ("p::before", True),
    ],
)
def test_rules_stay_when_they_can_match(selector: str, kept: bool) -> None:
    page = '<p class="seen other" id="here">text</p>'
    words = Vocabulary([page], ['element.classList.add("made")'])
    rules = tinycss2.parse_stylesheet(f"{selector} {{ color: red }}", True, True)
    assert bool(purge(rules, words)) is kept


def test_one_selector_of_a_list_may_go() -> None:
    words = Vocabulary(['<p class="seen">'], [])
    rules = tinycss2.parse_stylesheet("@media print{.seen, .unseen{top:0}}", True, True)
    assert purge(rules, words) == "@media print{.seen{top:0}}"


def test_unread_properties_and_unnamed_fonts_go() -> None:
    css = (
        ":root{--a:1;--b:var(--a);--c:2}\n"
        "@font-face{font-family:Used;src:url(u.woff2)}\n"
        "@font-face{font-family:Idle;src:url(i.woff2)}\n"
        "p{top:var(--b);font-family:Used}\n"
    )
    slim = drop_unused(css)
    assert "--a:1" in slim
    assert "--c" not in slim
    assert "u.woff2" in slim
    assert "i.woff2" not in slim


def test_addresses_are_seen_from_the_bundle() -> None:
    assert rebase("url(fonts/a.woff2)", "katex") == "url(katex/fonts/a.woff2)"
    assert rebase('url("../vendor/b.woff2?v=1")', "styles") == "url(vendor/b.woff2)"
    assert rebase("url(data:x)", "styles") == "url(data:x)"


def test_a_page_asks_for_its_fonts_once_and_before_the_style_sheet() -> None:
    """Also where a second build finds the page as the first one left it."""
    page = (
        '<html data-content_root="../">\n'
        '<link rel="stylesheet" href="../_static/own.css"/>\n'
        "<p><em>One</em> line.</p>"
    )
    once = rewrite(Path("page.html"), page, "1")
    assert rewrite(Path("page.html"), once, "1") == once
    assert once.count("400-italic.woff2") == 1
    assert "600-normal" not in once
    assert once.index("preload") < once.index("stylesheet")
