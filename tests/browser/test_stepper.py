"""Algorithms that play: driven by keys to the end, they show what svmlib found."""

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from svmlib import datasets, dual, gradcheck, hinge, linear_svm, margin, training
from svmlib.kernel_svm import KernelSVM
from svmlib.smo import SMOResult, smo
from svmlib.validation import Array
from tests.browser.browsers import Watch, sampled

SMO = "book/margin/smo.html#fig-smo-steps"
HELD = re.compile(r"<metadata>(.*)</metadata>", re.DOTALL)
Frame = tuple[str, list[Any]]  # the words of the last frame, and its marks


def numbers(words: str) -> list[float]:
    plain = words.replace("\N{MINUS SIGN}", "-").replace(" \N{MIDDLE DOT} 10", "e")
    return [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", plain)]


def six_points(C: float | None = None) -> SMOResult:
    X, y, own = datasets.six_points()
    return smo(X @ X.T, y, C or own, tol=1e-6)


def is_smo(words: str, marks: list[Any]) -> None:
    found = re.search(r"α = \((.*)\) and b = (\S+)\.$", words)
    assert found, words
    result = six_points()
    told = numbers(" ".join(found.groups()))
    np.testing.assert_allclose(told, [*result.alpha, result.b], atol=1e-3)
    discs = [mark[3] for mark in marks if "halo" in mark[1]]
    C = datasets.six_points().C
    np.testing.assert_allclose((np.array(discs) / 22) ** 2 * C, result.alpha, atol=2e-3)


def is_duality(words: str, marks: list[Any]) -> None:
    (X, y, C), result = datasets.six_points(), six_points()
    lower = dual.dual_objective(result.alpha, X @ X.T, y)
    upper = dual.primal_objective(result.alpha, result.b, X @ X.T, y, C)
    np.testing.assert_allclose(numbers(words)[:3], [upper, lower, 0], atol=1e-3)


def is_hyperplanes(words: str, marks: list[Any]) -> None:
    (X, y, _), result = datasets.six_points(), six_points(np.inf)
    width = margin.margin_width((result.alpha * y) @ X)
    np.testing.assert_allclose(numbers(words)[:3], [width, width, 0], atol=1e-3)


def is_kernels(words: str, marks: list[Any]) -> None:
    """The boundary is where a machine with the product as its feature has it."""
    signs = {"s": 1, "o": -1}
    X = np.array([mark[2][:2] for mark in marks if mark[0] in signs])
    y = np.array([signs[mark[0]] for mark in marks if mark[0] in signs])
    machine = KernelSVM(C=1e3, kernel="poly", degree=2, gamma=1.0, coef0=0.0).fit(X, y)
    for line in (mark[2] for mark in marks if "bold" in mark[1]):
        places = np.reshape(line, (-1, 3))[:, :2]
        assert np.abs(machine.decision_function(places)).max() < 1e-6
    assert np.array_equal(machine.predict(X), y)


def is_gradient(words: str, marks: list[Any]) -> None:
    X, y, W, delta = datasets.five_examples()
    steps = 0
    while hinge.margins(X @ W, y, delta=delta).any():
        mask = hinge.gradient_mask(hinge.margins(X @ W, y, delta=delta), y)
        W = W - 2.5 / len(y) * X.T @ mask
        steps += 1
    assert words.startswith(f"After step {steps}. The loss is 0.")


def is_gradient_check(words: str, marks: list[Any]) -> None:
    def fourth(w: Array) -> float:
        return float(w[0] * w[0] * w[0] * w[0])

    (quotient,) = gradcheck.numerical_gradient(fourth, [1.1], 1e-15)
    apart = (1.1 + 1e-15) - (1.1 - 1e-15)  # by which it divides, and not by 2h
    told = numbers(words.partition("gives")[2])[0]
    assert told * 2e-15 == pytest.approx(quotient * apart)


def is_mask_trick(words: str, marks: list[Any]) -> None:
    X, y, W, delta = datasets.five_examples()
    H = hinge.margins(X @ W, y, delta=delta)
    texts = [mark[3] for mark in marks if mark[:2] == ["text", "ink"]]
    grids = np.reshape([numbers(text)[0] for text in texts], (3, *H.shape))
    np.testing.assert_array_equal(grids, [X @ W, H, hinge.gradient_mask(H, y)])
    assert numbers(words)[:2] == [H.sum(), H.sum() / len(y)]


def is_regularization(words: str, marks: list[Any]) -> None:
    X_train, y_train, *_ = datasets.load_fashion_mnist()
    X = X_train[:400].reshape(-1, 14, 2, 14, 2).mean(axis=(2, 4)).reshape(-1, 196)
    X, y = datasets.add_bias(X - X.mean(axis=0)), y_train[:400]
    model = linear_svm.LinearSVM(schedule=training.linear_decay, rng=0)
    model.train(X, y, 0.03, 10, 1000)
    share, norm = 100 * np.mean(model.predict(X) == y), np.linalg.norm(model.W)
    _, told, *_, told_norm = numbers(words)
    np.testing.assert_allclose([told, told_norm], [share, norm], atol=0.6)


def is_training(words: str, marks: list[Any]) -> None:
    X, y = datasets.make_blobs(30, rng=0, spread=1.5)
    X, draws, V = datasets.add_bias(X), np.random.default_rng(0), np.zeros((3, 3))
    for _ in range(24):
        batch = draws.choice(30, 5, replace=False)
        V -= 0.03 * hinge.svm_loss_vectorized(V, X[batch], y[batch], 0.01)[1]
    loss, _ = hinge.svm_loss_vectorized(V, X, y, 0.01)
    assert numbers(words)[2] == pytest.approx(loss, abs=1e-3)


CASES: dict[str, Callable[[str, list[Any]], None]] = {
    "hinge/gradient": is_gradient,
    "hinge/gradient_check": is_gradient_check,
    "hinge/mask_trick": is_mask_trick,
    "hinge/regularization": is_regularization,
    "hinge/training": is_training,
    "margin/duality": is_duality,
    "margin/hyperplanes": is_hyperplanes,
    "margin/kernels": is_kernels,
    "margin/smo": is_smo,
}
SOME = {"hinge/mask_trick", "margin/smo"}


def open_player(page: Page, address: str, name: str) -> tuple[Locator, dict[str, Any]]:
    """Open a chapter, and return its player and what the player has read."""
    page.goto(f"{address}/book/{name}.html")
    image = page.locator("img.stepper, .stepper + img").first
    found = HELD.search(page.request.get(image.evaluate("i => i.src")).text())
    assert found
    image.evaluate("i => i.closest('figure').scrollIntoView()")
    return page.locator(".stepper[role=group]"), json.loads(found[1])


def to_the_end_by_keys(page: Page, address: str, name: str) -> None:
    """Step to the last frame, and compare it with what svmlib computes anew."""
    box, trace = open_player(page, address, name)
    run = trace["runs"][0]
    count, last = box.locator(".stepper-count"), len(run["frames"])
    expect(count).to_have_text(f"1 of {last}")
    expect(box.locator("+ img")).to_be_hidden()
    box.locator("[data-play]").focus()
    for n in range(2, last + 1):
        page.keyboard.press("ArrowRight")
        expect(count).to_have_text(f"{n} of {last}")
    expect(box.get_by_label("Next")).to_be_disabled()
    title, words, shown = run["frames"][-1]
    expect(box.locator("[aria-live]")).to_have_text(f"{title}. {words}")
    marks = [run["marks"][n] for n in shown]
    CASES[name](f"{title}. {words}", marks)
    drawn = "svg => svg.querySelectorAll(':scope > *').length"
    assert box.locator("svg").evaluate(drawn) == len(marks)


@pytest.mark.parametrize("name", sampled(CASES, SOME))
def test_step_by_step_to_the_end(
    name: str, page: Page, address: str, watch: Watch
) -> None:
    to_the_end_by_keys(page, address, name)
    box = page.locator(".stepper[role=group]")
    page.keyboard.press("Home")
    expect(box.locator(".stepper-count")).to_have_text(re.compile("^1 of"))
    for other in box.locator("[data-run]").all()[1:]:
        other.click()
        expect(other).to_have_attribute("aria-pressed", "true")
        box.get_by_label("Step", exact=True).press("End")
        expect(box.get_by_label("Next")).to_be_disabled()
    page.emulate_media(media="print")
    expect(box).to_be_hidden()
    expect(page.locator(".stepper + img")).to_be_visible()
    assert not watch.errors


@pytest.mark.parametrize("name", sampled(CASES, {"margin/smo"}))
def test_step_by_step_in_firefox(name: str, firefox_page: Page, address: str) -> None:
    to_the_end_by_keys(firefox_page, address, name)


def test_it_plays_and_pauses(page: Page, address: str) -> None:
    page.clock.install()
    page.goto(f"{address}/{SMO}")
    box = page.locator("#fig-smo-steps .stepper")
    box.get_by_role("button", name="Play").click()
    expect(box.locator("p").first).to_have_attribute("aria-live", "off")
    for n in range(2, 4):
        page.clock.fast_forward(20_000)
        expect(box.locator(".stepper-count")).to_have_text(f"{n} of 7")
    box.get_by_role("button", name="Pause").click()
    page.clock.fast_forward(60_000)
    expect(box.locator(".stepper-count")).to_have_text("3 of 7")


def test_arrow_keys_turn_a_picture_in_space(page: Page, address: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{address}/book/margin/kernels.html#fig-kernel-space")
    box = page.locator("#fig-kernel-space .stepper")
    picture, count = box.locator("svg"), box.locator(".stepper-count")
    picture.focus()
    before = picture.inner_html()
    page.keyboard.press("ArrowRight")
    turned = picture.inner_html()
    assert turned != before
    expect(count).to_have_text("1 of 6")
    box.get_by_role("button", name="Next").click()
    expect(count).to_have_text("2 of 6")
    assert picture.inner_html() != turned  # at once, with reduced motion


def test_the_player_is_small(site: Path) -> None:
    """At most 4 kB, gzipped, and only on pages that have something to play."""
    script = (site / "_static" / "stepper.mjs").read_bytes()
    assert len(gzip.compress(script)) <= 4000
    assert "stepper.mjs" in (site / "book/margin/smo.html").read_text("utf-8")
    assert "stepper." not in (site / "book/index.html").read_text("utf-8")
