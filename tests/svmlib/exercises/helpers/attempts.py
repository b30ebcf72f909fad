"""Attempts, most of them at svm-loss, for the tests of several modules."""

import os
import time

import pytest

from svmlib.exercises.running._fork import fork_works
from svmlib.hinge import svm_loss_vectorized

in_a_process = pytest.mark.skipif(
    not fork_works(), reason="here an attempt runs in this process, and could end it"
)


def right_svm_loss(W, X, y, reg):
    return svm_loss_vectorized(W, X, y, reg)


def raises(error):
    def attempt(*args):
        raise error

    return attempt


def exits_at_once(*args):
    os._exit(0)


def for_ever(W, X, y, reg):
    while True:
        pass


def for_ever_on_one_line(W, X, y, reg):
    while True: pass  # fmt: skip


class ArrayForEver:
    def __array__(self, *args, **options):
        while True:
            pass


def for_ever_as_an_answer(W, X, y, reg):
    return ArrayForEver(), W


def for_ever_in_c(W, X, y, reg):
    return sum(iter(int, 1)), W


def for_ever_quietly(W, X, y, reg):
    while True:
        try:
            time.sleep(0.001)
        except Exception:  # noqa: BLE001, S112
            continue


def for_ever_whatever_comes(W, X, y, reg):
    while True:
        try:
            W + 1
        except:  # noqa: E722, S110
            pass


def example_loss_by_recursion(s, y_i, delta, j=0):
    if j == len(s):
        return 0.0
    own = 0.0 if j == y_i else max(0, s[j] - s[y_i] + delta)
    return own + example_loss_by_recursion(s, y_i, delta, j + 1)
