"""The exercises of in_practice: tests beside those of `test_programs`."""

import numpy as np
import pytest

from svmlib.exercises._draw_problems import draw_problems
from svmlib.exercises._mistakes import no_mistake
from svmlib.exercises.chapters import CATALOGUE
from tests.svmlib.exercises.helpers.try_programs import verdict_on_numbers


@pytest.mark.filterwarnings("error")
def test_scale_features_verdict_on_huge_numbers_is_without_a_warning():
    def huge(X_train, X_test):
        spread = X_train.std(axis=0)
        return tuple(
            np.nan_to_num((X - X_train.mean(axis=0)) / spread)
            for X in (X_train, X_test)
        )

    assert not verdict_on_numbers("scale-features", huge).passed


def test_class_weights_are_of_equal_sum_in_each_class_and_their_mean_is_c():
    exercise = CATALOGUE.exercises["class-weights"]
    for y, C in [p.args for p in draw_problems(exercise, 5)]:
        penalties = exercise.implementation(no_mistake, y, C)
        assert np.isclose(penalties.mean(), C)
        assert np.isclose(penalties[y == 1].sum(), penalties[y == -1].sum())
