"""The commands, and how they end: exit code 0 is fine, 1 falls short, 2 is wrong usage.

What is asked for as JSON is JSON in every outcome that is not wrong usage; of an error, what it says.
"""

import io
import json
import os
import random
import signal
import sys
from collections.abc import Callable
from functools import wraps
from math import isnan
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, ParamSpec

import click

from dojo.errors import UNGRADED, UngradedError, WorkspaceError, WrongUsageError
from dojo.kata import IMPLEMENTATIONS, LEGACY, find_workspace, load_yatzy

if TYPE_CHECKING:
    from dojo.practice import Practice

INTERRUPTED = 130
GAMES = ("yatzy", "yahtzee", "yacht")

GOES_ON = dict.fromkeys(("verify", "mutants"), " Run the same command again: it goes on from here.")

P = ParamSpec("P")


class Time(click.FloatRange):
    """How long something may take; not a number is no time."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:  # noqa: ANN401 - click
        """Read it."""
        seconds = float(super().convert(value, param, ctx))
        return self.fail(f"{value!r} is no length of time.", param, ctx) if isnan(seconds) else seconds


SECONDS = Time(min=0.1, max=3600)
COMPUTED = Time(min=0.01, max=3600)
MINUTES = Time(min=0.01, max=100_000)
LIMIT = "ten times the computing of the last green ones, at least 10; a minute at first"


class Failed(click.ClickException):
    """A command that falls short says why in a line or two; to a program, as JSON too."""

    exit_code = 1

    def __init__(self, message: str, *, as_json: bool) -> None:
        """Keep what there is to say, and to whom."""
        super().__init__(message)
        self._as_json = as_json

    def show(self, file: IO[Any] | None = None) -> None:
        """Say it, on standard error; to a program, on standard output."""
        if self._as_json:
            click.echo(json.dumps({"error": self.message}))
        super().show(file)


class Ungraded(Failed):
    """Nothing was graded, so no exit code that speaks of survivors fits."""

    exit_code = UNGRADED


class Refused(click.ClickException):
    """Wrong usage, or input that the library refuses, in the library's own words."""

    exit_code = 2


def _is_for_program(options: dict[str, Any]) -> bool:
    """Tell whether a command was asked for JSON."""
    return options.get("as_json") is True


def in_plain_words(command: Callable[P, None]) -> Callable[P, None]:
    """Turn what a person can put right into a line or two, and an interruption into a word on how to go on."""

    @wraps(command)
    def told(*args: P.args, **kwargs: P.kwargs) -> None:
        if command.__name__ != "table":  # which sets up the terminal, and puts it back, in its own way
            signal.signal(signal.SIGTERM, signal.default_int_handler)  # whatever runs for us is ended, too
        try:
            command(*args, **kwargs)
        except WrongUsageError as error:
            raise Refused(str(error)) from None
        except UngradedError as error:
            raise Ungraded(str(error), as_json=_is_for_program(kwargs)) from None
        except WorkspaceError as error:
            raise Failed(str(error), as_json=_is_for_program(kwargs)) from None
        except BrokenPipeError:  # `dojo mutants | head`: who reads has enough, and click ends without a word
            raise
        except OSError as error:
            what = f"{error.strerror or error}: {error.filename}" if error.filename else str(error)
            message = f"{what}\nPut it right, and run the same command again: it did not finish."
            raise Failed(message, as_json=_is_for_program(kwargs)) from None
        except KeyboardInterrupt:
            click.echo(f"\nInterrupted.{GOES_ON.get(command.__name__, '')}", err=True)
            sys.exit(INTERRUPTED)

    return told


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80})
@click.version_option(package_name="yatzy-dojo")
def main() -> None:
    """Practise refactoring on a tangled Yatzy, with a safety net that you can trust.

    \b
    legacy/yatzy.py     the tangle
    refactored/         the same behaviour, clean
    approved_files/     the golden master: what both must do
    KATA.md             the exercise
    practice/           your own copy

    To practise: `dojo start`, then `dojo check` after every step. To see that the net holds: `dojo verify`. To know the
    games: `dojo table`. Exit codes: 0 fine, 1 falls short, 2 wrong usage; 3 from a command that grades and could not.
    """  # noqa: D301 - \b is click's mark for lines to leave alone
    if os.environ.pop("PYTHONINSPECT", ""):  # with it, Python would end each command with a traceback, and stay
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606 - the same command, as it was given
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # where a bar or a name cannot be shown, all else can


