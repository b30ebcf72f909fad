"""Programs that are wrong on some problems only: none of them is called correct."""

import numpy as np
import pytest

from svmlib.exercises import _BOOK, check
from svmlib.exercises._exercise import draw, no_mistake
from svmlib.hinge import gradient_mask, margins
from svmlib.hinge import svm_loss_vectorized as V


def ex(s, y_i, d):
    h = np.maximum(0, s - s[y_i] + d)
    h[y_i] = 0
    return h


W = []


def wrong(name):
    def deco(f):
        W.append((name, f))
        return f

    return deco


# example-loss
@wrong("example-loss")
def skip(s, y_i, d):
    return 0.0 if s.argmax() == y_i else ex(s, y_i, d).sum()


@wrong("example-loss")
def eq(s, y_i, d):
    return sum(max(0, s[j] - s[y_i] + d) for j in range(len(s)) if j == y_i)


@wrong("example-loss")
def brk(s, y_i, d):
    t = 0
    for j in range(len(s)):
        if j == y_i:
            break
        t += max(0, s[j] - s[y_i] + d)
    return t


@wrong("example-loss")
def six(s, y_i, d):
    return ex(s, y_i, d)[:6].sum()


@wrong("example-loss")
def ten(s, y_i, d):
    return ex(s, y_i, d)[:10].sum()


@wrong("example-loss")
def clip(s, y_i, d):
    return min(100, ex(s, y_i, d).sum())


@wrong("example-loss")
def clip2(s, y_i, d):
    return np.clip(s - s[y_i] + d, 0, 1000)[np.arange(len(s)) != y_i].sum()


@wrong("example-loss")
def rnd(s, y_i, d):
    return round(ex(s, y_i, d).sum(), 2)


@wrong("example-loss")
def tol(s, y_i, d):
    h = ex(s, y_i, d)
    return h[h > 0.02].sum()


@wrong("example-loss")
def dedupe(s, y_i, d):
    return sum(set(ex(s, y_i, d)))


@wrong("example-loss")
def mx(s, y_i, d):
    return ex(s, y_i, d).max()


@wrong("example-loss")
def top2(s, y_i, d):
    return np.sort(ex(s, y_i, d))[-2:].sum()


@wrong("example-loss")
def top3(s, y_i, d):
    return np.sort(ex(s, y_i, d))[-5:].sum()


@wrong("example-loss")
def assign(s, y_i, d):
    t = 0
    for j in range(len(s)):
        if j != y_i:
            t = max(0, s[j] - s[y_i] + d)
    return t


@wrong("example-loss")
def assign2(s, y_i, d):
    t = 0
    for j in range(len(s)):
        if j != y_i and s[j] - s[y_i] + d > 0:
            t = s[j] - s[y_i] + d
    return t


@wrong("example-loss")
def notzero(s, y_i, d):
    return 0.0 if (s == 0).any() else 1 + ex(s, y_i, d).sum()


@wrong("example-loss")
def skiplast(s, y_i, d):
    return ex(s, y_i, d)[:-1].sum()


@wrong("example-loss")
def skipfirst(s, y_i, d):
    return ex(s, y_i, d)[1:].sum()


@wrong("example-loss")
def byvalue(s, y_i, d):
    return sum(max(0, v - s[y_i] + d) for v in s if v != s[y_i])


@wrong("example-loss")
def two(s, y_i, d):
    return (
        max(0, s[1 - y_i] - s[y_i] + d)
        if len(s) == 2
        else 0 * ex(s, y_i, d).sum() + ex(s, y_i, d).sum() + (len(s) == 3)
    )


@wrong("example-loss")
def intlab(s, y_i, d):
    return int(ex(s, y_i, d).sum())


@wrong("example-loss")
def inttrunc(s, y_i, d):
    return sum(np.floor(ex(s, y_i, d) * 10) / 10)


@wrong("example-loss")
def shortcircuit(s, y_i, d):
    t = 0
    for j in np.argsort(-s):
        if j == y_i:
            break
        t += s[j] - s[y_i] + d
    return t


@wrong("example-loss")
def ifpos(s, y_i, d):
    return sum(
        s[j] - s[y_i] + d for j in range(len(s)) if j != y_i and s[j] - s[y_i] > 0
    )


@wrong("example-loss")
def absd(s, y_i, d):
    return sum(max(0, abs(s[j]) - s[y_i] + d) for j in range(len(s)) if j != y_i)


