"""What scikit-learn asks of a classifier."""

import pickle
import re
import subprocess
import sys
import warnings
from collections import deque
from fractions import Fraction

import numpy as np
import pytest
import sklearn.exceptions
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from svmlib.base import NotFittedError
from svmlib.datasets import sample_rings, sample_three_classes
from svmlib.kernel_svm import KernelSVM
from svmlib.linear_svm import LinearSVM


def test_classifiers_work_in_scikit_learn_pipelines_and_searches():
    X, y = sample_rings(80, rng=1, spread=0.3)
    model = KernelSVM(C=3, gamma="auto")
    assert repr(clone(model)) == repr(model)
    assert model.get_params()["C"] == 3
    pipeline = make_pipeline(StandardScaler(), model)
    search = GridSearchCV(
        pipeline, {"kernelsvm__C": [0.1, 1], "kernelsvm__gamma": [0.5, 5]}, cv=3
    )
    assert search.fit(X, y).best_score_ > 0.9
    linear = GridSearchCV(LinearSVM(), {"reg": [1e-3, 1e-1]}, cv=3)
    points, labels = sample_three_classes(90, rng=0)
    assert linear.fit(points, np.array(["x", "y", "z"])[labels]).best_score_ > 0.9


def test_pipelines_score_with_metadata_routing_and_refuse_sample_weight():
    X, y = sample_rings(40, rng=1, spread=0.3)
    with sklearn.config_context(enable_metadata_routing=True):
        for model in (KernelSVM(), LinearSVM()):
            pipeline = make_pipeline(StandardScaler(), model).fit(X, y)
            assert pipeline.score(X, y) == np.mean(pipeline.predict(X) == y)
            with pytest.raises(ValueError, match="sample_weight"):
                pipeline.score(X, y, sample_weight=np.ones(len(X)))


def test_score_rejects_labels_of_another_kind():
    model = KernelSVM(kernel="linear").fit([[0.0], [1.0]], [0, 1])
    for labels in ["0", "1"], np.array(["0", "1"], dtype=object):
        with pytest.raises(ValueError, match=r"such as 0, got '0'"):
            model.score([[0.0], [1.0]], labels)


def test_dates_are_labels():
    X, y = [[0.0], [1.0]], np.array(["2020-01-01", "2021-01-01"], "M8[ns]")
    model = KernelSVM(kernel="linear", class_weight={y[0]: 2.0, y[1]: 2.0}).fit(X, y)
    assert model.score(X, y) == model.score(X, y.astype("M8[D]")) == 1


def objects(*labels):
    y = np.empty(len(labels), object)
    y[:] = labels
    return y


# Strings that may be missing, as pandas has them.
WITH_NAN = np.dtypes.StringDType(na_object=np.nan)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("label", "got"),
    [
        (np.nan, "nan"),
        (np.inf, "inf"),
        (np.float32(1.5), "1.5"),
        (Fraction(1, 2), "1/2"),
        (np.complex64(1), "(1+0j)"),
    ],
)
def test_numbers_among_objects_have_to_be_whole(label, got):
    y, model = objects(1, label, 1), KernelSVM(kernel="linear")
    with pytest.raises(ValueError, match=f"y must hold classes, got {re.escape(got)}$"):
        model.fit([[0.0], [1.0], [2.0]], y)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("y", "got"),
    [
        (objects(np.ones(2), np.zeros(2), np.ones(2)), "got ndarray$"),
        ([0, "a", 0], "got int and str$"),
        (("a", b"a", "b"), "got bytes and str$"),
        (objects(0, "a", 0), "got int and str$"),
        (deque([0, "a", 0]), "got int and str$"),
        (np.array(["a", np.nan, "b"], WITH_NAN), "got float and str$"),
    ],
)
def test_labels_without_an_order_are_refused(y, got):
    X, model = [[0.0], [1.0], [2.0]], KernelSVM(kernel="linear")
    expected = "y must hold labels of one kind that can be sorted, and no NaN, "
    with pytest.raises(ValueError, match=expected + got):
        model.fit(X, y)
    with pytest.raises(ValueError, match=expected + got):
        model.fit(X, [0, 1, 1]).score(X, y)


@pytest.mark.parametrize(
    ("known", "given", "got"),
    [
        ([0, 1], [np.nan, np.nan], "y must hold classes, got nan"),
        (["a", "b"], [b"a", b"b"], "such as 'a', got b'a'"),
        (["a", "b"], objects((1,), (2,)), r"such as 'a', got \(1,\)"),
    ],
)
def test_score_refuses_labels_that_can_equal_none(known, given, got):
    model = KernelSVM(kernel="linear").fit([[0.0], [1.0]], known)
    with pytest.raises(ValueError, match=got):
        model.score([[0.0], [1.0]], given)


