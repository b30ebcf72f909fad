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
    found = parser.parse_args()
    found.site = found.site.resolve()
    if found.pyodide is not None and not found.pyodide.is_dir():
        fault = (
            "is a file, not a folder"
            if found.pyodide.exists()
            else "there is no such folder"
        )
        sys.exit(f"--pyodide {found.pyodide}: {fault}")
    found.pyodide = found.pyodide and found.pyodide.resolve()
    return found