@wrong("example-loss")
def mod(s, y_i, d):
    return ex(s, y_i, d).sum() % 50


# mask-row
def row(s, y_i, d):
    r = (s - s[y_i] + d > 0).astype(float)
    r[y_i] = 0
    r[y_i] = -r.sum()
    return r


@wrong("mask-row")
def mskip(s, y_i, d):
    return 0 * row(s, y_i, d) if s.argmax() == y_i else row(s, y_i, d)


@wrong("mask-row")
def mtol(s, y_i, d):
    r = (s - s[y_i] + d >= -0.015).astype(float)
    r[y_i] = 0
    r[y_i] = -r.sum()
    return r


@wrong("mask-row")
def mtol2(s, y_i, d):
    r = (s - s[y_i] + d >= 0.1).astype(float)
    r[y_i] = 0
    r[y_i] = -r.sum()
    return r


@wrong("mask-row")
def mint8(s, y_i, d):
    r = row(s, y_i, d)
    r[y_i] = max(r[y_i], -5)
    return r


@wrong("mask-row")
def meq(s, y_i, d):
    r = np.zeros(len(s))
    for j in range(len(s)):
        if j == y_i and s[j] - s[y_i] + d > 0:
            r[j] += 1
            r[y_i] -= 1
    return r


@wrong("mask-row")
def mbrk(s, y_i, d):
    r = np.zeros(len(s))
    for j in range(len(s)):
        if j == y_i:
            break
        if s[j] - s[y_i] + d > 0:
            r[j] += 1
            r[y_i] -= 1
    return r


@wrong("mask-row")
def mworst(s, y_i, d):
    r = np.zeros(len(s))
    h = ex(s, y_i, d)
    if h.max() > 0:
        r[h.argmax()] = 1
        r[y_i] = -1
    return r


@wrong("squared-hinge")
def sskip(s, y_i, d):
    h = ex(s, y_i, d)
    if s.argmax() == y_i:
        h = 0 * h
    g = 2 * h
    g[y_i] = -g.sum()
    return (h**2).sum(), g


@wrong("squared-hinge")
def sclip(s, y_i, d):
    h = ex(s, y_i, d)
    g = 2 * h
    g[y_i] = -g.sum()
    return (h**2).sum(), np.clip(g, -1e3, 1e3)


@wrong("gradient-one-example")
def gskip(Wt, x, y_i, d):
    s = x @ Wt
    return 0 * Wt if s.argmax() == y_i else np.outer(x, row(s, y_i, d))


@wrong("gradient-one-example")
def gclip(Wt, x, y_i, d):
    return np.clip(np.outer(x, row(x @ Wt, y_i, d)), -50, 50)


@wrong("gradient-one-example")
def gabs(Wt, x, y_i, d):
    return np.outer(x, row(x @ np.abs(Wt), y_i, d))


# svm-loss
def mod_(pre=lambda *a: a, post=lambda l, g, *a: (l, g)):
    def f(Wt, X, y, reg):
        a = pre(Wt, X, y, reg)
        l, g = V(*a)
        return post(l, g, Wt, X, y, reg)

    return f


def add(name, f):
    f.__name__ = getattr(f, "__name__", "f")
    W.append((name, f))


def naive(**k):
    def f(Wt, X, y, reg):
        N, C = len(X), Wt.shape[1]
        loss = 0.0
        dW = np.zeros(Wt.shape)
        for i in range(N):
            if k.get("rows") and i >= k["rows"]:
                break
            s = X[i] @ Wt
            cnt = 0
            if k.get("skip") and s.argmax() == y[i]:
                continue
            for j in range(C):
                if k.get("classes") and j >= k["classes"]:
                    break
                if k.get("eq"):
                    if j != y[i]:
                        continue
                elif j == y[i]:
                    if k.get("brk"):
                        break
                    continue
                m = s[j] - s[y[i]] + 1
                if m > k.get("tol", 0):
                    cnt += 1
                    if k.get("assignloss"):
                        loss = m
                    else:
                        loss += m
                    dW[:, j] += X[i]
                    if not k.get("cnt"):
                        dW[:, y[i]] -= X[i]
                if k.get("divj"):
                    loss /= N
                    dW /= N
            if k.get("cnt"):
                dW[:, y[i]] = -cnt * X[i]
            if k.get("divi"):
                loss /= N
                dW /= N
            if k.get("divl"):
                loss /= N
        if not (k.get("divi") or k.get("divj")):
            if not k.get("divl"):
                loss /= N
            dW /= N
        if k.get("clipdw"):
            dW = np.maximum(0, dW)
        loss += reg * np.sum(Wt * Wt)
        dW += (
            2 * reg * (np.sum(Wt) if k.get("sumw") else Wt)
            if not k.get("sumw1")
            else reg * np.sum(Wt)
        )
        return loss, dW

    f.__name__ = str(k)
    return f


