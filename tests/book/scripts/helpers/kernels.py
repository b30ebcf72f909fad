"""The kernels that the tests of the margin lab try."""

KERNELS = (
    {"name": "linear"},
    {"name": "poly", "degree": 3, "gamma": 0.5, "coef0": 1.0},
    {"name": "rbf", "gamma": 1.0},
)
