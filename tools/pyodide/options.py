"""What make_python and make_lite are given on a command line."""

import argparse
import sys

from tools.shared.command_line import absolute_path, site_parser


def read_options(docstring: str | None) -> argparse.Namespace:
    """Return SITE, the copy of Pyodide or None, and whether only to check."""
    parser = site_parser(docstring)
    parser.add_argument("--pyodide", type=absolute_path, metavar="FOLDER")
    parser.add_argument("--dry-run", action="store_true", help="build nothing")
    args = parser.parse_args()
    if args.pyodide is not None and not args.pyodide.is_dir():
        sys.exit(f"--pyodide {args.pyodide}: there is no such folder")
    return args
