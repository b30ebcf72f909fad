"""The best pair of a search: how its accuracy comes about."""

import numpy as np
import pytest

from svmlib.datasets import add_bias, load_fashion_mnist
from svmlib.exercises.grading import _rate_search
from svmlib.linear_svm import LinearSVM
from svmlib.training import linear_decay


def test_best_pair_has_the_accuracy_on_images_that_are_held_out():
    data = load_fashion_mnist()
    X, y = add_bias(data.X_train), data.y_train
    model = LinearSVM()
    model.train(X[:-500], y[:-500], 0.1, 1e-3, 300, schedule=linear_decay)
    accuracy = np.mean(model.predict(X[-500:]) == y[-500:])
    assert _rate_search.best_pair([0.1], [1e-3]) == (pytest.approx(accuracy), 0.1, 1e-3)


def test_best_pair_is_trained_without_the_images_that_judge_it(monkeypatch):
    def train(model, X, y, *args, **options):
        trained.append((X, y))
        raise ValueError("seen enough")

    trained = []
    monkeypatch.setattr(LinearSVM, "train", train)
    assert _rate_search._accuracy.__wrapped__(0.1, 1e-3) == 0.0
    data = load_fashion_mnist()
    ((X, y),) = trained
    assert np.array_equal(X, add_bias(data.X_train)[:-500])
    assert np.array_equal(y, data.y_train[:-500])
