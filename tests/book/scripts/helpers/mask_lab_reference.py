"""What the mask lab should show."""

import numpy as np

from svmlib import hinge


def loss_and_gradient(X, S, y, delta):
    """Return what the mask lab shows, computed by svmlib."""
    H = hinge.margins(S, y, delta=delta)
    M = hinge.gradient_mask(H, y)
    return {
        "H": H.tolist(),
        "M": M.tolist(),
        "counts": (H > 0).sum(axis=1).tolist(),
        "losses": H.sum(axis=1).tolist(),
        "loss": float(H.sum() / len(H)),
        "gradient": (np.array(X).T @ M / len(H)).tolist(),
    }
