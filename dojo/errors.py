"""Errors that a person can put right. A command prints their text, and exits with their code."""

import click

from dojo.text import printable_lines

INTERRUPTED_EXIT_CODE = 130


class WorkspaceError(click.ClickException):
    """Something is wrong with the files or the machine. The text says how to put it right."""

    def format_message(self) -> str:
        """Return the text. Names and messages in it may be untrusted, so they are escaped."""
        return printable_lines(self.message)


class WrongUsageError(WorkspaceError):
    """A command was called with options or arguments that cannot work."""

    exit_code = 2


class UngradedError(WorkspaceError):
    """Nothing could be graded. Exit code 1 would say that mutants survived."""

    exit_code = 3