@main.command()
@click.option("--level", type=click.IntRange(1, 3), default=1, show_default=True, help="1 scoring, 2 cards, 3 games.")
@click.option("--blind", is_flag=True, help="No golden master: the tests are yours to write.")
@click.option("--again", is_flag=True, help="Put the practice that is there aside first, under a dated name.")
@in_plain_words
def start(level: int, *, blind: bool, again: bool) -> None:
    """Make practice/, a copy of the tangle for you to work on.

    \b
    dojo start                     level 1, guarded by the golden master
    dojo start --level 3 --blind   all of it, and no tests but your own
    dojo start --again             start over; the old practice is kept

    practice/ is a git repository of its own, which the kata's own repository does not see. Next: `dojo check`.
    """  # noqa: D301
    from dojo.practice import Choices  # noqa: PLC0415
    from dojo.practice import create as starts  # noqa: PLC0415

    sys.exit(starts.start(find_workspace(), Choices(level, blind), again=again))


@main.command()
@click.option("--limit", type=SECONDS, help=f"Seconds it may take.  [default: {LIMIT}]")
@click.option("--golden-master", is_flag=True, help="After a blind start: the level's golden master, this once.")
@in_plain_words
def check(limit: float | None, *, golden_master: bool) -> None:
    """Check whether practice/ still does what it did.

    Runs the golden master of your level, or after a blind start your own tests in practice/tests, in a process of its
    own. Green is one line; red says which call, what was expected and what came, or where in your code it broke; amber,
    that there was no answer in time. Every check is noted for `dojo progress`, with your code as it was.
    """
    from dojo.checking import result as checks  # noqa: PLC0415

    practice = practice_here()
    sys.exit(checks.check(practice.with_golden_master() if golden_master else practice, limit))


@main.command()
@click.option("--tcr", is_flag=True, help="test && commit || revert: green is committed, red is reverted.")
@click.option("--limit", type=SECONDS, help=f"Seconds for a check.  [default: {LIMIT}]")
@in_plain_words
def watch(limit: float | None, *, tcr: bool) -> None:
    """Check practice/ on every save, a line each, until Ctrl-C.

    With --tcr, a green check commits to the repository of practice/, and a red one puts your files back to the last
    green commit. So does an amber one (no answer in time) that is amber again with twice the time. What that takes away
    is kept in practice/.dojo/lost/, as files and as a patch.
    """
    from dojo.checking import watcher as watches  # noqa: PLC0415

    sys.exit(watches.follow(practice_here(), limit, tcr=tcr))


@main.command()
@click.option("--open", "browse", is_flag=True, help="Browse the mutants that were tested last, with mutmut.")
@click.option("--all", "every", is_flag=True, help="Show all survivors, not three of each method.")
@click.option("--anew", is_flag=True, help="Keep no result from before.")
@click.option("--limit", type=SECONDS, help=f"Seconds for the check.  [default: {LIMIT}]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of the list.")
@click.option(
    "--equivalent",
    type=(click.IntRange(min=1), str),
    metavar="NUMBER WHY",
    help="Mark a survivor that no test can kill, in practice/equivalent.txt.",
)
@in_plain_words
def mutants(  # noqa: PLR0913 - each is an option
    limit: float | None, *, browse: bool, every: bool, anew: bool, as_json: bool, equivalent: tuple[int, str] | None
) -> None:
    """Grade the safety net of practice/ with mutants.

    Checks practice/ first. If it is green, mutmut makes mutants: your code with one small change each. What guards you,
    the golden master of your level or after a blind start your own tests, must notice each of them. Survivors are shown
    by method. The second run is faster: it tests what changed.

    The score leaves equivalent mutants out: those that no test can kill, for a reason that is written down.

    \b
    dojo mutants --equivalent 3 "The list is never empty here."

    Exit codes: 0 all killed, 1 some survived, 2 wrong usage, 3 nothing graded: practice/ is red, or mutmut gave up.
    Interrupted, it goes on where it was when you run it again. Needs Linux, macOS, or WSL on Windows.
    """  # noqa: D301
    if browse + as_json + (equivalent is not None) > 1:
        message = "--open shows the mutants to a person, --json to a program, --equivalent marks one: choose one."
        raise WrongUsageError(message)
    practice = practice_here()
    if sys.platform == "win32":
        message = "Mutants need fork: run this command on Linux, on macOS, or in WSL."
        raise WorkspaceError(message)
    from dojo.commands import mutants_report as mutant_report  # noqa: PLC0415 - it locks files in a way that Windows does not know

    if browse:
        sys.exit(mutant_report.browse(practice))
    if equivalent is not None:
        sys.exit(mutant_report.mark(practice, *equivalent))
    sys.exit(mutant_report.grade(practice, limit=limit, anew=anew, every=every, for_program=as_json))


