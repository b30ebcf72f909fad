"""Pages whose figures can be played."""

from svmlib import plots
from tests.book.ext.small_book import build_chapters

CONF = 'extensions = ["myst_nb", "book._ext.figures", "book._ext.stepper"]'
CHAPTERS = {
    "played": "# Played\n![Two steps.](steps.svg)\n",
    "still": "# Still\n![A drawing.](still.svg)\n",
}


def test_stepper_is_loaded_where_a_figure_holds_frames(tmp_path):
    frames = [plots.Frame(f"Step {n}", "x rises.", []) for n in (1, 2)]
    steps = plots.Stepper({"": frames})._repr_svg_()
    files = {
        "steps.svg": steps,
        "still.svg": steps.replace("<metadata>{", "<metadata>"),
    }
    pages, warnings = build_chapters(tmp_path, CONF, CHAPTERS, files)
    assert not warnings
    assert pages["played"].select('img.stepper[alt="Two steps."]')
    assert pages["played"].select('script[type="module"][src*="stepper.mjs"]')
    assert pages["played"].select('link[href*="stepper.css"]')
    assert not pages["still"].select(".stepper, [src*=stepper], [href*=stepper]")
