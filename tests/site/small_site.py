"""A small site by hand that passes every check of test_site.py, to be broken."""

import json
from pathlib import Path

import nbformat

PAGES = ["book/index", "book/one", "book/two"]
FORMULA = (
    '<span class="math"><math></math><span class="katex-html">{}</span></span>'.format
)
PAGE = """<!doctype html>
<html lang="en">
<head>
<title>{name}</title>
<meta name="viewport" content="width=device-width">
<meta name="description" content="About {name}.">
<link rel="stylesheet" href="../_static/book.css">
<script src="../_static/book.js"></script>
</head>
<body>
<a class="skip-to-content" href="#furo-main-content">Skip to content</a>
<img alt="The first page" src="../_static/opening.svg" width="1">
{links}
<article id="furo-main-content">
<h1>{name}</h1>
<a href="../book/one.html#equation-eq-one">The equation</a>
{body}
</article>
</body>
</html>
"""
BODY = f"""
<div class="math" id="equation-eq-one"><span class="eqno">(1.1)</span>{FORMULA("x")}</div>
<p>We see <span class="held">{FORMULA("y")}.</span></p>
<div class="cell_output"><figure>
<img alt="A line" src="../_images/line.svg" width="10" height="10">
<figcaption><span class="caption-number">Figure 1</span> A line.</figcaption>
</figure></div>
<div class="admonition exercise">Add.</div>
<details class="admonition solution"><summary>Solution</summary>2</details>
<a class="download-notebook" download href="../_sources/book/one.ipynb">Notebook</a>
"""


def write_site(folder: Path) -> None:
    """Write the site into folder/html, and the notebook of its chapter beside it."""
    html = folder / "html"
    for part in ("book", "_static/fonts", "_images", "_sources/book"):
        (html / part).mkdir(parents=True)
    (folder / "book").mkdir()
    notebook = nbformat.writes(nbformat.v4.new_notebook())
    bodies = ["", BODY, FORMULA("z") * 101]
    for number, (name, body) in enumerate(zip(PAGES, bodies, strict=True)):
        links = [
            f'<a class="{kind}-page" href="../{PAGES[there]}.html">{kind}</a>'
            for kind, there in (("prev", number - 1), ("next", number + 1))
            if 0 <= there < len(PAGES)
        ]
        page = PAGE.format(name=name, links="\n".join(links), body=body)
        (html / f"{name}.html").write_text(page)
    terms = {f"word{k}": [0, 1, 2] for k in range(100)} | {"hing": 0}
    index = json.dumps({"docnames": PAGES, "terms": terms, "titles": {}})
    for name, text in {
        "index.html": '<title>The Hinge and the Margin</title><meta content="0;url=book/index.html">',
        "_static/book.css": "@font-face { src: url(fonts/a.woff2) }",
        "_static/fonts/a.woff2": "a font",
        "_static/book.js": "// nothing",
        "_static/opening.svg": "<svg></svg>",
        "_images/line.svg": '<svg class="ink"><style>.ink:has(#dark:target) {}</style></svg>',
        "_sources/book/one.ipynb": notebook,
        "searchindex.js": f"Search.setIndex({index})",
    }.items():
        (html / name).write_text(text)
    (folder / "book" / "one.ipynb").write_text(notebook)
