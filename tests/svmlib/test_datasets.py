"""The data that ship are the authors' own, and the draws repeat."""

import hashlib
from importlib import resources

import numpy as np
import pytest
from sklearn.datasets import load_digits

from svmlib.datasets import (
    add_bias,
    five_examples,
    load_cifar10,
    load_fashion_mnist,
    load_optdigits,
    sample_clouds,
    sample_rings,
    sample_three_classes,
    six_points,
    three_points,
)

FASHION_MNIST_PIXELS = (
    "b172307597985a7790f1e13ca6d50a297b8d01033662c4b1e8c9e573f3006e91"
)
CIFAR_FILES = [f"data_batch_{k}.bin" for k in range(1, 6)] + ["test_batch.bin"]
DIGITS = "87ff0c9e40dc7e2c0e34e7257799c2e3f3aec1a016363bb11cad869ec428a826"


def digest(*arrays):
    return hashlib.sha256(b"".join(a.tobytes() for a in arrays)).hexdigest()


@pytest.mark.parametrize("name", ["digits", "fashion_mnist"])
def test_data_files_hold_images_and_labels_alone(name):
    path = resources.files("svmlib") / "data" / f"{name}.npz"
    with path.open("rb") as file, np.load(file) as stored:
        assert {key[0] for key in stored.files} == {"X", "y"}
        assert {stored[key].dtype for key in stored.files} == {np.dtype(np.uint8)}


def test_five_examples_show_every_case():
    X, y, W, delta = five_examples()
    S = X @ W
    raw = S - S[np.arange(5), y][:, None] + delta
    raw[np.arange(5), y] = -1
    assert (raw > 0).sum(axis=1).tolist() == [0, 1, 2, 1, 0]
    assert S.argmax(axis=1)[3] == 1 != y[3]
    assert (raw == 0).sum(axis=1).tolist() == [0, 0, 0, 0, 1]


def test_five_examples_are_new_each_time():
    five_examples().X[:] = 0
    assert five_examples().X.any()


def test_six_points_show_every_case():
    X, y, C = six_points()
    assert X.shape == (6, 2) and X.dtype == np.float64 and y.dtype == np.int64
    # Beyond the margin, on it and inside, and then beyond, on it and misclassified.
    assert (y * (X @ [0.5, 0])).tolist() == [2, 1, 0.5, 2, 1, -0.5]
    assert ([0, C / 2, C, 0, C / 2, C] * y @ X).tolist() == [0.5, 0]
    assert (y * (X @ [2, -2] - 1)).min() == 1  # a line separates the classes
    assert X[3].tolist() == [-4, 0]


def test_three_points_have_their_margin_between_the_first_and_the_last():
    X, y = three_points()
    w = (X[0] - X[2]) / 10  # (2, 0, 4) / 10, whose width is the distance of the two
    np.testing.assert_allclose(w, [0.2, 0, 0.4])
    np.testing.assert_allclose(y * (X @ w - 0.4), [1, 1.2, 1])


def test_load_fashion_mnist_is_the_published_subset():
    data = load_fashion_mnist(dtype=np.uint8)
    assert data.X_train.shape == (2000, 784)
    assert data.X_test.shape == (500, 784)
    assert digest(data.X_train, data.X_test) == FASHION_MNIST_PIXELS
    np.testing.assert_array_equal(data.y_train, np.tile(np.arange(10), 200))
    np.testing.assert_array_equal(data.y_test, np.tile(np.arange(10), 50))
    assert len(data.class_names) == 10
    assert data.class_names[2:4] == ("Pullover", "Dress")
    assert data.class_names[9] == "Ankle boot"


def test_load_optdigits_is_the_published_set():
    data = load_optdigits(dtype=np.uint8)
    assert data.X.shape == (1797, 64)
    assert digest(data.X, data.y.astype(np.uint8)) == DIGITS
    assert data.X.max() == 16
    assert data.y[:12].tolist() == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1]
    assert data.class_names[7] == "7"


