"""Put Python for the browser into the built site: Pyodide, and svmlib's wheel.

    python -m tools.pyodide.make_python [SITE] [--pyodide FOLDER] [--dry-run]

SITE is the built book (default: _build/html). Pyodide comes from its public CDN when a
reader starts Python, or, with `--pyodide`, from a copy of that distribution in FOLDER, of
which the needed part is put into the site. Each file of the copy must have the sha256
that is expected of it, and Node.js compiles what the labs import. `--dry-run` only
checks these, and builds nothing. SITE/python/sources.json says where the scripts find what
they load.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from book._parsing import BOOK, ROOT
from tools.shared.command_line import built_site

from .distribution import (
    CDN,
    LOCK,
    PRELOADED,
    PYODIDE_BYTES,
    PYPI_WHEELS,
    RUNTIME,
    SOURCES,
)
from .hashes import sha256, verify
from .options import read_options
from .wheels import pip

REQUIRED = (*PRELOADED, "sympy")
OPTIONAL = ("scikit-learn",)
Lock = dict[str, dict[str, Any]]


def with_dependencies(names: list[str], packages: Lock) -> list[str]:
    """Return the names of packages, and of all that they depend on, sorted."""
    wanted: set[str] = set()
    while names:
        name = names.pop()
        if name not in wanted:
            wanted.add(name)
            names += [d.lower().replace("_", "-") for d in packages[name]["depends"]]
    return sorted(wanted)


def needed_files(source: Path) -> tuple[list[Path], dict[str, Any]]:
    """Return the files of Pyodide that the notebooks need, verified, and their lock."""
    files = [verify(source / name, digest) for name, digest in RUNTIME.items()]
    lock = json.loads((source / LOCK).read_text("utf-8"))
    packages: Lock = lock["packages"]
    present = [n for n in OPTIONAL if (source / packages[n]["file_name"]).exists()]
    kept = {}
    for name in with_dependencies([*REQUIRED, *present], packages):
        entry = packages[name]
        file = entry["file_name"]
        allowed = {entry["sha256"], PYPI_WHEELS.get(file, entry["sha256"])}
        files.append(verify(source / file, *sorted(allowed)))
        kept[name] = entry
    return files, {**lock, "packages": kept}


def find_node() -> str:
    """Return the path of Node.js, or exit and say what needs it."""
    node = shutil.which("node")
    if node is None:
        sys.exit("--pyodide needs Node.js, and there is no `node` on the path")
    return node


def copy_pyodide(source: Path, target: Path, wheel: Path) -> int:
    """Copy what the notebooks need of Pyodide, with a lock that names nothing else.

    What labs and exercises import gets its bytecode: the margin lab gave its first answer
    after 7 s with it and after 17 s without, in Chromium on two busy cores.
    Return the bytes that they load.
    """
    files, lock = needed_files(source)
    target.mkdir(parents=True)
    for path in files:
        shutil.copyfile(path, target / path.name)
    script = Path(__file__).with_name("bytecode.mjs")
    lab_scripts = sorted((BOOK / "_scripts" / "python").glob("*.py"))
    command: list[str | Path] = [find_node(), script, target, wheel, *lab_scripts]
    if subprocess.run(command, check=False).returncode:
        sys.exit("Pyodide could not compile what the labs import")
    for entry in lock["packages"].values():
        entry["sha256"] = sha256(target / entry["file_name"])
    text = json.dumps(lock, indent=1, sort_keys=True)
    (target / LOCK).write_text(f"{text}\n", encoding="utf-8")
    alone = {*RUNTIME, lock["packages"]["numpy"]["file_name"]} - {"pyodide.js"}
    return sum((target / name).stat().st_size for name in alone)


def build_wheel(folder: Path) -> Path:
    """Build svmlib's wheel from this checkout, and return its path in the folder."""
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch) / "source"
        leave = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / "svmlib", source / "svmlib", ignore=leave)
        for name in ("pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, source)
        if not pip("wheel", str(source), "--no-build-isolation", into=folder):
            sys.exit("pip could not build the wheel of svmlib")
    (wheel,) = folder.glob("svmlib-*-py3-none-any.whl")
    return wheel


def build(site: Path, pyodide: Path | None) -> None:
    """Build the folder `python` of the site."""
    target = built_site(site) / "python"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    wheel = build_wheel(target)
    url, size = CDN, PYODIDE_BYTES
    if pyodide is not None:
        url = "pyodide/"
        size = copy_pyodide(pyodide, target / "pyodide", wheel)
    size += wheel.stat().st_size
    sources = {"pyodide": url, "wheel": wheel.name, "bytes": size}
    (site / SOURCES).write_text(json.dumps(sources) + "\n", encoding="utf-8")


def main() -> None:
    """Read the command line and build."""
    args = read_options(__doc__)
    if not args.dry_run:
        build(args.site, args.pyodide)
    elif args.pyodide is not None:
        needed_files(args.pyodide)
        find_node()


if __name__ == "__main__":
    main()
