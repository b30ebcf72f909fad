"""tools/shared/chromium.py: the Chromium it finds."""

import pytest

from tools.shared.chromium import PROGRAMS, find_chromium


def test_find_chromium_takes_a_name_or_a_path(tmp_path, monkeypatch):
    program = tmp_path / "other-chromium"
    program.touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in (program.name, str(program)):
        monkeypatch.setenv("CHROMIUM", name)
        assert find_chromium() == str(program)
    monkeypatch.setenv("CHROMIUM", "nowhere")
    with pytest.raises(
        LookupError, match=r"CHROMIUM=nowhere is not a program.*install"
    ):
        find_chromium()
    monkeypatch.setenv("CHROMIUM", "")
    with pytest.raises(LookupError, match=r"no Chromium on the path.*install"):
        find_chromium()


def test_find_chromium_prefers_the_one_without_a_window(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CHROMIUM", "")
    for name in reversed(PROGRAMS):
        program = tmp_path / name
        program.touch(0o755)
        assert find_chromium() == str(program)
