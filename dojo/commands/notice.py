"""What a person waits for, said at a terminal for as long as they do."""

import sys

import click

ERASE = "\r\x1b[K"  # what stands on the line of a terminal


def notice(text: str) -> None:
    """Say something on a line that the next text takes; nothing takes it back."""
    if sys.stderr.isatty():
        click.echo(f"{ERASE}{text}", err=True, nl=False)
