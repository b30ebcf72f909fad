"""Put the notebooks into the built site as they run in the browser: JupyterLite.

    python tools/make_lite.py [SITE] [--pyodide FOLDER] [--check]

SITE is the built book (default: _build/html). Python itself, Pyodide, comes from its
public CDN when a reader starts a notebook, or, with `--pyodide`, from a copy of that
distribution in FOLDER, of which the needed part is put into the site. Each file of the
copy must have the sha256 that is expected of it. `--check` asks only whether all is at
hand that comes from elsewhere, and builds nothing.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from lite_notebooks import for_browser
from toc import toc_pages

ROOT = Path(__file__).resolve().parents[1]
VERSION = "0.27.7"
CDN = f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full/"
LOCK = "pyodide-lock.json"
RUNTIME = {
    "pyodide.js": "b4cb23a53aba19c221659b9fb40a2f18281d685691dc06647fb0afd0681baf98",
    "pyodide.mjs": "04c052c815abb0bf2981fa38c2dfa58e3120ee5288c956df2b2a15e301782c5f",
    "pyodide.asm.js": (
        "6b4c90de5b7172873f04f21884d0e9d2274e305fe32116558fe3e4fbe3618d51"
    ),
    "pyodide.asm.wasm": (
        "a50dd1843f805a0b7c45b61037ee0d7b26dfe85efe0e18ef95a34ad24e401f5f"
    ),
    "python_stdlib.zip": (
        "16611534726e5d8ac2bd8f926410b2dcb8d6f49aa24913463533b457a2115c16"
    ),
    LOCK: "9c45b916001a750f4102fc287494f3eab215909c7535c626a20db80fd6333e2c",
}
# Wheels that may come from PyPI: Pyodide has no comm, and builds the other two itself,
# with other hashes.
PYPI_WHEELS = {
    "comm-0.2.2-py3-none-any.whl": (
        "e6fb86cb70ff661ee8c9c14e7d36d6de3b4066f1441be4063df9c5009f0a64d3"
    ),
    "mpmath-1.3.0-py3-none-any.whl": (
        "a0b2b9fe80bbcd81a6647ff13108738cfb482d481d826cc0e02f5b35e5c88d2c"
    ),
    "sympy-1.13.3-py3-none-any.whl": (
        "54612cf55a62755ee71824ce692986f23c88ffa77207b30c1368eda4a7060f73"
    ),
}
# What a lab loads of Pyodide and NumPy from the CDN, in bytes.
PYODIDE_BYTES = (
    13931  # pyodide.mjs
    + 1255688  # pyodide.asm.js
    + 10105545  # pyodide.asm.wasm
    + 2360737  # python_stdlib.zip
    + 112205  # pyodide-lock.json
    + 3061133  # NumPy's wheel
)
REQUIRED = ("ipython", "matplotlib", "micropip", "numpy", "sqlite3", "ssl", "sympy")
OPTIONAL = ("jedi", "pyodide-unix-timezones", "scikit-learn")
EXTENSIONS = Path(sys.prefix) / "share" / "jupyter" / "labextensions"
EXTENSION = "@jupyterlite/pyodide-kernel-extension"
KERNEL = f"{EXTENSION}:kernel"
# What the kernel asks for one after the other, and every chapter imports: all at once.
PRELOADED = ("micropip", "ssl", "sqlite3", "jedi", "ipython", "numpy", "matplotlib")
STARTUP = "lite_startup"  # runs in the kernel, before the first cell
WORKER = f"lite/extensions/{EXTENSION}/static"
Lock = dict[str, dict[str, Any]]


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def verify(path: Path, *allowed: str, of: str = f"Pyodide {VERSION}") -> Path:
    """Return the path of a file whose SHA-256 is one of those allowed, else exit."""
    if not path.is_file():
        sys.exit(f"{path}: there is no such file; {of} needs it")
    if (found := sha256(path)) not in allowed:
        sys.exit(
            f"{path}: not the file of {of}: its sha256 is {found}, "
            f"expected {' or '.join(allowed)}"
        )
    return path


def with_dependencies(names: list[str], packages: Lock) -> list[str]:
    """Return the names of packages, and of all that they depend on, sorted."""
    found: set[str] = set()
    while names:
        name = names.pop()
        if name not in found:
            found.add(name)
            names += [d.lower().replace("_", "-") for d in packages[name]["depends"]]
    return sorted(found)


def needed(source: Path) -> tuple[list[Path], dict[str, Any]]:
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
    for path in source.glob("*.whl"):
        if path.name not in PYPI_WHEELS and all(
            path.name != p["file_name"] for p in packages.values()
        ):
            sys.exit(f"{path}: Pyodide {VERSION} has no such file")
    return files, {**lock, "packages": kept}


def copy_pyodide(source: Path, target: Path, wheel: Path) -> int:
    """Copy what the notebooks need of Pyodide, with a lock that names nothing else.

    What the labs import gets its bytecode, which is half of their start. Return the
    bytes that a lab loads.
    """
    # Only here: who takes Pyodide from its CDN builds the book without Playwright.
    from playwright._impl._driver import compute_driver_executable

    files, lock = needed(source)
    target.mkdir(parents=True)
    for path in files:
        shutil.copyfile(path, target / path.name)
    node, _ = compute_driver_executable()  # the Node.js that comes with Playwright
    script = Path(__file__).with_name("bytecode.mjs")
    labs = [
        ROOT / "book" / "_scripts" / name for name in ("lab.py", "check_exercise.py")
    ]
    if subprocess.run([node, script, target, wheel, *labs], check=False).returncode:
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


def pip(command: str, what: str, *options: str, into: Path) -> bool:
    """Let pip build or download one wheel, without what it depends on; tell success."""
    call = [sys.executable, "-m", "pip", command, "-q", "--no-deps", what, *options]
    to = ["-w" if command == "wheel" else "-d", str(into)]
    quiet = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_ROOT_USER_ACTION": "ignore"}
    done = subprocess.run([*call, *to], check=False, env={**os.environ, **quiet})
    return done.returncode == 0


def comm_wheel(pyodide: Path | None) -> Path:
    """Return the path of comm's wheel; the kernel needs it, Pyodide has none.

    It is taken from the reader's copy, if it is there, or downloaded once, to _build.
    """
    name = next(n for n in PYPI_WHEELS if n.startswith("comm-"))
    version = name.split("-")[1]
    wheel = pyodide / name if pyodide else ROOT / "_build" / name
    if not wheel.exists():
        wheel = ROOT / "_build" / name
        wheel.parent.mkdir(exist_ok=True)
        if not wheel.exists() and not pip(
            "download", f"comm=={version}", into=wheel.parent
        ):
            sys.exit(
                f"The notebooks in the browser need comm {version}, and it could not "
                f"be downloaded. Is there a network? Without one, put {name} into "
                f"{wheel.parent}"
            )
    return verify(wheel, PYPI_WHEELS[name], of=f"comm {version}")


def write_startup(folder: Path) -> Path:
    """Write the wheel of what the kernel runs first, and return its path."""
    wheel = folder / f"{STARTUP}-1-py3-none-any.whl"
    with ZipFile(wheel, "w") as archive:
        archive.write(Path(__file__).with_name(f"{STARTUP}.py"), f"{STARTUP}.py")
        for name, text in {
            "METADATA": f"Metadata-Version: 2.1\nName: {STARTUP}\nVersion: 1\n",
            "WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
            "RECORD": "",
        }.items():
            archive.writestr(f"{STARTUP}-1.dist-info/{name}", text)
    return wheel


def copy_notebooks(site: Path, folder: Path) -> None:
    """Put the notebooks of the table of contents into the folder, as in the site."""
    for page in toc_pages():
        source = ROOT / f"{page}.ipynb"
        if source.exists():
            target = folder / source.relative_to(ROOT / "book")
            target.parent.mkdir(parents=True, exist_ok=True)
            # As it stands: nbformat's writer would take the trust away and split each
            # text into lines, which JupyterLite joins by commas.
            notebook = for_browser(source, site / f"{page}.html")
            text = json.dumps(notebook, ensure_ascii=False)
            target.write_text(f"{text}\n", encoding="utf-8")


def write_settings(folder: Path, wheels: list[str], pyodide_url: str) -> None:
    """Write what JupyterLite reads: where Pyodide is, and what it loads at once."""
    up = "../" * (len(WORKER.split("/")) - 1)
    kernel = {
        "pyodideUrl": pyodide_url,
        "disablePyPIFallback": True,
        "loadPyodideOptions": {
            "packages": [*PRELOADED, *(f"{up}pypi/{wheel}" for wheel in wheels)],
            "env": {"PYTHONSTARTUP": f"/lib/python3.12/site-packages/{STARTUP}.py"},
        },
    }
    site = {
        "appName": "The Hinge and the Margin",
        "faviconUrl": "./notebooks/favicon.ico",
        "litePluginSettings": {KERNEL: kernel},
    }
    for name, content in {
        "jupyter-lite.json": {
            "jupyter-lite-schema-version": 0,
            "jupyter-config-data": site,
        },
        "jupyter_lite_config.json": {
            "LiteBuildConfig": {
                "apps": ["notebooks"],
                "federated_extensions": [str(EXTENSIONS / EXTENSION)],
                "ignore_sys_prefix": ["federated_extensions"],
                "no_sourcemaps": True,
                "no_unused_shared_packages": True,
            }
        },
        "overrides.json": {
            "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},
            "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
        },
    }.items():
        (folder / name).write_text(json.dumps(content, indent=2) + "\n", "utf-8")


def adapt_theme(page: Path) -> None:
    """Give the notebooks' page an icon, and a dark reader's colours before its theme."""
    white = "background-color: #fff;\n        color: #000;"
    text = page.read_text("utf-8")
    if white not in text:
        sys.exit(f"{page}: JupyterLite writes this page in another way")
    text = text.replace(white, "background-color: Canvas;\n        color: CanvasText;")
    head = """<head>
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="favicon.ico" />"""
    page.write_text(text.replace("<head>", head, 1), encoding="utf-8")


def build(site: Path, pyodide: Path | None) -> None:
    """Build the folder `lite` of the site."""
    if not (site / "book" / "index.html").exists():
        sys.exit(f"{site}: there is no built book; run `make book`")
    target = site / "lite"
    with tempfile.TemporaryDirectory() as scratch:
        lite = Path(scratch)
        (lite / "pypi").mkdir()
        wheel = build_wheel(lite / "pypi")
        comm = comm_wheel(pyodide)
        shutil.copyfile(comm, lite / "pypi" / comm.name)
        url, size = CDN, PYODIDE_BYTES
        if pyodide is not None:
            url = "./static/pyodide/"
            size = copy_pyodide(pyodide, lite / "static" / "pyodide", wheel)
        copy_notebooks(site, lite / "files")
        size += wheel.stat().st_size
        sources = {"pyodide": url, "wheel": f"pypi/{wheel.name}", "bytes": size}
        startup = write_startup(lite / "pypi")
        write_settings(lite, [wheel.name, startup.name], f"{url}pyodide.js")
        command = ["jupyter", "lite", "build", "--contents", "files"]
        done = subprocess.run(
            [sys.executable, "-m", *command, "--output-dir", "built"],
            cwd=lite,
            check=False,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        if done.returncode:
            sys.exit(f"{done.stdout}\njupyter lite build failed")
        adapt_theme(lite / "built" / "notebooks" / "index.html")
        if target.exists():
            shutil.rmtree(target)
        shutil.move(lite / "built", target)
    # Last of all, and whole: where it stands, the site is complete.
    (target / "pyodide.tmp").write_text(json.dumps(sources) + "\n", encoding="utf-8")
    (target / "pyodide.tmp").replace(target / "pyodide.json")
    print(f"The first page: {(site / 'index.html').as_uri()}")


def main() -> None:
    """Read the command line and build."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("site", nargs="?", type=Path, default=ROOT / "_build" / "html")
    parser.add_argument("--pyodide", type=Path, metavar="FOLDER")
    parser.add_argument("--check", action="store_true", help="build nothing")
    arguments = parser.parse_args()
    pyodide = arguments.pyodide and arguments.pyodide.resolve()
    if pyodide is not None and not pyodide.is_dir():
        fault = (
            "is a file, not a folder" if pyodide.exists() else "there is no such folder"
        )
        sys.exit(f"--pyodide {arguments.pyodide}: {fault}")
    if arguments.check:
        if pyodide is not None:
            needed(pyodide)
        comm_wheel(pyodide)
    else:
        build(arguments.site.resolve(), pyodide)


if __name__ == "__main__":
    main()
