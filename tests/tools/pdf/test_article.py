"""tools/pdf/article.py: what is printed of a page, and where its links lead."""

import pytest

from tools.pdf.article import (
    leads_to_other_chapter,
    printed_article,
    printed_href,
    unfold,
)
from tools.shared.built_page import parse_html

PAGE = """<article><h1 id="a">Title<a class="headerlink" href="#a">#</a></h1>
<p class="launch">Run this chapter in the browser.</p>
<p class="uses">Functions of svmlib on this page: <code>margins</code></p>
<p class="lab-placeholder">The lab appears here.</p>
<script>start()</script><noscript>The lab needs a script.</noscript>
<div class="cell"><div class="fold"><pre># Checks eq-a</pre></div></div>
<div class="cell"><div class="fold"></div><img src="../../_images/a.svg" loading="lazy"></div>
<button class="copybtn">Copy</button>
<div class="exercise-editor"><pre>check("x", my_x)</pre></div>
<section id="the-chapters"><h2>The chapters</h2></section>
<details><summary>Solution</summary> <p>x = 1</p></details>
<p>See <a href="../margin/second.html#fig-b">b</a> and <a href="api.html">api</a>.</p>
<div class="solution"><pre><span class="n">x</span> = 1

<span class="n">check</span>("x", x)</pre>
<div class="cell_output">x: correct.</div></div></article>"""


def test_chapter_is_without_what_only_a_screen_needs(tmp_path):
    name = "book/hinge/first"
    (tmp_path / "book" / "hinge").mkdir(parents=True)
    (tmp_path / f"{name}.html").write_text(PAGE, "utf-8")
    article = printed_article(tmp_path, name, {name, "book/margin/second"})
    target = "book-margin-second--fig-b"
    assert article.select_one(".on-page").extract()["data-to"] == target
    words = article.get_text().split()
    assert " ".join(words) == "Title Solution x = 1 See b and api. x = 1"
    assert article.pre.get_text() == "x = 1\n"
    assert not article.select("details, script")
    assert len(article.select(".cell")) == 1  # the one with a figure
    assert article.img["src"] == "_images/a.svg"
    assert article.img["loading"] == "eager"  # or the first print would lack it
    assert article.h1["id"] == "book-hinge-first--a"
    assert [link["href"] for link in article.select("a")] == [f"#{target}"]


@pytest.mark.parametrize(
    ("anchor", "numbered"),
    [
        ("equation-eq-a", True),
        ("fig-a", True),
        ("ex-a", True),
        ("thm-a", True),
        ("def-a", True),
        ("exercises", False),
        ("figures-and-equations", False),
    ],
)
def test_links_to_numbered_things_of_other_chapters_show_the_page(anchor, numbered):
    assert (
        leads_to_other_chapter(f"#book-margin-smo--{anchor}", "book/margin/duality")
        == numbered
    )
    assert not leads_to_other_chapter(f"#book-margin-smo--{anchor}", "book/margin/smo")


def test_link_to_another_site_stays_a_link():
    address = "https://example.org/a.html#b"
    assert printed_href(address, "book/hinge/first", set()) == address
    mail = "mailto:a@example.org"
    assert printed_href(mail, "book/hinge/first", set()) == mail


def test_link_within_a_page_stays_on_it():
    name = "book/hinge/first"
    assert printed_href("#eq-a", name, {name}) == "#book-hinge-first--eq-a"


def test_options_of_a_question_are_paragraphs_with_their_replies():
    """Other folds are open below their titles."""
    article = parse_html("""<article><div class="question">
<details><summary>9</summary><p><b>Yes.</b> Nine tie.</p></details>
<details><summary>10</summary><p><b>No.</b></p></details></div>
<details><summary>Show</summary><p>x</p></details></article>""").article
    unfold(article)
    assert [p.get_text() for p in article.select("p.option")] == [
        "9 – Yes. Nine tie.",
        "10 – No.",
    ]
    choices = article.select("p.option > .choice")
    assert [choice.get_text() for choice in choices] == ["9", "10"]
    assert not article.select("details, summary, p p")
    assert [p.get_text() for p in article.select("article > div > p")][2:] == [
        "Show",
        "x",
    ]
