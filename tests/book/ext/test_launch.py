"""Where a page can be run, in the browser and elsewhere."""

import nbformat
import pytest
from sphinx.errors import ConfigError

from book._ext.launch import hosted_addresses, repository_name
from book._parsing import BOOK
from tests.book.ext.small_book import build_book, parsed_page

CONF = f"""
extensions = ["myst_nb", "book._ext.launch"]
source_suffix = {{".ipynb": "myst-nb", ".md": "myst-nb"}}
nb_execution_mode = "off"
html_theme = "furo"
html_sourcelink_suffix = ""
templates_path = [{str(BOOK / "_templates")!r}]
root_doc = "book/hinge/gradient"
"""

PAGE = "book/hinge/gradient.ipynb"
ERRATA = "book/reference/errata.ipynb"


def test_hosted_addresses_name_repository_branch_and_notebook():
    found = hosted_addresses("ada/svm", "fix/a-b", PAGE)
    assert found == {
        "binder": "https://mybinder.org/v2/gh/ada/svm/fix%2Fa-b"
        "?urlpath=lab%2Ftree%2Fbook%2Fhinge%2Fgradient.ipynb",
        "colab": f"https://colab.research.google.com/github/ada/svm/blob/fix/a-b/{PAGE}",
        "install": '%pip install "svmlib[plots] @ git+https://github.com/ada/svm@fix/a-b"',
    }


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("svm", "svm"),
        ("svm/", "svm"),
        ("svm.git", "svm"),
        ("svm.git/", "svm"),
        (".github", ".github"),
        ("svm.js", "svm.js"),
    ],
)
def test_repository_is_named_by_its_address(given, name, monkeypatch):
    monkeypatch.setenv("REPOSITORY", f"https://github.com/ada/{given}")
    assert repository_name() == f"ada/{name}"


def test_hosted_addresses_leave_colab_out_for_a_notebook_that_reads_a_file():
    assert [*hosted_addresses("ada/svm", "main", ERRATA)] == ["binder"]


@pytest.mark.parametrize(
    "repository",
    [
        "http://github.com/ada/svm",
        "https://example.org/ada/svm",
        "https://github.com/ada",
        "https://github.com/ada/svm/tree/main",
        "https://github.com/ada lovelace/svm",
        "https://github.com/ada/svm?",
        "https://github.com/ada/.git",
        "https://github.com/ada/.",
        "https://github.com/ada/..",
        "ada/svm",
    ],
)
def test_build_refuses_what_is_not_a_repository(repository, tmp_path, monkeypatch):
    """At once: not when it comes to the first page with a notebook."""
    monkeypatch.setenv("REPOSITORY", repository)
    with pytest.raises(ConfigError, match="REPOSITORY must be like"):
        build_book(tmp_path, CONF, {"book/margin/lab.md": "# Title"})


def launch_links(folder, names):
    """Build pages with the book's template; return the links above each text."""
    cell = nbformat.v4.new_markdown_cell("# Title")
    notebook = nbformat.writes(nbformat.v4.new_notebook(cells=[cell]))
    texts = {n: notebook if n.endswith(".ipynb") else cell.source for n in names}
    site, _ = build_book(folder, CONF, texts)
    pages = [parsed_page(site, name.rpartition(".")[0]) for name in names]
    for page in pages:  # the script is where its button is
        script = page.select('script[src*="launch.mjs"]')
        assert len(script) == len(page.select(".run-here"))
    return [page.select_one(".launch") for page in pages]


@pytest.mark.parametrize(("given", "branch"), [("next", "next"), ("", "main")])
def test_page_offers_binder_and_colab_where_the_repository_is_known(
    given, branch, tmp_path, monkeypatch
):
    monkeypatch.setenv("REPOSITORY", "https://github.com/ada/svm")
    monkeypatch.setenv("BRANCH", given)
    chapter, errata = launch_links(tmp_path, [PAGE, ERRATA])
    addresses = hosted_addresses("ada/svm", branch, PAGE)
    binder, colab = chapter.select(".run-elsewhere a")
    assert binder["href"] == addresses["binder"]
    assert colab["href"] == addresses["colab"]
    assert chapter.select_one(".run-elsewhere code").get_text() == addresses["install"]
    assert [a.get_text() for a in errata.select(".run-elsewhere a")] == ["Binder"]
    here = chapter.select_one("a.run-here")["href"]
    assert here == "../../lite/notebooks/index.html?path=hinge/gradient.ipynb"
    notebook = chapter.select_one("a.download-notebook")["href"]
    assert (tmp_path / "build/html/book/hinge" / notebook).resolve().is_file()


def test_page_offers_its_own_site_alone_without_a_repository(tmp_path, monkeypatch):
    monkeypatch.delenv("REPOSITORY", raising=False)
    (chapter,) = launch_links(tmp_path, [PAGE])
    assert chapter.select_one("a.run-here")
    assert not chapter.select(".run-elsewhere")


def test_page_without_a_notebook_cannot_be_run(tmp_path):
    chapter, lab = launch_links(tmp_path, [PAGE, "book/margin/lab.md"])
    assert chapter.select_one("a.run-here")
    assert lab is None
