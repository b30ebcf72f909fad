"""Figures have a caption and a width; book_lint asks for their alternative text."""


def test_figures_have_a_numbered_caption_and_a_width(pages):
    faults, figures = [], 0
    for path, page in pages.items():
        for image in page.select(".cell_output img, article > section img"):
            figure = image.find_parent("figure")
            number = figure and figure.select_one("figcaption .caption-number")
            figures += 1
            if not number or "Figure" not in number.get_text():
                faults.append(f"{path.name}: no caption: {image.get('alt')}")
            if not image.get("width"):
                faults.append(f"{path.name}: no width: {image.get('src')}")
    assert not faults
    assert figures
