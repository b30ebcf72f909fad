"""tools/make_pdf.py: the Chromium it finds, and what it prints of a page."""

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


PAGE = """<article><h1 id="a">Title<a class="headerlink" href="#a">#</a></h1>
<p class="lab-placeholder">The lab appears here.</p>
<details><summary>Solution</summary> <p>x = 1</p></details>
<p>See <a href="../margin/second.html#b">b</a> and <a href="api.html">api</a>.</p></article>"""


def test_chapter_is_without_what_only_a_screen_needs(tmp_path):
    name = "hinge/first"
    (tmp_path / "hinge").mkdir()
    (tmp_path / f"{name}.html").write_text(PAGE, "utf-8")
    article = make_pdf.chapter(tmp_path, name, {name, "margin/second"})
    words = article.get_text().split()
    assert " ".join(words) == "Title Solution x = 1 See b and api."
    assert not article.select("details")
    assert article.h1["id"] == "hinge-first--a"
    assert [link["href"] for link in article.select("a")] == ["#margin-second--b"]
