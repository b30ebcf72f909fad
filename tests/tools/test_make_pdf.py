"""tools/make_pdf.py: what it leaves out, and the Chromium it finds."""

from pathlib import Path

import make_pdf
import pytest
from _ext.labs import WAIT


def test_what_only_a_script_can_start_is_not_printed(site: Path) -> None:
    name = "book/margin/lab"
    assert WAIT in (site / f"{name}.html").read_text("utf-8")
    assert WAIT not in make_pdf.chapter(site, name, set()).get_text()


def test_chromium_may_be_a_name_or_a_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
