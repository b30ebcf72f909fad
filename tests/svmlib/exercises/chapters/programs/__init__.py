"""The tables of programs, by chapter; `test_programs` says what they hold."""

from importlib import import_module

from svmlib.exercises.chapters import CATALOGUE

TABLES = {name: import_module(f"{__name__}.{name}") for name in CATALOGUE.chapters}
