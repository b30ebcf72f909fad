"""From what an attempt returns to a verdict in words.

`_answer_key` finds the smallest sets of mistakes that explain the arrays. What no mistakes
explain is described by `_unexplained`: `_differences` says where arrays differ, and
`_counterexample` shows the smallest problem that goes wrong. `_judge` makes a verdict of it.
"""
