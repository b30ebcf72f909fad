"""The error that the command line reports."""


class CommandError(ValueError):
    """A command can't be run on what it was given: why, in one sentence."""