@main.command()
@click.option("--show", is_flag=True, help="Show what the missed slips change, not only their stories.")
@click.option("--all", "every", is_flag=True, help="Show all that were missed, not ten of each level.")
@click.option("--without", multiple=True, type=click.Path(exists=True, path_type=Path), help="Leave these tests out.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of the list.")
@in_plain_words
def slips(*, show: bool, every: bool, without: tuple[Path, ...], as_json: bool) -> None:
    """Grade your own tests a second time, with slips.

    A slip is a mistake that people make while refactoring, and that mutmut does not make: a forgotten copy, a check
    that comes too late, a list that two calls share. Your tests in practice/tests are run on the original tangle with
    one slip at a time; each is noticed by an assertion, noticed only because it crashed, or missed.

    \b
    dojo slips                                     the stories of what you miss
    dojo slips --show                              the changes, too
    dojo slips --without practice/tests/test_x.py  not these tests

    Without tests of your own, it says that the golden master notices all. Exit codes: 0 all noticed, 1 some missed, 3
    your tests could not be graded.
    """  # noqa: D301
    from dojo.commands import slips_report  # noqa: PLC0415

    sys.exit(slips_report.report(practice_here(), without, show=show, every=every, as_json=as_json))


@main.command()
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), help="Write a page for a projector, too.")
@click.option("--all", "every", is_flag=True, help="Show every row, however many.")
@in_plain_words
def progress(html: Path | None, *, every: bool) -> None:
    """Show the way that practice/ came, check by check.

    A row for each green check that changed the code: its size, its complexity, its lint findings, and the mutation
    score where `dojo mutants` was run. Red streaks stand between them. Below, the same as a chart.
    """
    from dojo.commands import progress as history  # noqa: PLC0415

    sys.exit(history.show(practice_here(), html, every=every))


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of the table.")
@in_plain_words
def compare(*, as_json: bool) -> None:
    """Set legacy, practice/ and refactored side by side.

    On the measures of `dojo progress`; of legacy and refactored, the part that your level is about. Look when you are
    done, not before.
    """
    from dojo.practice import NAME  # noqa: PLC0415
    from dojo.progress import comparison  # noqa: PLC0415

    workspace = find_workspace()
    practice = practice_here() if (workspace / NAME).is_dir() else None
    sys.exit(comparison.show(workspace, practice, as_json=as_json))


