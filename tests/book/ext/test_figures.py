"""Figures in a page: their words, size and theme, when they load, and what plays them."""

import re

import matplotlib.pyplot as plt

from svmlib import plots
from tests.book.ext.small_book import build_chapters

CONF = 'extensions = ["myst_nb", "book._ext.figures"]'
CHAPTERS = {"chapter": "# One\n![Blue.](first.svg)\n\n![Red.](second.svg)\n"}
PLAYED_AND_STILL = {
    "played": "# Played\n![Two steps.](steps.svg)\n",
    "still": "# Still\n![A drawing.](still.svg)\n",
}
SVG = '<svg viewBox="0 0 216 144" xmlns="http://www.w3.org/2000/svg"/>'


def test_figures_have_words_and_a_size_and_far_ones_load_late(tmp_path):
    files = {"first.svg": SVG, "second.svg": SVG}
    pages, warnings = build_chapters(tmp_path, CONF, CHAPTERS, files)
    assert not warnings
    first, second = pages["chapter"].select("img")
    assert (first["alt"], second["alt"]) == ("Blue.", "Red.")
    assert (first["width"], first["height"]) == ("288", "192")  # at 96 pixels an inch
    assert second["loading"] == "lazy"
    assert not first.has_attr("loading")


def test_address_of_a_figure_can_say_its_theme(tmp_path):
    figure = plt.figure()
    figure.text(0.5, 0.5, "ink", color=plots.INK)
    files = {"first.svg": plots.to_svg(figure), "second.svg": SVG}
    plt.close(figure)
    build_chapters(tmp_path, CONF, CHAPTERS, files)
    drawn = (tmp_path / "build" / "html" / "_images" / "first.svg").read_text("utf-8")
    light, dark = re.findall(r"\.ink\{color:(#\w+)\}", drawn)
    assert f".ink:has(#light:target){{color:{light}}}" in drawn
    assert f".ink:has(#dark:target){{color:{dark}}}" in drawn
    assert '<g id="light"/><g id="dark"/>' in drawn


def test_stepper_is_loaded_where_a_figure_holds_frames(tmp_path):
    frames = [plots.Frame(f"Step {n}", "x rises.", []) for n in (1, 2)]
    steps = plots.Stepper({"": frames})._repr_svg_()
    files = {
        "steps.svg": steps,
        "still.svg": steps.replace("<metadata>{", "<metadata>"),
    }
    pages, warnings = build_chapters(tmp_path, CONF, PLAYED_AND_STILL, files)
    assert not warnings
    assert pages["played"].select('img.stepper[alt="Two steps."]')
    assert pages["played"].select('script[type="module"][src*="stepper.mjs"]')
    assert pages["played"].select('link[href*="stepper.css"]')
    assert not pages["still"].select(".stepper, [src*=stepper], [href*=stepper]")
