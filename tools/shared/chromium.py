"""Find Chromium, which prints the book and is tested."""

import os
import shutil


def find_chromium() -> str:
    """Return the path of Chromium; LookupError says what is missing."""
    name = os.environ.get("CHROMIUM", "")
    program = shutil.which(name or "chromium")
    if program is None:
        named = f"CHROMIUM={name} is not a program"
        fault = named if name else "There is no Chromium on the path"
        raise LookupError(
            f"{fault}: install it (on Debian: apt-get install chromium), "
            "or name it: CHROMIUM=path"
        )
    return program
