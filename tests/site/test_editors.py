"""The room that pages make for a reader's code."""

from svmlib.exercises import list_exercises


def test_exercises_have_an_editor_and_a_solution(pages):
    names = []
    for page in pages.values():
        for box in page.select(".exercise-editor"):
            names.append(box["data-exercise"])
            assert f"def {box['data-function']}(" in box.pre.text or (
                f"{box['data-function']} = ..." in box.pre.text
            )
            above = box.find_previous_sibling(class_="exercise")
            assert above["id"] == f"ex-{box['data-exercise']}"
            below = box.find_next_sibling(
                ["details", "div"], class_=["solution", "exercise"]
            )
            assert below.name == "details", f"{above['id']} has no solution to unfold"
    assert sorted(names) == sorted(list_exercises())
