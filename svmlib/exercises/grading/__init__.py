"""Grading: points for the functions in students' files.

`_questions` reads what is asked and what each part is worth. `_grade` gives the points, for
which `_rate_search` trains with the learning rates that a student proposes, and `_report`
writes what teachers and students read.
"""