def test_load_optdigits_agrees_with_scikit_learn():
    X, y = load_digits(return_X_y=True)
    data = load_optdigits()
    np.testing.assert_array_equal(data.X * 16, X)
    np.testing.assert_array_equal(data.y, y)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_load_functions_scale_floating_pixels_to_one(dtype):
    for X, raw, largest in (
        (
            load_fashion_mnist(dtype=dtype).X_test,
            load_fashion_mnist(dtype=np.uint8).X_test,
            255,
        ),
        (load_optdigits(dtype=dtype).X, load_optdigits(dtype=np.uint8).X, 16),
    ):
        assert X.dtype == dtype
        assert X.min() == 0
        assert X.max() == 1
        np.testing.assert_array_equal(np.rint(X * largest), raw)


@pytest.mark.parametrize("load", [load_fashion_mnist, load_optdigits])
def test_load_functions_return_int64_labels_and_reject_other_dtypes(load):
    assert load()[1].dtype == np.int64
    with pytest.raises(ValueError, match="float64, float32 or uint8, got int32"):
        load(dtype=np.int32)
    for dtype in ("x", "i4,,", {"names": ["a"]}):
        with pytest.raises(ValueError, match="float64, float32 or uint8, got ['{]"):
            load(dtype=dtype)


@pytest.mark.parametrize("name", ["fashion_mnist", "digits"])
def test_data_files_have_their_notice(name):
    folder = resources.files("svmlib") / "data"
    notice = (folder / f"{name}_LICENSE.txt").read_text(encoding="utf-8")
    assert f"{name}.npz" in notice
    assert f"tools/assets/{name}.py" in notice


def test_sample_three_classes_repeats_and_takes_turns():
    X, y = sample_three_classes(30, rng=7)
    again, _ = sample_three_classes(30, rng=np.random.default_rng(7))
    np.testing.assert_array_equal(X, again)
    assert X.shape == (30, 2)
    np.testing.assert_array_equal(y, np.tile([0, 1, 2], 10))
    assert (sample_three_classes(30, rng=8)[0] != X).any()


def test_three_classes_lie_around_their_centres():
    X, y = sample_three_classes(3000, rng=0, spread=0.5)
    for k, centre in enumerate([(-2, -1), (2, -1), (0, 2)]):
        np.testing.assert_allclose(X[y == k].mean(axis=0), centre, atol=0.06)
        np.testing.assert_allclose(X[y == k].std(axis=0), 0.5, atol=0.03)


@pytest.mark.parametrize(("spread", "separable"), [(0.5, True), (1.5, False)])
def test_three_classes_spread_decides_whether_the_nearest_centre_is_right(
    spread, separable
):
    X, y = sample_three_classes(300, rng=0, spread=spread)
    centres, _ = sample_three_classes(3, rng=0, spread=0)
    nearest = ((X[:, None] - centres) ** 2).sum(axis=2).argmin(axis=1)
    assert (nearest == y).all() == separable


def test_sample_clouds_takes_turns_among_the_labels_and_the_centres():
    centres = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [0, 0, 0]]
    X, y = sample_clouds(5, rng=0, spread=0, centres=centres)
    np.testing.assert_array_equal(X, [*centres, centres[0]])
    assert y.tolist() == [-1, 1, -1, 1, -1]


def test_sample_clouds_adds_the_noise_to_the_centres():
    X, _ = sample_clouds(2, rng=3, spread=0.5, centres=[[1.0, 2.0], [1.0, 2.0]])
    noise = np.random.default_rng(3).standard_normal((2, 2))
    np.testing.assert_allclose(X, [1, 2] + 0.5 * noise)


def test_sample_clouds_samples_as_sample_three_classes_does():
    X, _ = sample_clouds(2, rng=3, spread=0.7)
    others, _ = sample_three_classes(2, rng=3, spread=0.7)
    np.testing.assert_allclose(X - [[-1, 0], [1, 0]], others - [[-2, -1], [2, -1]])


