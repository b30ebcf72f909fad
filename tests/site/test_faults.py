"""Each check of the built site fails on a copy of the site that is broken for it."""

import hashlib
import inspect
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import test_site
from bs4 import BeautifulSoup
from built import LITE

INDEX, CHAPTER = "book/index.html", "book/hinge/mask_trick.html"
NOTES, STYLE = "book/reference/notation.html", "_static/book.css"
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
    ("internal_links_resolve", INDEX, r"hinge/mask_trick\.html", "hinge/nowhere.html"),
    ("internal_links_resolve", INDEX, BODY, '<a href="#nowhere">a</a></article>'),
    ("internal_links_resolve", CHAPTER, r"html#equation-eq-", "html#equation-no-"),
    ("internal_links_resolve", STYLE, r"\.woff2", "-gone.woff2"),
    ("mathematics_is_in_the_page", NOTES, "katex-html", "katex-gone"),
    ("mathematics_is_in_the_page", NOTES, "<math ", "<gone "),
    ("mathematics_is_in_the_page", NOTES, BODY, "<merror>x</merror></article>"),
    (
        "mathematics_is_in_the_page",
        NOTES,
        BODY,
        '<b class="katex-error">x</b></article>',
    ),
    ("punctuation_stays_with_its_formula", NOTES, 'class="held"', 'class="loose"'),
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
        ("each_chapter_offers_its_notebook", f"_sources/book/{name}.ipynb", old, "")
        for name, old in (("hinge/mask_trick", r"\A\{"), ("reference/notation", None))
    ],
    *[
        ("pages_say_what_they_are", INDEX, old, new)
        for old, new in (
            ('lang="en"', ""),
            ("<title>[^<]*</title>", ""),
            ("<title>[^<]*</title>", "<title></title>"),
            ('name="description"', 'name="gone"'),
            ('name="viewport"', 'name="gone"'),
            ('property="og:title"', 'property="gone"'),
            ("<h1>", "<h1>a</h1><h1>"),
            (BODY, '<p id="furo-main-content">a</p></article>'),
            ('id="furo-main-content"', ""),
        )
    ],
    ("chapters_follow_each_other", INDEX, "next-page", "gone"),
    ("chapters_follow_each_other", CHAPTER, "prev-page", "gone"),
    ("search_knows_every_chapter", "searchindex.js", '"book/hinge/mask_trick"', '"x"'),
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
def copy(site: Path, tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "html"
    shutil.copytree(site, folder, ignore=shutil.ignore_patterns(LITE))
    (folder / LITE).symlink_to(site / LITE)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.parametrize(("name", "file", "old", "new"), FAULTS)
def test_a_broken_site_is_caught(
    name: str,
    file: str,
    old: str | None,
    new: str,
    site: Path,
    pages: test_site.Pages,
    copy: Path,
) -> None:
    check: Callable[..., None] = getattr(test_site, f"test_{name}")
    needs = inspect.signature(check).parameters
    target = copy / file
    parsed = {copy / p.relative_to(site): page for p, page in pages.items()}
    if "site" not in needs and target in parsed:
        parsed = {target: parsed[target]}  # the others only take time
    given = {"site": copy, "pages": parsed}
    check(**{n: given[n] for n in needs})  # sound, until it is broken
    if old is None:
        target.unlink()
    else:
        text, times = re.subn(old, new, target.read_text("utf-8"))
        assert times, f"{file} has no {old}: nothing was broken"
        target.write_text(text.replace("HEAVY", noise()), encoding="utf-8")
        if target in parsed:
            parsed[target] = BeautifulSoup(text, "html.parser")
    with pytest.raises((AssertionError, FileNotFoundError, ValueError)):
        check(**{n: given[n] for n in needs})


def noise() -> str:
    """Words that do not compress below the limit."""
    words = (hashlib.sha256(str(n).encode()).hexdigest() for n in range(12_000))
    return "/*" + "".join(words) + "*/"


def test_every_check_has_its_fault() -> None:
    checks = {n.removeprefix("test_") for n in vars(test_site) if n.startswith("test_")}
    assert checks == {name for name, *_ in FAULTS}
