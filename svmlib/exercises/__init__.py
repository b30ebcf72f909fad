"""Exercises that name the mistake: ``check(name, attempt)`` gives a short verdict.

>>> from svmlib.exercises import check
>>> check("first-loss", lambda C, delta: C * delta).mistakes
('correct-in-loss',)

What an attempt prints is shown; it gets copies of its arguments, half a second of
work in all, and never ends the session that it runs in.
"""

from difflib import get_close_matches

from svmlib.exercises import in_practice, part_one, part_three, part_two
from svmlib.exercises._engine import Exercise, Verdict, judge

__all__ = ["Verdict", "check", "describe", "names"]

_PARTS = (part_one, part_two, part_three, in_practice)
_EXERCISES: dict[str, Exercise] = {e.name: e for part in _PARTS for e in part.EXERCISES}


def check(name: str, attempt: object) -> Verdict:
    """Run an attempt at an exercise and say what is wrong with it, if anything is.

    Parameters
    ----------
    name : str
        One of `names`.
    attempt : callable or number or array_like
        What `describe` asks for: as a rule a function.

    Returns
    -------
    Verdict
        Its repr is its message. Whatever the attempt does, nothing is raised.

    Raises
    ------
    ValueError
        If there is no such exercise.

    Examples
    --------
    >>> check("first-loss", lambda C, delta: ...)
    first-loss: not attempted yet.
    """
    return judge(_find(name), attempt)


def names() -> tuple[str, ...]:
    """Return the names of the exercises, in the book's order."""
    return tuple(_EXERCISES)


def describe(name: str) -> str:
    """Return what an exercise asks for; ValueError if there is no such exercise."""
    return _find(name).task


def _find(name: str) -> Exercise:
    if name in names():
        return _EXERCISES[name]
    near = get_close_matches(str(name), names(), n=1)
    hint = f" (did you mean {near[0]!r}?)" if near else ""
    raise ValueError(
        f"no exercise is named {name!r}{hint}; there are: {', '.join(names())}"
    )
