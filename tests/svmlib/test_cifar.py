"""The loader of CIFAR-10, on small files that the tests write themselves."""

import numpy as np
import pytest

from svmlib.cifar import load_cifar10

NAMES = [f"data_batch_{k}.bin" for k in range(1, 6)] + ["test_batch.bin"]


def image(label, red, green, blue):
    """A row as it is stored: the label, then one plane of each colour."""
    planes = (np.full((32, 32), c, np.uint8) if np.ndim(c) == 0 else c
              for c in (red, green, blue))  # fmt: skip
    return bytes([label]) + b"".join(np.asarray(p, np.uint8).tobytes() for p in planes)


@pytest.fixture
def folder(tmp_path):
    """Six files of two images each; file k's are labelled k and 9 - k."""
    for k, name in enumerate(NAMES):
        rows = [image(k, 10 * k, 1, 2), image(9 - k, 10 * k + 1, 3, 4)]
        (tmp_path / name).write_bytes(b"".join(rows))
    return tmp_path


def test_files_and_rows_come_in_order(folder):
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
    assert data.class_names[9] == "truck"


def test_a_string_is_a_folder_too(folder):
    np.testing.assert_array_equal(
        load_cifar10(str(folder)).X_test, load_cifar10(folder).X_test
    )


def test_a_row_is_an_image_of_height_width_and_colour(folder):
    line, column = np.mgrid[:32, :32]
    row = image(3, line, column, 255)
    (folder / NAMES[0]).write_bytes(row + row)
    data = load_cifar10(folder)
    picture = data.X_train[1].reshape(32, 32, 3)
    np.testing.assert_allclose(255 * picture[:, :, 0], line, rtol=1e-6)
    np.testing.assert_allclose(255 * picture[:, :, 1], column, rtol=1e-6)
    np.testing.assert_array_equal(picture[:, :, 2], 1)
    assert data.y_train[1] == 3
    assert 0 <= data.X_train.min() <= data.X_train.max() == 1


def test_the_first_images_can_be_kept(folder):
    whole = load_cifar10(folder)
    for kept in (1, 3, 10):
        data = load_cifar10(folder, num_train=kept)
        np.testing.assert_array_equal(data.X_train, whole.X_train[:kept])
        np.testing.assert_array_equal(data.y_train, whole.y_train[:kept])
        assert len(data.X_test) == 2


@pytest.mark.parametrize(
    "kept, message",
    [(0, "whole number >= 1, got 0"), (11, "at most 10, got 11"), (2.5, "got 2.5")],
)
def test_num_train_fits(folder, kept, message):
    with pytest.raises(ValueError, match=message):
        load_cifar10(folder, num_train=kept)


@pytest.mark.parametrize("name", [NAMES[2], NAMES[5]])
def test_a_missing_file_is_named_with_what_is_there(folder, name):
    (folder / name).rename(folder / "elsewhere.bin")
    with pytest.raises(ValueError, match=rf"must hold {name}, found .*elsewhere\.bin"):
        load_cifar10(folder)


def test_an_empty_or_missing_folder_is_told(tmp_path):
    for folder in (tmp_path, tmp_path / "none"):
        with pytest.raises(ValueError, match=r"data_batch_1\.bin, found no file"):
            load_cifar10(folder)


@pytest.mark.parametrize("size", [0, 1, 3072, 2 * 3073 - 1, 3074])
@pytest.mark.parametrize("name", [NAMES[4], NAMES[5]])
def test_a_truncated_file_is_told(folder, name, size):
    (folder / name).write_bytes(bytes(size))
    message = rf"{name} must hold whole rows of 3073 bytes, got {size} bytes \("
    with pytest.raises(ValueError, match=message):
        load_cifar10(folder)


@pytest.mark.parametrize("label", [10, 11, 255])
def test_a_wrong_label_is_told_with_its_row(folder, label):
    rows = [image(9, 0, 0, 0), image(label, 0, 0, 0), image(0, 0, 0, 0)]
    (folder / NAMES[1]).write_bytes(b"".join(rows))
    with pytest.raises(ValueError, match=rf"labels 0\.\.9, got {label} in row 1"):
        load_cifar10(folder)