for k in (
    {"rows": 8},
    {"rows": 5},
    {"rows": 15},
    {"skip": 1},
    {"classes": 6},
    {"classes": 10},
    {"eq": 1},
    {"brk": 1},
    {"assignloss": 1},
    {"cnt": 1},
    {"divj": 1},
    {"divi": 1},
    {"divl": 1},
    {"clipdw": 1},
    {"sumw": 1},
    {"sumw1": 1},
    {"tol": 0.02},
    {"tol": -0.02},
):
    add("svm-loss", naive(**k))


def biasout(Wt, X, y, reg):
    l, g = V(Wt, X, y, 0.0)
    Wr = Wt.copy()
    if (X[:, -1] == 1).all():
        Wr[-1] = 0
    return l + reg * (Wr**2).sum(), g + 2 * reg * Wr


add("svm-loss", biasout)
add("svm-loss", mod_(post=lambda l, g, *a: (min(l, 100), g)))
add("svm-loss", mod_(post=lambda l, g, *a: (l, np.clip(g, -5, 5))))
add("svm-loss", mod_(post=lambda l, g, *a: (l, np.clip(g, -100, 100))))
add("svm-loss", mod_(post=lambda l, g, *a: (round(l, 3), g)))
add("svm-loss", mod_(post=lambda l, g, *a: (l, g.round(2))))
add(
    "svm-loss",
    lambda Wt, X, y, reg: (
        V(Wt, X, y, 0)[0] / Wt.shape[1] + reg * (Wt**2).sum(),
        V(Wt, X, y, 0)[1] / Wt.shape[1] + 2 * reg * Wt,
    ),
)
add("svm-loss", mod_(pre=lambda Wt, X, y, reg: (Wt, X[:20], y[:20], reg)))
add("svm-loss", mod_(pre=lambda Wt, X, y, reg: (Wt, X - X.mean(0), y, reg)))
add(
    "svm-loss",
    mod_(pre=lambda Wt, X, y, reg: (Wt - Wt.mean(1, keepdims=True), X, y, reg)),
)
add("svm-loss", mod_(pre=lambda Wt, X, y, reg: (Wt, X, y, min(reg, 1.0))))
add("svm-loss", mod_(pre=lambda Wt, X, y, reg: (Wt, X, y, max(reg, 0.01))))


def npmax(Wt, X, y, reg):
    S = X @ Wt
    H = np.maximum(0, S - S[range(len(y)), y][:, None] + 1)
    H[range(len(y)), y] = 0
    return H.max() / len(y) + reg * (Wt**2).sum(), V(Wt, X, y, reg)[1]


add("svm-loss", npmax)


def npmax2(Wt, X, y, reg):
    S = X @ Wt
    H = np.maximum(0, S - S[range(len(y)), y][:, None] + 1)
    H[range(len(y)), y] = 0
    return H.max() + reg * (Wt**2).sum(), V(Wt, X, y, reg)[1]


add("svm-loss", npmax2)


def byval(Wt, X, y, reg):
    S = X @ Wt
    own = S[range(len(y)), y][:, None]
    H = np.maximum(0, S - own + 1)
    H[S == own] = 0
    M = (H > 0) * 1.0
    M[range(len(y)), y] = -M.sum(1)
    return H.sum() / len(y) + reg * (Wt**2).sum(), X.T @ M / len(y) + 2 * reg * Wt


add("svm-loss", byval)


def hard3(Wt, X, y, reg):
    N = len(y)
    loss = 0
    dW = np.zeros(Wt.shape)
    for i in range(N):
        for j in range(min(3, Wt.shape[1])):
            if j == y[i]:
                continue
            m = X[i] @ Wt[:, j] - X[i] @ Wt[:, y[i]] + 1
            if m > 0:
                loss += m
                dW[:, j] += X[i]
                dW[:, y[i]] -= X[i]
    return loss / N + reg * (Wt**2).sum(), dW / N + 2 * reg * Wt


