"""What a person at the keyboard can put right."""

UNGRADED = 3  # an exit code


class WorkspaceError(Exception):
    """Something that the person at the keyboard can put right; its text says how, in a line or two."""


class WrongUsageError(WorkspaceError):
    """A command that was called in a way that cannot work."""


class UngradedError(WorkspaceError):
    """Nothing can be said of the mutants of a practice; an exit code that speaks of survivors would not be true."""
