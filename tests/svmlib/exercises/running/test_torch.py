"""`check` takes functions on PyTorch's tensors, where PyTorch is installed."""

import pytest

from svmlib.exercises import check

torch = pytest.importorskip("torch", reason="PyTorch is not installed")


def svm_loss(W, X, y, reg):
    """As EECS 498 asks for it."""
    S = X.mm(W)
    margins = (S - S.gather(1, y.view(-1, 1)) + 1).clamp(min=0)
    margins[torch.arange(len(y)), y] = 0
    mask = (margins > 0).to(W.dtype)
    mask[torch.arange(len(y)), y] = -mask.sum(dim=1)
    loss = margins.sum() / len(y) + reg * (W * W).sum()
    return loss, X.t().mm(mask) / len(y) + 2 * reg * W


def by_autograd(W, X, y, reg):
    W = W.clone().requires_grad_()
    loss = svm_loss(W, X, y, reg)[0]
    (dW,) = torch.autograd.grad(loss, W, retain_graph=True)
    return loss, dW


def forgets_the_penalty(W, X, y, reg):
    return svm_loss(W, X, y, 0 * reg)


def writes(W, X, y, reg):
    result = svm_loss(W, X, y, reg)
    W *= 2
    return result


def clashes(W, X, y, reg):
    return 0.0, X.mm(W.t())


@pytest.mark.parametrize("attempt", [svm_loss, by_autograd])
def test_check_accepts_functions_on_tensors(attempt):
    verdict = check("svm-loss", attempt)
    assert verdict.passed, verdict


def test_check_names_mistakes_on_tensors():
    verdict = check("svm-loss", forgets_the_penalty)
    assert set(verdict.mistakes) == {"penalty-not-in-loss", "penalty-not-in-gradient"}
    assert check("svm-loss", writes).mistakes == ("writes-to-arguments",)
    assert "RuntimeError" in check("svm-loss", clashes).message


def test_check_tries_arrays_first():
    assert check("svm-loss", lambda W, X, y, reg: W.sum(dtype=str)).mistakes == (
        "raises",
    )
    assert check("scores", lambda W, X: X @ W).passed
    assert check("scores", lambda W, X: torch.as_tensor(X @ W)).passed


def test_check_accepts_tensors_without_fork(without_fork):
    assert check("svm-loss", svm_loss).passed