@pytest.mark.parametrize(
    ("draw", "arguments", "message"),
    [
        (sample_three_classes, {"n": 0}, "n must be a whole number >= 1, got 0"),
        (sample_three_classes, {"spread": -1}, "spread must be .* >= 0, got -1"),
        (sample_clouds, {"n": 0}, "n must be a whole number >= 1, got 0"),
        (sample_clouds, {"spread": np.nan}, "spread must be .*, got nan"),
        (sample_clouds, {"centres": [1, 2]}, r"centres must have shape \(K, D\)"),
        (sample_clouds, {"centres": [[1, np.nan]]}, r"got nan at centres\[0, 1\]"),
        (sample_clouds, {"centres": [[1, 2]]}, "centres must be even in number, got 1"),
        (sample_clouds, {"rng": "x"}, "rng must be .* 'x'"),
        (sample_rings, {"n": 1}, "n must be a whole number >= 2, got 1"),
        (sample_rings, {"spread": np.inf}, "spread must be .*, got inf"),
        (sample_three_classes, {"n": 1e308}, r"n must be less than .*, got 1e\+308"),
        (sample_clouds, {"n": 1e308}, r"n must be less than .*, got 1e\+308"),
        (sample_rings, {"n": 1e308}, r"n must be less than .*, got 1e\+308"),
    ],
)
def test_draws_reject_bad_input(draw, arguments, message):
    with pytest.raises(ValueError, match=message):
        draw(**{"n": 3, "rng": 0, **arguments})


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("draw", [sample_three_classes, sample_clouds, sample_rings])
def test_draws_report_overflow(draw):
    with pytest.raises(
        FloatingPointError, match="overflows float64: spread or a centre is"
    ):
        draw(9, rng=0, spread=1.7e308)


def test_load_functions_find_arrays_by_name(tmp_path, monkeypatch):
    (tmp_path / "data").mkdir()
    file = tmp_path / "data" / "digits.npz"
    np.savez(file, y=np.uint8([3]), X=np.uint8([[0, 16]]))  # not in the usual order
    monkeypatch.setattr("svmlib.datasets.__file__", str(tmp_path / "datasets.py"))
    data = load_optdigits()
    assert data.y.tolist() == [3]
    assert data.X.tolist() == [[0, 1]]


def test_add_bias_copies_and_keeps_the_dtype():
    X = np.array([[1, 2], [3, 4]], dtype=np.float32)
    biased = add_bias(X)
    np.testing.assert_array_equal(biased, [[1, 2, 1], [3, 4, 1]])
    assert biased.dtype == np.float32
    assert not np.shares_memory(biased, X)
    assert add_bias(X.astype(np.uint8)).dtype == np.uint8
    with pytest.raises(ValueError, match=r"X must have shape \(N, D\)"):
        add_bias([1.0, 2.0])


# CIFAR-10, in small files that the tests write themselves.


def image(label, red, green, blue):
    """A row as it is stored: the label, then one plane of each colour."""
    planes = (np.full((32, 32), c, np.uint8) if np.ndim(c) == 0 else c
              for c in (red, green, blue))  # fmt: skip
    return bytes([label]) + b"".join(np.asarray(p, np.uint8).tobytes() for p in planes)


@pytest.fixture
def folder(tmp_path):
    """Six files of two images each; file k's are labelled k and 9 - k."""
    for k, name in enumerate(CIFAR_FILES):
        rows = [image(k, 10 * k, 1, 2), image(9 - k, 10 * k + 1, 3, 4)]
        (tmp_path / name).write_bytes(b"".join(rows))
    return tmp_path


def test_load_cifar10_keeps_files_and_rows_in_order(folder):
    data = load_cifar10(folder)
    assert data.X_train.shape == (10, 3072)
    assert data.X_test.shape == (2, 3072)
    assert data.y_train.tolist() == [0, 9, 1, 8, 2, 7, 3, 6, 4, 5]
    assert data.y_test.tolist() == [5, 4]
    reds = np.round(255 * data.X_train[:, 0]).tolist()
    assert reds == [0, 1, 10, 11, 20, 21, 30, 31, 40, 41]
    assert np.round(255 * data.X_test[:, 0]).tolist() == [50, 51]
    assert data.X_train.dtype == data.X_test.dtype == np.float32
    assert data.y_train.dtype == data.y_test.dtype == np.int64
    assert len(data.class_names) == 10
    assert data.class_names[0] == "airplane"
    assert data.class_names[3:5] == ("cat", "deer")
    assert data.class_names[9] == "truck"


