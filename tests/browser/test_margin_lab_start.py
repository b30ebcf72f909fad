"""margin-lab.mjs: the button of the lab, and what it says where Python can't start."""

from playwright.sync_api import expect

from tests.browser.helpers.lab_actions import MARGIN_LAB


def test_lab_tells_of_a_site_without_python(address, page, context, watch):
    watch.provoked = ["404"]
    context.route("**/sources.json", lambda route: route.fulfill(status=404))
    page.goto(f"{address}/{MARGIN_LAB}")
    expect(page.locator(".lab-progress")).to_contain_text("make book")


def test_lab_tells_a_reader_who_is_offline(address, page, context, watch):
    page.goto(f"{address}/{MARGIN_LAB}")
    page.wait_for_selector(".lab-start")
    watch.provoked = ["ERR_INTERNET_DISCONNECTED"]
    context.set_offline(True)
    page.locator(".lab-start").click()
    expect(page.locator(".lab-error")).to_contain_text("offline")
    expect(page.locator(".lab-start")).to_have_text("Try again")
