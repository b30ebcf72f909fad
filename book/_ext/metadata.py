"""How a page describes itself to search engines and in links that are shared.

`SITE_URL`, such as https://name.github.io/book/, says where the site will be: then each
page has its canonical address, a card with a picture for shared links, and there is a
sitemap. The page for addresses that don't exist takes the folder of the site from
`SITE_URL`: its links can't be relative, because it may be shown in place of any page.
"""

import os
import re
from pathlib import Path
from urllib.parse import urlsplit

from docutils import nodes
from markupsafe import escape
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError

from .shared.pages import Context, Doctree, connect_page

DESCRIPTION_LENGTH = 155
ICON = Path(__file__).parents[1] / "_static" / "icon.png"
SOCIAL_CARDS = {"image_mini": str(ICON), "line_color": "#0b5cc2"}


def describe(app: Sphinx, context: Context, doctree: Doctree) -> None:
    """Give the page a description: what its card promises, or its first paragraph."""
    text = str(context.get("title") or app.config.html_title)
    if doctree is not None:
        cards = (n for n in doctree.findall(nodes.admonition) if is_card(n))
        described = next(cards, doctree)
        first = next(iter(described.findall(nodes.paragraph)), None)
        if first is not None:
            text = " ".join(first.astext().split())
    if len(text) > DESCRIPTION_LENGTH:
        text = text[:DESCRIPTION_LENGTH].rsplit(" ", 1)[0] + " …"
    tag = f'\n    <meta name="description" content="{escape(text)}"/>'
    context["metatags"] = tag  # without docutils' own, which repeat the theme's
    context["meta"] = {"og:description": text} | (context.get("meta") or {})


def is_card(node: nodes.Element) -> bool:
    return "chapter-card" in node["classes"]


def site_url() -> str:
    """Return `SITE_URL` with a slash at its end, or nothing.

    ConfigError says what an address must look like.
    """
    given = os.environ.get("SITE_URL", "").strip()
    if given and not re.fullmatch(r"https?://\w[\w.-]*(:\d+)?(/[^\s?#]*)?", given):
        raise ConfigError(
            f"SITE_URL must be like https://name.github.io/book/, got {given!r}"
        )
    return given and given.rstrip("/") + "/"


def set_addresses(app: Sphinx, config: Config) -> None:
    """Tell Sphinx and the extensions that write addresses where the site will be."""
    url = site_url()
    config.html_baseurl = url
    config.notfound_urls_prefix = urlsplit(url).path
    if url:
        config.ogp_site_url = url
        config.ogp_site_name = config.html_title
        config.ogp_social_cards = SOCIAL_CARDS
        config.sitemap_url_scheme = "{link}"
        config.sitemap_show_lastmod = False
        config.sitemap_excludes = ["search.html", "404.html"]


def setup(app: Sphinx) -> None:
    app.setup_extension("notfound.extension")
    app.connect("config-inited", set_addresses)
    connect_page(app, describe)  # ahead of the social cards
    if site_url():
        app.setup_extension("sphinxext.opengraph")
        app.setup_extension("sphinx_sitemap")
