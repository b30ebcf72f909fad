"""Which functions of svmlib a page uses."""

import pytest

from book._ext.used_names import used_names


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("from svmlib import hinge\nhinge.margins(S, y)", ["hinge.margins"]),
        ("import svmlib.hinge as h\nf = h.margins", ["hinge.margins"]),
        ("import svmlib.hinge\nsvmlib.hinge.margins(S, y)", ["hinge.margins"]),
        ("from svmlib.hinge import margins as m\nm(S, y)", ["hinge.margins"]),
        (
            "from svmlib.kernel_svm import KernelSVM\nKernelSVM()",
            ["kernel_svm.KernelSVM"],
        ),
        ("from svmlib import plots\nplots.INK", []),
        ("from svmlib import _validation\n_validation.as_matrix(X)", []),
        ("hinge.margins(S, y)", []),
        ("%matplotlib inline\nfrom numpy import linalg\nlinalg.norm(x)", []),
    ],
)
def test_used_names_are_what_code_uses(source, names):
    assert used_names([source]) == [f"svmlib.{name}" for name in names]
