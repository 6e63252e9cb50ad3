"""The command `dojo`: which commands there are, and how they end.

Exit codes: 0 is fine, 1 fails, 2 is wrong usage, 3 is nothing graded, 130 is interrupted. What is asked for as JSON is
JSON in every outcome but wrong usage and Ctrl-C; of an error, what it says.
"""

import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from dojo.commands import streams, surroundings
from dojo.errors import UngradedError, WorkspaceError, WrongUsageError, words_of
from dojo.text import WIDEST_CHARACTERS, WIDTH, printable, shortened

COMMANDS = {  # and the first line of their help: so the list is there without loading any
    "approve": "Approve the golden master of legacy, or a change in practice/.",
    "check": "Check whether practice/ still does what it did.",
    "compare": "Compare measures of legacy, practice/ and refactored.",
    "handouts": "Make a page to print, for those who practise in a room.",
    "hint": "Show a smell that is still in practice/; asked again, the way out.",
    "join": "Share practice/ with a room, check by check.",
    "mutants": "Grade what guards practice/ with mutants.",
    "play": "Play an evening: the program that level 4 untangles.",
    "progress": "Show the timeline of practice/, check by check.",
    "restore": "Bring back what TCR reverted, or any other snapshot.",
    "room": "Make a room, where pairs share what they do, or show one.",
    "score": "Print the points that five dice score in a CATEGORY of a GAME.",
    "slips": "Grade your own tests a second time, with slips.",
    "start": "Make practice/, a copy of the tangle for you to work on.",
    "swap": "Say WHO goes on with practice/: partners were swapped.",
    "table": "Play a GAME at a table, with drawn dice.",
    "tournament": "Hold a tournament of a GAME.",
    "verify": "Check both implementations, and their golden master.",
    "watch": "Check practice/ on every save, a line each, until Ctrl-C.",
    "way": "Show the worked way: from the tangle to the clean code.",
}
GOES_ON = ("verify", "mutants")  # where it was interrupted
GRADERS = ("verify", "mutants", "slips")  # whose 1 speaks of what was graded
WHOLE = ("approve", "check", "hint", "join", "restore", "start", "swap")  # done to the end, whoever reads of it
INTERRUPTED_EXIT_CODE = 130
NOT_FINISHED = "Put it right, and run the same command again: it did not finish."
AS_JSON = "dojo.as_json"  # in a context's meta: what the command asked for


class Commands(click.Group):
    """Load a command when it is asked for: `--help` answers at once, also where one cannot be loaded."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return a command, named as its module is, and what is left for it to read; from here on, Ctrl-C is said.

        Not before: while Python imports, it would let some of them go unheard.
        """
        name, command, left = super().resolve_command(ctx, args)
        loaded = command and getattr(import_module(f"dojo.commands.{name}"), str(name))
        if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return name, loaded, left

    def make_context(self, *args: Any, **extra: Any) -> click.Context:  # noqa: ANN401 - as click has it
        """Read what stands before the name of a command."""
        with plain_usage():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - as click has it
        """Run a command; what goes wrong is said in plain words, to a program as JSON."""
        given = [*ctx.args]
        try:
            with plain_usage():
                return super().invoke(ctx)
        except (BrokenPipeError, click.exceptions.Exit, click.Abort):  # of a pipe, `dojo mutants | head`, has enough
            raise
        except KeyboardInterrupt:
            again = " Run the same command again: it goes on from here." if ctx.invoked_subcommand in GOES_ON else ""
            click.echo(f"\nInterrupted.{again}", err=True)
            ctx.exit(INTERRUPTED_EXIT_CODE)
        except (Exception, SystemExit) as error:
            failure = failure_of(error)
            if failure is None:
                raise
        failure = as_it_ends(ctx.invoked_subcommand, failure, given)
        if ctx.meta.get(AS_JSON) and not isinstance(failure, WrongUsageError):
            with suppress(OSError):  # a full disk, say: what is told to a person is all that is left
                click.echo(json.dumps({"error": failure.message}))
        raise failure

    def main(self, *args: Any, **extra: Any) -> Any:  # noqa: ANN401 - as click has it
        """Run as click does; of lost words, the end tells; with nowhere to say anything, the exit code alone does."""
        surroundings.put_right()
        streams.hold_up()
        try:
            return super().main(*args, **extra)
        except OSError:  # nobody reads what it says; at its end, Python would try again, and choose the exit code
            streams.need_no_reader(sys.stdout)
            sys.exit(1)
        except SystemExit as ended:
            if lost := streams.why_lost():
                click.echo(streams.LOST.format(lost), err=True)
                sys.exit(ended.code or 1)
            raise


