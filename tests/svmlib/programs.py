"""Programs as students write them: right ones, with some of their text exchanged."""

import numpy as np


def program(source, changes, *, name="f", once=False, times=-1, **names):
    """Run a program with each (old, new) of the changes made, and return its function.

    ``names`` are those that it may use beside ``np``. With ``once`` the old text must
    stand in the program once; ``times`` says how often it is exchanged at most.
    """
    for old, new in changes:
        found = source.count(old)
        assert found == 1 if once else found, f"{old!r} is there {found} times"
        source = source.replace(old, new, times)
    namespace = {"np": np, **names}
    exec(source, namespace)  # noqa: S102
    return namespace[name]
