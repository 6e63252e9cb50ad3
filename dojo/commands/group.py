"""The command `dojo`: which commands there are, and how they end.

Exit codes: 0 is fine, 1 fails, 2 is wrong usage, 3 is nothing graded, 130 is interrupted.
"""

import signal
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import Any

import click

from dojo.errors import UngradedError, WorkspaceError, words_of
from dojo.text import WIDTH

GROUPS = {  # of commands, each with the first line of its help: so the list is there without loading any
    "Practise": {
        "start": "Make practice/, a copy of the tangle for you to work on.",
        "check": "Check whether practice/ still does what it did.",
        "watch": "Check practice/ on every save, a line each, until Ctrl-C.",
        "restore": "Go back to the last green, or to another snapshot.",
        "approve": "Approve the golden master of legacy, or a change in practice/.",
        "mutants": "Grade what guards practice/ with mutants.",
        "slips": "Grade your own tests a second time, with slips.",
        "hint": "Show a smell that is still in practice/; asked again, the way out.",
    },
    "Look back": {
        "progress": "Show the timeline of practice/, check by check.",
        "compare": "Compare measures of legacy, practice/ and refactored.",
        "way": "Show the worked way: from the tangle to the clean code.",
    },
    "In a room": {
        "join": "Share practice/ with a room, check by check.",
        "swap": "Say WHO goes on with practice/: partners were swapped.",
        "room": "Make a room, where pairs share what they do, or show one.",
        "handouts": "Make a page to print, for those who practise in a room.",
    },
    "The games and the kata": {
        "table": "Play a GAME at a table, with drawn dice.",
        "play": "Play an evening: the program that level 4 untangles.",
        "score": "Print the points that five dice score in a CATEGORY of a GAME.",
        "tournament": "Hold a tournament of a GAME.",
        "verify": "Check both implementations, and their golden master.",
    },
}
COMMANDS = {name: summary for group in GROUPS.values() for name, summary in group.items()}
MODULES = {"swap": "join"}  # of a command that is not in the module of its own name
GOES_ON = ("verify", "mutants")  # where it was interrupted
GRADERS = ("verify", "mutants", "slips")  # whose 1 speaks of what was graded
INTERRUPTED_EXIT_CODE = 130
NOT_FINISHED = "Put it right, and run the same command again: it did not finish."


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
        longest = max(map(len, COMMANDS))
        for title, group in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(longest), summary) for name, summary in group.items()])

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - as click has it
        """Run a command; what goes wrong is said in plain words."""
        try:
            return super().invoke(ctx)
        except (KeyboardInterrupt, click.Abort):
            again = " Run the same command again: it goes on from here." if ctx.invoked_subcommand in GOES_ON else ""
            click.echo(f"\nInterrupted.{again}", err=True)
            ctx.exit(INTERRUPTED_EXIT_CODE)
        except BrokenPipeError:  # `dojo progress | head` has enough
            raise
        except OSError as error:
            file = f": {error.filename}" if error.filename else "."
            failure = WorkspaceError(f"{words_of(error)}{file}\n{NOT_FINISHED}")
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
@click.pass_context
def main(context: click.Context) -> None:
    """Practise refactoring on a tangled Yatzy, with tests that you can trust.

    \b
    legacy/yatzy.py     the tangle
    refactored/         the same behaviour, clean
    approved_files/     the golden master: what both must do
    KATA.md             the exercise
    practice/           your own copy

    To practise: `dojo start`, then `dojo check` after every step. To see that you can trust them: `dojo verify`. To
    know the games: `dojo table`. Exit codes: 0 fine, 1 fails, 2 wrong usage, 3 from a command that grades and could
    not, 130 interrupted by Ctrl-C.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # where a bar or a name cannot be shown, all else can
    if context.invoked_subcommand != "table":  # which sets up the terminal, and puts it back, in its own way
        heed_requests()


def heed_requests() -> None:
    """Let a request to end, or the end of the terminal, do what Ctrl-C does: whatever runs for us is ended, too."""
    for request in (signal.SIGTERM,) if sys.platform == "win32" else (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(request) != signal.SIG_IGN:  # as `nohup` has it
            signal.signal(request, signal.default_int_handler)
