"""tools/shared/command_line.py: which site it takes, and what it shows of a program."""

import pytest

from tools.shared.command_line import argument_parser, built_site

PROGRAM = """Make the notebooks.

    python -m tools.pyodide.make_lite [SITE]
"""


def test_help_shows_what_can_be_typed():
    shown = argument_parser(PROGRAM).format_help()
    assert shown.startswith("usage: python -m tools.pyodide.make_lite [-h]")
    assert "\n\nMake the notebooks.\n\n" in shown


def test_built_site_has_a_first_page(tmp_path):
    with pytest.raises(SystemExit, match="there is no built book; run `make book`"):
        built_site(tmp_path)
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "index.html").touch()
    assert built_site(tmp_path) == tmp_path
