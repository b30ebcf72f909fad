"""The data of the book: small cases made by hand, digits, clothes, samples and CIFAR-10."""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from svmlib._overflow import check_overflow, without_numpy_errors
from svmlib._typing import RNG, Array
from svmlib._validation import (
    as_generator,
    as_integer,
    as_matrix,
    as_nonnegative,
    received,
)

__all__ = [
    "Digits",
    "FiveExamples",
    "ImageData",
    "SixPoints",
    "add_bias",
    "five_examples",
    "load_cifar10",
    "load_fashion_mnist",
    "load_optdigits",
    "sample_clouds",
    "sample_rings",
    "sample_three_classes",
    "six_points",
    "three_points",
    "two_points",
]

FASHION_MNIST_CLASSES = (
    "T-shirt/top", "Trouser", "Pullover", "Dress", "Coat",
    "Sandal", "Shirt", "Sneaker", "Bag", "Ankle boot",
)  # fmt: skip
CIFAR_CLASSES = (
    "airplane", "automobile", "bird", "cat", "deer",
    "dog", "frog", "horse", "ship", "truck",
)  # fmt: skip
CIFAR_ROW = 1 + 3 * 32 * 32  # bytes: the label, then the pixels


class FiveExamples(NamedTuple):
    """Five examples, three classes, and weights to score them with.

    X (5, 3) and W (3, 3) are float64, y (5,) is int64, 0..2, and delta a float.
    """

    X: Array
    y: Array
    W: Array
    delta: float


class SixPoints(NamedTuple):
    """Six points in the plane, their labels -1 and +1, and a penalty parameter C."""

    X: Array
    y: Array
    C: float


class ImageData(NamedTuple):
    """Images for training and testing, one image per row.

    X_train (N, D) and X_test (M, D) hold the pixels, y_train (N,) and y_test (M,) are
    int64, 0..9, and class_names has ten strings.
    """

    X_train: Array
    y_train: Array
    X_test: Array
    y_test: Array
    class_names: tuple[str, ...]


class Digits(NamedTuple):
    """Images of handwritten digits, 8 x 8 pixels, one image per row of 64.

    X (1797, 64) has the dtype that was asked for, y (1797,) is int64, 0..9, and
    class_names are the ten digits as strings.
    """

    X: Array
    y: Array
    class_names: tuple[str, ...]


def five_examples() -> FiveExamples:
    """Return the case of part one: its scores, margins and mask are small integers.

    X is (5, 3), its last column the bias, W (3, 3). Example 0 has no active class, 1
    has one, 2 has two, 3 is misclassified and 4 lies on a kink. With delta = 2 an
    example can lead by 1: predicted right, and still inside the margin.

    Examples
    --------
    >>> X, y, W, delta = five_examples()
    >>> (X @ W)[3]
    array([-1.,  4., -5.])
    """
    X = [[2, -1, 1], [1, 2, 1], [-1, 1, 1], [-2, -2, 1], [-1, -1, 1]]
    W = [[2, 0, 1], [-1, -2, 1], [1, 0, -1]]
    y = np.array([0, 2, 2, 0, 1], dtype=np.int64)
    return FiveExamples(np.array(X, np.float64), y, np.array(W, np.float64), 2.0)


def six_points() -> SixPoints:
    """Return the case of part two: its soft margin is w = [1/2, 0], b = 0, by hand.

    X is (6, 2), C = 1/4. Of each class one point lies beyond its margin (alpha = 0) and
    one on it (alpha = 1/8). Point 2 lies inside the margin and 5 is misclassified
    (alpha = 1/4), although a line would separate the classes.
    """
    X = [[4, 1], [2, 1], [1, 0], [-4, 0], [-2, -1], [1, 1]]
    y = np.array([1, 1, 1, -1, -1, -1], dtype=np.int64)
    return SixPoints(np.array(X, np.float64), y, 0.25)


def three_points() -> tuple[Array, Array]:
    """Return X (3, 3) and y (3,) of the hard-margin problem of part two.

    Its maximal-margin hyperplane is w = [0.2, 0, 0.4], b = -0.4, which the chapter
    `hyperplanes` finds by hand.
    """
    X = np.array([[1.0, 2, 3], [4, 1, 2], [-1, 2, -1]])
    return X, np.array([1, 1, -1], dtype=np.int64)


def two_points() -> tuple[Array, Array]:
    """Return X (2, 2) and y (2,) for the descent step done by hand in `soft_margin`."""
    return np.array([[1.0, 1], [2, -1]]), np.array([1, -1], dtype=np.int64)


