"""What an attempt is called with, and what it may do in a call."""

import io
import pdb  # noqa: T100
import re
import sys
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest

from svmlib.exercises import check
from svmlib.exercises._attempt import EARLIER_RESULT
from svmlib.exercises._exercise import Signature
from svmlib.exercises._problems import Problem
from svmlib.exercises.running._call import call_all
from tests.svmlib.exercises.helpers.attempts import in_a_process, raises, right_svm_loss
from tests.svmlib.exercises.helpers.small_exercise import EXERCISE


def test_arrays_that_look_the_same_are_one_array_with_new_numbers():
    """So an attempt that keeps the array, as a training loop updates W, goes wrong."""
    seen = []

    def attempt(x):
        seen.append((x, x.copy()))
        return 2 * x, x * x

    values = [[1.0, 2.0], [3.0, 4.0], [5.0], [6, 7], [8, 9]]
    problems = [Problem((np.array(value),)) for value in values]
    problems += [Problem((np.ones((2, 2), order=order),)) for order in "CF"]
    calls = list(call_all(attempt, EXERCISE.signature, problems))
    assert [copy.tolist() for _, copy in seen[:5]] == values
    assert [call.outputs[0].tolist() for call in calls[:2]] == [[2, 4], [6, 8]]
    is_again = [a is b for (a, _), (b, _) in pairwise(seen)]
    assert is_again == [True, False, False, True, False, False]


def test_an_array_that_is_given_twice_is_one_array_and_its_copies_are_not_mixed_up():
    signature = Signature(("X", "Y"), ("the sum",))
    X, Y = np.ones(2), np.full(2, 2.0)
    seen = []

    def attempt(X, Y):
        seen.append((X is Y, X[0], Y[0]))
        return 0.0

    list(call_all(attempt, signature, [Problem((X, X)), Problem((X, Y))]))
    assert seen == [(True, 1.0, 1.0), (False, 1.0, 2.0)]


def test_an_array_that_was_locked_is_not_given_again():
    def attempt(x):
        x.flags.writeable = False
        return 2 * x, x * x

    problems = [Problem((np.array([value]),)) for value in (1.0, 2.0)]
    calls = list(call_all(attempt, EXERCISE.signature, problems))
    assert [call.outputs[0].tolist() for call in calls] == [[2], [4]]


def test_what_is_printed_is_not_returned(capfd):
    verdict = check("scores", lambda W, X: print(X @ W))
    assert verdict.mistakes == ("wrong-type",)
    assert "What is printed isn't returned" in verdict.message


def test_only_the_first_call_prints(capfd):
    def attempt(W, X):
        for row in np.resize(X, (600, 100)):  # 4 seconds would not do for all of them
            print(row)
        return X @ W

    assert check("scores", attempt).passed
    assert capfd.readouterr().out


def test_every_call_prints_to_a_file():
    def attempt(W, X):
        file = io.StringIO()
        print(len(X), file=file)
        return X @ W if file.getvalue() == f"{len(X)}\n" else None

    assert check("scores", attempt).passed


@pytest.mark.parametrize(
    "attempt",
    [
        lambda W, X: X @ W if len(X) > 1 else raises(NotImplementedError)(),
        lambda W, X: print(X.shape) or (X @ W if len(X) > 1 else None),
        lambda W, X: X @ W if len(X) > 1 else None,
    ],
)
def test_a_branch_that_returns_nothing_is_told_with_its_problem(attempt):
    verdict = check("scores", attempt)
    assert verdict.mistakes == ("wrong-type",)
    assert re.search(r"X \(1, \d\), where there is one example\.", verdict.message)


def test_arguments_are_copies_and_writing_to_them_is_a_mistake():
    def keep_and_spoil(W, X, y, reg):
        result = right_svm_loss(W, X, y, reg)
        W[:] = 0
        X.resize((0, 0), refcheck=False)
        return result

    for _ in range(2):
        verdict = check("svm-loss", keep_and_spoil)
        assert verdict.mistakes == ("writes-to-arguments",)
        assert "writes to W and X" in verdict.message


