"""Every page of the book: accessible, quiet, within its width, with no other host."""

from pathlib import Path

import pytest
import yaml
from axe_playwright_python.sync_playwright import Axe
from conftest import ROOT, Watch
from playwright.sync_api import Browser

TOC = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
NAMES = [chapter["file"] for part in TOC["parts"] for chapter in part["chapters"]]
PAGES = ["book/index", *NAMES, "search"]
LOOKS = [(s, w) for s in ("light", "dark") for w in (1280, 390)]
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("name", PAGES)
def test_page(name: str, site: Path, browser: Browser, address: str) -> None:
    faults = []
    for scheme, width in LOOKS:
        size = {"width": width, "height": 900}
        with browser.new_context(color_scheme=scheme, viewport=size) as context:
            watch = Watch(context, address)
            page = context.new_page()
            page.goto(f"{address}/{name}.html", wait_until="load")
            look = f"{scheme}, {width} px"
            for violation in Axe().run(page).response["violations"]:
                nodes = [node["html"][:120] for node in violation["nodes"][:3]]
                faults.append(f"{look}: {violation['id']}: {nodes}")
            for narrow in {width, 320} if width == 390 else {width}:
                page.set_viewport_size({"width": narrow, "height": 900})
                if (over := page.evaluate(OVERFLOW)) > 0:
                    faults.append(f"{narrow} px: {over} px stick out")
            faults += [f"{look}: console: {text}" for text in watch.errors]
            faults += [f"{look}: asks another host: {url}" for url in watch.refused]
    assert not faults
