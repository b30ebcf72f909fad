"""KernelSVM solves the pairs of classes in part, side by side or whole: always the same."""

import numpy as np
import pytest
from sklearn.svm import SVC

from svmlib._class_pairs import KernelMatrix, order_by_class
from svmlib._smo_batch import smo_batch
from svmlib.datasets import sample_clouds
from svmlib.dual import kkt_gap
from svmlib.kernel_svm import KernelSVM
from svmlib.kernels import linear_kernel, rbf_kernel
from svmlib.smo import smo, solve_dual


@pytest.fixture
def kernel_sizes(monkeypatch):
    """The numbers of entries of the kernel matrices that KernelSVM computes, as it does."""
    sizes = []

    def counted(X, Y=None, gamma=None):
        sizes.append(len(X) * len(X if Y is None else Y))
        return rbf_kernel(X, Y, gamma=gamma)

    monkeypatch.setattr("svmlib.kernel_svm.rbf_kernel", counted)
    return sizes


@pytest.fixture
def solved(monkeypatch):
    """The number of rows, and the steps so far, of each dual that is solved by itself."""
    duals = []

    def counted(K, *args, **more):
        result = solve_dual(K, *args, **more)
        duals.append((len(K), result.n_iter))
        return result

    monkeypatch.setattr("svmlib._class_pairs.solve_dual", counted)
    return duals


def test_part_of_the_kernel_matrix_solves_the_whole_problem(kernel_sizes):
    """Of two clouds, few points are near the margin, and three classes make pairs."""
    rng, codes = np.random.default_rng(0), np.arange(3000) % 3
    X = rng.standard_normal((3000, 2)) + 5.0 * np.array([[0, 0], [1, 0], [0, 1]])[codes]
    model = KernelSVM(C=3.0, gamma=0.2).fit(X, codes)
    assert max(kernel_sizes) < 2000 * 600
    for p, (c, d) in enumerate([(0, 1), (0, 2), (1, 2)]):
        rows = np.flatnonzero((codes == c) | (codes == d))
        y = np.where(codes[rows] == d, 1.0, -1.0)
        coef = np.zeros(3000)
        for own, other in ((c, d - 1), (d, c)):
            of_class = codes[model.support_] == own
            coef[model.support_[of_class]] = model.dual_coef_[other, of_class]
        K = rbf_kernel(X[rows], gamma=0.2)
        assert kkt_gap(coef[rows] * y, K, y, 3.0) <= 1e-3
        expected = smo(K, y, 3.0, tol=1e-3)
        np.testing.assert_allclose(model.intercept_[p], expected.b, atol=2e-3)


def alpha_of(model, N):
    """The multipliers of all examples of two classes."""
    alpha = np.zeros(N)
    alpha[model.support_] = np.abs(model.dual_coef_)
    return alpha


@pytest.mark.parametrize("seed", range(40))
def test_a_part_solves_the_whole_problem_to_tol_and_within_the_box(seed, monkeypatch):
    """With classes of all sizes, and a C that isn't the same after * 10 / 10: 0.11 or 0.92."""
    monkeypatch.setattr("svmlib._class_pairs.MIN_ROWS_FOR_PART", 200)
    monkeypatch.setattr("svmlib._class_pairs.MAX_PART", 1.0)
    monkeypatch.setattr("svmlib._class_pairs.MIN_SAMPLE", [2, 20][seed % 2])
    rng = np.random.default_rng(seed)
    N, tol = 400, 10.0 ** rng.uniform(-4, -1)
    C, weight = rng.choice([0.11, 0.92, 10.0]), rng.choice([0.3, 1.0])
    y = np.where(rng.random(N) < rng.choice([0.05, 0.2, 0.5, 0.95]), 1, -1)
    X = rng.normal(size=(N, 2)) + rng.choice([1.0, 2.0, 3.0]) * y[:, None]
    model = KernelSVM(C=C, gamma=0.5, tol=tol, class_weight={1: weight}).fit(X, y)
    alpha, C = alpha_of(model, N), np.where(y > 0, C * weight, C)
    assert (alpha <= C).all()
    assert alpha @ y == pytest.approx(0, abs=1e-9)
    assert kkt_gap(alpha, rbf_kernel(X, gamma=0.5), y, C) <= tol


