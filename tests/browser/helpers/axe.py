"""Ask axe what keeps a page from being read by everyone."""

from axe_playwright_python.sync_playwright import Axe

COLOUR_RULES = ["color-contrast", "link-in-text-block"]
GLYPHS = ".katex-html"  # have the colours of their text


def violations(page, within="html", *, glyphs=False, colours=False):
    """Return what axe finds wrong: in the glyphs of formulas too, or in colours alone.

    A whole chapter takes axe ten seconds or more.
    """
    options = {"resultTypes": ["violations"]}
    if colours:
        options["runOnly"] = {"type": "rule", "values": COLOUR_RULES}
    context = {"include": [[within]], "exclude": [] if glyphs else [[GLYPHS]]}
    found = Axe().run(page, context=context, options=options).response["violations"]
    return [
        f"{fault['id']}: {[node['html'][:120] for node in fault['nodes'][:3]]}"
        for fault in found
    ]
