"""What an attempt may return, and what is said of anything else."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from svmlib.exercises._attempt import AttemptError
from svmlib.exercises.running._outputs import as_outputs

dW = np.ones((5, 4))


class csr_matrix:
    """Stands for SciPy's: NumPy makes an array of one object of it."""

    def __init__(self, array):
        self.array = array

    def toarray(self):
        return self.array


@pytest.mark.parametrize(
    "result",
    [
        (2, dW),
        [np.float32(2), dW.astype("f4")],
        (np.array(2), dW.astype(int)),
        (True, dW.tolist()),
    ],
)
def test_numbers_of_any_kind_become_float64(result):
    loss, gradient = as_outputs(result, ("loss", "dW"))
    assert loss.dtype == gradient.dtype == np.float64
    assert loss.shape == ()
    np.testing.assert_array_equal(gradient, dW)


@pytest.mark.parametrize(
    "value",
    [
        Fraction(1, 2),
        Decimal("0.5"),
        [2**70, 0.5],
        [[Fraction(1, 3)], [1]],
        np.array(np.float32(0.5), dtype=object),
        np.array([np.int64(2)], dtype=object),
        np.frompyfunc(np.asarray, 1, 1)([0.5, 2]),  # an array of arrays of one number
    ],
)
def test_numbers_that_numpy_keeps_as_objects_are_numbers(value):
    (numbers,) = as_outputs(value, ("v",))
    assert numbers.dtype == np.float64
    assert numbers.flat[0] == float(np.ravel(value)[0])


@pytest.mark.parametrize(
    "value", [["1", 2**70], [Fraction(1), None], [1j], (dW, dW), (dW, dW.tolist())]
)
def test_what_is_no_real_number_is_refused(value):
    with pytest.raises(AttemptError, match="real numbers are expected"):
        as_outputs(value, ("v",))


@pytest.mark.parametrize("value", [10**400, [[-(10**400)]], [0.5, 10**400]])
def test_a_whole_number_may_be_too_large(value):
    with pytest.raises(AttemptError, match="v goes beyond 1.8e308, which"):
        as_outputs(value, ("v",))


def test_an_output_may_be_large():
    (large,) = as_outputs(np.zeros(100_000), ("v",))
    assert large.shape == (100_000,)


def test_an_array_of_two_numbers_is_two_numbers():
    assert as_outputs(np.array([1.0, 2.0]), ("w", "b")) == (1, 2)
    (pair,) = as_outputs(np.array([1.0, 2.0]), ("v",))
    assert pair.tolist() == [1, 2]


def test_a_tensor_is_taken_as_an_array():
    class Tensor:
        def detach(self):
            return self

        def cpu(self):
            return [1, 2]

    assert as_outputs(Tensor(), ("v",))[0].tolist() == [1, 2]


@pytest.mark.parametrize(
    "result, mistake, words",
    [
        (None, "not-attempted", "is a return missing?"),
        (..., "not-attempted", "not attempted yet."),
        (NotImplemented, "not-attempted", "not attempted yet."),
        ((None, ...), "not-attempted", "not attempted yet."),
        (3, "wrong-type", "returns an int, where 2 things are expected: (loss, dW)"),
        ("loss", "wrong-type", "returns a str,"),
        (dW, "wrong-type", "returns an array of shape (5, 4) and dtype float64,"),
        ((1.0, dW, 2), "wrong-type", "returns a tuple of 3,"),
        (dW[:2], "wrong-type", "returns an array of shape (2, 4) and dtype float64,"),
        ({"loss": 1.0, "dW": dW}, "wrong-type", "returns a dict,"),
        ((value for value in (1.0, dW)), "wrong-type", "returns a generator,"),
        ((value for value in ()), "wrong-type", "a `yield` where `return` is meant?"),
        (dW.sum, "wrong-type", "Is it called, with brackets after its name?"),
        ((dW.sum, dW), "wrong-type", "Is it called, with brackets after its name?"),
        ((1.0, (x for x in dW)), "wrong-type", "a `yield` where `return` is meant?"),
        (("a", dW), "wrong-type", "loss is a str, where real numbers are expected"),
        (((1.0, dW),), "wrong-type", "Is there a comma at the end of the line, as in"),
        ((1.0, None), "wrong-type", "dW is None, where real numbers are"),
        ((1.0, [[1, 2], [3]]), "wrong-type", "a list of 2 rows of different lengths,"),
        ((1.0, [[1, 2], [3, 4j]]), "wrong-type", "dW is a list of 2, where"),
        ((1.0, [None, None]), "wrong-type", "dW is a list of 2 that holds None,"),
        ((1.0, ["1", 2]), "wrong-type", "dW is a list of 2 that holds text,"),
        ((1.0, [[1], (None,)]), "wrong-type", "dW is a list of 2 that holds None,"),
        (
            (1.0, csr_matrix(dW)),
            "wrong-type",
            "dW is a csr_matrix, where real numbers are expected. Give its `toarray()`.",
        ),
        (
            (1.0, np.ma.masked_less(dW, 2)),
            "wrong-type",
            "where real numbers are expected. Entries of it are masked: `filled(...)` puts",
        ),
        ((1.0, {1, 2}), "wrong-type", "dW is a set,"),
        ((1.0, np.full((5, 4), "x", dtype=object)), "wrong-type", "dtype object,"),
        ((1.0, dW * 1j), "wrong-type", "dtype complex128,"),
        ((1.0, dW.astype(str)), "wrong-type", "dtype <U"),
        ((1.0, np.zeros(100_001)), "wrong-shape", "far too large"),
    ],
)
def test_what_is_not_numbers_cannot_be_compared(result, mistake, words):
    with pytest.raises(AttemptError) as caught:
        as_outputs(result, ("loss", "dW"))
    assert caught.value.findings == (mistake,)
    assert words in caught.value.message


def test_what_async_returns_is_told():
    async def scores():
        return dW

    coroutine = scores()
    with pytest.raises(AttemptError, match="Take away the `async` before `def`"):
        as_outputs(coroutine, ("S",))
    coroutine.close()


def test_a_tuple_of_rows_is_an_array_and_a_tuple_of_matrices_is_none():
    (rows,) = as_outputs((np.array([1, 2]), np.array([3, 4])), ("S",))
    assert rows.tolist() == [[1, 2], [3, 4]]
    with pytest.raises(AttemptError, match=r"S is a tuple of 2, where real numbers"):
        as_outputs((np.ones((2, 2)), np.ones((2, 2))), ("S",))
