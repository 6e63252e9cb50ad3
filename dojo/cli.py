"""Shared by commands: options, the practice that they work on, progress, exit codes."""

import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click
import msgspec

from dojo.errors import WrongUsageError
from dojo.kata.description import FIRST_HOUR, HOUR, NO_KATA, Kata, read_kata
from dojo.kata.workspace import workspace_or_none
from dojo.practice.model import ARCHIVE, Practice, workspace_of
from dojo.text import duration, quantity

if TYPE_CHECKING:
    from rich.console import RenderableType

    from dojo.mutation.run import MutantOptions

Option = Callable[[Callable[..., None]], Callable[..., None]]

# The terminal's codes to go to the beginning of the line, and to erase it.
ERASE_LINE = "\r\x1b[K"
SECONDS_BETWEEN_LINES = 10.0  # between lines of progress, without a terminal
MIN_SAMPLE = 100  # the first so many tell how long the others take

limit_option = click.option(
    "--limit",
    type=click.FloatRange(min=0.1, max=3600),
    help="Timeout in seconds.  [default: 60 for the check, 10 of processor time for each test]",
)
no_bell_option = click.option("--no-bell", is_flag=True, help="Do not ring when a round ends.")
report_option = click.option(
    "--report",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="""Write the result of each mutant to FILE.html for a browser, or to FILE.json in the \
format that other tools read.""",
)


class ShardType(click.ParamType[tuple[int, int]]):
    """A shard K/N, as in 2/4, as a pair of numbers."""

    name = "K/N"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        match = re.fullmatch(r"(\d+)/(\d+)", str(value))
        if match is None or not 1 <= int(match[1]) <= int(match[2]):
            self.fail(f"{value} is no shard. For example, 2/4 is the second of four.", param, ctx)
        return int(match[1]), int(match[2])


workers_option = click.option(
    "--workers",
    type=click.IntRange(min=1),
    help="How many mutants to test in parallel.  [default: one per core]",
)
no_fork_option = click.option(
    "--no-fork",
    is_flag=True,
    help="""Start pytest anew for each mutant: slow, but also for code that cannot be forked. \
[default on Windows, which has no fork]""",
)
shard_option = click.option(
    "--shard",
    type=ShardType(),
    metavar="K/N",
    help="Test every N-th mutant only, from the K-th on, and write a report to merge.",
)
merge_option = click.option(
    "--merge",
    "merging",
    is_flag=True,
    help="Unite the reports of all shards, which are the arguments, and test nothing again.",
)


def options_for_shards(
    shard: tuple[int, int] | None,
    arguments: tuple[str, ...],
    workers: int | None,
    *,
    merging: bool,
) -> "MutantOptions":
    """Return the options of a run that tests a shard, or that merges reports.

    `arguments`: with `merging`, the reports. Raises WrongUsageError if there are none, or if a
    shard is to be tested, too.
    """
    from dojo.mutation.results import Selection  # noqa: PLC0415 - likewise
    from dojo.mutation.run import MutantOptions  # noqa: PLC0415 - few commands need it

    if merging and shard:
        raise WrongUsageError("--shard tests one shard, --merge unites all. Use one of them.")
    if merging and not arguments:
        raise WrongUsageError("--merge needs the reports of all shards: mutants-1-of-4.json, ...")
    if merging:
        return MutantOptions(merged=tuple(Path(report) for report in arguments))
    if shard is None:
        return MutantOptions(workers=workers)
    number, shards = shard
    return MutantOptions(
        selection=Selection(shard=number, shards=shards),
        workers=workers,
        shard_report=shard_report(shard),
    )


def shard_report(shard: tuple[int, int]) -> Path:
    number, shards = shard
    return Path(f"mutants-{number}-of-{shards}.json")


def tell_shard(command: str, shard: tuple[int, int], tested: int) -> None:
    from dojo import next_step  # noqa: PLC0415 - it loads pygit2, which takes 50 ms

    number, shards = shard
    click.echo(f"Shard {number} of {shards}: {quantity(tested, 'mutant')} tested.")
    click.echo(f"Report: {shard_report(shard)}")
    next_step.tell(next_step.after_shard(command, shards))


class LevelOption(click.Option):
    """An option for a level of the kata around the current folder. Its help names them."""

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:  # noqa: ANN401 - click's
        kata = kata_here()
        if value == HOUR:
            return kata.level(FIRST_HOUR).number
        number = super().type_cast_value(ctx, value)
        if number is None:
            return None
        return click.IntRange(1, len(kata.levels)).convert(number, self, ctx)

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        names = ", ".join(f"{level.option} {level.title}" for level in kata_here().all_levels)
        record = super().get_help_record(ctx)
        return record and (record[0], record[1].format(levels=names))


def kata_here() -> Kata:
    """Return the kata around the current folder, or one without anything."""
    workspace = workspace_or_none()
    return read_kata(workspace) if workspace else NO_KATA


