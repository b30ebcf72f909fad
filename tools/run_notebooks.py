"""Execute the book's notebooks in place: the same packages give the same bytes.

    python -m tools.run_notebooks [PATH ...] [--refresh] [--jobs N]

PATH is a notebook or a folder (default: the book). What a cell tagged
`nbval-ignore-output` prints differs from run to run: it is executed but keeps the output
it has, unless it has none or `--refresh` is given. A notebook with a failing cell is left
as it was.
"""

import re
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from book._parsing import BOOK
from book._parsing.page import UNCOMPARED, notebooks
from tools.shared.command_line import argument_parser
from tools.shared.notebook_form import KERNEL, normal_form

COLOUR = re.compile(r"\x1b\[[\d;]*m")  # as a terminal is told


def strip_colours(text: str) -> str:
    """Return what a program printed without the escape codes that colour it."""
    return COLOUR.sub("", text)


def find_notebooks(paths: list[Path]) -> list[Path]:
    """Return the notebooks at and below `paths`, sorted.

    ValueError names what is neither a notebook nor a folder that holds one.
    """
    for path in paths:
        if not path.exists():
            raise ValueError(f"no such notebook or folder: {path}")
        if path.is_file() and path.suffix != ".ipynb":
            raise ValueError(f"not a notebook: {path}")
        if path.is_dir() and not notebooks(path):
            raise ValueError(f"no notebook in the folder {path}")
    return sorted({n for p in paths for n in (notebooks(p) if p.is_dir() else [p])})


def shorten(error: Exception) -> str:
    """Shorten a traceback to the place and line of each call, and the exception."""
    if not isinstance(error, CellExecutionError):
        return str(error)
    lines = strip_colours(error.traceback).splitlines()
    calls = [x for x in lines if re.match(r" *Cell In\[|File |-+> *\d", x)]
    return "\n".join([*calls, f"{error.ename}: {error.evalue}"])


def execute(path: Path, refresh: bool) -> tuple[str, str]:
    """Return the executed notebook's text, and what went wrong."""
    try:
        nb = nbformat.read(path, as_version=4)
    except (ValueError, AttributeError, nbformat.ValidationError) as error:
        return "", f"{path}: not a notebook: {str(error).splitlines()[0][:200]}"
    before, current = [cell.get("outputs") for cell in nb.cells], [0]
    client = NotebookClient(
        nb,
        timeout=600,
        coalesce_streams=True,  # how they are split depends on timing
        kernel_name=KERNEL["name"],
        extra_arguments=["--log-level=ERROR"],
        on_cell_start=lambda cell, cell_index: current.append(cell_index),
        resources={"metadata": {"path": str(path.parent)}},
    )
    try:
        client.execute()
    except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
        return "", f"{path}: failed in cell {current[-1] + 1}\n{shorten(error)}"
    for cell, old in zip(nb.cells, before, strict=True):
        if UNCOMPARED in cell.metadata.get("tags", []) and old and not refresh:
            cell.outputs = old
    return normal_form(nb), ""


def main() -> int:
    """Run the command line; return 1 if a cell failed."""
    parser = argument_parser(__doc__)
    parser.add_argument("paths", nargs="*", type=Path, default=[BOOK])
    parser.add_argument(
        "--refresh",
        action="store_true",
        help="replace the stored outputs of cells that are not compared, too",
    )
    parser.add_argument("--jobs", type=int, default=1, help="notebooks at a time")
    args = parser.parse_args()
    if args.jobs < 1:
        parser.error(f"--jobs must be 1 or more, got {args.jobs}")
    try:
        paths = find_notebooks(args.paths)
    except ValueError as error:
        parser.error(str(error))
    failed = False
    with ProcessPoolExecutor(max_workers=args.jobs) as pool:
        run = partial(execute, refresh=args.refresh)
        for path, (text, fault) in zip(paths, pool.map(run, paths), strict=True):
            changed = not fault and text.encode() != path.read_bytes()
            failed |= bool(fault)
            if changed:
                path.write_bytes(text.encode())
            print(fault or f"{path}: {'' if changed else 'un'}changed", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
