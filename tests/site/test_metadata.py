"""What each page says of itself."""


def test_pages_say_what_they_are(pages):
    faults, titles, descriptions = [], [], []
    for path, page in pages.items():
        if page.html.get("lang") != "en":
            faults.append(f"{path.name}: lang")
        titles.append(page.title.get_text())
        for name in ("description", "viewport"):
            elements = page.head.find_all("meta", attrs={"name": name})
            content = elements[0].get("content", "") if elements else ""
            if not content or len(elements) > 1 or "\\" in content:  # no TeX
                faults.append(f"{path.name}: {name}")
            if name == "description" and path.stem != "search":
                descriptions.append(content)
        if len(page.article.find_all("h1")) != 1:
            faults.append(f"{path.name}: not one h1")
        skip = page.find("a", class_="skip-to-content")
        if skip is None or page.find(id=skip["href"][1:]) is None:
            faults.append(f"{path.name}: no way to skip to the content")
        ids = [tag["id"] for tag in page.find_all(id=True)]
        faults += [f"{path.name}: id {i} twice" for i in {*ids} if ids.count(i) > 1]
    assert not faults
    assert all(titles)
    assert len({*titles}) == len(titles)
    assert len({*descriptions}) == len(descriptions)
