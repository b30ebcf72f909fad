"""The kernel machine: votes, kernels, and what it refuses."""

import re

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV
from sklearn.svm import SVC

from svmlib.datasets import load_optdigits, sample_rings, sample_three_classes
from svmlib.kernel_svm import KernelSVM
from svmlib.kernels import linear_kernel, rbf_kernel
from svmlib.margin import slacks
from svmlib.smo import smo
from tests.svmlib.example_data import overlapping

K2, K3 = [[1, 0], [0, 1]], np.eye(3)
LARGER = np.array([["1e4000"], ["1"]], dtype=np.longdouble)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: KernelSVM(gamma=None).fit(K2, [0, 1]),
            "'scale', 'auto' or one finite number > 0, got None",
        ),
        (
            lambda: KernelSVM(gamma=[1, 2]).fit(K2, [0, 1]),
            "gamma must be 'scale', 'auto' or one finite",
        ),
        (lambda: KernelSVM().fit(K2, [np.nan, 1]), "classes, got nan"),
        (lambda: KernelSVM().fit(K2, [np.inf, 1]), "classes, got inf"),
        (lambda: KernelSVM().fit(K2, [1j, 1]), "classes, got 1j"),
        (lambda: KernelSVM().fit(K2, [1 + 0j, 2]), r"classes, got \(1\+0j\)"),
        (lambda: KernelSVM(kernel=["rbf"]).fit(K2, [0, 1]), r"callable, got \['rbf'\]"),
        (
            lambda: KernelSVM(kernel=np.array("rbf")).fit(K2, [0, 1]),
            r"callable, got array\('rbf'",
        ),
        (lambda: KernelSVM(kernel=lambda X, Y: K3).fit(K2, [0, 1]), r"shape \(2, 2\)"),
        (
            lambda: KernelSVM(kernel=lambda X, Y: np.float16(K2)).fit(K2, [0, 1]),
            "float64 or wider, got float16",
        ),
        (
            lambda: KernelSVM(kernel=lambda X, Y: None).fit(K2, [0, 1]),
            r"kernel\(X, Y\) must hold real numbers, got None",
        ),
        (
            lambda: KernelSVM(kernel=lambda X, Y: "x . y").fit(K2, [0, 1]),
            r"kernel\(X, Y\) must hold real numbers, got 'x . y'",
        ),
        (lambda: KernelSVM(kernel="cosine").fit(K2, [0, 1]), "got 'cosine'"),
        (lambda: KernelSVM(gamma="wide").fit(K2, [0, 1]), "got 'wide'"),
        (lambda: KernelSVM(C=-1).fit(K2, [0, 1]), "C must be"),
        (lambda: KernelSVM().fit(K2, [0.5, 1]), "Unknown label type"),
        (lambda: KernelSVM().fit(K2, [0]), r"y must have shape \(2,\), .* \(1,\)"),
        (lambda: KernelSVM().fit([[np.inf], [1]], [0, 1]), "X must be finite"),
        # A longdouble that is finite, but not in float64, in which all is computed.
        (lambda: KernelSVM(gamma=1).fit(LARGER, [0, 1]), "^X must be finite, got inf"),
        (
            lambda: KernelSVM(gamma=1).fit([[1], [2]], [0, 1]).predict(LARGER),
            "^X must be finite, got inf",
        ),
        (lambda: KernelSVM().fit(K2, [0, 1]).predict([[1]]), "has 1 features"),
        (lambda: KernelSVM().fit(K2, [0, 1]).score(K2, [1]), "y must have shape"),
        (
            lambda: KernelSVM(kernel="precomputed").fit([[1]], [0]),
            "y must hold 2 or more classes",
        ),
        (
            lambda: KernelSVM(kernel="precomputed").fit([[1, 0], [1, 1]], [0, 1]),
            "X must be symmetric",
        ),
    ],
)
def test_bad_input_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("kernel", ["rbf", "poly", "linear"])
def test_votes_are_those_of_scikit_learn(kernel):
    X, y = sample_three_classes(240, rng=0, spread=1.2)
    names = np.array(["c", "a", "b"])[y]
    ours = KernelSVM(kernel=kernel, gamma=0.3, tol=1e-7).fit(X[:150], names[:150])
    theirs = SVC(kernel=kernel, gamma=0.3, coef0=1, tol=1e-7)
    theirs.fit(X[:150], names[:150])
    assert ours.classes_.tolist() == ["a", "b", "c"]
    assert sorted(theirs.support_) == ours.support_.tolist()
    by_row = theirs.support_.argsort()
    # Their positive class is the first of a pair.
    np.testing.assert_allclose(
        ours.dual_coef_, -theirs.dual_coef_[:, by_row], atol=1e-3 * ours.C
    )
    np.testing.assert_allclose(ours.intercept_, -theirs.intercept_, atol=1e-3)
    assert np.array_equal(ours.predict(X), theirs.predict(X))
    np.testing.assert_allclose(
        ours.decision_function(X), theirs.decision_function(X), atol=2e-4
    )
    assert ours.score(X, names) == theirs.score(X, names)