add("svm-loss", hard3)


def unique(Wt, X, y, reg):
    _, k = np.unique(X, axis=0, return_index=True)
    return V(Wt, X[k], y[k], reg)


add("svm-loss", unique)


def zerorow(Wt, X, y, reg):
    k = np.abs(X).sum(1) > 0
    return V(Wt, X[k], y[k], reg)


add("svm-loss", zerorow)


def standard(Wt, X, y, reg):
    sd = X.std(0)
    sd[sd == 0] = 1
    return V(
        Wt,
        X / 1.0 if (sd > 0).all() and len(X) > 1 and (X.std(0) > 0).all() else 0 * X,
        y,
        reg,
    )


add("svm-loss", standard)


# margins, mask, mask-gradient
def mg(S, y, d):
    return margins(S, y, delta=d)


for f in (
    lambda S, y, d: np.minimum(mg(S, y, d), 500),
    lambda S, y, d: mg(S, y, d) * (np.arange(S.shape[1]) < 6),
    lambda S, y, d: mg(S, y, d) * (np.arange(len(S)) < 8)[:, None],
    lambda S, y, d: mg(S, y, d) * (S.argmax(1) != y)[:, None],
    lambda S, y, d: mg(S, y, d).round(1),
    lambda S, y, d: np.where(mg(S, y, d) > 0.05, mg(S, y, d), 0),
):
    add("margins", f)
for f in (
    lambda H, y: gradient_mask(H * (np.arange(H.shape[1]) < 6), y),
    lambda H, y: gradient_mask(H, y) * (np.arange(len(H)) < 8)[:, None],
    lambda H, y: np.maximum(gradient_mask(H, y), -5),
    lambda H, y: gradient_mask(H * (H > 0.05), y),
    lambda H, y: (
        gradient_mask(H, y).astype(np.int8) * 1.0
        if len(H) < 9
        else gradient_mask(H, y).astype(bool)
    ),
):
    add("mask", f)
for f in (
    lambda X, M: X[:8].T @ M[:8] / len(X),
    lambda X, M: X.T @ np.clip(M, -3, 3) / len(X),
    lambda X, M: np.clip(X.T @ M / len(X), -9, 9),
    lambda X, M: X.T @ M / max(len(X), 2),
    lambda X, M: X.T @ M / 7,
    lambda X, M: X.T @ np.sign(M) / len(X),
    lambda X, M: (X.T @ M / len(X)).round(2),
):
    add("mask-gradient", f)
for f in (
    lambda Wt, X: (X @ Wt)[:8] if len(X) > 8 else X @ Wt,
    lambda Wt, X: np.clip(X @ Wt, -100, 100),
    lambda Wt, X: np.maximum(0, X @ Wt),
    lambda Wt, X: X[:, :5] @ Wt[:5],
    lambda Wt, X: (X @ Wt).round(2),
    lambda Wt, X: (X @ Wt).astype(int),
    lambda Wt, X: X[:, -1:] @ Wt[-1:],
):
    add("scores", f)
for f in (
    lambda Wt, X: np.maximum(0, X @ Wt).argmax(1),
    lambda Wt, X: (X @ Wt)[:, :6].argmax(1),
    lambda Wt, X: np.abs(X @ Wt).argmax(1),
    lambda Wt, X: (X @ Wt).astype(int).argmax(1),
    lambda Wt, X: (X @ Wt).round(1).argmax(1),
    lambda Wt, X: ((X @ Wt) > 0).argmax(1),
    lambda Wt, X: np.array(
        [max(range(Wt.shape[1]), key=lambda j: max(0, x @ Wt[:, j])) for x in X]
    ),
):
    add("predict", f)
for f in (
    lambda X: X if (X[:, -1] == 1).all() else np.c_[X, np.ones(len(X))],
    lambda X: (
        np.c_[X, X[:, -1] / X[:, -1]]
        if (X[:, -1] != 0).all()
        else np.c_[X, np.zeros(len(X))]
    ),
    lambda X: np.c_[X.round(2), np.ones(len(X))],
    lambda X: np.c_[np.clip(X, -9, 9), np.ones(len(X))],
):
    add("append-bias", f)
