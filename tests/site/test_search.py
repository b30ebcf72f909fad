"""What the search finds."""

import json
from collections import Counter

from book._reader.toc import toc_pages

WORDS = 100  # different words that a search finds in every page


def test_search_knows_every_page(site):
    text = (site / "searchindex.js").read_text("utf-8")
    index = json.loads(text[text.index("{") : text.rindex("}") + 1])
    assert {*toc_pages()} <= {*index["docnames"]}
    found = [d if isinstance(d, list) else [d] for d in index["terms"].values()]
    words = Counter(index["docnames"][page] for pages in found for page in pages)
    poor = {name: words[name] for name in toc_pages() if words[name] < WORDS}
    assert not poor
    assert "hing" in index["terms"]  # the stem of hinge
