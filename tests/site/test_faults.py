"""Each check of the built site fails on a small site that is broken for it."""

import hashlib
import inspect
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.site import test_site
from tests.site.built_site import parse
from tests.site.small_site import PAGES, write_site

INDEX, CHAPTER = "book/index.html", "book/one.html"
NOTES, STYLE = "book/two.html", "_static/book.css"
HEAD, BODY = "</head>", "</article>"
OTHER = "https://cdn.example.org/"

# What is broken: the check, the file, what is replaced (everywhere) and by what.
FAULTS = [
    ("chapters_are_all_built", CHAPTER, None, ""),
    ("first_page_is_reached_from_the_root", "index.html", "book/index", "book/nowhere"),
    (
        "pages_load_nothing_from_another_host",
        INDEX,
        HEAD,
        f'<script src="{OTHER}a.js"></script></head>',
    ),
    (
        "styles_scripts_and_figures_name_no_other_host",
        STYLE,
        r"url\(fonts",
        f"url({OTHER}fonts",
    ),
    (
        "figure_address_can_say_its_theme",
        "_images/line.svg",
        "#dark:target",
        "#gone:target",
    ),
    (
        "pages_load_no_math_or_icon_script",
        INDEX,
        HEAD,
        '<script src="tex-mathjax.js"></script></head>',
    ),
    ("internal_links_resolve", INDEX, r"one\.html", "nowhere.html"),
    ("internal_links_resolve", NOTES, r"html#equation-eq-", "html#equation-no-"),
    ("mathematics_is_in_the_page", NOTES, "katex-html", "katex-gone"),
    ("mathml_is_valid", NOTES, "<math>", "<math><msub><mi>x</mi></msub>"),
    ("punctuation_stays_with_its_formula", CHAPTER, 'class="held"', 'class="loose"'),
    ("pages_show_no_raw_tex", NOTES, BODY, "<p>$x^2$</p></article>"),
    ("labelled_equations_show_their_number", CHAPTER, 'class="eqno"', 'class="gone"'),
    (
        "figures_have_a_numbered_caption_and_alternative_text",
        CHAPTER,
        r'(<img[^>]*) alt="[^"]*"',
        r"\1",
    ),
    ("solutions_are_folded_without_a_script", CHAPTER, "<details", "<div"),
    ("chapters_offer_their_notebook", CHAPTER, "download-notebook", "gone"),
    ("pages_say_what_they_are", INDEX, 'name="description"', 'name="gone"'),
    ("chapters_follow_each_other", INDEX, "next-page", "gone"),
    ("search_knows_every_chapter", "searchindex.js", '"book/one"', '"x"'),
    ("fonts_have_every_character", NOTES, BODY, "<p>Ж</p></article>"),
    ("pages_with_all_that_they_load_are_light", STYLE, r"\A", "HEAVY"),
]


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_site(tmp_path)
    monkeypatch.setattr(test_site, "ROOT", tmp_path)
    monkeypatch.setattr(test_site, "toc_pages", lambda: PAGES)
    return tmp_path / "html"


@pytest.mark.parametrize(("name", "file", "old", "new"), FAULTS)
def test_site_checks_notice_a_broken_site(
    name: str, file: str, old: str | None, new: str, small: Path
) -> None:
    run(name, small)  # sound, until it is broken
    target = small / file
    if old is None:
        target.unlink()
    else:
        text, times = re.subn(old, new, target.read_text("utf-8"))
        assert times, f"{file} has no {old}: nothing was broken"
        target.write_text(text.replace("HEAVY", noise()), encoding="utf-8")
    with pytest.raises((AssertionError, FileNotFoundError, ValueError)):
        run(name, small)


def run(name: str, site: Path) -> None:
    """Run a check on a site."""
    check: Callable[..., None] = getattr(test_site, f"test_{name}")
    given = {"site": site, "pages": parse(site)}
    check(**{n: given[n] for n in inspect.signature(check).parameters})


def noise() -> str:
    """Words that do not compress below the limit."""
    words = (hashlib.sha256(str(n).encode()).hexdigest() for n in range(12_000))
    return "/*" + "".join(words) + "*/"


def test_site_checks_have_a_fault_each() -> None:
    checks = {n.removeprefix("test_") for n in vars(test_site) if n.startswith("test_")}
    assert checks == {name for name, *_ in FAULTS}
