"""How a script is run without a browser, and what the mask lab has to show."""

import json
import re

import numpy as np
from py_mini_racer import MiniRacer

from svmlib import hinge
from tools import ROOT

SCRIPTS = ROOT / "book" / "_scripts"
KERNELS = (
    {"name": "linear"},
    {"name": "poly", "degree": 3, "gamma": 0.5, "coef0": 1.0},
    {"name": "rbf", "gamma": 1.0},
)


def run(script, code):
    """Return what an expression has as its value, after one of the scripts."""
    source = (SCRIPTS / script).read_text("utf-8")
    source = re.sub(r"^export ", "", source, flags=re.MULTILINE)
    return json.loads(str(MiniRacer().eval(f"{source}\nJSON.stringify({code})")))


def mask(X, S, y, delta):
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
