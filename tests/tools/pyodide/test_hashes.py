"""tools/pyodide/hashes.py: a file is known by its hash."""

import pytest

from tools.pyodide.hashes import sha256, verify


def test_verify_names_the_file_that_is_missing_or_another(tmp_path):
    path = tmp_path / "a.whl"
    with pytest.raises(
        SystemExit, match=r"a\.whl: there is no such file; A 1 needs it"
    ):
        verify(path, "0", of="A 1")
    path.touch()
    with pytest.raises(SystemExit, match=r"a\.whl: not the file of A 1: its sha256 is"):
        verify(path, "0", of="A 1")
    assert verify(path, "0", sha256(path)) == path
