"""What is read of a student's file, and how it is run.

`_source` reads the code of a .py file or of a notebook's cells. `_student_file` says which
functions are there, and `_attempts_in_file` which exercises they attempt; `_program` takes
what a function needs, with what `_statement` says of each statement, and nothing else;
`_loops` finds a loop in it. `_sandbox` runs it in a fresh Python, whose inside is
`_sandbox_child`.
"""
