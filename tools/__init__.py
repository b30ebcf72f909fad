"""The programs that make the book and check it: `python -m tools.make_pdf`, from the root.

`toc`, `markdown` and `built_page` are no programs, but what several of them share.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
