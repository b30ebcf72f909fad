"""The exercises of scaling: tests beside those of `test_programs`."""

import numpy as np
import pytest

from svmlib.exercises._draw_problems import draw_problems
from svmlib.exercises._mistakes import no_mistake
from svmlib.exercises.chapters import CATALOGUE
from svmlib.hinge import svm_loss_sum, svm_loss_vectorized
from tests.svmlib.exercises.chapters.programs.scaling import SOURCES
from tests.svmlib.exercises.helpers.try_programs import verdict_on


def test_loss_from_parts_write_spoils_no_later_call():
    changes = ("np.zeros_like(W), 0", "parts[0][1], 0")
    for _ in range(2):
        verdict = verdict_on("loss-from-parts", SOURCES["loss-from-parts"], changes)
        assert "writes to parts" in verdict.message
    assert verdict_on("loss-from-parts", SOURCES["loss-from-parts"]).passed


def test_loss_from_parts_is_svm_loss_vectorized():
    rng = np.random.default_rng(0)
    W, X, y = rng.normal(size=(4, 3)), rng.normal(size=(9, 4)), rng.integers(3, size=9)
    rows = [slice(0, 2), slice(2, 3), slice(3, 9)]
    parts = [(*svm_loss_sum(W, X[r], y[r]), len(y[r])) for r in rows]
    implementation = CATALOGUE.exercises["loss-from-parts"].implementation
    loss, dW = implementation(lambda mistake: False, parts, W, 0.3)
    expected, gradient = svm_loss_vectorized(W, X, y, 0.3)
    assert loss == pytest.approx(expected)
    np.testing.assert_allclose(dW, gradient)


def test_break_even_is_where_workers_need_as_long_as_one_process():
    exercise = CATALOGUE.exercises["break-even"]
    for D, C, rate, overhead, P in [p.args for p in draw_problems(exercise, 5)]:
        N = exercise.implementation(no_mistake, D, C, rate, overhead, P)
        work = 2 * N * D * C / rate
        assert work == pytest.approx(work / P + overhead)
