"""The command `dojo`: which commands there are, how they end, and what several of them share.

Exit codes: 0 is fine, 1 fails, 2 is wrong usage, 3 is nothing graded, 130 is interrupted.
"""

import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn

import click
from rich.console import Console, RenderableType

from dojo.kata.workspace import IMPLEMENTATIONS, LEGACY, LEVELS, find_workspace
from dojo.practice.model import NAME, Practice
from dojo.text import WIDTH, UngradedError, WorkspaceError, WrongUsageError

GROUPS = {  # of commands, each with the first line of its help: so the list is there without loading any
    "Practise": {
        "start": "Make practice/, a copy of the tangle for you to work on.",
        "check": "Check whether practice/ still does what it did.",
        "watch": "Check practice/ on every save, and print a line, until Ctrl-C.",
        "restore": "Go back to the last green, or to another snapshot.",
        "approve": "Approve the golden master of legacy, or a change in practice/.",
        "mutants": "Use mutants to grade the tests that guard practice/.",
        "slips": "Grade your own tests a second time, with slips.",
        "hint": "Show a smell in practice/; when you ask again, show the way out.",
    },
    "Look back": {
        "progress": "Show the timeline of practice/, check by check.",
        "compare": "Compare measures of legacy, practice/ and refactored.",
        "way": "Show the worked way: from the tangle to the clean code.",
    },
    "In a room": {
        "join": "Share practice/ with a room, check by check.",
        "swap": "Say WHO goes on with practice/ after a swap of partners.",
        "room": "Make a room, where pairs share their checks, or show one.",
        "handouts": "Make a page to print, for people who practise in a room.",
    },
    "The games and the kata": {
        "table": "Play a GAME at a table, with drawn dice.",
        "play": "Play an evening: the program that you untangle at level 4.",
        "score": "Print the points that five dice score in a CATEGORY of a GAME.",
        "tournament": "Hold a tournament of a GAME.",
        "verify": "Check both implementations, and their golden master.",
    },
}
COMMANDS = {name: summary for group in GROUPS.values() for name, summary in group.items()}
MODULES = {"restore": "check", "swap": "join", "score": "play"}  # of a command in the module of another
GRADERS = ("verify", "mutants", "slips")  # whose 1 speaks of what was graded
INTERRUPTED_EXIT_CODE = 130

Option = Callable[[Callable[..., None]], Callable[..., None]]  # of click, which adds it to a command

# Options that several commands share.
LEVEL = click.IntRange(min(LEVELS), max(LEVELS))
LIMIT = click.option(
    "--limit",
    type=click.FloatRange(min=0.1, max=3600),
    help="How many seconds a check may take.  [default: 60 in all, 10 of computing for each test]",
)


class Commands(click.Group):
    """Load a command when it is asked for: `--help` answers at once, also where one cannot be loaded."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return a command, and what is left for it to read."""
        name, command, left = super().resolve_command(ctx, args)
        module = f"dojo.commands.{MODULES.get(str(name), name)}"
        return name, command and getattr(import_module(module), str(name)), left

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - as click has it
        """List the commands group by group, below each other."""
        for title, group in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(10), summary) for name, summary in group.items()])

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - as click has it
        """Run a command; what goes wrong is said in plain words."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")  # a Windows code page lacks some of our signs
        try:
            return super().invoke(ctx)
        except (KeyboardInterrupt, click.Abort):
            click.echo("\nInterrupted.", err=True)
            ctx.exit(INTERRUPTED_EXIT_CODE)
        except BrokenPipeError:  # `dojo progress | head` has enough
            raise
        except OSError as error:
            what = f"{error.strerror or error}: {error.filename or 'no file'}"
            failure = WorkspaceError(f"{what}\nThe command did not finish. Correct this, and run the command again.")
        except WorkspaceError as error:
            failure = error
        if ctx.invoked_subcommand in GRADERS and failure.exit_code == 1:
            raise UngradedError(failure.message)
        raise failure


@click.group(
    cls=Commands,
    commands=[click.Command(name, short_help=summary) for name, summary in COMMANDS.items()],
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": WIDTH},
)
@click.version_option(package_name="yatzy-dojo")
def main() -> None:
    """Practise refactoring on a tangled Yatzy, with tests that you can trust.

    \b
    legacy/yatzy.py     the tangle
    refactored/         the same behaviour, clean
    approved_files/     the golden master: what both must do
    KATA.md             the exercise
    practice/           your own copy

    To practise, type `dojo start`, then `dojo check` after every step. `dojo verify` shows why you can trust the tests.
    `dojo table` teaches you the games. Exit codes: 0 all is well, 1 something failed, 2 wrong usage, 3 nothing could be
    graded, 130 you pressed Ctrl-C.
    """
    # They end what runs for us, as Ctrl-C does.
    for request in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        signal.signal(request, signal.default_int_handler)


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
    from dojo.practice.create import find_practice  # noqa: PLC0415 - it loads pygit2, and `--help` needs none

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
