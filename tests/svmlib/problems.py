"""Data that several tests are about."""

import numpy as np


def overlapping(seed, n=40, D=2):
    """Two classes that overlap: X (n, D), and the labels -1 and +1 in turn."""
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2, 1, -1)
    return rng.standard_normal((n, D)) + 0.6 * y[:, None], y