def test_rare_classes_compute_only_a_part_of_the_kernel_matrix(kernel_sizes):
    """A rare class with a frequent one is solved from a part, two rare ones by themselves."""
    rng = np.random.default_rng(0)
    for sizes in ([3000, 60, 60], [3000, 8, 8, 8, 8, 8]):
        y = np.repeat(np.arange(len(sizes)), sizes)
        X = rng.normal(size=(len(y), 4)) + 6 * np.eye(len(sizes), 4)[y]
        assert KernelSVM(gamma=0.1).fit(X, y).score(X, y) > 0.99
        assert max(kernel_sizes) < 1000**2
        kernel_sizes.clear()


def test_rows_far_from_the_margin_leave_the_part(solved):
    """A rare class amid the other: the first part has many rows, most of them too far."""
    rng = np.random.default_rng(0)
    y = np.where(rng.random(3000) < 0.03, 1, -1)
    X = rng.normal(size=(3000, 6)) + np.where(y > 0, 1.0, 0)[:, None]
    model = KernelSVM(C=100.0, gamma=0.1).fit(X, y)
    _, (first, _), *_, (last, _) = solved
    assert last < first
    K, alpha = rbf_kernel(X, gamma=0.1), alpha_of(model, 3000)
    assert kkt_gap(alpha, K, y, 100.0) <= 1e-3


@pytest.mark.parametrize("tol", [0.5, 10.0])  # at the start, the gap is 2
def test_part_and_others_share_the_tolerance(tol):
    X, y = sample_clouds(1000, rng=2, spread=0.3)
    alpha = alpha_of(KernelSVM(kernel="linear", tol=tol).fit(X, y), 1000)
    assert kkt_gap(alpha, linear_kernel(X), y, 1.0) <= tol


def test_n_iter_counts_the_steps_on_parts_and_max_iter_bounds_them(solved):
    X, y = sample_clouds(1000, rng=2, spread=0.3)
    [n_iter] = KernelSVM(kernel="linear").fit(X, y).n_iter_
    steps = [n for _, n in solved]
    assert n_iter == steps[-1]
    assert len(steps) > 1
    assert steps == sorted(steps)
    limit = steps[0] + 1
    solved.clear()
    with pytest.warns(RuntimeWarning, match=f"max_iter = {limit} steps"):
        KernelSVM(kernel="linear", max_iter=limit).fit(X, y)
    assert solved[1][1] == limit


def test_whole_dual_starts_from_the_multipliers_of_its_part(monkeypatch):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(1500, 2))
    y = X[:, 0] + 0.3 * rng.normal(size=1500) > 0
    taken = []

    def recorded(K, *args, n_iter=0, **more):
        result = solve_dual(K, *args, n_iter=n_iter, **more)
        taken.append((len(K), n_iter, result.n_iter, result.objective))
        return result

    monkeypatch.setattr("svmlib._class_pairs.solve_dual", recorded)
    with pytest.warns(RuntimeWarning, match="max_iter = 300 steps"):
        KernelSVM(C=1000.0, max_iter=300).fit(X, y.astype(int))
    sizes, begun, ended, values = zip(*taken, strict=True)
    assert sizes[-1] == 1500 > sizes[-2]
    assert begun == (0, *ended[:-1])
    assert ended[-1] == 300
    assert values[-1] >= (1 - 1e-9) * values[-2] > 0


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("C", [1.7e308, np.inf])
def test_sample_of_the_hard_margin_does_not_overflow(C):
    X, y = sample_clouds(1200, rng=2, spread=0.3)
    assert KernelSVM(C=C).fit(X, y).score(X, y) == 1.0


@pytest.mark.parametrize("class_weight", [None, {1: 0.01}, {-1: 0.01}])
def test_finite_C_stays_finite_in_the_sample(class_weight):
    X, y = sample_clouds(1200, rng=2, spread=2.0)
    model = KernelSVM(C=2e307, max_iter=2000, class_weight=class_weight)
    with pytest.warns(RuntimeWarning, match="max_iter = 2000 steps"):
        model.fit(X, y)


