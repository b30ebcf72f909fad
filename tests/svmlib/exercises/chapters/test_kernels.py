"""The exercises of kernels: tests beside those of `test_programs`."""

import re

import pytest

from tests.svmlib.exercises.try_programs import problems


@pytest.mark.parametrize("name, axis", [("kernel-decision", 0), ("rbf-kernel", 1)])
def test_kernel_problems_have_equal_sizes_only_where_the_kind_says_so(name, axis):
    for case in problems(name):
        M, N = case.args[-1].shape if axis == 0 else [len(a) for a in case.args[:2]]
        assert (M == N) == bool(
            re.search("same|as many new|equally many|one row each", case.kind)
        )
