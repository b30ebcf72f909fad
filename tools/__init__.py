"""The programs around the book: run them from the root, as `python -m tools.toc`."""
