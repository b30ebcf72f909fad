"""margin-lab/undo.mjs, with letters for the states of the lab."""

from tests.book.scripts.helpers.run_script import run


def undo(code):
    """Return what becomes of a new stack."""
    body = f"const stack = new UndoStack(); {code}"
    return run("margin-lab/undo.mjs", f"(() => {{ {body} }})()")


def test_quick_changes_of_one_name_are_one():
    assert undo("""
        stack.remember("a", "C", false, 0);
        stack.remember("b", "C", false, 900);
        stack.remember("c", "C", false, 1800);
        stack.remember("d", "C", false, 2900);
        stack.remember("e", "gamma", false, 2901);
        stack.remember("f", undefined, false, 2902);
        stack.remember("g", undefined, false, 2903);
        return stack.past;""") == [*"adefg"]


def test_drag_is_one_change_however_long_it_rests():
    assert undo("""
        stack.remember("a", "move 0", true, 0);
        stack.remember("b", "move 0", true, 9000);
        stack.endGroup();
        stack.remember("c", "move 0", true, 9001);
        return stack.past;""") == [*"ac"]


def test_end_of_a_group_makes_the_next_change_another():
    assert undo("""
        stack.remember("a", "C", false, 0);
        stack.endGroup();
        stack.remember("b", "C", false, 1);
        return stack.past;""") == [*"ab"]


def test_undo_and_redo_lead_back_and_forth():
    assert undo("""
        stack.remember("a", undefined, false, 0);
        stack.remember("b", undefined, false, 0);
        return [
          stack.undo("c"), stack.undo("b"), stack.undo("a") ?? null,
          stack.redo("a"), stack.redo("b"), stack.redo("c") ?? null,
        ];""") == [*"ba", None, *"bc", None]


def test_change_after_an_undo_is_another_and_ends_redo():
    assert undo("""
        stack.remember("a", undefined, false, 0);
        stack.remember("b", "C", false, 1);
        stack.undo("c");
        stack.remember("b", "C", false, 2);
        return [stack.past, stack.redo("d") ?? null];""") == [[*"ab"], None]