def json_option(replaced: str) -> Option:
    """Return the option --json. `replaced` is the name of the output for people."""
    help_text = f"Print one JSON object instead of the {replaced}."
    return click.option("--json", "as_json", is_flag=True, help=help_text)


def print_json(report: object) -> None:
    click.echo(msgspec.json.format(msgspec.json.encode(report), indent=2))


def html_option(help_text: str, *, required: bool = False) -> Option:
    """Return the option --html, which writes a page to a file."""
    path = click.Path(dir_okay=False, path_type=Path)
    return click.option("--html", "file", type=path, required=required, help=help_text)


def practice_here() -> Practice:
    """Return the practice of the current folder, and print its name if it was archived."""
    from dojo.practice.find import practice_in  # noqa: PLC0415 - it is slow

    return practice_in(practice_folder_here())


def practice_folder_here() -> Path:
    """Return the folder of the practice here, and print its name if it was archived."""
    from dojo.practice.find import find_practice_folder  # noqa: PLC0415 - it is slow

    folder = find_practice_folder()
    name = folder.relative_to(workspace_of(folder)).as_posix()
    if name.startswith(ARCHIVE):
        where = f"{name}/, because you are in its folder"
        click.echo(f"Using the archived practice {where}.", err=True)
    return folder


def practice_or_none() -> Practice | None:
    """Return the practice of the current folder, or None in a kata without one.

    Raises WrongUsageError outside of a kata.
    """
    try:
        return practice_here()
    except WrongUsageError:
        if workspace_or_none() is None:
            raise
        return None


def kata_practice(missing: str) -> Practice:
    """Return the practice of the current folder.

    Raises WrongUsageError if it has the person's own code, because that has no `missing`.
    """
    practice = practice_here()
    refuse_own_code(practice, missing)
    return practice


def refuse_own_code(practice: Practice, missing: str) -> None:
    """Raise WrongUsageError if a practice has the person's own code, so it has no `missing`."""
    if practice.kata.name:
        return
    reason = f"but {practice.title}/ has your own code, {practice.choices.code}"
    advice = "`dojo start --again` starts the kata."
    if practice.is_in_place:
        advice = "Change into your clone of the kata for that."
    raise WrongUsageError(f"Only the kata has {missing}, {reason}.\n{advice}")


def is_at_terminal() -> bool:
    """Return whether a person can read a question and answer it."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def show_waiting(text: str) -> None:
    """Print a text at a terminal that the next one erases. An empty text only erases."""
    if sys.stderr.isatty():
        click.echo(ERASE_LINE + text, err=True, nl=False)


class TimeLeft:
    """Estimates how long the rest takes, from all that was done since the first update."""

    def __init__(self) -> None:
        self.first: tuple[float, int] | None = None

    def seconds(self, moment: float, done: int, total: int) -> float | None:
        """Return the estimate, or None if too little was done yet."""
        if not total:
            return None
        if self.first is None:
            self.first = (moment, done)
        began, done_before = self.first
        sample = done - done_before
        if sample < MIN_SAMPLE:
            return None
        return (moment - began) / sample * (total - done)


class ProgressLines:
    """Prints how much is done, every ten seconds, and how long the rest takes if that is known."""

    def __init__(self, description: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.description = description
        self.clock = clock
        self.printed_at = clock()
        self.time_left = TimeLeft()
        self.has_estimate = False

    def update(self, done: int, total: int) -> None:
        """Print a line every ten seconds, and at once when the first estimate is known.

        A shorter estimate is not worth a line. `total`: 0 while it is unknown.
        """
        moment = self.clock()
        left = self.time_left.seconds(moment, done, total)
        is_due = moment - self.printed_at >= SECONDS_BETWEEN_LINES
        is_news = not self.has_estimate and left is not None and left >= SECONDS_BETWEEN_LINES
        if not is_due and not is_news:
            return
        self.printed_at = moment
        state = f"{done} of {total}" if total else "preparing"
        if left is not None:
            self.has_estimate = True
            state += f", about {duration(10 * ceil(left / 10))} left"
        click.echo(f"{self.description}: {state}", err=True)


@contextmanager
def progress_bar(description: str) -> Iterator[Callable[[int, int], None]]:
    """Show a bar at a terminal, and print lines elsewhere, for example in a log.

    Yields a function to call with the number done, and the total. Both are 0 if they are unknown.
    """
    if not sys.stderr.isatty():
        yield ProgressLines(description).update
        return
    from rich.console import Console  # noqa: PLC0415 - it takes long, and few commands need it
    from rich.progress import Progress  # noqa: PLC0415

    console = Console(stderr=True)
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task(description, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total or None)


def print_lines(lines: "Iterable[RenderableType]") -> None:
    """Print lines and tables, in colour only at a terminal."""
    from rich.console import Console  # noqa: PLC0415 - as above

    Console(highlight=False, soft_wrap=True).print(*lines, sep="\n")


def fail(exit_code: int = 1) -> NoReturn:
    """Exit. The command has already printed why it fails."""
    click.get_current_context().exit(exit_code)
