"""`dojo room compare`: the practices of all pairs side by side, as text, JSON and a page."""

import shutil
import time
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median

import click
from msgspec import Struct
from rich.console import Console
from rich.table import Table

from dojo.cli import fail, html_option, json_option, print_json, progress_bar
from dojo.errors import WorkspaceError
from dojo.kata.catalogue import refactoring_named_in
from dojo.pages import render, write_page
from dojo.practice.history import History, SlipsOfOthers
from dojo.practice.model import ChangedExpectations
from dojo.practice.snapshots import Repository
from dojo.practice.steps import Predictions, Step, count_predictions, seconds_between
from dojo.progress.measures import Measures
from dojo.progress.steps import measured_steps
from dojo.room.pairs import Pair, Sources
from dojo.room.rows import (
    START_SIGN,
    Unreachable,
    closed_rooms,
    format_start,
    trouble_lines,
    unreachable_rooms,
)
from dojo.text import WIDTH, fill, percent, shorten
from dojo.times import MINUTE_SECONDS, format_minutes

MAX_SUBJECT = 50
REFACTORINGS = "refactorings"
OTHER_COMMITS = "other commits"
# They are too long for a column.
LONG_COLUMNS = (REFACTORINGS, OTHER_COMMITS)


class ComparedPractice(Struct):
    """The work of a pair in a practice. A value is None if it is not known.

    `minutes`, `lines`: the medians of its steps. `longest_red`: in seconds, or None if it was never
    red. `still_red`: whether that is not over. `worst_complexity`, `total_complexity`: at the first
    green check, and at the last. `mutants`: the score from 0 to 1. `refactorings`: how often each
    was made, by name. `other_commits`: the subjects that name no refactoring.
    """

    name: str
    level: int | None
    blind: bool
    step: int
    checks: int
    has_times: bool
    minutes: float | None
    lines: float | None
    longest_red: float | None
    still_red: bool
    worst_complexity: list[int]
    total_complexity: list[int]
    mutants: float | None
    slips: SlipsOfOthers
    predictions: Predictions
    approved: ChangedExpectations
    refactorings: dict[str, int]
    other_commits: list[str]
    practice: int


class ComparedPairs(Struct):
    pairs: list[ComparedPractice]
    left: list[str]
    closed: list[str]
    unreachable: dict[str, Unreachable]


def compare_pairs(sources: Sources, now: float) -> ComparedPairs:
    """Compare the practices of the pairs that are present, in the order of the board."""
    practices: list[ComparedPractice] = []
    for pair in sources.present:
        practices += compare_pair(pair, now)
    left = [pair.name for pair in sources.left]
    return ComparedPairs(practices, left, closed_rooms(sources), unreachable_rooms(sources))


def compare_pair(pair: Pair, now: float) -> list[ComparedPractice]:
    """Return the practices of a pair, the oldest first, without those that have no check."""
    practices = [each for each in pair.history.practices if each.checks] or [pair.history]
    return [
        _compare_practice(pair, each, number, now) for number, each in enumerate(practices, start=1)
    ]


def _compare_practice(pair: Pair, practice: History, number: int, now: float) -> ComparedPractice:
    """Return one practice of a pair. `number`: from 1 on, the oldest first."""
    steps = practice.steps
    lines = [_changed_lines(pair.repository, step) for step in steps if step.base]
    longest_red, is_still_red = longest_red_of(pair, practice, now)
    at_ends = _measures_at_ends(pair.repository, practice)
    names = [(refactoring_named_in(subject), subject) for subject in practice.commits.values()]
    refactorings = Counter(name for name, _ in names if name)
    return ComparedPractice(
        name=pair.name,
        level=practice.choices.level or None,
        blind=practice.choices.blind,
        step=practice.choices.step,
        checks=len(practice.checks),
        has_times=pair.has_all_times,
        minutes=_median(_minutes_between(practice)) if pair.has_all_times else None,
        lines=_median([count for count in lines if count]),
        longest_red=longest_red,
        still_red=is_still_red,
        worst_complexity=[measures.worst_complexity for measures in at_ends],
        total_complexity=[measures.total_complexity for measures in at_ends],
        mutants=practice.score,
        slips=practice.slips_of_others,
        predictions=count_predictions(steps),
        approved=practice.approved,
        refactorings=dict(refactorings.most_common()),
        other_commits=[shorten(subject, MAX_SUBJECT) for name, subject in names if not name],
        practice=number,
    )


