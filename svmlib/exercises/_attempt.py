"""What comes of an attempt: arrays for each problem, or a fault, by name and in words."""

from collections.abc import Sequence
from typing import NamedTuple

from svmlib._typing import Array
from svmlib.exercises._mistakes import Mistake

Outputs = tuple[Array, ...]

NOT_ATTEMPTED = "not attempted yet."
EARLIER_RESULT = "what an earlier call returned"  # if an attempt writes to that
# Faults are mistakes that an attempt may make in any exercise. These two tables say them in
# a few words. The first holds those of an output that no mistake of the exercise explains,
# in the order in which a verdict lists them.
WRONG_OUTPUTS = {
    "wrong-order": "it returns its results in another order",
    "wrong-shape": "it returns arrays of another shape",
    "not-finite": "it returns NaN or infinity",
    "all-zero": "a part of what it returns is zero throughout",
    "constant": "a part of what it returns is the same on every problem",
    "unrecognised": "wrong in a way that has no name",
}
FAULTS = WRONG_OUTPUTS | {
    "not-attempted": "not attempted",
    "wrong-type": "it returns something other than numbers",
    "two-subgradients": "its gradients treat a kink in two ways",
    "raises": "it raises an exception",
    "too-slow": "it was stopped: does a loop never end, does it wait, or is it slow?",
    "ends-python": "it ends Python, or keeps it from sending answers",
    "waits-for-input": "it waits for someone to type",
    "calls-check": "it calls check itself",
    "writes-to-arguments": "it writes to its arguments, or to an earlier result",
    "nondeterministic": "it gives two answers to one question",
    # Only the sandbox raises these.
    "not-there": "the function is not there",
    "forbidden": "it tries something that is not allowed",
    "svmlib-for-own": "it imports svmlib's own solution",
}


class Call(NamedTuple):
    """What an attempt returned as arrays, and what it wrote to: arguments, mostly."""

    outputs: Outputs
    written: tuple[str, ...]


class AttemptError(Exception):
    """Raised where an attempt can't be compared: its faults, a message, and hints.

    The faults are keys of `FAULTS`, and a hint is a mistake that may have led to an
    exception. ``findings`` holds the names of both, which become a verdict's ``mistakes``,
    and ``calls`` the calls that returned before this was raised.
    """

    def __init__(
        self, faults: Sequence[str], message: str, hints: Sequence[Mistake] = ()
    ) -> None:
        self.faults, self.message, self.hints = tuple(faults), message, hints
        self.findings = (*self.faults, *(hint.name for hint in hints))
        self.calls: Sequence[Call] = ()
