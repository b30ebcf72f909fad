"""The exercises of kernels: tests beside those of `test_programs`."""

from tests.svmlib.exercises.try_programs import problems


def test_kernel_problems_have_equal_sizes_only_where_the_kind_says_so():
    new_points = {p.kind for p in problems("kernel-decision") if is_square(p.args[-1])}
    assert new_points == {"there are as many new points as examples"}
    rows = {p.kind for p in problems("rbf-kernel") if len(p.args[0]) == len(p.args[1])}
    assert rows == {
        "X and Y have one row each",
        "X and Y have equally many rows",
        "X and Y are the same",
    }


def is_square(K):
    return len(set(K.shape)) == 1
