"""Grading: points for the functions in students' files, which are run in a sandbox."""

from svmlib.exercises.grading._grade import accuracy

__all__ = ["accuracy"]