def test_precomputed_and_own_kernels_are_taken():
    X, y = overlapping(5)
    model = KernelSVM(kernel="linear").fit(X, y)
    own = KernelSVM(kernel=linear_kernel).fit(X, y)
    given_matrix = KernelSVM(kernel="precomputed").fit(X @ X.T, y)
    f = model.decision_function(X)
    assert f.shape == (40,)
    np.testing.assert_allclose(own.decision_function(X), f)
    np.testing.assert_allclose(given_matrix.decision_function(X @ X.T), f)
    assert given_matrix.support_vectors_.shape == (0, 0)
    w = model.dual_coef_[0] @ model.support_vectors_
    xi = slacks(w, float(model.intercept_[0]), X, y)
    np.testing.assert_allclose(xi, np.maximum(0, 1 - y * f))
    assert np.array_equal(model.predict(X), np.where(f > 0, 1, -1))


def test_kernel_of_float32_is_refused_and_svmlibs_is_float64():
    """The entries are up to 2e7: rounding them to float32 alone moves f by more than 1."""
    X, target = load_breast_cancer(return_X_y=True)
    X, y = X.astype(np.float32), np.where(target, 1, -1)
    for name, fit in (
        ("X", lambda: KernelSVM(kernel="precomputed").fit(X @ X.T, y)),
        (
            "kernel(X, X)",
            lambda: KernelSVM(kernel=lambda A, B: np.float32(A @ B.T)).fit(X, y),
        ),
    ):
        message = f"{name} must be float64 or wider, got float32"
        with pytest.raises(ValueError, match=re.escape(message)):
            fit()
    model = KernelSVM(kernel="linear").fit(X, y)
    assert model.n_iter_[0] < 10_000
    assert model.score(X, y) > 0.95


def test_tol_and_max_iter_are_those_of_smo():
    X, y = overlapping(0)
    K = rbf_kernel(X, gamma=0.5)
    for tol in (0.5, 1e-3, 1e-8):
        model = KernelSVM(C=10.0, gamma=0.5, tol=tol).fit(X, y)
        assert model.n_iter_ == smo(K, y, 10.0, tol=tol).n_iter
    with pytest.warns(RuntimeWarning, match="max_iter = 2 steps") as caught:
        assert KernelSVM(max_iter=2).fit(X, y).n_iter_ == 2
    assert caught[0].filename == __file__
    assert str(caught[0].message).startswith("smo stopped after")