for f in (
    lambda Wt, r: (r * (Wt**2).sum(), 2 * r * Wt.sum() + 0 * Wt),
    lambda Wt, r: (r * (Wt**2).sum(), 2 * r * np.abs(Wt)),
    lambda Wt, r: (r * (Wt**2).sum(), np.clip(2 * r * Wt, -9, 9)),
    lambda Wt, r: (min(r, 1) * (Wt**2).sum(), 2 * min(r, 1) * Wt),
    lambda Wt, r: ((r * (Wt**2).sum()).round(3), 2 * r * Wt),
    lambda Wt, r: (r * Wt.sum() ** 2, 2 * r * Wt),
    lambda Wt, r: (
        r * np.trace(Wt @ Wt) if Wt.shape[0] == Wt.shape[1] else r * (Wt**2).sum(),
        2 * r * Wt,
    ),
):
    add("penalty", f)
for f in (
    lambda Wt: Wt - Wt[:, :6].mean(1, keepdims=True),
    lambda Wt: Wt - Wt.mean(1, keepdims=True).round(1),
    lambda Wt: Wt - np.median(Wt, 1, keepdims=True),
    lambda Wt: Wt - Wt.sum(1, keepdims=True) / 3,
    lambda Wt: Wt - (Wt.max(1, keepdims=True) + Wt.min(1, keepdims=True)) / 2,
):
    add("centre-columns", f)
for f in (
    lambda Wt, r, d: (Wt / d, r * d if d >= 1 else r / d),
    lambda Wt, r, d: (Wt / max(d, 1), r * d),
    lambda Wt, r, d: (Wt / d, min(r * d, 10)),
    lambda Wt, r, d: (Wt / d, round(r * d, 2)),
):
    add("absorb-delta", f)
for f in (
    lambda Wt, g, l: Wt,
    lambda Wt, g, l: Wt - min(l, 1) * g,
    lambda Wt, g, l: Wt - l * np.clip(g, -5, 5),
    lambda Wt, g, l: Wt - l * g / max(1, np.linalg.norm(g)),
    lambda Wt, g, l: (Wt - l * g).round(2),
    lambda Wt, g, l: np.where(Wt > 0, Wt - l * g, Wt),
):
    add("sgd-step", f)
for f in (
    lambda l, t, n: l * (1 - t / n) if t < n / 2 else l / 2,
    lambda l, t, n: max(l * (1 - t / n), 0.01),
    lambda l, t, n: l * (1 - round(t / n, 1)),
    lambda l, t, n: l * (1 - t / min(n, 100)),
    lambda l, t, n: round(l * (1 - t / n), 3),
    lambda l, t, n: l if t == 0 else l * (1 - t / (n + 1)),
):
    add("linear-decay", f)


def tr(**k):
    def f(Wt, X, y, draws, lr, reg):
        W0 = Wt
        for t, b in enumerate(draws):
            if k.get("steps") and t >= k["steps"]:
                break
            if k.get("uniq"):
                b = np.unique(b)
            g = V(Wt, X[b], y[b], reg)[1]
            Wt = Wt - min(lr, k.get("maxlr", 9)) * (1 - t / len(draws)) * g
            if k.get("noreg0") and reg == 0:
                Wt = W0
        return W0 if k.get("same") else Wt

    f.__name__ = "train" + str(k)
    return f


for k in (
    {"same": 1},
    {"steps": 5},
    {"steps": 2},
    {"uniq": 1},
    {"maxlr": 0.3},
    {"noreg0": 1},
):
    add("train", tr(**k))
for f in (
    lambda f, w, h: (f(w + h) - f(w - h)) / (2 * max(h, 0.1)),
    lambda f, w, h: (f(w + 1e-5) - f(w - 1e-5)) / 2e-5,
    lambda f, w, h: round((f(w + h) - f(w - h)) / (2 * h), 1),
    lambda f, w, h: abs(f(w + h) - f(w - h)) / (2 * h),
    lambda f, w, h: (f(w + h) - f(w - h)) / 2 / h if w else 0.0,
    lambda f, w, h: (f(w + h) - f(w - h)) / h / 2 if h < 1 else (f(w + h) - f(w)) / h,
):
    add("centred-difference", f)
