"""The addresses at which a published page can be run elsewhere."""

import pytest
from sphinx.errors import ConfigError

from book._ext.launch import hosted_addresses

PAGE = "book/hinge/gradient.ipynb"
ERRATA = "book/reference/errata.ipynb"


def test_hosted_addresses_name_repository_branch_and_notebook():
    found = hosted_addresses("https://github.com/ada/svm.git", "fix/a#b", PAGE)
    assert found == {
        "binder": "https://mybinder.org/v2/gh/ada/svm/fix%2Fa%23b"
        "?urlpath=lab%2Ftree%2Fbook%2Fhinge%2Fgradient.ipynb",
        "colab": f"https://colab.research.google.com/github/ada/svm/blob/fix/a%23b/{PAGE}",
        "install": '%pip install "svmlib[plots] @ git+https://github.com/ada/svm@fix/a#b"',
    }


def test_hosted_addresses_leave_colab_out_for_a_notebook_that_reads_a_file():
    repository = "https://github.com/ada/svm"
    assert [*hosted_addresses(repository, "main", ERRATA)] == ["binder"]


@pytest.mark.parametrize(
    "repository",
    ["http://github.com/ada/svm", "https://example.org/ada/svm", "ada/svm"],
)
def test_hosted_addresses_refuse_what_is_no_repository(repository):
    with pytest.raises(ConfigError, match="REPOSITORY must be like"):
        hosted_addresses(repository, "main", PAGE)
