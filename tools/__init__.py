"""The programs around the book: run them from the root, as `python -m tools.toc`."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
