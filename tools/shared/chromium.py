"""Find Chromium, the browser that prints the book and that most browser tests open."""

import os
import shutil

# The first one has no window, and takes a third of the other's time.
PROGRAMS = ("chromium-headless-shell", "chromium")


def find_chromium() -> str:
    """Return the path of Chromium; LookupError says what is missing."""
    name = os.environ.get("CHROMIUM", "")
    paths = map(shutil.which, [name] if name else PROGRAMS)
    program = next(filter(None, paths), None)
    if program is None:
        named = f"CHROMIUM={name} is not a program"
        fault = named if name else "There is no Chromium on the path"
        raise LookupError(
            f"{fault}: install it (on Debian: apt-get install {PROGRAMS[0]}), "
            "or name it: CHROMIUM=path"
        )
    return program
