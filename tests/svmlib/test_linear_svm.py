"""LinearSVM: training and fitting, subclasses, weights, and what it refuses."""

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV

from svmlib.hinge import svm_loss_naive, svm_loss_vectorized
from svmlib.linear_svm import LinearSVM
from svmlib.training import (
    linear_decay,
    predict_linear_classifier,
    train_linear_classifier,
)


def test_linear_svm_is_the_functions_in_one_object(three_classes):
    X, y = three_classes
    svm = LinearSVM()
    assert svm.W is None
    how = {"rng": 9, "schedule": linear_decay}
    history = svm.train(X, y, 0.1, 0.01, 200, 20, False, **how)
    W, expected = train_linear_classifier(
        svm_loss_vectorized, None, X, y, 0.1, 0.01, 200, 20, False, **how
    )
    assert history == expected
    np.testing.assert_array_equal(svm.W, W)
    np.testing.assert_array_equal(svm.predict(X), predict_linear_classifier(W, X))


def test_train_and_its_function_have_the_same_defaults(three_classes):
    _, expected = train_linear_classifier(svm_loss_vectorized, None, *three_classes)
    assert LinearSVM().train(*three_classes) == expected


def test_train_takes_reg_from_the_classifier_if_it_is_left_out(three_classes):
    own = LinearSVM(reg=0.5).train(*three_classes, 0.1)
    assert own == LinearSVM().train(*three_classes, 0.1, 0.5)
    none = LinearSVM(reg=0.5).train(*three_classes, 0.1, 0)
    assert none == LinearSVM().train(*three_classes, 0.1, 0) != own


def test_the_parameters_are_those_of_fit(three_classes):
    assert LinearSVM().get_params() == {
        "delta": 1, "reg": 1e-5, "tol": 1e-3, "max_iter": 10_000, "class_weight": None
    }  # fmt: skip
    search = GridSearchCV(LinearSVM(), {"learning_rate": [1e-3, 1e3]})
    with pytest.raises(ValueError, match="no parameter 'learning_rate'"):
        search.fit(*three_classes)


def test_train_alone_makes_all_methods_work(three_classes):
    X, y = three_classes
    svm = LinearSVM()
    svm.train(X, y, 0.1)
    assert svm.classes_.tolist() == [0, 1, 2]
    assert svm.n_features_in_ == 3
    np.testing.assert_array_equal(svm.decision_function(X), X @ svm.W)
    assert svm.score(X, y) == np.mean(svm.predict(X) == y)
    with pytest.raises(ValueError, match="2 features, but LinearSVM is expecting 3"):
        svm.predict(X[:, :2])


def test_train_goes_on_after_fit_only_if_the_labels_are_the_columns(three_classes):
    X, y = three_classes
    svm = LinearSVM().fit(X, y)
    before = svm.W
    svm.train(X, y, 0.1)
    assert 0 < np.abs(svm.W - before).max() < 1
    for labels in (y + 1, np.array(["c", "b", "a"])[y]):
        svm.fit(X, labels)
        before = svm.W
        with pytest.raises(
            ValueError, match=r"0..C-1, but fit has seen \[(1, 2, 3|'a')"
        ):
            svm.train(X, y)
        assert svm.W is before


def test_train_starts_anew_from_weights_of_none(three_classes):
    X, y = three_classes
    svm = LinearSVM().fit(X, np.array(["c", "b", "a"])[y])
    svm.W = None
    for use in (svm.predict, svm.decision_function):
        with pytest.raises(ValueError, match="not fitted: call fit or train first"):
            use(X)
    first = LinearSVM().train(X[:, 1:], y % 2, 0.1)
    assert svm.train(X[:, 1:], y % 2, 0.1) == first
    assert svm.classes_.tolist() == [0, 1]
    assert svm.n_features_in_ == 2


def test_weights_set_by_hand_make_all_methods_work():
    svm = LinearSVM()
    svm.W = [[1.0, -1.0]]  # of two classes only the difference counts
    X = [[2.0], [-2.0]]
    assert svm.predict(X).tolist() == [0, 1]
    assert svm.score(X, [0, 0]) == 0.5
    assert svm.decision_function(X).tolist() == [-4, 4]
    assert svm.coef_.tolist() == [[-2]]
    with pytest.raises(ValueError, match="2 features, but LinearSVM is expecting 1"):
        svm.predict([[1.0, 2.0]])
    svm.W = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    scores = svm.decision_function([[1, 0], [0, 1]])
    assert scores.tolist() == [[1, 2, 3], [4, 5, 6]]
    assert svm.coef_.tolist() == [[1, 4], [2, 5], [3, 6]]


