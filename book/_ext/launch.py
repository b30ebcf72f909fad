"""Where a chapter can be run, in the browser and elsewhere.

The address of the repository is taken from the environment: `REPOSITORY`, such as
https://github.com/owner/name, and `BRANCH`, by default main. Without it, a chapter
can be run only on this site.
"""

import os
import re
from urllib.parse import quote

from sphinx.application import Sphinx
from sphinx.errors import ConfigError

from book._parsing.page import DATA_FILES

from .shared.pages import Context, Doctree, connect_page

ADDRESS = re.compile(
    r"https://github\.com/([\w-]+/(?!\.+(?:git)?/?$)[\w.-]+?)(\.git)?/?"
)


def repository_name() -> str:
    """Return owner/name of the repository that `REPOSITORY` gives, or nothing.

    ConfigError says what an address must look like.
    """
    given = os.environ.get("REPOSITORY", "").strip()
    address = ADDRESS.fullmatch(given)
    if given and address is None:
        raise ConfigError(
            f"REPOSITORY must be like https://github.com/owner/name, got {given!r}"
        )
    return address[1] if address else ""


def hosted_addresses(name: str, branch: str, notebook: str) -> dict[str, str]:
    """Return a notebook's addresses on Binder and Colab, and Colab's line to install svmlib.

    `name` is owner/name of the repository. A notebook that reads a file gets an
    address on Binder only, because Colab doesn't get the file.
    """
    path, ref = quote(notebook), quote(branch)
    url = f"https://github.com/{name}"
    colab = "https://colab.research.google.com/github"
    binder = {
        "binder": f"https://mybinder.org/v2/gh/{name}/{quote(branch, safe='')}"
        f"?urlpath={quote(f'lab/tree/{notebook}', safe='')}",
    }
    if notebook in DATA_FILES:
        return binder
    return binder | {
        "colab": f"{colab}/{name}/blob/{ref}/{path}",
        "install": f'%pip install "svmlib[plots] @ git+{url}@{branch}"',
    }


def add_launch_links(app: Sphinx, context: Context, doctree: Doctree) -> None:
    """Tell the page's template where its notebook can be run."""
    source = context.get("sourcename") or ""
    if not source.endswith(".ipynb"):
        return
    inside = quote(source.removeprefix("book/"))
    context["run_here"] = f"lite/notebooks/index.html?path={inside}"
    app.add_js_file("launch.mjs", type="module")
    if name := repository_name():
        branch = os.environ.get("BRANCH", "").strip() or "main"
        context["run_elsewhere"] = hosted_addresses(name, branch, source)


def setup(app: Sphinx) -> None:
    repository_name()  # a wrong address stops the build before any page is read
    connect_page(app, add_launch_links)