def test_fit_warns_once_of_all_pairs_that_are_not_solved():
    """One step solves a and b, two points, but not c, whose four points overlap."""
    X = [[0.0], [2.0], [-3.0], [1.0], [4.0], [9.0]]
    y = ["a", "b", "c", "c", "c", "c"]
    model = KernelSVM(kernel="linear", max_iter=1)
    with pytest.warns(RuntimeWarning) as caught:
        model.fit(X, y)
    told = str(caught[0].message)
    assert len(caught) == 1
    assert caught[0].filename == __file__
    gaps = {}
    for name in "ab":
        rows = [i for i in range(6) if y[i] in (name, "c")]
        part = np.array([X[i] for i in rows])
        signs = [1 if y[i] == "c" else -1 for i in rows]
        with pytest.warns(RuntimeWarning):
            gaps[name] = smo(part @ part.T, signs, 1.0, max_iter=1).kkt_gap
    worst = max(gaps, key=gaps.__getitem__)
    assert gaps["a"] != gaps["b"]
    assert told == (
        f"2 of 3 pairs of classes were not solved; for {worst!r} and 'c', which have "
        "the largest gap, smo stopped after max_iter = 1 steps with stopping gap "
        f"{gaps[worst]:.3g} > tol = 0.001"
    )


@pytest.mark.filterwarnings("error")
def test_a_gap_of_exactly_tol_is_solved():
    """For alpha = 0 the gradient is -y, from -1 to 1."""
    model = KernelSVM(kernel="linear", tol=2.0).fit([[0.0], [1.0], [2.0]], [0, 1, 2])
    assert model.n_iter_.tolist() == [0, 0, 0]


@pytest.mark.parametrize("kernel", [len, int, max])
def test_a_callable_that_takes_no_pair_is_refused_by_name(kernel):
    with pytest.raises(ValueError, match=r"kernel must take X \(N, D\) .* got <.*>: "):
        KernelSVM(kernel=kernel).fit(K2, [0, 1])


def test_kernel_of_one_pair_of_examples_is_refused():
    expected = (
        r"a value for each row of X with each row of Y, shape \(2, 2\), got .* \(\)"
    )
    with pytest.raises(ValueError, match=expected):
        KernelSVM(kernel=lambda x, z: np.sum(x * z)).fit([[1.0], [2]], [0, 1])


@pytest.mark.parametrize("X", [np.eye(3), [1, 2, 3, 4]])
def test_predict_names_the_shape_that_a_precomputed_kernel_needs(X):
    model = KernelSVM(kernel="precomputed").fit(np.eye(4), [0, 1, 0, 1])
    expected = (
        r"X must hold the kernel of new examples with the 4 of fit, shape \(M, 4\)"
    )
    with pytest.raises(ValueError, match=expected):
        model.predict(X)


def test_indefinite_kernel_is_refused():
    with pytest.raises(ValueError, match="so K is not a kernel matrix"):
        KernelSVM(kernel=lambda X, Y: -X @ Y.T).fit([[1.0], [2]], [0, 1])


@pytest.mark.parametrize(
    ("k", "C", "message"),
    [
        # Of the second and the third example, 1 + 1 - 2 * 3 is below 0.
        (
            3,
            1.0,
            r"K_ii \+ K_jj - 2 K_ij = 1.0 \+ 1.0 - 2 \* 3.0 = -4, expected at least 0",
        ),
        (1, np.inf, "the classes are not separable, or closer to each other"),
    ],
)
def test_an_error_of_a_class_pair_names_its_classes(k, C, message):
    K = np.eye(6)
    K[1, 2] = K[2, 1] = k
    model = KernelSVM(kernel="precomputed", C=C)
    with pytest.raises(ValueError, match=f"for classes 'b' and 'c', .*{message}"):
        model.fit(K, list("abcabc"))


def test_error_about_K_names_the_kernel_matrix():
    """Whoever gives a kernel of their own has given no K."""
    expected = "for classes -1 and 1, with kernel matrix K: v @ K"
    with pytest.raises(ValueError, match=expected):
        KernelSVM(kernel=lambda X, Y: -X @ Y.T).fit(*overlapping(2))


def test_fit_and_predict_write_to_no_argument():
    X, y = overlapping(2)
    copies = X.copy(), y.copy()
    KernelSVM().fit(X, y).predict(X)
    assert all(map(np.array_equal, copies, (X, y)))