@pytest.mark.parametrize(
    ("W", "message"),
    [
        ([1.0, 2.0], r"W must have shape \(D, C\) .* got shape \(2,\)"),
        ([[1.0], [2.0]], r"each of 2 or more classes, got shape \(2, 1\)"),
        ([[1.0, np.nan]], r"W must be finite, got nan at W\[0, 1\]"),
        (np.ma.array([[1.0, 2.0]], mask=[[0, 1]]), "W has masked entries: fill or"),
        ([[1.0, 2.0], [3.0]], r"W must have rows of one length, got \[\[1.0, 2.0\], "),
        (csr_array([[1.0, 2.0]]), r"W is sparse \(csr_array\): give W.toarray\(\)"),
    ],
)
def test_all_methods_check_weights_set_by_hand(W, message):
    svm = LinearSVM()
    svm.W = W
    X = np.ones((2, 1))
    for call in (
        lambda: svm.predict(X),
        lambda: svm.score(X, [0, 1]),
        lambda: svm.decision_function(X),
        lambda: svm.coef_,
        lambda: svm.train(X, [0, 1]),
    ):
        with pytest.raises(ValueError, match=message):
            call()


def test_train_goes_on_from_weights_set_by_hand():
    svm = LinearSVM()
    svm.W = np.eye(2)
    svm.train([[1.0, 2.0], [2.0, 1.0]], [0, 1], num_iters=0)
    assert svm.W.tolist() == np.eye(2).tolist()
    assert svm.classes_.tolist() == [0, 1]
    assert svm.n_features_in_ == 2


def test_train_goes_on_from_its_weights(three_classes):
    svm = LinearSVM()
    first = svm.train(*three_classes, 0.1, 0.01, 100)
    second = svm.train(*three_classes, 0.1, 0.01, 100)
    assert second[0] < first[0] / 2


def test_loss_uses_delta():
    loss, dW = LinearSVM(delta=10).loss(
        np.array([[13.0, -7.0, 11.0]]), np.ones((1, 1)), np.array([0]), 0.0
    )
    assert loss == 8
    np.testing.assert_array_equal(dW, [[-1, 0, 1]])


def test_train_calls_the_loss_of_a_subclass(three_classes):
    class Still(LinearSVM):
        def loss(self, W, X, y, reg):
            return 7.0, np.zeros_like(W)

    assert Still().train(*three_classes, num_iters=3) == [7, 7, 7]


@pytest.mark.parametrize(
    ("reg", "a", "loss"),
    [(0.1, 0.5, 0.05), (10.0, 0.05, 0.95)],
)
def test_fit_by_hand(reg, a, loss):
    # With W = [a, -a] the loss is max(0, 1 - 2a) + 2 reg a**2: its minimum is at the
    # kink a = 1/2 if reg < 1, and at a = 1 / (2 reg) if not.
    X, y = [[1.0], [-1.0]], ["right", "left"]
    model = LinearSVM(reg=reg, tol=1e-9).fit(X, y)
    np.testing.assert_allclose(model.W, [[-a, a]], atol=1e-4)
    assert svm_loss_naive(model.W, X, [1, 0], reg)[0] == pytest.approx(loss, rel=1e-8)
    assert model.relative_gap_ <= 1e-9
    assert model.predict(X).tolist() == y
    np.testing.assert_allclose(model.coef_, [[2 * a]], atol=1e-4)


def test_fit_class_weight_by_hand():
    # One point with both labels; d = w_1 - w_0 minimises
    # 0.5 max(0, 1 + d) + 1.5 max(0, 1 - d) + d**2 at d = 1/2, where 0.5 - 1.5 + 2 d = 0.
    X, y = [[1.0], [1.0]], ["a", "b"]
    model = LinearSVM(reg=2.0, tol=1e-9, class_weight={"b": 3}).fit(X, y)
    even = LinearSVM(reg=2.0, tol=1e-9).fit(X, y)
    np.testing.assert_allclose(model.W, [[-0.25, 0.25]], atol=1e-4)
    np.testing.assert_allclose(even.W, 0, atol=1e-4)
    rare = LinearSVM(reg=2.0, tol=1e-9, class_weight="balanced")
    np.testing.assert_allclose(rare.fit([[1.0]] * 4, [0, 0, 0, 1]).W, 0, atol=1e-4)
    for weight, message in [
        ({"c": 1}, r"class_weight has 'c', but y holds \['a', 'b'\]"),
        ({"a": 0}, r"class_weight\['a'\] must be one finite number > 0, got 0"),
        ("even", "'balanced' or None, got 'even'"),
    ]:
        with pytest.raises(ValueError, match=message):
            LinearSVM(class_weight=weight).fit(X, y)


def test_train_rejects_class_weight(three_classes):
    with pytest.raises(ValueError, match="class_weight must be None, got {0: 100}"):
        LinearSVM(class_weight={0: 100}).train(*three_classes)


