"""The stories with which the margin lab begins."""

import numpy as np
import pytest

from book._ext.lab_stories import STORIES, story
from book._scripts.python import margin_lab


@pytest.mark.parametrize("name", STORIES)
def test_stories_fit_into_the_plane_and_a_link(name):
    given = story(name)
    X = np.array(given["points"])
    assert (np.abs(X) <= margin_lab.LIMITS).all()
    assert np.array_equal(X, X.round(2))
    assert {*given["labels"]} == {-1, 1}
    assert len(given["labels"]) == len(X) <= 200


def test_story_has_no_other_name():
    with pytest.raises(KeyError):
        story("moons")


def test_story_of_four_choices_is_the_chapters():
    given = story("choices")
    answer = margin_lab.margin(**given)
    w = np.array(given["labels"]) * answer["alpha"] @ given["points"]
    np.testing.assert_allclose([*w, answer["b"]], [0.2, 0.4, -0.4])
