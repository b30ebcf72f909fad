"""The command line of make_pyodide and make_lite."""

import argparse
import sys
from pathlib import Path

from tools import SITE


def read_command_line(description: str) -> argparse.Namespace:
    """Return the site, the copy of Pyodide or None, and whether only to check."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("site", nargs="?", type=Path, default=SITE)
    parser.add_argument("--pyodide", type=Path, metavar="FOLDER")
    parser.add_argument("--dry-run", action="store_true", help="build nothing")
    given = parser.parse_args()
    given.site = given.site.resolve()
    if given.pyodide is not None and not given.pyodide.is_dir():
        fault = (
            "is a file, not a folder"
            if given.pyodide.exists()
            else "there is no such folder"
        )
        sys.exit(f"--pyodide {given.pyodide}: {fault}")
    given.pyodide = given.pyodide and given.pyodide.resolve()
    return given