def sample_three_classes(
    n: int, *, rng: RNG, spread: float = 0.5
) -> tuple[Array, Array]:
    """Sample points from three round clouds in the plane, labelled 0, 1, 2, in turn.

    Returns X (n, 2) and y (n,). A cloud is Gaussian, with the standard deviation spread
    in each coordinate. Straight lines separate a few hundred points at spread 0.5; at
    1.5 the clouds overlap. rng is a generator, a seed, or None for different points each time.

    Raises
    ------
    ValueError
        If n is not a whole number >= 1, spread is not finite and >= 0, or rng is not as
        above.
    FloatingPointError
        If a coordinate overflows.

    Examples
    --------
    >>> sample_three_classes(4, rng=0, spread=0)[1]
    array([0, 1, 2, 0])
    """
    n = as_integer(n, "n", 1)
    y = np.arange(n, dtype=np.int64) % 3
    centres = np.array([[-2.0, -1.0], [2.0, -1.0], [0.0, 2.0]])
    return _around(centres[y], spread, rng), y


def sample_clouds(
    n: int,
    *,
    rng: RNG,
    spread: float = 0.5,
    centres: ArrayLike = ((-1.0, 0.0), (1.0, 0.0)),
) -> tuple[Array, Array]:
    """Sample points from round clouds, labelled -1, +1, -1, +1, ..., in turn.

    Returns X (n, D) and y (n,). centres (K, D) are finite, one per row, and K is even: the
    clouds around the first, third, ... are labelled -1. The rest is as in
    `sample_three_classes`.

    Raises
    ------
    ValueError, FloatingPointError
        As `sample_three_classes`; and ValueError if centres is not as above.

    Examples
    --------
    >>> sample_clouds(3, rng=0, spread=0)
    (array([[-1.,  0.],
           [ 1.,  0.],
           [-1.,  0.]]), array([-1,  1, -1]))
    """
    n = as_integer(n, "n", 1)
    centres = as_matrix(centres, "centres", "(K, D)", finite=True)
    if len(centres) % 2:
        raise ValueError(f"centres must be even in number, got {len(centres)}")
    turns = np.arange(n)
    y = np.where(turns % 2, 1, -1)
    return _around(centres[turns % len(centres)], spread, rng), y


def sample_rings(n: int, *, rng: RNG, spread: float = 0.15) -> tuple[Array, Array]:
    """Sample points in a disc (+1) and on a ring around it (-1), in turn.

    Returns X (n, 2) and y (n,). The radii are about 0.5 and 1.5, with Gaussian noise
    of standard deviation spread.

    Raises
    ------
    ValueError, FloatingPointError
        As `sample_three_classes`, with n >= 2.
    """
    n, rng = as_integer(n, "n", 2), as_generator(rng)
    y = np.where(np.arange(n) % 2, -1, 1)
    angle = rng.uniform(0, 2 * np.pi, n)
    radius = _around(np.where(y > 0, 0.5, 1.5), spread, rng)
    return radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)]), y


def load_fashion_mnist(*, dtype: DTypeLike = np.float64) -> ImageData:
    """Return 2,000 training and 500 test images of Fashion-MNIST, 28 x 28 pixels.

    The classes take turns (0, 1, ..., 9, 0, ...): a slice of whole rounds is balanced.

    Parameters
    ----------
    dtype : {numpy.float64, numpy.float32, numpy.uint8}, optional
        Floating: pixels scaled to [0, 1]. numpy.uint8: the bytes 0..255 as stored.

    Raises
    ------
    ValueError
        If dtype is none of these.

    Notes
    -----
    Xiao, Rasul and Vollgraf, arXiv:1708.07747; MIT, notice beside the file.
    """
    arrays = _load("fashion_mnist.npz", 255, dtype)
    return ImageData(**arrays, class_names=FASHION_MNIST_CLASSES)


def load_optdigits(*, dtype: DTypeLike = np.float64) -> Digits:
    """Return 1,797 images of digits, the test set of UCI's optdigits.

    dtype and errors are as in `load_fashion_mnist`; numpy.uint8 gives the numbers 0..16
    as stored. Alpaydin and Kaynak, doi:10.24432/C50P49; CC BY 4.0, notice beside the
    file.
    """
    return Digits(**_load("digits.npz", 16, dtype), class_names=tuple("0123456789"))