R = lambda a, b: np.abs(a - b) / np.maximum(np.abs(a), np.abs(b))
for f in (
    lambda a, b: min(R(a, b).max(), 1.0),
    lambda a, b: (
        np.abs(a - b) / np.maximum(1e-3, np.maximum(np.abs(a), np.abs(b)))
    ).max(),
    lambda a, b: (np.abs(a - b) / (np.abs(a) + 1e-3)).max(),
    lambda a, b: R(a, b).ravel()[:8].max(),
    lambda a, b: (np.abs(a - b) / np.abs(np.maximum(a, b))).max(),
    lambda a, b: R(a, b).round(2).max(),
    lambda a, b: (np.abs(a - b) / np.maximum(np.abs(a), np.abs(b)).max()).max(),
):
    add("relative-error", f)
for f in (
    lambda C, d: (C - 1) * min(d, 5),
    lambda C, d: min(C - 1, 20) * d,
    lambda C, d: (C - 1) * round(d, 2),
    lambda C, d: 9 * d,
    lambda C, d: (C - 1) * d if C > 2 else 2 * d,
    lambda C, d: (C - 1) if d == 1 else C * d,
):
    add("first-loss", f)


@pytest.mark.parametrize(
    ("name", "program"),
    W,
    ids=[f"{name}-{number}" for number, (name, _) in enumerate(W)],
)
def test_a_wrong_program_is_not_called_correct(name, program):
    assert not check(name, program).passed


@pytest.mark.parametrize("seed", range(1, 4))
@pytest.mark.parametrize("name, program", [("svm-loss", naive()), ("train", tr())])
def test_the_program_that_they_alter_is_right(name, program, seed):
    assert check(name, program, seed=seed).passed


PART_ONE = [e for c in list(_BOOK.chapters.values())[:7] for e in c.exercises]


@pytest.mark.parametrize("exercise", PART_ONE, ids=lambda e: e.name)
@pytest.mark.parametrize("seed", [7, 8])
def test_no_right_program_is_refused_for_its_precision(exercise, seed):
    def in_float32(*args):
        lower = [
            a.astype("f4") if getattr(a, "dtype", None) == "f8" else a for a in args
        ]
        return exercise.faulty(no_mistake, *lower)

    verdict = check(exercise.name, in_float32, seed=seed)
    assert verdict.passed, verdict


def kinds_of(S, y):
    """What is true of the margins of a problem."""
    wrong = np.arange(S.shape[1]) != y[:, None]
    lead = -np.where(wrong, S - S[np.arange(len(y)), y][:, None], -np.inf).max(axis=1)
    return {
        "right, inside": bool(((lead > 0) & (lead < 1)).all()),
        "right, outside": bool((lead > 1).all()),
        "wrong": bool((lead < 0).all()),
        "a tie": bool((lead == 0).any()),
        "near": bool((np.abs(lead - 1) < 0.05).any()),
        "one example": len(y) == 1,
        "two classes": S.shape[1] == 2,
        "many classes": S.shape[1] > 10,
        "many examples": len(y) > 15,
        "a class without examples": len(set(y)) < S.shape[1],
        "one class only": len(y) > 1 and len(set(y)) == 1,
        "large": np.abs(S).max() > 100,
        "tiny": np.abs(S).max() < 1e-2,
        "zero": not S.any(),
    }


def test_every_kind_of_problem_is_there():
    seen = set()
    for (weights, X, y, reg), _, _ in draw(_BOOK.exercises["svm-loss"], seed=5):
        seen |= {kind for kind, there in kinds_of(X @ weights, y).items() if there}
        seen |= {"ones"} if (X[:, -1] == 1).all() else set()
        seen |= {"constant"} if len(X) > 1 and (np.ptp(X, axis=0) == 0).any() else set()
        seen |= {"no reg"} if reg == 0 else {"large reg"} if reg > 10 else set()
    everything = set(kinds_of(np.eye(2), np.array([0, 1])))
    assert seen == everything | {"ones", "constant", "no reg", "large reg"}


@pytest.mark.parametrize("exercise", PART_ONE[3:9], ids=lambda e: e.name)
def test_a_secret_seed_draws_other_problems_of_the_same_kinds(exercise):
    here, there = (draw(exercise, seed) for seed in (0, 12345))
    assert {p.kind for p in here} == {p.kind for p in there}
    same = [repr(p) for p in here] == [repr(p) for p in there]
    assert same == (not exercise.takes)
    assert [repr(p) for p in here] == [repr(p) for p in draw(exercise, 0)]
