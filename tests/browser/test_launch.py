"""A chapter is run in the browser, or what keeps it from that is said in words."""

import json

import pytest


def problem(page):
    """Press the button of the page, and return what it says instead of leaving."""
    here = page.url
    page.get_by_role("link", name="Run this chapter in the browser").click()
    text = page.locator(".run-here-message p").inner_text()
    assert page.url == here
    return text


def test_launch_tells_a_reader_who_is_offline(address, page, context, watch):
    page.goto(f"{address}/book/hinge/mask_trick.html")
    watch.provoked = ["ERR_INTERNET_DISCONNECTED"]
    context.set_offline(True)
    assert "offline" in problem(page)


def test_launch_tells_of_a_site_without_notebooks(address, page, context, watch):
    watch.provoked = ["404"]
    context.route("**/sources.json", lambda route: route.fulfill(status=404))
    page.goto(f"{address}/book/hinge/mask_trick.html")
    assert "make book" in problem(page)


def test_launch_names_python_that_cannot_be_reached(address, page, context, watch):
    watch.provoked = ["ERR_FAILED"]
    sources = json.dumps({"pyodide": "https://cdn.example.org/full/"})
    context.route("**/sources.json", lambda route: route.fulfill(body=sources))
    page.goto(f"{address}/book/hinge/mask_trick.html")
    assert "cdn.example.org" in problem(page)
    assert watch.refused == ["https://cdn.example.org/full/pyodide.js"]
    watch.refused.clear()


def test_launch_without_scripts_is_not_offered(address, browser):
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{address}/book/hinge/mask_trick.html")
        assert page.locator(".download-notebook").is_visible()
        assert page.locator(".run-here").is_hidden()


def test_message_can_be_closed_and_comes_again(address, page, context, watch):
    watch.provoked = ["404"]
    context.route("**/sources.json", lambda route: route.fulfill(status=404))
    page.goto(f"{address}/book/hinge/mask_trick.html")
    for _ in range(2):
        assert "make book" in problem(page)
        page.get_by_role("button", name="Close").click()
        assert page.locator(".run-here-message").count() == 0


@pytest.mark.parametrize("key", ["ControlOrMeta", "Shift"])
def test_launch_leaves_a_new_tab_to_the_browser(key, address, page, context):
    """Or a new window, for Shift."""
    page.goto(f"{address}/book/hinge/mask_trick.html")
    here, button = page.url, page.locator(".run-here")
    # A light page in place of the notebook, which a test can't keep a new tab from loading.
    button.evaluate("(link) => { link.href = 'gradient.html'; }")
    with context.expect_page() as opened:
        button.click(modifiers=[key])
    opened.value.wait_for_url("**/book/hinge/gradient.html")
    assert page.url == here


@pytest.mark.parametrize(
    ("missing", "word"),
    [("WebAssembly", "WebAssembly"), ("Worker", "workers"), ("indexedDB", "storage")],
)
def test_launch_tells_what_a_browser_lacks(missing, word, address, page):
    page.add_init_script(
        f"Object.defineProperty(window, '{missing}', {{ value: undefined }})"
    )
    page.goto(f"{address}/book/hinge/mask_trick.html")
    assert word in problem(page)


def test_page_from_a_disk_says_where_notebooks_run(site, context):
    page = context.new_page()
    page.goto((site / "book/hinge/gradient.html").as_uri())
    messages = []
    page.on("dialog", lambda dialog: (messages.append(dialog.message), dialog.accept()))
    before = page.url
    page.locator(".run-here").click()
    assert len(messages) == 1 and "Run make serve" in messages[0]
    assert page.url == before
