"""The exercises of soft_margin: tests beside those of `test_programs`."""

import numpy as np
import pytest

from svmlib import margin
from svmlib.exercises import check
from svmlib.exercises.chapters import CATALOGUE


def test_soft_margin_problems_have_every_kind_of_example():
    exercise = CATALOGUE.exercises["soft-margin"]
    for seed in range(8):
        w, b, X, y, C = next(exercise.problems(np.random.default_rng(seed))).args
        m = y * (X @ w + b)
        assert C not in (0.5, 1)
        assert set(y) == {-1, 1}
        for kink in (-1, 0, 1):
            assert np.abs(m - kink).min() > 0.01
        kinds = [m > 1, (m > 0) & (m < 1), (m < 0) & (m > -1), m < -1]
        assert all(kind.any() for kind in kinds)
        assert abs(y[m < 1].sum()) not in (0, (m < 1).sum())


@pytest.mark.parametrize("order", [(0, 2, 1), (1, 2, 0)])
def test_soft_margin_verdict_on_another_order(order):
    def attempt(w, b, X, y, C):
        outputs = margin.soft_margin_loss(w, b, X, y, C)
        return tuple(outputs[k] for k in order)

    verdict = check("soft-margin", attempt)
    assert verdict.mistakes == ("wrong-order",)
    assert "return them in the order (loss, dw, db)." in verdict.message


def test_soft_margin_names_a_wrong_db_beside_a_loss_that_no_mistake_explains():
    def attempt(w, b, X, y, C):
        loss, dw, db = margin.soft_margin_loss(w, b, X, y, C)
        return 1.37 * loss - 3, dw, -db

    verdict = check("soft-margin", attempt)
    assert verdict.mistakes == ("unrecognised", "db-sign")
    assert "- db: the examples' part of db has the wrong sign." in verdict.message