@pytest.mark.parametrize(
    ("known", "given"),
    [
        ([0, 1], [0.0, 1.0]),
        ([0, 1], [False, True]),
        (objects((1,), (2,)), objects((1,), (2,))),
    ],
)
def test_score_takes_equal_labels_of_another_type(known, given):
    model = KernelSVM(kernel="linear").fit([[0.0], [1.0]], known)
    assert model.score([[0.0], [1.0]], given) == 1


def test_score_takes_rows_of_one_class():
    model = KernelSVM(kernel="linear").fit([[0.0], [1.0]], [0, 1])
    assert model.score([[1.0]], [1]) == 1


def test_strings_of_any_dtype_are_labels():
    X = [[0.0], [1.0]]
    for dtype in object, "U", "S", WITH_NAN:
        y = np.array(["a", "b"], dtype)
        assert KernelSVM(kernel="linear").fit(X, y).predict(X).tolist() == y.tolist()


def test_score_takes_strings_as_objects():
    X, labels = [[0.0], [1.0]], np.array(["a", "b"], dtype=object)
    assert KernelSVM(kernel="linear").fit(X, ["a", "b"]).score(X, labels) == 1
    assert KernelSVM(kernel="linear").fit(X, labels).score(X, ["a", "b"]) == 1


OWN_MESSAGES = {
    "check_complex_data": "says that X must hold real numbers",
    "check_dtype_object": "refuses them, and says how to get floats",
    "check_estimators_empty_data_messages": "says which shape X must have",
    "check_estimators_nan_inf": "names the entry, but not as NaN or inf",
    "check_fit2d_1sample": "says that y must hold 2 or more classes",
    "check_fit2d_predict1d": "says which shape X must have",
    "check_requires_y_none": "says which shape y must have",
    "check_supervised_y_2d": "refuses a column, where scikit-learn warns",
}
EXPECTED_TO_FAIL = {
    "KernelSVM": OWN_MESSAGES,
    "LinearSVM": OWN_MESSAGES
    | {
        "check_dont_overwrite_parameters": "W is a public name",
        "check_class_weight_classifiers": "without a bias no weight makes all one class",
    },
}


# Said of svmlib's classifiers while tests are collected, before a mark could ignore it.
warnings.filterwarnings("ignore", "Estimator .* does not inherit from", UserWarning)


@pytest.mark.filterwarnings("ignore")
@parametrize_with_checks(
    [KernelSVM(), LinearSVM()],
    expected_failed_checks=lambda model: EXPECTED_TO_FAIL[type(model).__name__],
)
def test_classifiers_pass_the_checks_of_scikit_learn(estimator, check):
    check(estimator)


def test_set_params_rejects_unknown_names_and_sets_nothing():
    model = LinearSVM(reg=0.5)
    with pytest.raises(ValueError, match="no parameter 'C', expected"):
        model.set_params(reg=2, C=1)
    assert model.reg == 0.5


def test_without_scikit_learn_the_error_of_no_fit_is_svmlibs_own():
    """A second Python, because in this one scikit-learn is loaded."""
    script = (
        "import sys\n"
        "from svmlib.base import NotFittedError\n"
        "from svmlib.kernel_svm import KernelSVM\n"
        "try:\n"
        "    KernelSVM().predict([[1.0]])\n"
        "except NotFittedError as error:\n"
        "    assert 'sklearn' not in sys.modules\n"
        "    assert isinstance(error, ValueError)\n"
        "    assert isinstance(error, AttributeError)\n"
        "    print(error)"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "KernelSVM is not fitted: call fit first\n"


def test_error_of_no_fit_is_svmlibs_and_scikit_learns_in_another_process_as_well():
    with pytest.raises(NotFittedError) as caught:
        KernelSVM().predict([[1.0]])
    for error in (caught.value, pickle.loads(pickle.dumps(caught.value))):
        assert isinstance(error, NotFittedError)
        assert isinstance(error, sklearn.exceptions.NotFittedError)
        assert str(error) == "KernelSVM is not fitted: call fit first"


def test_fit_and_score_reject_bad_labels():
    X, masked = [[1, 0], [0, 1]], np.ma.array([0, 1], mask=[0, 1])
    for model in (KernelSVM(), LinearSVM()):
        for y in masked, np.array([0, np.ma.masked], object):
            with pytest.raises(ValueError, match="y has masked"):
                model.fit(X, y)
        with pytest.raises(ValueError, match=r"2 or more classes, got \[1\]"):
            model.fit(X, [1, 1])
        with pytest.raises(ValueError, match="y has masked"):
            model.fit(X, [0, 1]).score(X, masked)