def _median(values: Sequence[float]) -> float | None:
    return median(values) if values else None


def longest_red_of(pair: Pair, practice: History, now: float) -> tuple[float | None, bool]:
    """Return how long a practice was red or amber at most, in seconds, and whether it still is."""
    times = list(practice.red_times)
    since = practice.red_since
    if not pair.has_all_times:
        return None, False
    if since is None or practice.last is None:
        return max(times, default=None), False
    is_open = practice is pair.history
    end = pair.known_until(now) if is_open else practice.last.checked.timestamp()
    # It stayed red until the next practice of the pair began. A pause ends it earlier.
    for later in pair.history.practices:
        if later.earlier is practice and later.started_at and not later.started_after_pause():
            end = later.started_at.timestamp()
    running = max(0.0, end - since.timestamp())
    return max([running, *times]), is_open and running >= max(times, default=0.0)


def _minutes_between(history: History) -> list[float]:
    """Return the minutes from each check to the next. A pause is no step."""
    return [
        seconds_between(old.moment, new.moment) / MINUTE_SECONDS
        for old, new in pairwise(history.steps)
        if old.round == new.round
    ]


def _changed_lines(repository: Repository, step: Step) -> int:
    """Return how many lines of Python a step added and removed."""
    changes = repository.changes(step.base, step.tree)
    return sum(sum(counts) for path, counts in changes.items() if path.endswith(".py"))


def _measures_at_ends(repository: Repository, history: History) -> list[Measures]:
    """Return the measures at the first green check, and at the last."""
    greens = [step.number for step in history.steps if step.is_green]
    ends = {*greens[:1], *greens[-1:]}
    steps = measured_steps(repository, history, only=ends)
    measured = [step.measures for step in steps if step.measures]
    return measured[:1] + measured[-1:]


@click.command("compare")
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@html_option("Write the comparison to a page, too, for example for a projector.")
@json_option("table")
def compare_rooms(sources: tuple[str, ...], *, file: Path | None, as_json: bool) -> None:
    """Compare the pairs side by side, for the retrospective.

    \b
    lvl                 the level; b: blind; own: own code
    checks              the number of checks, with the repeated ones
    as expected         how many predictions of `--expect` were right
    min a step          minutes from one check to the next (median)
    lines a step        lines added and removed in .py files (median)
    longest red         minutes:seconds until it was green, or reverted; amber
                        counts, too; ≥: the pair is still red; ?: its clock
                        was wrong
    complexity          at the first and at the last green check;
                        worst: the most complex function;
                        total: the sum of all functions
    mutants killed      the last score of `dojo mutants`
    changed results     the number of expected results that the pair changed
    slips of others     noticed in the last `dojo slips --from-room`, and sent

    A pair that started over has a row for each practice: Panda, Panda /2. The refactorings are
    listed below the table. A commit counts if its subject begins with a name of Martin Fowler's
    catalogue, as in `Extract Function: pairs`. The other commits are listed with their subjects.
    The pairs are in the order of the board, which is no ranking. A column without a value is not
    shown.
    """
    rooms = Sources(sources)
    with progress_bar("comparing the pairs"):
        rooms.refresh()
        compared = compare_pairs(rooms, time.time())
    troubles = trouble_lines(compared.unreachable)
    if not compared.pairs:
        raise WorkspaceError("\n".join(["There are no pairs to compare.", *troubles]))
    rows = table_cells(compared.pairs)
    if file is not None:
        write_page(file, comparison_page(rows, troubles))
    if as_json:
        print_json(compared)
    else:
        width = max(WIDTH, shutil.get_terminal_size().columns)
        Console(width=width, highlight=False).print(comparison_table(rows))
        click.echo("\n".join([*commit_lines(rows), *troubles]))
        if file is not None:
            click.echo(f"Page written: {file}")
    if troubles:
        fail()


