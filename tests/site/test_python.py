"""The Python that the site brings along for the browser."""

import json
from zipfile import ZipFile

import pytest

from tools.pyodide.wheels import sha256


def has_bytecode(wheel, package, module):
    start = f"{package}/__pycache__/{module}.cpython-"
    return any(name.startswith(start) for name in wheel.namelist())


@pytest.fixture
def folder(site):
    """The site's copy of Pyodide."""
    folder = site / "python" / "pyodide"
    if not folder.is_dir():
        pytest.skip("the site has no copy of Pyodide")
    return folder


def test_readers_are_told_the_size_of_what_a_lab_loads(folder):
    sources = json.loads((folder.parent / "sources.json").read_text("utf-8"))
    loaded = [folder.parent / sources["wheel"], *folder.glob("numpy-*.whl")]
    loaded += [folder / f"pyodide{end}" for end in (".mjs", ".asm.js", ".asm.wasm")]
    loaded += [folder / "pyodide-lock.json", folder / "python_stdlib.zip"]
    assert sources["bytes"] == sum(path.stat().st_size for path in loaded)


def test_pyodide_copy_has_the_bytecode_of_what_the_labs_import(site, folder):
    packages = json.loads((folder / "pyodide-lock.json").read_text("utf-8"))["packages"]
    for entry in packages.values():  # else the notebooks' kernel refuses them
        assert sha256(folder / entry["file_name"]) == entry["sha256"]
    with ZipFile(folder / "python_stdlib.zip") as library:
        assert {"json/__init__.py", "json/__init__.pyc"} <= {*library.namelist()}
    with ZipFile(folder / packages["numpy"]["file_name"]) as wheel:
        assert has_bytecode(wheel, "numpy", "__init__")
    (own,) = (site / "python").glob("svmlib-*.whl")
    with ZipFile(own) as wheel:
        assert has_bytecode(wheel, "svmlib", "smo")
