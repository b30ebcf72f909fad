"""The place that a page makes for a reader's code."""

from tests.book.ext.small_book import build_chapters

CONF = 'extensions = ["myst_nb", "book._ext.exercise_editors"]'
STUB = 'def my_loss(S):\n    ...\n\ncheck("first-loss", my_loss)'
CELLS = (
    STUB,
    'check("margins", margins)',
    'check("margins", my_margins)\nmy_margins(S)',
    "my_loss(S)",
)


def test_stub_is_wrapped_and_named_and_nothing_else_is(tmp_path):
    cells = "".join(f"```{{code-cell}}\n{code}\n```\n" for code in CELLS)
    pages, warnings = build_chapters(tmp_path, CONF, {"chapter": f"# One\n{cells}"})
    assert not warnings
    (box,) = pages["chapter"].select(".exercise-editor")
    assert box["data-exercise"] == "first-loss"
    assert box["data-function"] == "my_loss"
    assert box.pre.get_text().strip() == STUB
    assert len(pages["chapter"].select("pre")) == len(CELLS)
