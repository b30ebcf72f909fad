"""The small NumPy package that the book derives and executes."""
