"""From what an attempt returns to a verdict in words.

`_answer_key` holds the right arrays and those of each set of mistakes, and `_comparison`
finds the smallest sets that explain an attempt's. What no mistakes explain is described by
`_unexplained`: `_differences` says where arrays differ, and
`_counterexample` shows the smallest problem that goes wrong. `_judge` makes a verdict of it.
"""