def test_load_cifar10_takes_a_string(folder):
    np.testing.assert_array_equal(
        load_cifar10(str(folder)).X_test, load_cifar10(folder).X_test
    )


def test_load_cifar10_rows_are_height_width_colour(folder):
    line, column = np.mgrid[:32, :32]
    row = image(3, line, column, 255)
    (folder / CIFAR_FILES[0]).write_bytes(row + row)
    data = load_cifar10(folder)
    picture = data.X_train[1].reshape(32, 32, 3)
    np.testing.assert_allclose(255 * picture[:, :, 0], line, rtol=1e-6)
    np.testing.assert_allclose(255 * picture[:, :, 1], column, rtol=1e-6)
    np.testing.assert_array_equal(picture[:, :, 2], 1)
    assert data.y_train[1] == 3
    assert 0 <= data.X_train.min() <= data.X_train.max() == 1


@pytest.mark.parametrize("name", [CIFAR_FILES[2], CIFAR_FILES[5]])
def test_load_cifar10_names_a_missing_file(folder, name):
    (folder / name).rename(folder / "elsewhere.bin")
    with pytest.raises(ValueError, match=rf"must hold {name}, found .*elsewhere\.bin"):
        load_cifar10(folder)


def test_load_cifar10_reports_an_empty_or_missing_folder(tmp_path):
    message = r"folder must hold data_batch_1\.bin, found no file in "
    with pytest.raises(ValueError, match=message):
        load_cifar10(tmp_path)
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", str(tmp_path / "none")):
        with pytest.raises(ValueError, match="folder must be a folder, got '"):
            load_cifar10(folder)


def test_load_cifar10_rejects_a_folder_that_is_a_number():
    with pytest.raises(ValueError, match="folder must be a string or a Path, got 3"):
        load_cifar10(3)


@pytest.mark.parametrize("size", [0, 1, 3072, 2 * 3073 - 1, 3074])
@pytest.mark.parametrize("name", [CIFAR_FILES[4], CIFAR_FILES[5]])
def test_load_cifar10_reports_a_truncated_file(folder, name, size):
    (folder / name).write_bytes(bytes(size))
    message = rf"{name} must hold whole rows of 3073 bytes, got {size} bytes \("
    with pytest.raises(ValueError, match=message):
        load_cifar10(folder)


@pytest.mark.parametrize("label", [10, 11, 255])
def test_load_cifar10_reports_a_wrong_label_with_its_row(folder, label):
    rows = [image(9, 0, 0, 0), image(label, 0, 0, 0), image(0, 0, 0, 0)]
    (folder / CIFAR_FILES[1]).write_bytes(b"".join(rows))
    with pytest.raises(ValueError, match=rf"labels 0\.\.9, got {label} in row 1"):
        load_cifar10(folder)


def test_sample_rings_are_a_disc_and_a_ring_around_it():
    X, y = sample_rings(5, rng=0, spread=0)
    assert y.tolist() == [1, -1, 1, -1, 1]
    np.testing.assert_allclose(np.linalg.norm(X, axis=1), [0.5, 1.5, 0.5, 1.5, 0.5])
    X, y = sample_rings(4000, rng=0, spread=0.1)
    radii = np.linalg.norm(X, axis=1)
    for label, radius in ((1, 0.5), (-1, 1.5)):
        np.testing.assert_allclose(radii[y == label].mean(), radius, atol=0.01)
        np.testing.assert_allclose(radii[y == label].std(), 0.1, atol=0.01)
    by_default = np.linalg.norm(sample_rings(4000, rng=0)[0], axis=1)
    np.testing.assert_allclose(by_default[y == -1].std(), 0.15, atol=0.01)
    # All directions alike: cos and sin have mean 0 and mean square 1/2.
    np.testing.assert_allclose((X / radii[:, None]).mean(axis=0), 0, atol=0.04)
    np.testing.assert_allclose((X / radii[:, None]).var(axis=0), 0.5, atol=0.04)
