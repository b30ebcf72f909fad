"""The search for a learning rate and a strength of the penalty, as it is graded."""

from collections.abc import Iterable
from functools import cache
from itertools import product

from svmlib._typing import Array
from svmlib.datasets import add_bias, load_fashion_mnist
from svmlib.exercises._exercise import Signature
from svmlib.linear_svm import LinearSVM
from svmlib.training import linear_decay

MAX_PAIRS = 16
SEARCH = Signature(
    takes=(),
    returns=("the list of learning rates", "the list of values of reg"),
)


def best_pair(
    rates: Iterable[float], strengths: Iterable[float]
) -> tuple[float, float, float]:
    """Train with each learning rate and each reg; return the best accuracy and both."""
    pairs = product(map(float, rates), map(float, strengths))
    return max((_accuracy(*pair), *pair) for pair in pairs)


@cache
def _training_images() -> tuple[Array, Array]:
    data = load_fashion_mnist()
    return add_bias(data.X_train), data.y_train


@cache
def _accuracy(learning_rate: float, reg: float) -> float:
    """Return the accuracy on the last 500 training images, trained on the others."""
    X, y = _training_images()
    model = LinearSVM()
    try:
        model.train(X[:-500], y[:-500], learning_rate, reg, 300, schedule=linear_decay)
    except (FloatingPointError, ValueError):
        return 0.0
    return float(model.score(X[-500:], y[-500:]))
