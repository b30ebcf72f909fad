"""Put the notebooks into the built site as they run in the browser: JupyterLite.

    python -m tools.pyodide.make_lite [SITE] [--pyodide FOLDER] [--dry-run]

SITE is the built book (default: _build/html), with the Python that make_python has put
into it. The kernel needs one wheel that Pyodide does not have: it is taken from FOLDER, a
copy of Pyodide, if it is there, or else downloaded. `--dry-run` only makes sure of
this wheel, and builds nothing.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from os.path import relpath
from pathlib import Path
from urllib.parse import urlsplit
from zipfile import ZipFile

from book._parsing import BOOK, ROOT
from book._parsing.page import DATA_FILES
from book._parsing.toc import toc_pages

from .distribution import PRELOADED, PYPI_WHEELS, SITE_PACKAGES, SOURCES
from .hashes import verify
from .lite_notebooks import lite_notebook
from .options import read_options
from .wheels import pip

EXTENSIONS = Path(sys.prefix) / "share" / "jupyter" / "labextensions"
EXTENSION = "@jupyterlite/pyodide-kernel-extension"
KERNEL = f"{EXTENSION}:kernel"
STARTUP = "lite_startup"  # runs in the kernel, before the first cell
WORKER = f"lite/extensions/{EXTENSION}/static"  # the folder of the kernel's worker


def comm_wheel(pyodide: Path | None) -> Path:
    """Return the path of the wheel of comm: in a copy of Pyodide, or downloaded to _build."""
    name = next(n for n in PYPI_WHEELS if n.startswith("comm-"))
    version = name.split("-")[1]
    folder = ROOT / "_build"
    if pyodide and (pyodide / name).exists():
        folder = pyodide
    elif not (folder / name).exists():
        folder.mkdir(exist_ok=True)
        if not pip("download", f"comm=={version}", into=folder):
            sys.exit(
                f"The notebooks in the browser need comm {version}, and it could not "
                f"be downloaded. Is there a network? Without one, put {name} into "
                f"{folder}"
            )
    return verify(folder / name, PYPI_WHEELS[name], of=f"comm {version}")


def write_startup(folder: Path) -> Path:
    """Write the wheel of what the kernel runs first, and return its path."""
    wheel = folder / f"{STARTUP}-1-py3-none-any.whl"
    with ZipFile(wheel, "w") as archive:
        archive.write(Path(__file__).with_name("startup.py"), f"{STARTUP}.py")
        for name, text in {
            "METADATA": f"Metadata-Version: 2.1\nName: {STARTUP}\nVersion: 1\n",
            "WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
            "RECORD": "",
        }.items():
            archive.writestr(f"{STARTUP}-1.dist-info/{name}", text)
    return wheel


def copy_notebooks(site: Path, folder: Path) -> None:
    """Put the notebooks of the table of contents into the folder, with what they read."""
    for docname in toc_pages():
        source = ROOT / f"{docname}.ipynb"
        if source.exists():
            target = folder / source.relative_to(BOOK)
            target.parent.mkdir(parents=True, exist_ok=True)
            # Not by nbformat's writer: it would remove `trusted`, and split each text into a
            # list of lines, which JupyterLite would join by commas.
            notebook = lite_notebook(source, site / f"{docname}.html")
            text = json.dumps(notebook, ensure_ascii=False)
            target.write_text(f"{text}\n", encoding="utf-8")
            for name in DATA_FILES.get(f"{docname}.ipynb", ()):
                shutil.copyfile(source.with_name(name), target.with_name(name))


def write_settings(folder: Path, sources: dict[str, str], startup: str) -> None:
    """Write what JupyterLite reads: where Pyodide is, and what it loads at once."""
    pyodide = sources["pyodide"]
    if not urlsplit(pyodide).scheme:
        # JupyterLite looks for "./" at the beginning.
        pyodide = f"./../python/{pyodide}"
    wheels = [f"python/{sources['wheel']}", f"lite/pypi/{startup}"]
    kernel = {
        "pyodideUrl": f"{pyodide}pyodide.js",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {
            "packages": [*PRELOADED, *(relpath(wheel, WORKER) for wheel in wheels)],
            "env": {"PYTHONSTARTUP": f"{SITE_PACKAGES}/{STARTUP}.py"},
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
    """Give the notebooks' page an icon, and dark colours until its theme has loaded."""
    white = "background-color: #fff;\n        color: #000;"
    text = page.read_text("utf-8")
    if white not in text:
        sys.exit(f"{page}: this JupyterLite writes the page in another way")
    text = text.replace(white, "background-color: Canvas;\n        color: CanvasText;")
    head = """<head>
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="favicon.ico" />"""
    page.write_text(text.replace("<head>", head, 1), encoding="utf-8")


def build(site: Path, pyodide: Path | None) -> None:
    """Build the folder `lite` of the site."""
    if not (site / SOURCES).exists():
        sys.exit(f"{site}: there is no Python for the browser; run `make book`")
    sources = json.loads((site / SOURCES).read_text("utf-8"))
    target = site / "lite"
    with tempfile.TemporaryDirectory(dir=site.parent) as scratch:
        lite = Path(scratch)
        (lite / "pypi").mkdir()
        comm = comm_wheel(pyodide)
        shutil.copyfile(comm, lite / "pypi" / comm.name)
        copy_notebooks(site, lite / "files")
        startup = write_startup(lite / "pypi")
        write_settings(lite, sources, startup.name)
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
        shutil.rmtree(target, ignore_errors=True)
        # This is the last step, and it moves the whole folder at once: if the folder is
        # there, the site is complete.
        (lite / "built").rename(target)
    print(f"The first page: {(site / 'index.html').as_uri()}")


def main() -> None:
    """Read the command line and build."""
    args = read_options(__doc__)
    if args.dry_run:
        comm_wheel(args.pyodide)
    else:
        build(args.site, args.pyodide)


if __name__ == "__main__":
    main()
