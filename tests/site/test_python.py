"""The Python that the site brings along for the browser."""

import json
from zipfile import ZipFile

from tools.pyodide.hashes import sha256


def has_bytecode(wheel, package, module):
    start = f"{package}/__pycache__/{module}.cpython-"
    return any(name.startswith(start) for name in wheel.namelist())


def test_readers_are_told_the_size_of_what_a_lab_loads(pyodide):
    sources = json.loads((pyodide.parent / "sources.json").read_text("utf-8"))
    loaded = [pyodide.parent / sources["wheel"], *pyodide.glob("numpy-*.whl")]
    loaded += [pyodide / f"pyodide{end}" for end in (".mjs", ".asm.js", ".asm.wasm")]
    loaded += [pyodide / "pyodide-lock.json", pyodide / "python_stdlib.zip"]
    assert sources["bytes"] == sum(path.stat().st_size for path in loaded)


def test_pyodide_copy_has_the_bytecode_of_what_the_labs_import(site, pyodide):
    lock = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))
    packages = lock["packages"]
    for entry in packages.values():  # else the notebooks' kernel refuses them
        assert sha256(pyodide / entry["file_name"]) == entry["sha256"]
    with ZipFile(pyodide / "python_stdlib.zip") as library:
        assert {"json/__init__.py", "json/__init__.pyc"} <= {*library.namelist()}
    with ZipFile(pyodide / packages["numpy"]["file_name"]) as wheel:
        assert has_bytecode(wheel, "numpy", "__init__")
    (own,) = (site / "python").glob("svmlib-*.whl")
    with ZipFile(own) as wheel:
        assert has_bytecode(wheel, "svmlib", "smo")
