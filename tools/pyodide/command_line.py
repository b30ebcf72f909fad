"""The command line of make_pyodide and make_lite."""

import argparse
import sys
from pathlib import Path

from tools.command_line import site_parser


def read_command_line(docstring: str | None) -> argparse.Namespace:
    """Return the site, the copy of Pyodide or None, and whether only to check."""
    parser = site_parser(docstring)
    parser.add_argument("--pyodide", type=Path, metavar="FOLDER")
    parser.add_argument("--dry-run", action="store_true", help="build nothing")
    args = parser.parse_args()
    args.site = args.site.resolve()
    if args.pyodide is not None and not args.pyodide.is_dir():
        fault = (
            "is a file, not a folder"
            if args.pyodide.exists()
            else "there is no such folder"
        )
        sys.exit(f"--pyodide {args.pyodide}: {fault}")
    args.pyodide = args.pyodide and args.pyodide.resolve()
    return args