@pytest.mark.parametrize("kind", [np.float16, np.float32])
def test_narrow_X_is_fitted_in_float64(kind):
    digits = load_optdigits(dtype=np.uint8)
    X, y = digits.X[:300], digits.y[:300]
    wide, narrow = KernelSVM().fit(X, y), KernelSVM().fit(X.astype(kind), y)
    assert narrow.support_vectors_.dtype == np.float64
    f = wide.decision_function(X)
    np.testing.assert_array_equal(narrow.decision_function(X.astype(kind)), f)


def test_fit_in_float32_takes_a_power_that_only_float64_holds():
    model = KernelSVM(kernel="poly", degree=6, gamma=1.0, coef0=0)
    model.fit(np.float32([[2e4], [0]]), [1, 0])  # 4e8 ** 6 is above 1e51
    assert model.predict([[1.0], [2e4]]).tolist() == [0, 1]


def test_fit_that_fails_changes_nothing():
    X = [[0.0], [1], [2]]
    model = KernelSVM()
    with pytest.raises(ValueError, match="C must be"):
        clone(model).set_params(C=-1).fit(X, ["a", "b", "b"])
    with pytest.raises(NotFittedError, match="not fitted: call fit first"):
        model.predict(X)
    before = model.fit(X, ["a", "b", "b"]).predict(X)
    for bad in ({"C": -1}, {"C": 1, "gamma": 9.0, "tol": -1}, {"kernel": "linear"}):
        with pytest.raises(ValueError, match="must be|has masked"):
            model.set_params(**bad).fit(X, np.ma.array(["p", "q", "q"], mask=[0, 0, 0]))
        assert np.array_equal(model.predict(X), before)


def test_predict_keeps_the_kernel_of_the_fit():
    X, y = sample_rings(60, rng=0)
    model = KernelSVM().fit(X, y)
    f = model.decision_function(X)
    model.set_params(kernel="linear", gamma=9.0)
    assert np.array_equal(model.decision_function(X), f)


def test_predict_checks_the_values_of_a_users_kernel():
    X, y = overlapping(5)

    def kernel(A, B):
        return A @ B.T if len(A) > 1 else np.full((1, len(B)), np.nan)

    model = KernelSVM(kernel=kernel)
    with pytest.raises(ValueError, match="kernel.X, Y. must be finite, got nan"):
        model.fit(X, y).predict(X[:1])


def test_fit_ignores_parameters_of_other_kernels():
    X, y = overlapping(5)
    assert KernelSVM(kernel="linear", gamma=-1).fit(X, y).score(X, y) > 0.5
    hard = KernelSVM(C=np.float32(np.inf), gamma=50.0).fit(X, y)
    assert hard.score(X, y) == 1


def test_search_cuts_rows_and_columns_of_a_precomputed_kernel():
    X, y = sample_rings(60, rng=1)
    search = GridSearchCV(KernelSVM(kernel="precomputed"), {"C": [0.1, 1, 10]}, cv=3)
    assert search.fit(rbf_kernel(X, gamma=1.0), y).best_score_ > 0.9


def test_gamma_scale_and_auto_by_hand():
    X = np.array([[0.0, 0.0], [0.0, 4.0]])  # variance 3, D = 2
    for gamma, value in (("scale", 1 / 6), ("auto", 1 / 2)):
        model = KernelSVM(gamma=gamma, C=100.0).fit(X, [0, 1])
        k = np.exp(-value * 16)
        np.testing.assert_allclose(model.dual_coef_, [[-1, 1]] / (1 - k), rtol=1e-9)
    constant = KernelSVM().fit([[2.0], [2.0], [2.0]], [0, 1, 1])
    assert constant.predict([[2.0]]).tolist() == [1]
    assert constant.kernel_([[2.0]], [[3.0]]) == pytest.approx(np.exp(-1))


def test_n_support_counts_by_class():
    model = KernelSVM(kernel="linear", C=10.0)
    model.fit([[-1.0], [1.0], [5.0], [6.0]], ["a", "b", "b", "b"])
    assert model.n_support_.tolist() == [1, 1]