def table_cells(pairs: Sequence[ComparedPractice]) -> list[dict[str, str]]:
    """Return the cells of each pair by heading, without columns that are empty for all."""
    rows = [_cells_of(practice) for practice in pairs]
    for heading in list(rows[0]):
        values = [row[heading] for row in rows]
        if not any(values):
            for row in rows:
                del row[heading]
    return rows


def _cells_of(practice: ComparedPractice) -> dict[str, str]:
    """Return the cells of a practice by heading. A value that is not known is an empty text.

    The first practice of a pair has the name alone, and the second one "/2" behind it.
    """
    refactorings = [f"{name} {times}" for name, times in practice.refactorings.items()]
    name = practice.name
    if practice.practice > 1:
        name += f" {START_SIGN}{practice.practice}"
    return {
        "pair": name,
        "lvl": format_start(practice.level, practice.step, blind=practice.blind),
        "checks": str(practice.checks),
        "as expected": str(practice.predictions),
        "min a step": _rounded(practice.minutes, 1),
        "lines a step": _rounded(practice.lines, 0),
        "longest red": format_longest_red(practice),
        "worst complexity": "→".join(map(str, practice.worst_complexity)),
        "total complexity": "→".join(map(str, practice.total_complexity)),
        "mutants killed": percent(practice.mutants),
        "changed results": str(practice.approved.changes or ""),
        "slips of others": str(practice.slips),
        REFACTORINGS: ", ".join(refactorings) or "none named",
        OTHER_COMMITS: "; ".join(practice.other_commits),
    }


def format_longest_red(practice: ComparedPractice) -> str:
    """Return minutes and seconds, as in 3:13. A pair that is still red will be for longer."""
    if not practice.has_times:
        return "?"
    if practice.longest_red is None:
        return "none"
    minutes = format_minutes(practice.longest_red)
    return f"≥ {minutes}" if practice.still_red else minutes


def _rounded(value: float | None, digits: int) -> str:
    if value is None:
        return ""
    return f"{value:.{digits}f}"


def comparison_table(rows: Sequence[dict[str, str]]) -> Table:
    """Return the pairs as a table for a terminal, without their commits."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
    first, *headings = _short_headings(rows)
    table.add_column(first, overflow="fold")
    for heading in headings:
        table.add_column(heading.replace(" ", "\n", 1), justify="right", overflow="fold")
    for row in rows:
        table.add_row(row[first], *(row[heading] for heading in headings))
    return table


def _short_headings(rows: Sequence[dict[str, str]]) -> list[str]:
    return [heading for heading in rows[0] if heading not in LONG_COLUMNS]


def comparison_page(rows: Sequence[dict[str, str]], troubles: Sequence[str]) -> str:
    """Return the pairs as a page for a browser."""
    return render(
        "comparison.html",
        rows=rows,
        headings=_short_headings(rows),
        long_columns=LONG_COLUMNS,
        troubles=troubles,
    )


def commit_lines(rows: Sequence[dict[str, str]]) -> list[str]:
    """Return the refactorings and the other commits of each pair, for below the table."""
    lines = ["", "Refactorings named in the subjects of commits:"]
    for row in rows:
        lines.append(fill(f"{row['pair']}: {row[REFACTORINGS]}", "  ", "    "))
    if OTHER_COMMITS not in rows[0]:
        return lines
    lines += ["", "Commits that name no refactoring:"]
    for row in rows:
        if row[OTHER_COMMITS]:
            lines.append(fill(f"{row['pair']}: {row[OTHER_COMMITS]}", "  ", "    "))
    return lines