@pytest.mark.parametrize("shape", [(40, 6), (15, 60)])
def test_fit_is_certified_on_tall_and_wide_data(shape):
    rng = np.random.default_rng(0)
    X, y = rng.standard_normal(shape), rng.integers(0, 4, shape[0])
    rough, fine = (LinearSVM(reg=0.01, tol=t).fit(X, y) for t in (1e-2, 1e-7))
    losses = [svm_loss_naive(m.W, X, y, 0.01)[0] for m in (rough, fine)]
    assert losses[1] <= losses[0] <= losses[1] / (1 - rough.relative_gap_) * (1 + 1e-6)
    W = fine.W + 1e-2 * rng.standard_normal(fine.W.shape)
    assert svm_loss_naive(W, X, y, 0.01)[0] > losses[1] * (1 - 1e-7)


def test_fit_that_stops_early_warns():
    rng = np.random.default_rng(0)
    X, y = rng.standard_normal((50, 5)), rng.integers(0, 3, 50)
    message = r"max_iter = 1 iterations: .* up to 100 % below the loss .* tol is 0\.001\. Raise max_iter or"
    with pytest.warns(RuntimeWarning, match="fit stopped after " + message) as caught:
        LinearSVM(max_iter=1).fit(X, y)
    assert caught[0].filename == __file__
    weighted = LinearSVM(max_iter=40, class_weight={0: 1e5})
    with pytest.warns(
        RuntimeWarning, match="class weights are of very different sizes"
    ):
        weighted.fit(X, y)
    with pytest.raises(ValueError, match="reg must be one finite number > 0, got 0"):
        LinearSVM(reg=0).fit(X, y)


def test_train_says_how_to_write_a_loss_for_cs231n(three_classes):
    class Course(LinearSVM):
        def loss(self, X_batch, y_batch, reg):
            return svm_loss_naive(self.W, X_batch, y_batch, reg)

    expected = (
        r"Course.loss must take \(W, X, y, reg\), got .* takes the place of self.W"
    )
    with pytest.raises(ValueError, match=expected):
        Course().train(*three_classes)
    own = LinearSVM()
    own.loss = lambda W, X, y: (0.0, W)
    with pytest.raises(ValueError, match="got parameters 'W, X, y': train calls"):
        own.train(*three_classes)
    own.loss = 3
    with pytest.raises(ValueError, match="LinearSVM.loss must be callable, got 3"):
        own.train(*three_classes)
    own.loss = lambda X, y, reg: svm_loss_naive(own.W, X, y, reg)
    with pytest.raises(ValueError, match="LinearSVM has its own: call train"):
        own.fit(*three_classes)
    with pytest.raises(ValueError, match="Course has its own: call train"):
        Course().fit(*three_classes)


def test_all_methods_check_weights_that_were_replaced(three_classes):
    model = LinearSVM()
    model.train(*three_classes, num_iters=3)
    model.W = np.zeros((3, 4))
    for call in (
        lambda: model.predict(three_classes[0]),
        lambda: model.decision_function(three_classes[0]),
        lambda: model.coef_,
        lambda: model.train(*three_classes),
    ):
        with pytest.raises(ValueError, match=r"have shape \(3, 3\), got \(3, 4\)"):
            call()


@pytest.mark.filterwarnings("error")
def test_predict_rejects_scores_that_overflow(three_classes):
    model = LinearSVM()
    model.train(*three_classes, num_iters=3)
    model.W = np.full((3, 3), 10.0)
    with pytest.raises(FloatingPointError, match="overflows: X and W are finite"):
        model.decision_function(np.full((1, 3), 1e308))


@pytest.mark.filterwarnings("error")
def test_a_difference_of_two_columns_that_overflows_is_rejected():
    model = LinearSVM()
    model.W = [[1e308, -1e308]]
    with pytest.raises(FloatingPointError, match=r"W\[:, 1\] - W\[:, 0\] overflows"):
        model.coef_  # noqa: B018
    with pytest.raises(FloatingPointError, match=r"scores\[:, 0\] overflows float64"):
        model.decision_function([[1.0]])


def test_coef_is_not_there_before_fit():
    with pytest.raises(NotFittedError):
        LinearSVM().coef_  # noqa: B018
    assert not hasattr(LinearSVM(), "coef_")


def test_relative_gap_belongs_to_the_weights_of_fit():
    X, y = np.array([[1.0, 0.0], [0.0, 1.0], [2.0, 1.0]]), np.array([0, 1, 0])
    model = LinearSVM(reg=0.1).fit(X, y)
    assert model.relative_gap_ >= 0
    model.train(X, y, num_iters=2)
    assert not hasattr(model, "relative_gap_") and not hasattr(model, "n_iter_")


def test_coef_of_bytes_does_not_wrap():
    model = LinearSVM()
    model.W = np.uint8([[9, 5]])
    assert model.coef_.tolist() == [[-4]]
