"""Figures in a page: their words, their size, when they load, and their theme."""

import re

import matplotlib.pyplot as plt

from svmlib import plots
from tests.book.ext.small_book import build_chapters

CONF = 'extensions = ["myst_nb", "book._ext.figures"]'
CHAPTERS = {"chapter": "# One\n![Blue.](first.svg)\n\n![Red.](second.svg)\n"}
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
