"""What a problem's arguments may be."""

import pickle
from copy import deepcopy

import numpy as np
import pytest

from svmlib.exercises._problems import (
    AtKink,
    Formula,
    Problem,
    count_numbers,
    log_uniform,
    with_exact_answers,
)


def test_formula_is_shown_as_it_is_written_and_computed():
    f = Formula("lambda w: sin(w) + sin(2 * w)")
    assert repr(f) == "lambda w: sin(w) + sin(2 * w)"
    assert f(0.5) == pytest.approx(np.sin(0.5) + np.sin(1))
    assert type(Formula("lambda w: 3")(0.5)) is float
    assert deepcopy([f]) == [f]


def test_formula_arrives_in_another_process_as_a_function_of_no_type_of_ours():
    f = pickle.loads(pickle.dumps(Formula("lambda w: sin(w) + sin(2 * w)")))
    assert f(0.5) == pytest.approx(np.sin(0.5) + np.sin(1))
    assert not isinstance(f, Formula)


def test_exact_answers_are_not_asked_for_at_a_kink():
    def problems(rng):
        yield Problem((1.0,))
        yield Problem((rng,), AtKink("it is 0"), 3.0)

    drawn = list(with_exact_answers(problems)(2.0))
    assert drawn == [((1.0,), "", 0.0), ((2.0,), "it is 0", 3.0)]


def test_half_of_the_sizes_are_below_the_geometric_mean():
    rng = np.random.default_rng(0)
    sizes = [log_uniform(rng, 20, 900) for _ in range(4000)]
    assert 20 <= min(sizes) < 25 and 700 < max(sizes) < 900
    assert np.median(sizes) == pytest.approx((20 * 900) ** 0.5, rel=0.1)


def test_numbers_of_an_argument_are_counted_in_its_lists_as_well():
    assert count_numbers((np.zeros((2, 3)), [1.0, (2, np.zeros(4))], 7)) == 13
    assert count_numbers(()) == 0