def test_no_step_is_counted_where_no_sample_is_solved():
    X, y = sample_clouds(1200, rng=2, spread=0.3)
    model = KernelSVM(kernel="linear", C=2e307).fit(X, y)
    given = KernelSVM(kernel="precomputed", C=2e307).fit(X @ X.T, y)
    assert model.n_iter_ == given.n_iter_


def test_kernel_of_a_user_is_called_for_the_whole_matrix():
    """It need not be a kernel, and a part would not tell."""
    X, y = sample_clouds(1000, rng=2, spread=0.3)
    sizes = []
    KernelSVM(kernel=lambda A, B: sizes.append(len(A)) or A @ B.T).fit(X, y)
    assert sizes == [1000]
    with pytest.raises(ValueError, match=r"kernel\(X, X\) must be symmetric"):
        KernelSVM(kernel=lambda A, B: np.triu(A @ B.T)).fit(X, y)


def test_pairs_that_need_all_their_rows_agree_with_svc():
    """Labels drawn at random: nearly all examples of three classes are support vectors."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(1560, 4)), np.arange(1560) % 3
    ours = KernelSVM(gamma=0.3, tol=1e-5).fit(X, y)
    theirs = SVC(gamma=0.3, tol=1e-5).fit(X, y)
    expected = theirs.decision_function(X)
    np.testing.assert_allclose(ours.decision_function(X), expected, atol=1e-3)


@pytest.mark.parametrize("kernel", ["rbf", "linear"])
def test_many_classes_agree_with_svc(kernel, monkeypatch):
    """66 pairs of 16 examples are solved side by side, a few of them one by one."""
    numbers = []

    def counted(K, duals, *args):
        numbers.append(len(duals.C))
        return smo_batch(K, duals, *args)

    monkeypatch.setattr("svmlib._class_pairs.smo_batch", counted)
    rng = np.random.default_rng(0)
    y = np.arange(96) % 12
    X = rng.normal(size=(96, 4)) + 2 * rng.normal(size=(12, 4))[y]
    ours = KernelSVM(kernel=kernel, tol=1e-6).fit(X, y)
    assert numbers == [66]
    theirs = SVC(kernel=kernel, tol=1e-6).fit(X, y)
    expected = theirs.decision_function(X)
    np.testing.assert_allclose(ours.decision_function(X), expected, atol=1e-4)
    np.testing.assert_array_equal(ours.support_, np.sort(theirs.support_))
    how = {"kernel": kernel, "C": 3.0, "class_weight": {0: 0.1, 5: 4.0}, "tol": 1e-6}
    ours, expected = KernelSVM(**how).fit(X, y), SVC(**how).fit(X, y)
    np.testing.assert_allclose(
        ours.decision_function(X), expected.decision_function(X), atol=1e-4
    )


def test_duals_unfinished_side_by_side_go_on_from_their_multipliers(monkeypatch):
    begun, gone_on = [], []

    def begin(*args):
        begun.append(smo_batch(*args))
        return begun[-1]

    def go_on(*args, alpha, n_iter):
        gone_on.append((np.count_nonzero(alpha), n_iter))
        return solve_dual(*args, alpha=alpha, n_iter=n_iter)

    monkeypatch.setattr("svmlib._class_pairs.smo_batch", begin)
    monkeypatch.setattr("svmlib._class_pairs.solve_dual", go_on)
    rng = np.random.default_rng(0)
    y = np.arange(96) % 12
    KernelSVM(C=10.0, kernel="linear").fit(rng.normal(size=(96, 4)), y)
    (result,) = begun
    left = result.kkt_gap > 1e-3
    counts = np.count_nonzero(result.beta[left], axis=(1, 2))
    assert sorted(gone_on) == sorted(zip(counts, result.n_iter[left], strict=True))
    assert len(set(gone_on)) > 5


def test_classes_of_all_sizes_in_any_order_agree_with_svc(monkeypatch):
    """In several batches, and from a given kernel matrix, whose rows stay in order."""
    monkeypatch.setattr("svmlib._class_pairs.BATCH_ROWS", 600)
    rng = np.random.default_rng(0)
    y = rng.permutation(np.repeat(np.arange(9), [7, 3, 25, 12, 9, 16, 4, 20, 11]))
    X = rng.normal(size=(107, 4)) + rng.normal(size=(9, 4))[y]
    ours = KernelSVM(gamma=0.2, tol=1e-8).fit(X, y)
    expected = SVC(gamma=0.2, tol=1e-8).fit(X, y).decision_function(X)
    np.testing.assert_allclose(ours.decision_function(X), expected, atol=1e-5)
    K = rbf_kernel(X, gamma=0.2)
    given = KernelSVM(kernel="precomputed", tol=1e-8).fit(K, y)
    np.testing.assert_array_equal(given.support_, ours.support_)
    np.testing.assert_allclose(given.decision_function(K), expected, atol=1e-5)


@pytest.mark.parametrize("C", [0.5, np.inf])
@pytest.mark.parametrize("steps", [0, 10**6])
def test_dual_is_solved_on_all_rows_of_a_given_matrix_or_on_a_copy_of_its_own(
    C, steps, solved, monkeypatch
):
    """Where many steps are usual, the rows and columns of the two classes are copied."""
    monkeypatch.setattr("svmlib._class_pairs.USUAL_STEPS", steps)
    rng = np.random.default_rng(0)
    y = rng.permutation(np.repeat([0, 1, 2], [9, 30, 20]))
    X = rng.normal(size=(59, 2)) + 2 * np.eye(3, 2)[y]
    K, how = rbf_kernel(X, gamma=2.0), {"C": C, "tol": 1e-8}
    assert KernelMatrix(None, K, order_by_class(y)).values is K
    given = KernelSVM(kernel="precomputed", **how).fit(K, y)
    assert [rows for rows, _ in solved] == ([39, 29, 50] if steps else [59, 59, 59])
    expected = KernelSVM(gamma=2.0, **how).fit(X, y)
    np.testing.assert_allclose(given.intercept_, expected.intercept_, atol=1e-6)
    np.testing.assert_array_equal(given.support_, expected.support_)
    np.testing.assert_allclose(given.dual_coef_, expected.dual_coef_, atol=1e-5)


@pytest.mark.parametrize(("largest", "kept"), [(499, False), (500, True)])
def test_order_is_kept_for_fewer_than_ten_small_class_pairs(largest, kept):
    """Of five classes; the order has the smaller classes first."""
    codes = np.repeat([0, 4, 3, 2, 1], [largest, 5, 6, 7, 8])
    expected = (
        np.arange(len(codes)) if kept else np.roll(np.arange(len(codes)), -largest)
    )
    np.testing.assert_array_equal(order_by_class(codes), expected)


@pytest.mark.parametrize("rows", [[0, 1], [0, 2], [0, 1, 3], [1, 3, 4], [3, 4]])
def test_submatrix_goes_beyond_the_first_rows(rows):
    X = np.arange(10.0).reshape(5, 2)
    matrix = KernelMatrix(linear_kernel, X, np.arange(5)[::-1])
    K = linear_kernel(X[::-1])
    np.testing.assert_array_equal(matrix.leading_block(3), K[:3, :3])
    given = KernelMatrix(None, linear_kernel(X), np.arange(5)[::-1])
    np.testing.assert_array_equal(given.leading_block(3), K)
    np.testing.assert_array_equal(
        matrix.submatrix(np.array(rows)), K[np.ix_(rows, rows)]
    )


def test_an_example_of_a_third_class_does_not_decide_about_a_pair():
    """Given as a matrix, its row is in reach of the other classes' steps, but takes no part."""
    X = np.concatenate([np.linspace(-2, -1, 20), np.linspace(1, 2, 20), [1e7]])
    y = np.repeat([0, 1, 2], [20, 20, 1])
    model = KernelSVM(kernel="precomputed", C=np.inf).fit(np.outer(X, X), y)
    assert model.score(np.outer(X, X), y) == 1
    signs = np.resize([1.0, -1.0], 24)
    K = 1e12 * np.eye(25)
    K[:24, :24] = np.eye(24) - 0.4 * np.outer(signs, signs)  # indefinite
    with pytest.raises(ValueError, match="K is not a kernel matrix"):
        KernelSVM(kernel="precomputed").fit(K, np.append(signs, 3))
