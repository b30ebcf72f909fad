"""Make svmlib/data/digits.npz from scikit-learn's copy of the UCI digits.

    python -m tools.assets.digits

Needs scikit-learn. The 1,797 images keep their order; pixels are whole numbers
from 0 to 16 and are stored as bytes.
"""

import numpy as np
from sklearn.datasets import load_digits

from book._parsing import ROOT
from tools.shared.command_line import argument_parser

TARGET = ROOT / "svmlib" / "data" / "digits.npz"


def main() -> None:
    """Read the digits and write them."""
    argument_parser(__doc__).parse_args()
    X, y = load_digits(return_X_y=True)
    if not (X == X.astype(np.uint8)).all():
        raise ValueError("pixels must be whole numbers from 0 to 255")
    np.savez_compressed(TARGET, X=X.astype(np.uint8), y=y.astype(np.uint8))
    print(f"{TARGET}: {TARGET.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
