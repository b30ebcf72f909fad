"""Grading: points for the functions in students' files."""
