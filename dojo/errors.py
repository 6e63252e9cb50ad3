"""What a person at the keyboard can put right: each error ends a command with its words and its exit code."""

import click

from dojo.text import printable_lines


class WorkspaceError(click.ClickException):
    """Something that the person at the keyboard can put right; its text says how, in a line or two."""

    def format_message(self) -> str:
        """Return its text, in which somebody else's code may have put what a terminal would obey."""
        return printable_lines(self.message)


class WrongUsageError(WorkspaceError):
    """A command that was called in a way that cannot work, or with what the library refuses."""

    exit_code = 2


class UngradedError(WorkspaceError):
    """Nothing can be said of the mutants of a practice; an exit code that speaks of survivors would not be true."""

    exit_code = 3


def words_of(error: OSError) -> str:
    """Return what the system refused, in its words and without a number."""
    return error.strerror or str(error)