@contextmanager
def plain_usage() -> Iterator[None]:
    """Have what click says of wrong usage made fit to be shown: it repeats what was typed."""
    try:
        yield
    except click.UsageError as error:
        error.message = printable(error.message)  # type: ignore[misc] # what click raises is of many classes
        raise


def as_it_ends(command: str | None, failure: WorkspaceError, given: list[str]) -> WorkspaceError:
    """Return what went wrong, with the exit code that this command has for it, and the words that it was given."""
    is_of_grade = command in GRADERS and not isinstance(failure, WrongUsageError)
    kind = UngradedError if is_of_grade else type(failure)
    return kind(with_words_shown(failure.message, given))


def with_words_shown(message: str, given: list[str]) -> str:
    """Return a message in which each word that was given begins no line of its own, and is none without an end."""
    for word in sorted({part for each in given for part in (each, each.partition("=")[2])}, key=len, reverse=True):
        if word.strip() and ("\n" in word or len(word) > WIDEST_CHARACTERS):
            message = message.replace(word, shortened(printable(word), WIDEST_CHARACTERS))
    return message


def refusal(error: OSError | MemoryError) -> str:
    """Say what the system has refused."""
    if isinstance(error, MemoryError):
        return "There is too little memory."
    return f"{words_of(error)}: {error.filename}" if error.filename else f"{words_of(error)}."


def failure_of(error: BaseException) -> WorkspaceError | None:
    """Return what went wrong, in plain words; None for what click says itself, and for what nobody foresaw."""
    if isinstance(error, click.ClickException):
        return error if isinstance(error, WorkspaceError) else None
    if isinstance(error, OSError | MemoryError):
        return WorkspaceError(f"{refusal(error)}\n{NOT_FINISHED}")
    words = fault_of_clean_code(error)
    return WorkspaceError(words) if words else None


def fault_of_clean_code(error: BaseException) -> str:
    """Say what is broken in `refactored/`, which some commands need, and where; nothing when it is whole."""
    from dojo.checking import describe, in_words  # noqa: PLC0415 - when it is needed at last
    from dojo.kata import DOJO  # noqa: PLC0415 - likewise

    place = Path(DOJO) / "refactored"
    placeless = isinstance(error, SyntaxError) or (isinstance(error, ImportError) and error.name == place.name)
    return describe(error, place) or (f"{place.name}/: {in_words(error)}" if placeless else "")


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
    if os.environ.pop("PYTHONINSPECT", ""):  # with it, Python would end each command with a traceback, and stay
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606 - the same command, as it was given
    if context.invoked_subcommand in WHOLE:
        streams.need_no_reader(sys.stdout)
    if context.invoked_subcommand != "table":  # which sets up the terminal, and puts it back, in its own way
        heed_requests()


def heed_requests() -> None:
    """Let a request to end, or the end of the terminal, do what Ctrl-C does: whatever runs for us is ended, too."""
    for request in (signal.SIGTERM,) if sys.platform == "win32" else (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(request) != signal.SIG_IGN:  # as `nohup` has it
            signal.signal(request, signal.default_int_handler)
