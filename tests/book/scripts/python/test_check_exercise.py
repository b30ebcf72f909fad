"""The worker's judge passes the book's own solutions."""

import json
from functools import cache

import pytest

from book._parsing.page import notebooks, read_page
from book._scripts.python import check_exercise
from svmlib.exercises import list_exercises

CHECK = 'check("'
NEEDED = {"rbf-width": ["rbf-kernel"], "pair-step": ["clip-bounds"]}
EARLIER = "clip_bounds = solved_bounds"  # which the chapter calls so


def check(code, name, function, earlier):
    """Return what the page gets."""
    args = {"name": name, "function": function, "code": code, "earlier": earlier}
    return json.loads(check_exercise.handle("check", json.dumps(args)))["result"]


@cache
def solutions():
    """Return the code of the book's own solution of each exercise."""
    sources = {}
    for path in notebooks():
        for cell in read_page(path).code:
            if "hide-input" in cell.tags and CHECK in cell.source:
                name = cell.source.rpartition(CHECK)[2].partition('"')[0]
                sources[name] = cell.source
    return sources


@pytest.mark.parametrize("name", list_exercises())
def test_check_passes_the_books_own_solution(name):
    earlier = [solutions()[needed] for needed in NEEDED.get(name, ())]
    verdict = check(solutions()[name], name, "my_function", [*earlier, EARLIER])
    assert verdict["passed"], verdict["message"]
    assert verdict["message"] == "Correct."
