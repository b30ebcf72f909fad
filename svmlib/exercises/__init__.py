"""Exercises that name the mistake: ``check(name, attempt)`` gives a short verdict.

>>> from svmlib.exercises import check
>>> check("first-loss", lambda C, delta: C * delta).mistakes
('correct-in-loss',)

An attempt that is a function is tried on a hundred problems or more, of every kind. Where
the system has processes, it gets one of its own, with four seconds of processor time and
2 GB of memory, so that an accident in it doesn't end the session. This is no protection
against a program that means harm: run a stranger's file with
``python -m svmlib.exercises grade``, which has a sandbox. What an attempt prints in its
first call is shown. It is called with copies of the arguments. If it writes to them, or to
what an earlier call returned, it is wrong, and the verdict says so.

An answer may be off by 5e-5 of its largest number, or of the numbers that it is computed
from if those are larger. float32 is far more exact than that, so an attempt may use it,
except where the digits that it drops matter:

- for time stamps in scale-features, for a multiplier and C in bias-from-alpha, and for two
  gradients in relative-error, which may differ in those digits alone;
- for squared distances that are computed as ``x.x + z.z - 2 x.z``, in rbf-kernel and
  rbf-width.

Because of this tolerance, some errors go unnoticed:

- a margin below 1e-8 is taken for 0;
- in some exercises, something is wrong only with numbers above a million or below 1e-5;
- in some exercises, entries of an array that are less than a thousandth of its largest are
  taken for 0.

At a kink any subgradient is right.

Labels are always integers. On some problems, another argument is an int or an array of
integers (np.int64) as well. But where an exercise asks for new weights, say, the old ones
are always floats (float64), so an answer that begins as ``W.copy()`` or
``np.zeros_like(W)`` can hold fractions. The same holds for gradients and multipliers.

If the session has imported torch, an attempt may take and return PyTorch's tensors in place
of NumPy's arrays.

On the command line, ``python -m svmlib.exercises`` followed by ``list``, ``check`` or
``grade`` lists the exercises, checks the functions of a file, or grades a folder of files.
"""

# The parts, each of which imports only those above it:
#
# _text            what a message says of a value or an exception, and how it is wrapped
# _mistakes        the mistakes of an exercise, and how a table of them is written
# _attempt         what comes of an attempt: arrays, or a fault (it raises, is too slow, ...)
# _tolerance       how close arrays must be to the right ones
# _problems        the problems on which an attempt is tried, and how to write them
# _exercise        what an exercise is made of, and how to write one
# _draw_problems   draws the problems of an exercise from a seed
# _catalogue       finds an exercise by its name, and the chapter that explains a mistake
# chapters         the exercises
# running          calls an attempt on problems, apart from the session and within limits,
#                  and returns arrays; an AttemptError says why there are none to compare
# verdict          finds the mistakes that explain the arrays, and puts it into words
# submissions      takes functions from students' files, and runs them in a sandbox
# grading          gives points for them
# editor           judges the code in an editor of the book's site
# __main__         the command line
#
# Names with an underscore are private to this package. Within it, modules share them.

from functools import partial

from svmlib._validation import as_integer
from svmlib.exercises._draw_problems import SEED
from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.running._call import is_called_by_attempt, refuse_to_check
from svmlib.exercises.running._run import run
from svmlib.exercises.verdict._answer_key import key_for
from svmlib.exercises.verdict._judge import Verdict, judge

__all__ = ["Verdict", "check", "describe", "list_exercises"]


def check(name: str, attempt: object, *, seed: int = SEED) -> Verdict:
    """Run an attempt at an exercise and say what is wrong with it, if anything is.

    Parameters
    ----------
    name : str
        One of `list_exercises`; capitals don't matter, and svm_loss is read as svm-loss.
    attempt : callable or number or array_like
        What `describe` asks for, in most exercises a function.
    seed : int
        Seed of the problems on which the attempt is tried. To grade, take a secret one,
        so that a table of answers doesn't pass.

    Returns
    -------
    Verdict
        It is true if the attempt is correct, and its repr is its message, wrapped. No
        exception of the attempt gets through.

    Raises
    ------
    ValueError
        If there is no such exercise, or the seed is not a whole number >= 0 and less than
        ``sys.maxsize``.

    Examples
    --------
    >>> check("first-loss", lambda C, delta: ...)
    first-loss: not attempted yet.
    """
    if is_called_by_attempt():
        refuse_to_check()
    exercise = CATALOGUE.find(name)
    key = key_for(exercise, as_integer(seed, "seed", 0))
    return judge(key, partial(run, attempt), partial(run, attempt, show=False))


def list_exercises() -> tuple[str, ...]:
    """Return the names of the exercises, in the book's order."""
    return tuple(CATALOGUE.exercises)


def describe(name: str) -> str:
    """Return what an exercise asks for.

    Raises
    ------
    ValueError
        If there is no such exercise.
    """
    return CATALOGUE.find(name).task
