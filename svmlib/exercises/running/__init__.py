"""Run an attempt where it can't change the session: in a process of its own.

`_run` chooses where that is. `_fork` copies this process (``fork``), so an attempt may be a
lambda, a closure or a function of a notebook's cell. What it changes in memory, it changes
in the copy; but it may write files, as any program of this user may.

The copy has the limits of `_limits`: a time on the processor, so that a busy machine takes
nothing away from it, and a longer one on the clock. It ends when either is over, even in a
loop inside C. Where the system says how much memory a process has (Linux), that has a limit
as well. Processes that the attempt starts end with the copy, unless they have left its
group (``setsid``).

Windows and the browser have no ``fork``. There an attempt runs in this process, and a
trace function stops it (`_trace`). In the browser the page that shows the exercise should
run Python in a worker that it can end.

On macOS a copy of a process can hang or crash inside a system library that had threads,
and NumPy's matrix products may use one. So the first copy only multiplies two matrices.
If that fails, the session goes on as on Windows.

A student's file runs in a fresh Python instead, the sandbox of `submissions`.

The copy and the sandbox send their answers through a pipe: `_child` is the end that sends,
and `_parent` the one that reads. In every process `_call` calls the attempt on each
problem, and `_outputs` turns what it returns into arrays. `_exception_message` says what it
raised and where; `_hints` adds what a student may have meant, with what `_expressions`
finds in the source.
"""
