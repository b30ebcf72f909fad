"""The small NumPy package that the book derives and executes."""

__version__ = "1.0.0"
