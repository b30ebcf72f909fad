"""Run a script of the book in V8, without a browser."""

import json
import re

from py_mini_racer import MiniRacer

from book._reader import BOOK

SCRIPTS = BOOK / "_scripts"


def run(script, code):
    """Return what an expression has as its value, after a script that imports nothing."""
    source = (SCRIPTS / script).read_text("utf-8")
    source = re.sub(r"^export ", "", source, flags=re.MULTILINE)
    return json.loads(str(MiniRacer().eval(f"{source}\nJSON.stringify({code})")))
