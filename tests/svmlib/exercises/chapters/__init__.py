"""The tests of the chapters' exercises, and their tables of programs."""
