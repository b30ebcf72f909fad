"""tools/pyodide/make_lite.py: what JupyterLite reads, its page, and a missing network."""

import json
from zipfile import ZipFile

import pytest

from tools.pyodide import make_lite
from tools.pyodide.distribution import CDN, PYPI_WHEELS

COMM = next(name for name in PYPI_WHEELS if name.startswith("comm-"))


def test_comm_wheel_reports_a_missing_network_and_only_reads_the_copy(
    tmp_path, monkeypatch
):
    folders = []

    def pip(*call, into):
        folders.append(into)
        return False

    own = tmp_path / "copy"
    own.mkdir()
    monkeypatch.setattr(make_lite, "ROOT", tmp_path)
    monkeypatch.setattr(make_lite, "pip", pip)
    for copy in (None, own):
        with pytest.raises(SystemExit, match=f"Is there a network.*{COMM}"):
            make_lite.comm_wheel(copy)
    assert folders == [tmp_path / "_build"] * 2
    (own / COMM).touch()
    with pytest.raises(SystemExit, match="copy/comm.*not the file of comm 0.2.2: its"):
        make_lite.comm_wheel(own)


@pytest.mark.parametrize(
    ("pyodide", "script"),
    [
        ("pyodide/", "./../python/pyodide/pyodide.js"),
        (CDN, f"{CDN}pyodide.js"),
    ],
)
def test_settings_say_where_python_and_the_wheels_are(pyodide, script, tmp_path):
    """The copy is seen from the folder lite, the wheels from the worker's."""
    sources = {"pyodide": pyodide, "wheel": "svmlib.whl"}
    make_lite.write_settings(tmp_path, sources, "startup.whl")
    text = (tmp_path / "jupyter-lite.json").read_text("utf-8")
    settings = json.loads(text)["jupyter-config-data"]["litePluginSettings"]
    (kernel,) = settings.values()
    assert kernel["pyodideUrl"] == script
    assert kernel["disablePyPIFallback"] is True  # no notebook asks PyPI for a package
    *_, own, startup = kernel["loadPyodideOptions"]["packages"]
    site = tmp_path / "site"
    worker = site / make_lite.WORKER
    assert (worker / own).resolve() == site / "python" / "svmlib.whl"
    assert (worker / startup).resolve() == site / "lite" / "pypi" / "startup.whl"
    overrides = json.loads((tmp_path / "overrides.json").read_text("utf-8"))
    # A long notebook is laid out as a whole, and is as dark as its reader wants it.
    assert overrides == {
        "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},
        "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
    }


def test_kernel_runs_the_file_of_the_startup_wheel(tmp_path):
    wheel = make_lite.write_startup(tmp_path)
    make_lite.write_settings(tmp_path, {"pyodide": CDN, "wheel": ""}, wheel.name)
    text = (tmp_path / "jupyter-lite.json").read_text("utf-8")
    started = text.partition('"PYTHONSTARTUP": "')[2].partition('"')[0]
    folder, _, name = started.rpartition("/")
    assert folder == make_lite.SITE_PACKAGES
    assert name in ZipFile(wheel).namelist()


def test_page_has_an_icon_and_the_readers_colours(tmp_path):
    page = tmp_path / "index.html"
    style = "background-color: #fff;\n        color: #000;"
    page.write_text(f"<html><head>\n<style>{style}</style></head></html>")
    make_lite.adapt_theme(page)
    text = page.read_text()
    assert "background-color: Canvas;" in text and "#fff" not in text
    assert '<link rel="icon" href="favicon.ico" />' in text
    with pytest.raises(SystemExit, match="writes the page in another way"):
        make_lite.adapt_theme(page)
