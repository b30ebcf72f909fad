"""tools/make_pdf.py: the Chromium it finds."""

import pytest

from tools import make_pdf


def test_find_chromium_takes_a_name_or_a_path(tmp_path, monkeypatch):
    program = tmp_path / "other-chromium"
    program.touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in (program.name, str(program)):
        monkeypatch.setenv("CHROMIUM", name)
        assert make_pdf.find_chromium() == str(program)
    monkeypatch.setenv("CHROMIUM", "nowhere")
    with pytest.raises(SystemExit, match=r"CHROMIUM=nowhere is no program.*install"):
        make_pdf.find_chromium()
    monkeypatch.setenv("CHROMIUM", "")
    with pytest.raises(SystemExit, match=r"none on the path.*install"):
        make_pdf.find_chromium()
