"""Each check of the built site fails on a small site that is broken for it."""

import hashlib
import inspect
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.site import test_site
from tests.site.built import parse
from tests.site.small import CHAPTERS, write_site

INDEX, CHAPTER = "book/index.html", "book/one.html"
NOTES, STYLE = "book/two.html", "_static/book.css"
HEAD, BODY = "</head>", "</article>"
OTHER = "https://cdn.example.org/"

# What is broken: the check, the file, what is replaced (everywhere) and by what.
FAULTS = [
    ("every_chapter_is_built", CHAPTER, None, ""),
    ("first_page_is_reached_from_the_root", "index.html", "book/index", "book/nowhere"),
    *[
        ("pages_load_nothing_from_another_host", INDEX, place, tag + place)
        for place, tag in (
            (HEAD, f'<script src="{OTHER}a.js"></script>'),
            (HEAD, '<script src="//cdn.example.org/a.js"></script>'),
            (HEAD, f'<link rel="stylesheet" href="{OTHER}a.css">'),
            (HEAD, f'<link rel="preconnect" href="{OTHER}">'),
            (HEAD, f"<style>@import '{OTHER}a.css';</style>"),
            (BODY, f'<img alt="a" src="{OTHER}a.png">'),
            (BODY, f'<img alt="a" src="a.png" srcset="{OTHER}a.png 2x">'),
            (BODY, f'<p style="background: url({OTHER}a.png)">a</p>'),
            (BODY, f'<iframe src="{OTHER}"></iframe>'),
            (BODY, f'<svg><use href="{OTHER}a.svg#a"/></svg>'),
        )
    ],
    *[
        ("styles_scripts_and_figures_name_no_other_host", file, old, new)
        for file, old, new in (
            (STYLE, "@font-face", f"@import '{OTHER}a.css';@font-face"),
            (STYLE, r"url\(fonts", f"url({OTHER}fonts"),
            ("_static/book.js", r"\A", f'fetch("{OTHER}a.json");'),
            ("_static/opening.svg", "</svg>", f'<image href="{OTHER}a.png"/></svg>'),
            (INDEX, HEAD, f'<script>import("{OTHER}a.js")</script></head>'),
        )
    ],
    *[
        ("no_math_or_icon_script_is_loaded", INDEX, HEAD, f"{tag}</script></head>")
        for tag in ('<script src="tex-mathjax.js">', '<script src="bootstrap.js">')
    ],
    ("internal_links_resolve", INDEX, r"one\.html", "nowhere.html"),
    ("internal_links_resolve", INDEX, BODY, '<a href="#nowhere">a</a></article>'),
    ("internal_links_resolve", NOTES, r"html#equation-eq-", "html#equation-no-"),
    ("internal_links_resolve", STYLE, r"\.woff2", "-gone.woff2"),
    ("mathematics_is_in_the_page", NOTES, "katex-html", "katex-gone"),
    ("mathematics_is_in_the_page", NOTES, "<math>", "<gone>"),
    ("mathematics_is_in_the_page", NOTES, BODY, "<merror>x</merror></article>"),
    (
        "mathematics_is_in_the_page",
        NOTES,
        BODY,
        '<b class="katex-error">x</b></article>',
    ),
    ("mathml_is_valid", NOTES, "<math>", "<math><msub><mi>x</mi></msub>"),
    ("punctuation_stays_with_its_formula", CHAPTER, 'class="held"', 'class="loose"'),
    *[
        ("no_raw_tex_is_left", NOTES, BODY, f"<p>{tex}</p></article>")
        for tex in ("$x^2$", "$$x$$", r"\\(x\\)", r"\\[x\\]", r"\\begin{align}x")
    ],
    ("labelled_equations_show_their_number", CHAPTER, 'class="eqno"', 'class="gone"'),
    *[
        ("figures_have_a_numbered_caption_and_alternative_text", CHAPTER, old, new)
        for old, new in (
            (r'(<img[^>]*) alt="[^"]*"', r"\1"),
            (r'(<img[^>]* alt=)"[^"]*"', r'\1" "'),
            ("caption-number", "gone"),
            ("<figcaption", "<div"),
            ("dark-light", "gone"),
            (r'(<img[^>]*) width="[^"]*"', r"\1"),
        )
    ],
    ("solutions_are_folded_without_a_script", CHAPTER, "<details c", "<details open c"),
    ("solutions_are_folded_without_a_script", CHAPTER, "<details", "<div"),
    ("each_chapter_offers_its_notebook", CHAPTER, "download-notebook", "gone"),
    *[
        ("each_chapter_offers_its_notebook", "_sources/book/one.ipynb", old, "")
        for old in (r"\A\{", None)
    ],
    *[
        ("pages_say_what_they_are", INDEX, old, new)
        for old, new in (
            ('lang="en"', ""),
            ("<title>[^<]*</title>", ""),
            ("<title>[^<]*</title>", "<title></title>"),
            ('name="description"', 'name="gone"'),
            ('name="viewport"', 'name="gone"'),
            (HEAD, '<meta name="viewport" content="width=320"></head>'),
            ("<h1>", "<h1>a</h1><h1>"),
            (BODY, '<p id="furo-main-content">a</p></article>'),
            ('id="furo-main-content"', ""),
        )
    ],
    ("chapters_follow_each_other", INDEX, "next-page", "gone"),
    ("chapters_follow_each_other", CHAPTER, "prev-page", "gone"),
    ("search_knows_every_chapter", "searchindex.js", '"book/one"', '"x"'),
    ("search_knows_every_chapter", "searchindex.js", r'"?hing"?: ?', '"gone":'),
    (
        "search_knows_every_chapter",
        "searchindex.js",
        r'"terms": \{.*?\}',
        '"terms": {}',
    ),
    ("a_page_with_all_that_it_loads_is_light", STYLE, r"\A", "HEAVY"),
]


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_site(tmp_path)
    monkeypatch.setattr(test_site, "ROOT", tmp_path)
    monkeypatch.setattr(test_site, "toc_files", lambda: CHAPTERS)
    return tmp_path / "html"


@pytest.mark.parametrize(("name", "file", "old", "new"), FAULTS)
def test_a_broken_site_is_caught(
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


def test_every_check_has_its_fault() -> None:
    checks = {n.removeprefix("test_") for n in vars(test_site) if n.startswith("test_")}
    assert checks == {name for name, *_ in FAULTS}
