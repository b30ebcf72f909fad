"""The data that ship are the authors' own, and the draws repeat."""

import hashlib
from importlib import resources

import numpy as np
import pytest

from svmlib.datasets import (
    add_bias,
    five_examples,
    load_digits,
    load_fashion_mnist,
    make_blobs,
    make_rings,
)
from svmlib.hinge import gradient_mask, margins, svm_loss_vectorized

FASHION_MNIST_PIXELS = (
    "b172307597985a7790f1e13ca6d50a297b8d01033662c4b1e8c9e573f3006e91"
)
DIGITS = "87ff0c9e40dc7e2c0e34e7257799c2e3f3aec1a016363bb11cad869ec428a826"


def digest(*arrays):
    return hashlib.sha256(b"".join(a.tobytes() for a in arrays)).hexdigest()


def test_five_examples_are_the_numbers_of_part_one():
    X, y, W, delta = five_examples()
    H = margins(X @ W, y, delta=delta)
    np.testing.assert_array_equal(
        H, [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 7, 0], [0, 0, 0]]
    )
    np.testing.assert_array_equal(
        gradient_mask(H, y), [[0, 0, 0], [1, 0, -1], [1, 1, -2], [-1, 1, 0], [0, 0, 0]]
    )
    loss, dW = svm_loss_vectorized(W, X, y, 0.1, delta=delta)
    assert loss == pytest.approx(3.3, rel=1e-15)
    np.testing.assert_allclose(
        dW, [[0.8, -0.6, 0.4], [0.8, -0.6, -0.6], [0.4, 0.4, -0.8]], rtol=1e-14
    )


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


def test_fashion_mnist_is_the_subset_that_the_script_makes():
    data = load_fashion_mnist(dtype=np.uint8)
    assert data.X_train.shape == (2000, 784)
    assert data.X_test.shape == (500, 784)
    assert digest(data.X_train, data.X_test) == FASHION_MNIST_PIXELS
    np.testing.assert_array_equal(data.y_train, np.tile(np.arange(10), 200))
    np.testing.assert_array_equal(data.y_test, np.tile(np.arange(10), 50))
    assert len(data.class_names) == 10
    assert data.class_names[9] == "Ankle boot"


def test_digits_are_the_published_ones():
    data = load_digits(dtype=np.uint8)
    assert data.X.shape == (1797, 64)
    assert digest(data.X, data.y.astype(np.uint8)) == DIGITS
    assert data.X.max() == 16
    assert data.y[:12].tolist() == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1]
    assert data.class_names[7] == "7"


def test_digits_agree_with_scikit_learn():
    datasets = pytest.importorskip("sklearn.datasets")
    X, y = datasets.load_digits(return_X_y=True)
    data = load_digits()
    np.testing.assert_array_equal(data.X * 16, X)
    np.testing.assert_array_equal(data.y, y)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_floating_pixels_are_scaled_to_one(dtype):
    for X, raw, largest in (
        (
            load_fashion_mnist(dtype=dtype).X_test,
            load_fashion_mnist(dtype=np.uint8).X_test,
            255,
        ),
        (load_digits(dtype=dtype).X, load_digits(dtype=np.uint8).X, 16),
    ):
        assert X.dtype == dtype
        assert X.min() == 0
        assert X.max() == 1
        np.testing.assert_array_equal(np.rint(X * largest), raw)


@pytest.mark.parametrize("load", [load_fashion_mnist, load_digits])
def test_labels_are_int64_and_other_dtypes_are_refused(load):
    assert load()[1].dtype == np.int64
    with pytest.raises(ValueError, match="float64, float32 or uint8, got int32"):
        load(dtype=np.int32)


@pytest.mark.parametrize("name", ["fashion_mnist", "digits"])
def test_each_file_has_its_notice(name):
    folder = resources.files("svmlib") / "data"
    notice = (folder / f"{name}_LICENSE.txt").read_text(encoding="utf-8")
    assert f"{name}.npz" in notice
    assert f"tools/make_{name}.py" in notice


def test_blobs_repeat_and_take_turns():
    X, y = make_blobs(30, rng=7)
    again, _ = make_blobs(30, rng=np.random.default_rng(7))
    np.testing.assert_array_equal(X, again)
    assert X.shape == (30, 2)
    np.testing.assert_array_equal(y, np.tile([0, 1, 2], 10))
    assert (make_blobs(30, rng=8)[0] != X).any()


def test_blobs_lie_around_their_centres():
    X, y = make_blobs(3000, rng=0, spread=0.5)
    for k, centre in enumerate([(-2, -1), (2, -1), (0, 2)]):
        np.testing.assert_allclose(X[y == k].mean(axis=0), centre, atol=0.06)
        np.testing.assert_allclose(X[y == k].std(axis=0), 0.5, atol=0.03)


@pytest.mark.parametrize(("spread", "separable"), [(0.5, True), (1.5, False)])
def test_spread_decides_whether_the_nearest_centre_is_right(spread, separable):
    X, y = make_blobs(300, rng=0, spread=spread)
    centres, _ = make_blobs(3, rng=0, spread=0)
    nearest = ((X[:, None] - centres) ** 2).sum(axis=2).argmin(axis=1)
    assert (nearest == y).all() == separable


def test_blobs_take_other_centres():
    X, y = make_blobs(2, rng=0, spread=0, centres=[[1, 2, 3], [4, 5, 6]])
    np.testing.assert_array_equal(X, [[1, 2, 3], [4, 5, 6]])
    assert y.tolist() == [0, 1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 0}, "n must be a whole number >= 1, got 0"),
        ({"n": 2.5}, "n must be a whole number >= 1, got 2.5"),
        ({"n": 3, "spread": -1}, "spread must be one finite number >= 0, got -1"),
        ({"n": 3, "spread": np.nan}, "spread must be .*, got nan"),
        ({"n": 3, "centres": [1, 2]}, r"centres must have shape \(C, D\)"),
        ({"n": 3, "centres": [[1, np.nan]]}, r"got nan at centres\[0, 1\]"),
    ],
)
def test_blobs_refuse_bad_input(arguments, message):
    with pytest.raises(ValueError, match=message):
        make_blobs(**arguments, rng=0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 1}, "n must be a whole number >= 2, got 1"),
        ({"n": 2.5}, "n must be a whole number >= 2, got 2.5"),
        ({"n": 3, "spread": np.inf}, "spread must be .*, got inf"),
    ],
)
def test_rings_refuse_bad_input(arguments, message):
    with pytest.raises(ValueError, match=message):
        make_rings(**arguments, rng=0)


def test_arrays_of_a_file_are_found_by_name(tmp_path, monkeypatch):
    stored = load_digits(dtype=np.uint8)
    (tmp_path / "data").mkdir()
    np.savez(tmp_path / "data" / "digits.npz", y=stored.y, X=stored.X)
    monkeypatch.setattr(resources, "files", lambda package: tmp_path)
    data = load_digits()
    np.testing.assert_array_equal(data.y, stored.y)
    np.testing.assert_array_equal(data.X * 16, stored.X)


def test_add_bias_copies_and_keeps_the_dtype():
    X = np.array([[1, 2], [3, 4]], dtype=np.float32)
    biased = add_bias(X)
    np.testing.assert_array_equal(biased, [[1, 2, 1], [3, 4, 1]])
    assert biased.dtype == np.float32
    assert not np.shares_memory(biased, X)
    assert add_bias(X.astype(np.uint8)).dtype == np.uint8
    with pytest.raises(ValueError, match=r"X must have shape \(N, D\)"):
        add_bias([1.0, 2.0])
