"""What the mask lab has to show, for the tests of its script and of its page."""

from typing import Any

import numpy as np

from svmlib import hinge


def mask(X: Any, S: Any, y: Any, delta: float) -> dict[str, Any]:
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
