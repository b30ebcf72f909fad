"""How the mistakes of an exercise are written."""

import pytest

from svmlib.exercises._mistakes import only, read_glossary, without


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("    a-b: One.\n    a-b: Two.", "its name comes twice: 'a-b: Two.'"),
        ("    a: One.\n        c-d: Two.", r"goes on: 'a: One.\\n        c-d: Two.'"),
        ("    a: One.\n        c (smo): Two.", "goes on: 'a: One."),
        ("    a: One.\n      c: Two.", "goes on: 'a: One."),
        ("   a: One.\n    c: Two.", r"goes on: '\\n   a: One.'"),
        ("    a: One.\n    c. Two.", "expected `    name: sentences`, .*: 'c. Two.'"),
    ],
)
def test_entry_of_another_form_is_refused_and_named(text, expected):
    with pytest.raises(ValueError, match=f"in the mistakes of smo, .*{expected}"):
        read_glossary("smo", f"\n{text}\n    ")


def test_entry_goes_on_with_any_word():
    text = "\n    a: One is the\n        other: two.\n        Then\n        -k: x."
    assert read_glossary("smo", text)["a"].text == "One is the other: two. Then -k: x."


def test_entry_may_name_another_chapter():
    mistakes = read_glossary("smo", "\n    a: One.\n    b (duality): Two.")
    assert [mistakes[name].chapter for name in "ab"] == ["smo", "duality"]


def test_what_is_kept_or_left_out_has_to_be_there():
    mistakes = read_glossary("smo", "\n    a: One.\n    b: Two.")
    assert set(only(mistakes, "b")) == {"b"}
    assert set(without(mistakes, "a")) == {"b"}
    for choose in (only, without):
        with pytest.raises(ValueError, match="there is no mistake named d, c$"):
            choose(mistakes, "a", "d", "c")
