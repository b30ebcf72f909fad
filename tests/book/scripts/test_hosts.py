"""No script asks another host for anything."""

import pytest

from tests.book.scripts.run_script import SCRIPTS
from tests.hosts import NETWORK
from tools import ROOT

BUNDLE = ROOT / "book" / "_static" / "codemirror" / "editor.mjs"


@pytest.mark.parametrize(
    "path", [*sorted(SCRIPTS.rglob("*.mjs")), BUNDLE], ids=lambda p: p.name
)
def test_script_names_no_other_host(path):
    assert not NETWORK.findall(path.read_text("utf-8"))
