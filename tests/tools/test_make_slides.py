"""tools/make_slides.py: slides get the figures and numbers of the built book."""

import pytest

from tools import make_slides
from tools.make_slides import find, slide

PAGE = """
<div class="math" id="equation-eq-loss">L<span class="eqno">(3.1)<a class="headerlink"
href="#equation-eq-loss">#</a></span></div>
<figure id="fig-arrows"><img src="../../_images/arrows.svg" loading="lazy"><figcaption>
<span class="caption-number">Figure 3.1 </span><span class="caption-text">Arrows.</span>
<a href="hinge.html">the loss</a></figcaption></figure>
"""


@pytest.fixture
def site(tmp_path):
    """A site of one page."""
    page = tmp_path / "book" / "hinge" / "gradient.html"
    page.parent.mkdir(parents=True)
    page.write_text(PAGE, encoding="utf-8")
    return tmp_path


def test_slide_copies_what_a_link_alone_leads_to(site):
    made = slide(site, "[](book/hinge/gradient#fig-arrows)")
    assert '<img src="../book/hinge/../../_images/arrows.svg"/>' in made
    assert "Figure 3.1" in made
    assert "Arrows." not in made
    assert "id=" not in made  # it may be on two slides
    assert "the loss" in made
    assert "<a" not in made  # it would lead elsewhere from a slide


def test_links_with_words_lead_to_the_book(site):
    made = slide(
        site, "See [it](book/hinge/gradient#eq-loss), [the page](book/hinge/gradient)."
    )
    assert '<a href="../book/hinge/gradient.html#equation-eq-loss">it</a>' in made
    assert '<a href="../book/hinge/gradient.html">the page</a>' in made


def test_slide_leaves_other_links_alone(site):
    made = slide(site, "See [it](https://example.org/x#y) and <a name='x'>here</a>.")
    assert '<a href="https://example.org/x#y">it</a>' in made
    assert '<a name="x">here</a>' in made


def test_formulas_of_a_slide_are_displayed_or_in_the_line(site):
    made = slide(site, "$$ a $$\n\nHere $b$ is small.")
    assert made.count('<span class="katex-display">') == 1
    assert made.count('<span class="katex">') == 2


def test_find_names_what_is_not_there(site):
    with pytest.raises(LookupError, match="has nothing with the id 'eq-no-such'"):
        find(site, "book/hinge/gradient#eq-no-such")
    with pytest.raises(LookupError, match=r"no_such\.html is missing: run make book"):
        find(site, "book/hinge/no_such#eq-loss")


@pytest.mark.parametrize("address", ["#eq-loss", ""])
def test_link_needs_a_page(address, site):
    with pytest.raises(LookupError, match=f"needs a page, .* got '{address}'"):
        slide(site, f"See [it]({address}).")


@pytest.mark.parametrize("text", ["{0}{0}", "{0}\n{0}", "See {0}."])
def test_link_without_words_stands_alone(text, site):
    link = "[](book/hinge/gradient#eq-loss)"
    fault = "link to book/hinge/gradient#eq-loss needs words, or a paragraph of its own"
    with pytest.raises(LookupError, match=fault):
        slide(site, text.format(link))


def test_main_makes_all_decks_with_what_they_load(site, tmp_path, monkeypatch):
    decks = tmp_path / "decks"
    (decks / "reveal").mkdir(parents=True)
    (decks / "reveal" / "reveal.js").touch()
    (decks / "slides.css").touch()
    (decks / "one.md").write_text(
        "# One < two\n\n[](book/hinge/gradient#eq-loss)\n", "utf-8"
    )
    monkeypatch.setattr(make_slides, "DECK_FOLDER", decks)
    monkeypatch.setattr("sys.argv", ["make_slides", str(site)])
    (site / "book" / "index.html").touch()
    make_slides.main()
    made = site / "slides"
    page = (made / "one.html").read_text("utf-8")
    assert "<title>One &lt; two</title>" in page
    assert 'href="slides.css"' in page and 'src="reveal/reveal.js"' in page
    assert (made / "slides.css").is_file() and (made / "reveal/reveal.js").is_file()
    for text, fault in (
        ("[](book/hinge/gradient#no-such)", "book/hinge/gradient has nothing"),
        (r"Here $\nosuch$ is small.", r"KaTeX: Undefined control sequence: \\nosuch"),
    ):
        (decks / "two.md").write_text(f"# Two\n\n{text}\n", "utf-8")
        with pytest.raises(SystemExit, match=rf"two\.md: {fault}.*\Z"):
            make_slides.main()
