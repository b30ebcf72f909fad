"""The built site as the tests read it: SITE=path, or _build/html."""

import os
import sys
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from built import files

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / folder) for folder in ("book/_ext", "book/_lab", "tools")]


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the built site."""
    folder = Path(os.environ.get("SITE", ROOT / "_build" / "html")).resolve()
    if not (folder / "book" / "index.html").exists():
        pytest.fail(f"there is no built site in {folder}: run `make book` first")
    return folder


@pytest.fixture(scope="session")
def pages(site: Path) -> dict[Path, BeautifulSoup]:
    """Every page, parsed, but for the one that only sends on to the first page."""
    found = [p for p in files(site, ".html") if p != site / "index.html"]
    return {p: BeautifulSoup(p.read_text("utf-8"), "html.parser") for p in found}
