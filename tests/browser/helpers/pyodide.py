"""Pyodide, as the tests' browsers get it: from the site's own copy."""

from urllib.parse import urlsplit

from tools.pyodide.distribution import CDN

START_MS = 120_000  # in which Python, or an editor, has to come


def answer_from_copy(context, pyodide):
    """Answer a context's requests to Pyodide's CDN from the copy; list what is asked for."""
    asked = []

    def answer(route):
        name = urlsplit(route.request.url).path.rpartition("/")[2]
        asked.append(name)
        headers = {"access-control-allow-origin": "*"}
        route.fulfill(path=pyodide / name, headers=headers)

    context.route(f"{CDN}**", answer)
    return asked
