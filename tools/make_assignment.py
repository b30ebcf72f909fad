"""Make the assignment's two zips, for the students and for the teacher.

    python -m tools.make_assignment [FOLDER]

FOLDER (default: _build/assignment) gets hinge-student.zip and hinge-teacher.zip. Both
come from the files in assignment/: the students' svm.py is the teacher's without what
stands between `# BEGIN SOLUTION` and `# END SOLUTION`. This needs only Python, and the
same files always give the same bytes.
"""

import io
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path

from book._parsing import ROOT
from tools.shared.command_line import argument_parser

SOLUTION = re.compile(
    r"^( *)# BEGIN SOLUTION\n.*?# END SOLUTION\n", re.MULTILINE | re.DOTALL
)
MARKER = re.compile(r"^ *# (BEGIN|END) SOLUTION\n", re.MULTILINE)
EXECUTABLE = ("run_autograder", "setup.sh")
Files = Mapping[str, bytes]


def read(name: str) -> str:
    """Return the text of a file in assignment/."""
    return (ROOT / "assignment" / name).read_text(encoding="utf-8")


def package() -> dict[str, bytes]:
    """Return the files of svmlib, and its licence."""
    paths = [p for p in (ROOT / "svmlib").rglob("*") if "__pycache__" not in p.parts]
    files = {
        p.relative_to(ROOT).as_posix(): p.read_bytes() for p in paths if p.is_file()
    }
    return files | {"svmlib/LICENSE": (ROOT / "LICENSE").read_bytes()}


def student_files() -> dict[str, bytes]:
    """Return the files that students get."""
    solution = read("svm.py")
    stubs, count = SOLUTION.subn(r"\1# Your code.\n", solution)
    if not count or solution.count("SOLUTION") != 2 * count:
        raise ValueError("assignment/svm.py: a solution has no BEGIN or no END")
    own = {
        "README.md": read("student.md"),
        "svm.py": stubs,
        "svm.ipynb": read("svm.ipynb"),
    }
    return _encoded(own) | package()


def teacher_files() -> dict[str, bytes]:
    """Return the files that teachers get, including those for Gradescope."""
    points = read("points.toml")
    grader = _encoded({"points.toml": points} | {n: read(n) for n in EXECUTABLE})
    own = {
        "README.md": read("README.md"),
        "proofs.md": read("proofs.md"),
        "points.toml": points,
        "solution/svm.py": MARKER.sub("", read("svm.py")),
    }
    zipped = {"autograder.zip": zipped_bytes(grader | package())}
    return _encoded(own) | zipped | package()


def _encoded(texts: Mapping[str, str]) -> dict[str, bytes]:
    return {name: text.encode() for name, text in texts.items()}


def zipped_bytes(files: Files) -> bytes:
    """Return a zip whose bytes depend on nothing but names and contents.

    Nothing is compressed: another version of zlib would make other bytes.
    """
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w") as archive:
        for name in sorted(files):
            info = zipfile.ZipInfo(name)  # which dates from 1980
            info.create_system = 3  # Unix, so that what is executable remains so
            info.external_attr = (0o755 if name in EXECUTABLE else 0o644) << 16
            archive.writestr(info, files[name])
    return memory.getvalue()


def main() -> None:
    """Write the two zips."""
    parser = argument_parser(__doc__)
    default = ROOT / "_build" / "assignment"
    parser.add_argument("folder", nargs="?", type=Path, default=default)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, files in (("student", student_files()), ("teacher", teacher_files())):
        path = folder / f"hinge-{name}.zip"
        inside = {f"hinge-{name}/{file}": data for file, data in files.items()}
        path.write_bytes(zipped_bytes(inside))
        print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
