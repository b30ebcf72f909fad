"""tools/pyodide/make_lite.py: what it says about a missing network."""

import pytest

from tools.pyodide import make_lite
from tools.pyodide.distribution import PYPI_WHEELS

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
