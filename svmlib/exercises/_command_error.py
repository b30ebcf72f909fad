"""Why a command on the command line can't be run."""


class CommandError(ValueError):
    """A command can't be run on what it was given: why, in one sentence."""
