"""Each branch of a right solution is taken on some problem that is drawn."""

import ast
import sys
from collections import defaultdict
from pathlib import Path

from svmlib.exercises import chapters
from svmlib.exercises._mistakes import no_mistake
from svmlib.exercises._problem_set import draw_problems
from svmlib.exercises.verdict._answer_key import SEED

FOLDER = str(Path(chapters.__file__).parent)
# Tests besides `makes(...)` that hold only where a mistake is made.
BY_A_MISTAKE = {
    "any(map(makes, _MISTAKES_IN_BETA))",
    "not rises.any() or not falls.any()",
    "starts_anew.any()",
}


def lines_of_right_solutions():
    """Return the lines that the implementations run on drawn problems, by file."""
    lines = defaultdict(set)

    def trace(frame, event, argument):
        if not frame.f_code.co_filename.startswith(FOLDER):
            return None
        lines[frame.f_code.co_filename].add(frame.f_lineno)
        return trace

    before = sys.gettrace()
    for exercise in chapters.CATALOGUE.exercises.values():
        problems = draw_problems(exercise, SEED)
        sys.settrace(trace)
        try:
            for problem in problems:
                exercise.implementation(no_mistake, *problem.args)
        finally:
            sys.settrace(before)
    return lines


def needs_a_mistake(test):
    if isinstance(test, ast.BoolOp) and ast.unparse(test) not in BY_A_MISTAKE:
        combine = any if isinstance(test.op, ast.And) else all
        return combine(map(needs_a_mistake, test.values))
    text = ast.unparse(test)
    return text in BY_A_MISTAKE or text.startswith(("makes(", "makes_here("))


def test_each_branch_of_a_right_solution_is_taken_by_a_problem():
    for file, lines in lines_of_right_solutions().items():
        for node in ast.walk(ast.parse(Path(file).read_text(encoding="utf-8"))):
            if isinstance(node, ast.If) and not needs_a_mistake(node.test):
                tested = lines & set(range(node.lineno, node.body[0].lineno))
                taken = lines & set(
                    range(node.body[0].lineno, node.body[-1].end_lineno + 1)
                )
                where = f"{file}:{node.lineno}: {ast.unparse(node.test)}"
                assert taken or not tested, where