@main.command()
@click.argument("implementation", type=click.Choice(IMPLEMENTATIONS), required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of the table.")
@click.option("--workers", type=click.IntRange(min=1), help="Mutants tested at a time.  [default: one a core]")
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Draw the table as a picture, too.")
@click.option("--baseline", is_flag=True, help="Compare the speed with mutmut's own settings instead; takes minutes.")
@in_plain_words
def verify(implementation: str | None, *, as_json: bool, workers: int | None, svg: Path | None, baseline: bool) -> None:
    """Check both implementations, and the net that guards them.

    Runs the golden master on legacy and on refactored (or on the IMPLEMENTATION you name). If it passes, mutmut
    changes the code in a small way, over and over, and the golden master must notice each change. A mutant that
    survives fails the verdict, unless approved_files/survivors.approved.txt explains it.

    \b
    dojo verify                both; a minute or so, a second if nothing changed
    dojo verify refactored     only the clean one
    dojo verify --json         for a program

    Interrupted, it goes on where it was when you run it again. Needs Linux, macOS, or WSL on Windows.
    """  # noqa: D301
    from dojo.commands import verify as verdicts  # noqa: PLC0415
    from dojo.mutation import baseline as speed  # noqa: PLC0415 - --help answers at once because only the command asked for loads

    workspace = find_workspace()
    if baseline and as_json:
        message = "--baseline compares speeds for a person, --json gives the verdict to a program: choose one."
        raise WrongUsageError(message)
    if baseline:
        sys.exit(speed.compare(workspace, workers))
    chosen = IMPLEMENTATIONS if implementation is None else (implementation,)
    sys.exit(verdicts.verify(workspace, chosen, workers=workers, as_json=as_json, svg=svg))


@main.command()
@click.argument("whose", type=click.Choice(["practice", "table"]), required=False)
@click.option("--yes", is_flag=True, help="Approve without being asked.")
@in_plain_words
def approve(whose: str | None, *, yes: bool) -> None:
    """Write the golden master from legacy, and from nothing else.

    Shows what would change in approved_files/, asks for each document, and keeps what it replaces in
    approved_files/.replaced/ until your next commit. Read the difference against the rules first: approved means that
    a person has read it. What changes stands before what is only new; all of it goes into a file that is named.

    \b
    dojo approve             the golden master, from legacy
    dojo approve practice    a change that you mean, in practice/
    dojo approve table       what the table looks like, after a change to it

    A practice keeps documents of its own in practice/approved_files/; the shared golden master stays as it is.
    """  # noqa: D301
    from dojo.checking import approve_practice  # noqa: PLC0415
    from dojo.kata import approve as approval  # noqa: PLC0415

    workspace = find_workspace()
    if whose == "table":
        sys.exit(approval.approve_table(workspace, yes=yes))
    if whose == "practice":
        sys.exit(approve_practice(practice_here(), yes=yes))
    sys.exit(approval.approve(workspace, yes=yes))


@main.command(context_settings={"ignore_unknown_options": True})
@click.argument("game")
@click.argument("category")
@click.argument("dice", nargs=-1, metavar="D1 D2 D3 D4 D5")
@click.option(
    "--implementation", type=click.Choice(IMPLEMENTATIONS), default=LEGACY, show_default=True, help="Who keeps score."
)
@in_plain_words
def score(game: str, category: str, dice: tuple[str, ...], implementation: str) -> None:
    """Print the points that five dice score in a CATEGORY of a GAME.

    \b
    dojo score yatzy "two pairs" 1 1 2 3 3
    dojo score yahtzee "small straight" 3 4 5 6 6 --implementation refactored
    """  # noqa: D301
    yatzy = load_yatzy(find_workspace(), implementation)
    try:
        click.echo(yatzy.score(game, category, [whole_number(die) for die in dice]))
    except ValueError as error:
        raise Refused(str(error)) from None


@main.command()
@click.argument("game", type=click.Choice(GAMES), default="yahtzee")
@click.option("--player", "players", multiple=True, metavar="NAME=KIND", help="A player; repeat it for more.")
@click.option("--seed", type=int, help="Throw the same dice again.")
@click.option(
    "--implementation", type=click.Choice(IMPLEMENTATIONS), default=LEGACY, show_default=True, help="Who keeps score."
)
@in_plain_words
def play(game: str, players: tuple[str, ...], seed: int | None, implementation: str) -> None:
    """Play a GAME at the console, in plain text.

    The games are yatzy, yahtzee (if you name none) and yacht.

    The kinds of player are person, random, greedy and careful. Without any, a guest plays a careful computer.

    \b
    dojo play yatzy
    dojo play yahtzee --player Ann=person --player Bob=person --player Cy=greedy
    """  # noqa: D301
    from dojo.commands import play as console  # noqa: PLC0415

    seats = players or ("Guest=person", "Computer=careful")
    sys.exit(console.play(find_workspace(), game, seats, seed=chosen(seed), implementation=implementation))


@main.command()
@click.argument("game", type=click.Choice(GAMES), default="yahtzee")
@click.option("--player", "players", multiple=True, metavar="NAME=KIND", help="A player; repeat it for more, up to 6.")
@click.option("--seed", type=int, help="Throw the same dice again.")
@click.option("--no-motion", is_flag=True, help="Let thrown dice lie at once.")
@click.option("--web", is_flag=True, help="Serve the table to a browser on this machine.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="The port for --web.")
@in_plain_words
def table(  # noqa: PLR0913 - each is an option
    game: str, players: tuple[str, ...], seed: int | None, *, no_motion: bool, web: bool, port: int
) -> None:
    """Play a GAME at a table, with drawn dice.

    The games are yatzy, yahtzee (if you name none) and yacht.

    Keep dice with 1-5 or a click, throw with space, take a category with the arrow keys and Enter, with its letter, or
    with a click. The kinds of player are person, random, greedy and careful. The game is saved as you play; the same
    command goes on with it.

    \b
    dojo table
    dojo table yatzy --player Ann=person --player Bob=person --player Cy=careful
    dojo table yacht --web
    """  # noqa: D301
    from dojo import table as tables  # noqa: PLC0415

    seats = players or ("Guest=person", "Computer=careful")
    if web:
        sys.exit(tables.serve(sys.argv[1:], port))
    sys.exit(tables.sit_down(find_workspace(), game, seats, seed=chosen(seed), motion=not no_motion))


@main.command()
@click.argument("game", type=click.Choice(GAMES), default="yahtzee")
@click.option("--player", "players", multiple=True, metavar="NAME=KIND", help="A player; repeat it for more.")
@click.option("--games", type=click.IntRange(min=1), default=1000, show_default=True, help="How many games.")
@click.option("--minutes", type=MINUTES, help="End after so many minutes, when the game in hand is over.")
@click.option("--same-dice", is_flag=True, help="Let all players of a game find the same dice.")
@click.option("--seed", type=int, help="Throw the same dice again.")
@click.option(
    "--limit",
    type=COMPUTED,
    default=1.0,
    show_default=True,
    help="Seconds that a player's own process may compute for a move; if it computes nothing, it has a minute.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of the table.")
@in_plain_words
def tournament(game: str, players: tuple[str, ...], seed: int | None, *, as_json: bool, **plan: Any) -> None:  # noqa: ANN401 - as Plan has them
    """Hold a tournament of a GAME.

    The games are yatzy, yahtzee (if you name none) and yacht. The kinds of player are random, greedy and careful. Or
    say where a class of your own is: it needs a method `turn(dice, stage, view)`, and may ask for its name.

    A player of your own runs in a process of its own, and an illegal move, or one that takes too long, disqualifies it.
    It is somebody's code with your rights: it can do all that you can do on this machine. Let only those play whose
    code you would run anyway.

    Beside each mean stands its 95 % confidence interval, from 30 games on: 19 of 20 tournaments have the true mean in
    theirs. With --same-dice, the n-th throw of each round shows every player the same dice (who throws fewer takes the
    first of them), and the last column is the difference to the leader, game by game: it may be luck as long as its
    interval holds 0. A tie for the lead then stands; without --same-dice more games break it. With equal points, the
    better mean comes first.

    \b
    dojo tournament --games 100
    dojo tournament yacht --player Me=my_player.py --player Cy=careful --same-dice
    dojo tournament --player Me=my_package.my_module:MyPlayer --minutes 2.5 --json

    Exit codes: 0 fine, 1 a player failed while it was loaded, 2 wrong usage, also when there is no player in the place
    that you named. Interrupted, it shows what there is.
    """  # noqa: D301
    from dojo.games import tournament as tournaments  # noqa: PLC0415

    seats = players or ("Careful=careful", "Greedy=greedy", "Random=random")
    find_workspace()
    sys.exit(tournaments.hold(tournaments.Plan(game, seed=chosen(seed), **plan), seats, as_json=as_json))


def practice_here() -> "Practice":
    """Return the practice that a command is about; say so when it is one that was put aside."""
    from dojo.practice import find_practice  # noqa: PLC0415

    practice = find_practice(find_workspace())
    if practice.put_aside:
        click.echo(f"About {practice.name}/, which was put aside, and which you are in.", err=True)
    return practice


def chosen(seed: int | None) -> int:
    """Return the seed, or any other."""
    return random.randrange(2**32) if seed is None else seed


def whole_number(text: str) -> int | str:
    """Read a whole number; anything else stays as it is, for the library to refuse in its own words."""
    try:
        return int(text)
    except ValueError:
        return text
