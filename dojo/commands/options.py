"""Options that several commands share, what they ask for, and what they say on the way."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import click

from dojo.errors import WrongUsageError
from dojo.kata.workspace import IMPLEMENTATIONS, LEGACY, find_workspace
from dojo.practice.code import EntryPoint, entry_point_of_kata, find_entry_point
from dojo.practice.model import NAME, Practice

ERASE = "\r\x1b[K"  # what stands on the line of a terminal
LIMIT = "60, and 10 of computing for each test"
ONLY_KATA = "The kata alone has {what}; {name}/ is your own code, {code}. `dojo start --again` makes one of the kata."
SECONDS = click.FloatRange(min=0.1, max=3600)

IMPLEMENTATION = click.option(
    "--implementation",
    type=click.Choice([*IMPLEMENTATIONS, NAME]),
    default=LEGACY,
    show_default=True,
    help="Whose code.",
)


def as_json_instead_of(what: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return the option of a command that can print for a program."""
    return click.option("--json", "as_json", is_flag=True, help=f"Print one JSON object instead of the {what}.")


def page_option(words: str, *, required: bool = False) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return the option of a command that can write a page for a browser; `words` say what is on it."""
    path = click.Path(dir_okay=False, path_type=Path)
    return click.option("--html", "file", type=path, required=required, help=words)


def practice_here() -> Practice:
    """Return the practice that a command is about; say so when it is one that was put aside."""
    from dojo.practice.create import find_practice  # noqa: PLC0415 - git takes 40 ms to load: not all commands need it

    practice = find_practice(find_workspace())
    if practice.name != NAME:
        click.echo(f"About {practice.name}/, which was put aside, and which you are in.", err=True)
    return practice


def kata_practice(what: str) -> Practice:
    """Return the practice that a command is about; WrongUsageError for `what` there is in the kata alone."""
    practice = practice_here()
    if practice.is_own_code:
        raise WrongUsageError(ONLY_KATA.format(what=what, code=practice.choices.code, name=practice.name))
    return practice


def place_of(implementation: str) -> tuple[EntryPoint, str]:
    """Return where an implementation, or the practice, offers Yatzy, and its file as a person would type it."""
    workspace = find_workspace()
    own = implementation == NAME
    found = find_entry_point(kata_practice("class Yatzy")) if own else entry_point_of_kata(workspace, implementation)
    return found, found.file.relative_to(workspace).as_posix()


def notice(text: str) -> None:
    """Say what a person waits for, on a line of the terminal that the next text takes; nothing takes it back."""
    if sys.stderr.isatty():
        click.echo(f"{ERASE}{text}", err=True, nl=False)


def fail(exit_code: int = 1) -> NoReturn:
    """End a command that has said why it fails."""
    click.get_current_context().exit(exit_code)
