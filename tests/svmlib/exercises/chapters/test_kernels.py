"""The exercises of kernels: tests beside those of `test_programs`."""

import pytest

from tests.svmlib.exercises.helpers.all_exercises import key_of


@pytest.mark.parametrize(
    "name, sizes, equal",
    [
        (
            "kernel-decision",
            lambda alpha, y, b, K_new: K_new.shape,
            {"there are as many new points as examples"},
        ),
        (
            "rbf-kernel",
            lambda X, Y, gamma: (len(X), len(Y)),
            {
                "X and Y have one row each",
                "X and Y have equally many rows",
                "X and Y are the same",
                "X and Y are one array",
            },
        ),
    ],
)
def test_kernel_problems_have_equal_sizes_only_where_the_kind_says_so(
    name, sizes, equal
):
    for case in key_of(name).problems:
        M, N = sizes(*case.args)
        assert (M == N) == (case.kind in equal), case.kind
