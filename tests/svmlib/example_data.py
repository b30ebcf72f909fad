"""Data that several tests are about."""

import numpy as np


def classification(seed, N=6, D=4, C=3, scale=1.0):
    """Weights W (D, C), of size scale, examples X (N, D) and labels y (N,)."""
    rng = np.random.default_rng(seed)
    W, X = scale * rng.standard_normal((D, C)), rng.standard_normal((N, D))
    return W, X, rng.integers(0, C, N)


def overlapping(seed, n=40, D=2):
    """Two classes that overlap: X (n, D), and the labels -1 and +1 in turn."""
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2, 1, -1)
    return rng.standard_normal((n, D)) + 0.6 * y[:, None], y
