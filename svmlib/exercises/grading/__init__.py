"""Grading: points for the functions in students' files, which are run in a sandbox."""
