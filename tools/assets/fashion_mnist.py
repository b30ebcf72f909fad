"""Make svmlib/data/fashion_mnist.npz: 2,000 + 500 images of Fashion-MNIST.

    python -m tools.assets.fashion_mnist FOLDER

FOLDER holds the data set's four files as their authors publish them:
train-images-idx3-ubyte.gz, train-labels-idx1-ubyte.gz,
t10k-images-idx3-ubyte.gz and t10k-labels-idx1-ubyte.gz.
They are linked from https://github.com/zalandoresearch/fashion-mnist, and
Debian has them in the package dataset-fashion-mnist.

Nothing is drawn at random: of each class the first 200 training and the first
50 test images are taken, in rounds of one image per class (class 0, 1, ... 9, 0,
1, ...), so that every slice of whole rounds is balanced.
"""

import gzip
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from book._parsing import ROOT
from tools.shared.command_line import argument_parser

TARGET = ROOT / "svmlib" / "data" / "fashion_mnist.npz"


def read_idx(path: Path) -> NDArray[np.uint8]:
    """Return the array of unsigned bytes in a gzipped IDX file."""
    data = gzip.decompress(path.read_bytes())
    if data[:3] != b"\0\0\x08":
        raise ValueError(f"{path} must be an IDX file of unsigned bytes")
    ndim = data[3]
    shape = np.frombuffer(data, dtype=">u4", count=ndim, offset=4)
    return np.frombuffer(data, dtype=np.uint8, offset=4 + 4 * ndim).reshape(shape)


def first_of_each_class(labels: NDArray[np.uint8], count: int) -> NDArray[np.intp]:
    """Return the indices of the first `count` images of each class, in rounds."""
    return np.stack([np.flatnonzero(labels == k)[:count] for k in range(10)], 1).ravel()


def main() -> None:
    """Read the four files and write the subset."""
    parser = argument_parser(__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    arrays: dict[str, Any] = {}
    for split, prefix, count in (("train", "train", 200), ("test", "t10k", 50)):
        images = read_idx(folder / f"{prefix}-images-idx3-ubyte.gz")
        labels = read_idx(folder / f"{prefix}-labels-idx1-ubyte.gz")
        chosen = first_of_each_class(labels, count)
        arrays[f"X_{split}"] = images[chosen].reshape(len(chosen), -1)
        arrays[f"y_{split}"] = labels[chosen]
    np.savez_compressed(TARGET, **arrays)
    print(f"{TARGET}: {TARGET.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
