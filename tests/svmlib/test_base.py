"""What scikit-learn asks of a classifier."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator

from svmlib.datasets import make_blobs, make_rings
from svmlib.kernel_svm import KernelSVM
from svmlib.linear_svm import LinearSVM


def test_classifiers_work_in_scikit_learn_pipelines_and_searches():
    X, y = make_rings(80, rng=1, spread=0.3)
    model = KernelSVM(C=3, gamma="auto")
    assert repr(clone(model)) == repr(model)
    assert model.get_params()["C"] == 3
    pipeline = make_pipeline(StandardScaler(), model)
    search = GridSearchCV(
        pipeline, {"kernelsvm__C": [0.1, 1], "kernelsvm__gamma": [0.5, 5]}, cv=3
    )
    assert search.fit(X, y).best_score_ > 0.9
    linear = GridSearchCV(LinearSVM(), {"reg": [1e-3, 1e-1]}, cv=3)
    blobs, labels = make_blobs(90, rng=0)
    assert linear.fit(blobs, np.array(["x", "y", "z"])[labels]).best_score_ > 0.9


# What scikit-learn also asks for: its own classes of errors and words in messages.
OWN_MESSAGES = {
    "check_complex_data",
    "check_dtype_object",
    "check_estimators_empty_data_messages",
    "check_estimators_nan_inf",
    "check_supervised_y_2d",
    "check_fit2d_1sample",
    "check_fit2d_predict1d",
    "check_requires_y_none",
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("model", "excused"),
    [
        (KernelSVM(), OWN_MESSAGES),
        (
            LinearSVM(),
            # W is a public name; and without a bias no weight makes all of a class
            OWN_MESSAGES
            | {"check_dont_overwrite_parameters", "check_class_weight_classifiers"},
        ),
    ],
)
def test_classifiers_pass_check_estimator(model, excused):
    results = check_estimator(model, on_skip=None, on_fail=None)
    failed = {r["check_name"] for r in results if r["status"] == "failed"}
    assert failed == excused
    assert sum(r["status"] == "passed" for r in results) >= 40


def test_set_params_rejects_unknown_names_and_sets_nothing():
    model = LinearSVM(reg=0.5)
    with pytest.raises(ValueError, match="no parameter 'C', expected"):
        model.set_params(reg=2, C=1)
    assert model.reg == 0.5


def test_fit_rejects_masked_labels():
    masked = np.ma.array([0, 1], mask=[0, 1])
    for model in (KernelSVM(), LinearSVM()):
        with pytest.raises(ValueError, match="y has masked"):
            model.fit([[1, 0], [0, 1]], masked)