def load_cifar10(folder: str | Path) -> ImageData:
    """Return the images of CIFAR-10, which does not ship with the book.

    Parameters
    ----------
    folder : str or pathlib.Path
        Holds data_batch_1.bin ... data_batch_5.bin and test_batch.bin, the files of the
        "binary version". A row of 3073 bytes is an image: its label, then 1024 bytes
        each of red, green and blue, the pixels line by line from the top.

    Returns
    -------
    ImageData
        X_train (N, 3072) and X_test (M, 3072) are float32, 0..1: height, width, colour.
        ``X_train[i].reshape(32, 32, 3)`` is an image as Matplotlib's imshow takes it. All
        50,000 training images take 0.6 GB.

    Raises
    ------
    ValueError
        If folder is not a path; if a file is missing, does not consist of whole rows or
        holds a label above 9. It says what was found and what was expected.

    Notes
    -----
    Krizhevsky, Learning multiple layers of features from tiny images, 2009.
    """
    if not isinstance(folder, str | Path):
        raise ValueError(f"folder must be a string or a Path, got {received(folder)}")  # noqa: TRY004
    folder = Path(folder)
    if not folder.is_dir():
        raise ValueError(f"folder must be a folder, got {received(str(folder))}")
    train = np.concatenate(
        [_cifar_rows(folder / f"data_batch_{k}.bin") for k in range(1, 6)]
    )
    test = _cifar_rows(folder / "test_batch.bin")
    return ImageData(*_cifar_split(train), *_cifar_split(test), CIFAR_CLASSES)


def add_bias(X: ArrayLike) -> Array:
    """Return X (N, D) with a last column of ones, of X's dtype, as a new array.

    Raises
    ------
    ValueError
        If X is not a matrix of real numbers, or is empty.

    Examples
    --------
    >>> add_bias([[2.0, 5.0]])
    array([[2., 5., 1.]])
    """
    X = as_matrix(X, "X", "(N, D)")
    return np.hstack([X, np.ones((len(X), 1), dtype=X.dtype)])


@without_numpy_errors()
def _around(centres: Array, spread: float, rng: RNG) -> Array:
    """Return the centres with normal noise; FloatingPointError if a coordinate overflows."""
    spread, rng = as_nonnegative(spread, "spread"), as_generator(rng)
    drawn = centres + spread * rng.standard_normal(centres.shape)
    check_overflow(drawn, "a coordinate", "spread or a centre is too large")
    return drawn


def _load(name: str, largest: int, dtype: DTypeLike) -> dict[str, Any]:
    """Return the arrays of a file by name: images X in dtype, labels y in int64."""
    expected = "dtype must be float64, float32 or uint8"
    try:
        kind = np.dtype(dtype)
    except (TypeError, ValueError, SyntaxError) as error:
        raise ValueError(f"{expected}, got {received(dtype)}") from error
    if kind not in (np.float64, np.float32, np.uint8):
        raise ValueError(f"{expected}, got {kind}")
    path = Path(__file__).with_name("data") / name
    with np.load(path, allow_pickle=False) as stored:
        arrays = {k: stored[k] for k in stored.files}
    for k, A in arrays.items():
        arrays[k] = A.astype(kind if k[0] == "X" else np.int64)
        if k[0] == "X" and kind != np.uint8:
            arrays[k] /= largest
    return arrays


def _cifar_rows(path: Path) -> Array:
    """Return the rows of a file, bytes of shape (n, 3073), once they are checked."""
    if not path.is_file():
        found = sorted(p.name for p in path.parent.glob("*"))
        shown = received(found) if found else "no file"
        raise ValueError(
            f"folder must hold {path.name}, found {shown} in {path.parent}"
        )
    data = np.fromfile(path, dtype=np.uint8)
    if data.size == 0 or data.size % CIFAR_ROW:
        got = f"{data.size} bytes ({data.size / CIFAR_ROW:.2f} rows)"
        raise ValueError(
            f"{path.name} must hold whole rows of {CIFAR_ROW} bytes, got {got}"
        )
    rows = data.reshape(-1, CIFAR_ROW)
    if rows[:, 0].max() > 9:
        i = int(np.argmax(rows[:, 0] > 9))
        got = f"{rows[i, 0]} in row {i}"
        raise ValueError(f"{path.name} must hold labels 0..9, got {got}")
    return rows


def _cifar_split(rows: Array) -> tuple[Array, Array]:
    """Return images (n, 3072), the colours of a pixel side by side, and labels (n,)."""
    X = rows[:, 1:].reshape(-1, 3, 1024).transpose(0, 2, 1).reshape(len(rows), -1)
    return X / np.float32(255), rows[:, 0].astype(np.int64)
