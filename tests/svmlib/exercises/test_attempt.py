"""How an error names the faults of an attempt."""

from svmlib.exercises._attempt import AttemptError
from svmlib.exercises._mistakes import Mistake


def test_error_names_its_faults_and_then_what_its_hints_are_about():
    error = AttemptError(["raises"], "it stops.", [Mistake("shapes-clash", "Sums.")])
    assert error.faults == ("raises",)
    assert error.names == ("raises", "shapes-clash")
    assert AttemptError(["too-slow"], "it was stopped.").names == ("too-slow",)
