"""CIFAR-10, from the reader's own copy of its binary version."""

from pathlib import Path

import numpy as np

from svmlib.datasets import ImageData
from svmlib.scalars import as_whole
from svmlib.validation import Array

CLASSES: tuple[str, ...] = ("airplane", "automobile", "bird", "cat", "deer")
CLASSES += ("dog", "frog", "horse", "ship", "truck")
ROW = 1 + 3 * 32 * 32


def load_cifar10(folder: str | Path, *, num_train: int | None = None) -> ImageData:
    """Return the images of CIFAR-10, which does not ship with the book.

    Parameters
    ----------
    folder : str or pathlib.Path
        Holds data_batch_1.bin ... data_batch_5.bin and test_batch.bin, the files of the
        "binary version". A row of 3073 bytes is an image: its label, then 1024 bytes
        each of red, green and blue, the pixels line by line from the top.
    num_train : int, optional
        Keep the first so many training images, >= 1. None: all, 50,000 in the original,
        which take 0.6 GB.

    Returns
    -------
    ImageData
        X_train (N, 3072) and X_test (M, 3072) are float32, 0..1: height, width, colour.
        ``X_train[i].reshape(32, 32, 3)`` is an image as Matplotlib's imshow takes it.

    Raises
    ------
    ValueError
        If a file is missing, does not consist of whole rows or holds a label above 9,
        or num_train is not as above. It says what was found and what was expected.

    Notes
    -----
    Krizhevsky, Learning multiple layers of features from tiny images, 2009.
    """
    folder = Path(folder)
    train = np.concatenate([_rows(folder / f"data_batch_{k}.bin") for k in range(1, 6)])
    kept = len(train) if num_train is None else as_whole(num_train, "num_train", 1)
    if kept > len(train):
        raise ValueError(f"num_train must be at most {len(train)}, got {num_train}")
    test = _rows(folder / "test_batch.bin")
    return ImageData(*_split(train[:kept]), *_split(test), CLASSES)


def _rows(path: Path) -> Array:
    """Return the rows of a file, bytes of shape (n, 3073), once they are checked."""
    if not path.is_file():
        found = ", ".join(sorted(p.name for p in path.parent.glob("*"))) or "no file"
        raise ValueError(f"{path.parent} must hold {path.name}, found {found}")
    data = np.fromfile(path, dtype=np.uint8)
    if data.size == 0 or data.size % ROW:
        got = f"{data.size} bytes ({data.size / ROW:.2f} rows)"
        raise ValueError(f"{path.name} must hold whole rows of {ROW} bytes, got {got}")
    rows = data.reshape(-1, ROW)
    if rows[:, 0].max() > 9:
        i = int(np.argmax(rows[:, 0] > 9))
        got = f"{rows[i, 0]} in row {i}"
        raise ValueError(f"{path.name} must hold labels 0..9, got {got}")
    return rows


def _split(rows: Array) -> tuple[Array, Array]:
    """Return images (n, 3072), the colours of a pixel side by side, and labels (n,)."""
    X = rows[:, 1:].reshape(-1, 3, 1024).transpose(0, 2, 1).reshape(len(rows), -1)
    return X / np.float32(255), rows[:, 0].astype(np.int64)
