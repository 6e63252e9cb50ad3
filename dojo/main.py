"""The command `dojo`: its list of commands, and how they end.

Exit codes: 0 is fine, 1 fails, 2 is wrong usage, 3 could not grade, 130 is interrupted.
"""

import signal
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import Any

import click

from dojo.errors import INTERRUPTED_EXIT_CODE, UngradedError, WorkspaceError
from dojo.text import WIDTH

# The first line of each help is here, too, so that `dojo --help` need not load any command.
# The first group has at most eight commands, in the order in which people need them.
FIRST_GROUP = "Practise"
GROUPS = {
    FIRST_GROUP: {
        "start": "Create practice/, your own copy of the tangled code.",
        "check": "Run the tests on practice/ and record the result.",
        "hint": "Show a code smell in practice/, then the refactoring for it.",
        "restore": "Restore the files of the last green check, or of any snapshot.",
        "watch": "Run a check each time a file is saved, until Ctrl-C.",
        "mutants": "Grade the tests of practice/ with mutants: small code changes.",
        "approve": "Approve changed results: they become the expected results.",
        "slips": "Grade your own tests with slips: typical refactoring mistakes.",
    },
    "Your own code": {
        "record": "Record a run of a program as tests of your code.",
    },
    "Review": {
        "progress": "Show the timeline of practice/: its steps and measures.",
        "compare": "Compare the measures of the tangle, practice/ and the clean code.",
        "way": "Show the worked way: all steps from the tangle to clean code.",
    },
    "In a room": {
        "join": "Share the checks of practice/ with a room.",
        "swap": "Record a swap of partners, and say who drives.",
        "room": "Create a room for a session, or show the board of one.",
        "handouts": "Write a page to print for a session.",
    },
    "The games and the kata": {
        "table": "Play a GAME at a table with drawn dice.",
        "play": "Play in plain text: the program that level 4 is about.",
        "score": "Score five dice in a CATEGORY of a GAME.",
        "tournament": "Run a tournament of a GAME between computer players.",
        "verify": "Test both implementations, and the golden master with mutants.",
    },
}
OTHER_COMMANDS = """\
`dojo --help` lists all commands, also those to review, to share and to play.
`dojo COMMAND --help` explains a command. KATA.md has the exercise."""
COMMANDS: dict[str, str] = {}
for _group in GROUPS.values():
    COMMANDS |= _group
# Commands that share a module with another one.
MODULES = {"restore": "check", "swap": "join", "score": "play"}
# Exit code 1 of these says that mutants or slips were missed.
GRADERS = ("verify", "mutants", "slips")


def write_group(formatter: click.HelpFormatter, title: str) -> None:
    with formatter.section(title):
        formatter.write_dl([(name.ljust(10), summary) for name, summary in GROUPS[title].items()])


class Commands(click.Group):
    """Loads a command when it is called, so that `dojo --help` is fast."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        if command is None or name is None:
            return name, command, rest
        module = import_module(f"dojo.commands.{MODULES.get(name, name)}")
        return name, getattr(module, name), rest

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002
        formatter: click.HelpFormatter,
    ) -> None:
        for title in GROUPS:
            write_group(formatter, title)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's signature
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")  # a Windows code page lacks some characters
        try:
            return super().invoke(ctx)
        except (KeyboardInterrupt, click.Abort):
            click.echo("\nInterrupted.", err=True)
            ctx.exit(INTERRUPTED_EXIT_CODE)
        except BrokenPipeError:  # `dojo progress | head` closes the pipe
            raise
        except OSError as error:
            what = f"{error.strerror or error}: {error.filename or 'no file'}"
            advice = "The command did not finish. Fix this, then run it again."
            failure = WorkspaceError(f"{what}\n{advice}")
        except WorkspaceError as error:
            failure = error
        except (click.ClickException, click.exceptions.Exit):
            raise
        except Exception as error:  # noqa: BLE001 - a bug may raise anything
            from dojo.error_log import report_unexpected  # noqa: PLC0415 - only a bug needs it

            failure = report_unexpected(error)
        if ctx.invoked_subcommand in GRADERS and failure.exit_code == 1:
            raise UngradedError(failure.message)
        raise failure


@click.group(
    cls=Commands,
    invoke_without_command=True,
    commands=[click.Command(name, short_help=summary) for name, summary in COMMANDS.items()],
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": WIDTH},
)
@click.version_option(package_name="yatzy-dojo")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Practise refactoring a tangled class, with tests that you can trust.

    \b
    legacy/yatzy.py     the tangle: the code to refactor
    refactored/         a clean implementation with the same behaviour
    approved_files/     the golden master: the expected results of both
    KATA.md             the exercise
    practice/           your own copy of the tangle

    To begin, run `dojo start`, then `dojo check` after every change. `dojo verify` shows why you
    can trust the tests, and `dojo table` teaches you the games. In a project of your own, begin
    with `dojo start --here`.

    Exit codes: 0 success, 1 failure, 2 wrong usage, 3 nothing could be graded, 130 interrupted by
    Ctrl-C.
    """
    # Like Ctrl-C, these end the processes that a command started.
    for request in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        signal.signal(request, signal.default_int_handler)
    if ctx.invoked_subcommand is None:
        click.echo(first_commands(ctx))


def first_commands(ctx: click.Context) -> str:
    """Return the first group of commands, and how to see the others."""
    formatter = ctx.make_formatter()
    write_group(formatter, FIRST_GROUP)
    return f"{formatter.getvalue()}\n{OTHER_COMMANDS}"
