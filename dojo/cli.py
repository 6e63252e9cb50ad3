"""What several commands share: options, the practice they work on, progress, how they fail."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import click
from rich.console import Console, RenderableType

from dojo.errors import WrongUsageError
from dojo.kata.workspace import IMPLEMENTATIONS, LEGACY, LEVELS, find_workspace
from dojo.practice.model import NAME, Practice

Option = Callable[[Callable[..., None]], Callable[..., None]]  # of click, which adds it to a command

INTERRUPTED_EXIT_CODE = 130

# Options that several commands share.
LEVEL = click.IntRange(min(LEVELS), max(LEVELS))
LIMIT = click.option(
    "--limit",
    type=click.FloatRange(min=0.1, max=3600),
    help="How many seconds a check may take.  [default: 60 in all, 10 of computing for each test]",
)
report_option = click.option(
    "--report",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the result of each mutant: FILE.html for a browser, FILE.json in the form that other tools read.",
    metavar="FILE",
)


def implementation_option(default: str = LEGACY) -> Option:
    """Return the option of a command that runs class Yatzy."""
    choice = click.Choice([*IMPLEMENTATIONS, NAME])
    return click.option("--implementation", type=choice, default=default, show_default=True, help="Which code runs.")


def as_json_instead_of(what: str) -> Option:
    """Return the option of a command that can print for a program."""
    return click.option("--json", "as_json", is_flag=True, help=f"Print one JSON object instead of the {what}.")


def page_option(words: str, *, required: bool = False) -> Option:
    """Return the option of a command that can write a page for a browser; `words` say what is on it."""
    return click.option(
        "--html", "file", type=click.Path(dir_okay=False, path_type=Path), required=required, help=words
    )


def practice_here() -> Practice:
    """Return the practice that a command is about; say so when it is one that was put aside."""
    from dojo.practice.find import find_practice  # noqa: PLC0415 - it loads pygit2, and `--help` needs none

    practice = find_practice(find_workspace())
    if practice.name != NAME:
        click.echo(f"About {practice.name}/, which was put aside, and which you are in.", err=True)
    return practice


def kata_practice(what: str) -> Practice:
    """Return the practice that a command is about; WrongUsageError for `what` there is in the kata alone."""
    practice = practice_here()
    if practice.is_own_code:
        own = f"{practice.name}/ is your own code, {practice.choices.code}"
        raise WrongUsageError(f"Only the kata has {what}; {own}. `dojo start --again` starts the kata.")
    return practice


def notice(text: str) -> None:
    """Say what a person waits for, on a line of the terminal that the next text takes; nothing takes it back."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{text}", err=True, nl=False)  # which erases what stands there


@contextmanager
def waiting(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show a bar at a terminal for as long as somebody waits; give the function that says how many are done, of all."""
    from rich.progress import Progress  # noqa: PLC0415 - few commands need it

    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, of: progress.update(task, completed=done, total=of)


def show(lines: Iterable[RenderableType]) -> None:
    """Print lines and tables, in colour only at a terminal."""
    Console(highlight=False, soft_wrap=True).print(*lines, sep="\n")


def fail(exit_code: int = 1) -> NoReturn:
    """End a command that has said why it fails."""
    click.get_current_context().exit(exit_code)
