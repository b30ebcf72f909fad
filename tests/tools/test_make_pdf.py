"""tools/make_pdf.py: what it prints of a page."""

import pytest

from tools import make_pdf
from tools.built_page import parse_html

PAGE = """<article><h1 id="a">Title<a class="headerlink" href="#a">#</a></h1>
<p class="launch">Run this chapter in the browser.</p>
<p class="uses">Functions of svmlib on this page: <code>margins</code></p>
<p class="lab-placeholder">The lab appears here.</p>
<script>start()</script><noscript>The lab needs a script.</noscript>
<div class="cell"><div class="fold"><pre># Checks eq-a</pre></div></div>
<div class="cell"><div class="fold"></div><img src="../../_images/a.svg"></div>
<button class="copybtn">Copy</button>
<div class="exercise-editor"><pre>check("x", my_x)</pre></div>
<section id="the-chapters"><h2>The chapters</h2></section>
<details><summary>Solution</summary> <p>x = 1</p></details>
<p>See <a href="../margin/second.html#fig-b">b</a> and <a href="api.html">api</a>.</p>
<div class="solution"><pre><span class="n">x</span> = 1

<span class="n">check</span>("x", x)</pre>
<div class="cell_output">x: correct.</div></div></article>"""


def test_part_of_which_nothing_is_printed_has_no_place_in_the_contents(monkeypatch):
    parts = {
        "One": ["book/hinge/first", "book/reference/api"],
        "Lab": ["book/margin/lab"],
    }
    monkeypatch.setattr(make_pdf, "toc_parts", lambda: parts)
    assert make_pdf.printed_parts() == {"One": ["book/hinge/first"]}


def test_chapter_is_without_what_only_a_screen_needs(tmp_path):
    name = "book/hinge/first"
    (tmp_path / "book" / "hinge").mkdir(parents=True)
    (tmp_path / f"{name}.html").write_text(PAGE, "utf-8")
    article = make_pdf.printed_article(tmp_path, name, {name, "book/margin/second"})
    target = "book-margin-second--fig-b"
    assert article.select_one(".on-page").extract()["data-to"] == target
    words = article.get_text().split()
    assert " ".join(words) == "Title Solution x = 1 See b and api. x = 1"
    assert article.pre.get_text() == "x = 1\n"
    assert not article.select("details, script")
    assert len(article.select(".cell")) == 1  # the one with a figure
    assert article.img["src"] == "_images/a.svg"
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
    leads = make_pdf.leads_to_other_chapter
    assert leads(f"#book-margin-smo--{anchor}", "book/margin/duality") == numbered
    assert not leads(f"#book-margin-smo--{anchor}", "book/margin/smo")


def test_link_to_another_site_stays_a_link():
    address = "https://example.org/a.html#b"
    assert make_pdf.printed_href(address, "book/hinge/first", set()) == address
    mail = "mailto:a@example.org"
    assert make_pdf.printed_href(mail, "book/hinge/first", set()) == mail


def test_link_within_a_page_stays_on_it():
    name = "book/hinge/first"
    assert make_pdf.printed_href("#eq-a", name, {name}) == "#book-hinge-first--eq-a"


def test_options_of_a_question_are_paragraphs_with_their_replies():
    """Other folds are open below their titles."""
    article = parse_html("""<article><div class="question">
<details><summary>9</summary><p><b>Yes.</b> Nine tie.</p></details>
<details><summary>10</summary><p><b>No.</b></p></details></div>
<details><summary>Show</summary><p>x</p></details></article>""").article
    make_pdf.unfold(article)
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


def test_css_string_holds_quotes_and_backslashes():
    assert make_pdf.css_string(r'The "dual" \ again') == r'"The \"dual\" \\ again"'


def test_document_has_all_pages_in_order(tmp_path, monkeypatch):
    parts = {"": ["intro"], "The hinge": ["hinge/first", "hinge/second"]}
    monkeypatch.setattr(make_pdf, "printed_parts", lambda: parts)
    (tmp_path / "hinge").mkdir()
    for name in ("intro", "hinge/first", "hinge/second"):
        text = f"<article><h1>{name} &lt;b&gt;</h1><h2>Section</h2></article>"
        (tmp_path / f"{name}.html").write_text(text, "utf-8")
    sheet = '<link href="_static/book.css" rel="stylesheet"/>'
    (tmp_path / "search.html").write_text(sheet, "utf-8")
    page = parse_html(make_pdf.document(tmp_path))
    assert str(page.select_one("head link")) == sheet
    assert [(h.name, h.get_text()) for h in page.select("h1, h2, h3")] == [
        ("h1", "intro <b>"),
        ("h2", "Section"),
        ("h1", "Contents"),
        ("h1", "The hinge"),
        ("h2", "hinge/first <b>"),
        ("h3", "Section"),
        ("h2", "hinge/second <b>"),
        ("h3", "Section"),
    ]
    assert page.select_one(".toc a").get_text() == "hinge/first <b>"
    links = [link["href"] for link in page.select(".toc a")]
    assert links == ["#hinge-first", "#hinge-second"]
    assert all(page.select_one(f"article{link}") for link in links)
    assert [reference["data-to"] for reference in page.select(".toc .on-page")] == [
        link[1:] for link in links
    ]