@pytest.mark.parametrize("weight", [{"a": 3.0}, {"b": 0.2, "c": 7}, "balanced", None])
@pytest.mark.parametrize("num_classes", [2, 3])
def test_class_weight_as_in_scikit_learn(weight, num_classes):
    X, y = sample_three_classes(150, rng=1, spread=1.5)
    rows = np.flatnonzero((y < num_classes) & ((y > 0) | (np.arange(150) % 4 == 0)))
    X, names = X[rows], np.array(["a", "b", "c"])[y[rows]]
    if num_classes == 2 and isinstance(weight, dict):
        weight = {name: weight[name] for name in weight if name != "c"}
    parameters = {"gamma": 0.5, "C": 2.0, "tol": 1e-8, "class_weight": weight}
    ours, theirs = KernelSVM(**parameters).fit(X, names), SVC(**parameters)
    theirs.fit(X, names)
    np.testing.assert_allclose(
        ours.decision_function(X), theirs.decision_function(X), atol=1e-6
    )
    assert sorted(theirs.support_) == ours.support_.tolist()


def test_class_weight_bounds_the_multipliers_by_hand():
    """K = I: 0.1 and 0.1 of class 0 are answered by 0.2 of class 1, below its 0.3."""
    model = KernelSVM(kernel="precomputed", C=0.1, class_weight={1: 3})
    model.fit(np.eye(3, dtype=np.int8), [0, 0, 1])
    np.testing.assert_allclose(model.dual_coef_, [[-0.1, -0.1, 0.2]])
    balanced = KernelSVM(kernel="precomputed", C=0.1, class_weight="balanced")
    balanced.fit(np.eye(3), [0, 0, 1])  # C * 3 / (2 * 2) and C * 3 / (2 * 1)
    np.testing.assert_allclose(balanced.dual_coef_, [[-0.075, -0.075, 0.15]])
    hard = KernelSVM(C=np.inf, gamma=9.0, class_weight={0: 2}).fit(np.eye(2), [0, 1])
    assert hard.score(np.eye(2), [0, 1]) == 1


def test_memory_error_of_fit_names_the_size_and_a_remedy(monkeypatch):
    def full(X, Y=None, gamma=None):
        raise MemoryError

    monkeypatch.setattr("svmlib.kernel_svm.rbf_kernel", full)
    N = 20_000  # 3.2e9 bytes, of which 2**30 are a GiB
    message = (
        r"takes up to 3\.0 GiB for N = 20,000 examples: use fewer rows, or LinearSVM"
    )
    with pytest.raises(MemoryError, match=message):
        KernelSVM().fit(np.arange(N)[:, None], np.arange(N) % 2)
    with pytest.raises(MemoryError, match=message):
        KernelSVM(kernel=full).fit(np.arange(N)[:, None], np.arange(N) % 2)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("size", [1e200, 1e-152, 1e-200])
def test_gamma_scale_reports_a_variance_out_of_range(size):
    with pytest.raises(FloatingPointError, match="gamma='scale' .* scale X"):
        KernelSVM().fit([[size], [-size]], [0, 1])


def test_error_of_a_kernel_parameter_names_no_classes():
    with pytest.raises(ValueError, match="^degree must be a whole number >= 1, got 0$"):
        KernelSVM(kernel="poly", degree=0).fit([[0.0], [1.0]], [0, 1])


