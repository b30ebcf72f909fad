"""The search: what it shows of a page, and which page comes first."""

import pytest
from playwright.sync_api import expect


def test_search_extracts_show_a_formula_once_and_no_buttons(address, page):
    page.goto(f"{address}/search.html?q=hinge gradient")
    formula = page.locator(".context", has_text="X⊤M").first
    expect(formula).not_to_contain_text("\\top")
    start = page.locator(".context", has_text="You will be able").first
    expect(start).not_to_contain_text("in the browser")


def test_search_from_a_disk_lists_pages_without_extracts(site, context):
    page = context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.resource_type))
    page.goto(f"{(site / 'search.html').as_uri()}?q=margin")
    expect(page.get_by_text("Search finished")).to_be_visible()
    expect(page.locator("ul.search > li").first).to_contain_text("margin")
    assert page.locator(".context").count() == 0
    assert "fetch" not in asked  # it would be refused


@pytest.mark.parametrize(
    ("query", "chapter"),
    [
        ("mask", "hinge/mask_trick"),
        ("smo", "margin/smo"),
        ("gradient check", "hinge/gradient_check"),  # the name of its file, in words
    ],
)
def test_search_finds_the_chapter_of_that_name_first(query, chapter, address, page):
    page.goto(f"{address}/search.html?q={query}")
    first = page.locator("ul.search a").first  # they are listed from the best on
    assert first.get_attribute("href") == f"book/{chapter}.html"
