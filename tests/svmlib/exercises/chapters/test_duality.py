"""The exercises of duality: tests beside those of `test_programs`."""

import numpy as np

from svmlib import dual
from svmlib.datasets import six_points
from svmlib.smo import smo
from tests.svmlib.exercises.chapters.programs.duality import bias_from_alpha
from tests.svmlib.exercises.helpers.all_exercises import key_of


def test_bias_from_alpha_cases_are_optimal():
    *cases, unfinished = [p.args for p in key_of("bias-from-alpha").problems[:5]]
    for alpha, K, y, C in cases:
        b = bias_from_alpha(alpha, K, y, C)
        assert abs(dual.duality_gap(alpha, b, K, y, C)) < 1e-9
        result = smo(K, y, C, tol=1e-9)
        assert np.allclose(result.alpha, alpha, atol=1e-6)
        assert ((alpha > 0) & (alpha < C)).any()
    X, y, C = six_points()
    alpha = np.array([0, 1, 2, 0, 1, 2]) / 8
    assert bias_from_alpha(alpha, X @ X.T, y, C) == 0
    alpha, K, y, C = unfinished
    assert abs(alpha @ y) < 1e-12
    assert 0.01 < dual.kkt_gap(alpha, K, y, C) < 0.1