@pytest.mark.filterwarnings("error")
def test_fit_reports_a_matrix_as_kernel_and_an_overflow():
    X = [[1.0, 0.0], [0.0, 1.0]]
    for matrix in (np.eye(2), [[1.0, 0.0], [0.0, 1.0]]):
        with pytest.raises(ValueError, match="got a matrix: give that to fit as X"):
            KernelSVM(kernel=matrix).fit(X, [0, 1])
    model = KernelSVM(kernel=lambda A, B: A @ B.T, C=1e3).fit(X, [0, 1])
    with pytest.raises(FloatingPointError, match="overflow"):
        KernelSVM(kernel="precomputed").fit(1e-3 * np.eye(2), [0, 1]).predict(
            [[1.7e308, -1.7e308]]
        )
    assert model.predict(X).tolist() == [0, 1]
    model = KernelSVM(kernel="precomputed").fit(
        [[1, 0, 2], [0, 1, 0], [2, 0, 4]], [0, 1, 0]
    )
    assert model.support_.tolist() == [0, 1]
    for row in ([np.nan, 0, 0], [0, 0, np.nan]):  # of no support vector, too
        with pytest.raises(ValueError, match="X must be finite, got nan"):
            model.predict([row])


def test_fit_of_a_large_tolerance_has_no_support_vector():
    model = KernelSVM(tol=3.0).fit([[0.0], [1.0]], [0, 1])
    assert len(model.support_) == 0
    assert model.n_support_.tolist() == [0, 0]
    assert model.decision_function([[0.0], [7.0]]).tolist() == [0, 0]


def test_a_point_on_the_boundary_is_of_the_first_class():
    # The points -1 and 1 have alpha = 1/2, so f(x) = x, and b = 0.
    model = KernelSVM(kernel="linear").fit([[-1.0], [1.0]], ["a", "b"])
    assert model.decision_function([[-2], [0], [2]]).tolist() == [-2, 0, 2]
    assert model.predict([[-2], [0], [2]]).tolist() == ["a", "a", "b"]


def test_underflow_is_no_error_whatever_numpy_is_told_to_raise():
    X = 30 * np.random.default_rng(0).normal(size=(1000, 2))
    with np.errstate(all="raise"):
        KernelSVM(gamma=1.0).fit(X, np.arange(1000) % 2)
        model = KernelSVM(gamma=1.0).fit([[0.0], [30.0], [60.0]], [0, 1, 2])
        assert model.predict([[0.0], [1e3]]).tolist() == [0, 0]
        values = model.decision_function([[1e-160], [1e3]])
        assert np.isfinite(values).all()
        scaled = KernelSVM(kernel="poly").fit([[1e-140], [3e-140]], [0, 1])
        assert scaled.predict([[3e-140]]) == 1


@pytest.mark.filterwarnings("error")
def test_a_sum_of_huge_values_that_overflows_is_reported():
    model = KernelSVM(kernel="precomputed").fit(np.eye(3), [0, 1, 2])
    least = model.decision_function([[1.0, 0.0, 0.0]])
    assert least.argmax() == 0
    large = model.decision_function([[5e307, 0.0, -1.0]])
    np.testing.assert_allclose(large, [[7 / 3, 2 / 3, -1 / 3]])
    with pytest.raises(FloatingPointError, match="a sum of a class's values overflows"):
        model.decision_function([[1.5e308, 0.0, -1.0]])
    assert model.predict([[1.5e308, 0.0, -1.0]]) == 0


@pytest.mark.parametrize(
    ("C", "weight", "got"), [(1e300, 1e300, "inf"), (1e-300, 1e-300, "0.0")]
)
@pytest.mark.filterwarnings("error")
def test_the_product_of_C_and_class_weight_is_checked(C, weight, got):
    model = KernelSVM(C=C, class_weight={1: weight})
    message = f"C times class_weight must be .* number > 0, got {got}$"
    with pytest.raises(ValueError, match=message):
        model.fit([[0.0], [1.0]], [0, 1])


def test_a_kernel_that_writes_to_its_arguments_changes_no_array_of_the_caller():
    def kernel(X, Y):
        K = X @ Y.T
        X += 1
        Y += 1
        return K

    X = np.array([[-1.0], [1.0]])
    model = KernelSVM(kernel=kernel).fit(X, [0, 1])
    assert model.predict(X).tolist() == [0, 1]
    assert model.predict(X).tolist() == [0, 1]
    assert X.tolist() == model.support_vectors_.tolist() == [[-1], [1]]
