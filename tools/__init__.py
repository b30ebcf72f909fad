"""The programs that make the book and check it: `python -m tools.make_pdf`, from the root.

`toc` and `built_page` are no programs, but what several of them share. What reads the
book's source is book/_ext/source.py.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
