"""The error of a command, of which the command line tells only the message."""


class CommandError(ValueError):
    """A command can't be run on what it was given: why, in one sentence."""