@pytest.mark.parametrize(
    ("change", "written"),
    [
        (len, ()),
        (lambda parts: parts[1][1].fill(7.0), ("parts",)),
        (lambda parts: parts.append(parts[0]), ("parts",)),
        (lambda parts: parts.insert(0, (7.0, parts.pop(0)[1])), ("parts",)),
        (lambda parts: parts.insert(0, parts.pop(0) and None), ("parts",)),
    ],
)
def test_writing_to_a_list_or_what_it_holds_is_noticed(change, written):
    signature = Signature(("parts",), ("the sum",))
    problem = Problem(([(1.0, np.ones(2)), (2.0, np.ones(3))],))
    (call,) = call_all(lambda parts: (change(parts), 0.0)[1], signature, [problem])
    assert call.written == written


def written_in_calls(attempt):
    """What an attempt writes to in calls with x = [1, 2], [3, 4] and [5, 6]."""
    problems = [Problem((np.array(x),)) for x in ([1.0, 2], [3, 4.0], [5.0, 6])]
    return [call.written for call in call_all(attempt, EXERCISE.signature, problems)]


def test_a_call_that_changes_what_the_call_before_returned_is_noticed():
    double, buffers = np.zeros(2), {}

    def reuses(x):
        double[:] = 2 * x
        return double, x * x

    def centres_in_one_buffer(W):
        out = buffers.setdefault(W.shape, np.zeros(W.shape))
        out[:] = W - W.mean(axis=1, keepdims=True)
        return out

    assert written_in_calls(reuses) == [(), (EARLIER_RESULT,), (EARLIER_RESULT,)]
    verdict = check("centre-columns", centres_in_one_buffer)
    assert verdict.mistakes == ("writes-to-arguments",)
    assert "it writes to what an earlier call returned" in verdict.message
    assert "The numbers that it returns are right." in verdict.message


def test_a_result_may_be_a_view_of_an_argument_or_come_again():
    """The next call's numbers are put where the argument was."""
    same = np.array([1.0, np.nan])
    assert written_in_calls(lambda x: (x[::-1], same)) == [(), (), ()]


def test_writing_to_an_argument_that_was_returned_is_told_of_the_argument():
    def spoil(x):
        x[0] = 7.0
        return x, x

    assert written_in_calls(spoil) == [("x",), ("x",), ("x",)]


class Tensor(np.ndarray):
    def mm(self, other):
        assert self.dtype == other.dtype, "PyTorch multiplies no others"
        return self @ other


@pytest.fixture
def torch(monkeypatch):
    """As much of PyTorch as an attempt is given, where test_torch.py is skipped."""
    fake = SimpleNamespace(from_numpy=lambda a: a.view(Tensor), threads=4)
    fake.set_num_threads = lambda count: vars(fake).update(threads=count)
    monkeypatch.setitem(sys.modules, "torch", fake)
    return fake


def test_attempt_that_raises_on_arrays_is_called_with_tensors(torch):
    assert check("scores", lambda W, X: X.mm(W)).passed
    assert check("scores", lambda W, X: X.mm(W) + 1).mistakes == ("unrecognised",)
    message = check("scores", lambda W, X: X.no_such(W)).message
    assert "AttributeError: 'Tensor' object" in message
    assert "division by zero" in check("scores", lambda W, X: 1 / 0).message

    def takes_no_arrays(W, X):
        if not isinstance(X, Tensor):
            raise TypeError("argument 'input' must be Tensor, not numpy.ndarray")
        raise ValueError("this is about tensors")

    assert "this is about tensors" in check("scores", takes_no_arrays).message


@in_a_process
def test_a_copy_has_none_of_the_threads_of_torch(torch):
    assert check("hinge-by-hand", lambda: 17 if torch.threads == 1 else 0).passed


@pytest.mark.parametrize(
    "ask",
    [lambda: input(), lambda: breakpoint(), pdb.Pdb().set_trace],  # noqa: T100
)
def test_nobody_answers_an_attempt(ask, monkeypatch):
    monkeypatch.setattr(sys, "breakpointhook", print)  # of an editor, which would wait
    verdict = check("scores", lambda W, X: (ask(), X @ W)[1])
    assert verdict.mistakes == ("waits-for-input",)
    assert "nobody can answer here" in verdict.message


def test_check_within_an_attempt_refuses():
    def scores(W, X):
        check("scores", scores)
        return X @ W

    verdict = check("scores", scores)
    assert verdict.mistakes == ("calls-check",)
    assert "Is that line indented too far?" in verdict.message
