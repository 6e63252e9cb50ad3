"""Pairs side by side, for the retrospective: the model of which text, JSON and page are made."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import Any

from rich.table import Table

from dojo.kata.catalogue import refactoring_named_in
from dojo.pages import render
from dojo.practice.history import History, Predictions, Step, count_predictions, seconds_between
from dojo.practice.snapshots import Repository
from dojo.progress.measures import Measures
from dojo.progress.steps import measured_steps
from dojo.room.pairs import MINUTE_SECONDS, Pair, Room
from dojo.room.rows import format_minutes, format_start, present_and_left
from dojo.text import fill, percent, shorten

MAX_SUBJECT = 50
LONGEST_RED = "longest red"
REFACTORINGS = "refactorings"
OTHER_COMMITS = "other commits"
# They are too long for a column of a terminal.
LONG_COLUMNS = (REFACTORINGS, OTHER_COMMITS)


def compare_pairs(room: Room, now: float) -> list[dict[str, Any]]:
    """Return the pairs that are present, in the order of the board."""
    present, _ = present_and_left(room)
    return [compare_pair(pair, now) for pair in present]


def compare_pair(pair: Pair, now: float) -> dict[str, Any]:
    """Return the work of a pair in all its practices, and the results of the last one.

    A value is None if it is not known.

    minutes, lines: the medians of its steps. longest_red: in seconds, or None if it was never red.
    still_red: whether that is not over. worst_complexity, total_complexity: at the first green
    check, and at the last. mutants, slips: scores from 0 to 1. refactorings: how often each was
    made, by name. other_commits: the subjects that name no refactoring.
    """
    repository = pair.repository
    history = pair.history
    practices = history.practices
    steps = history.all_steps
    minutes = [each for practice in practices for each in _minutes_between(practice)]
    lines = [_changed_lines(repository, step) for step in steps if step.base]
    changed = [count for count in lines if count]
    longest_red, is_still_red = longest_red_of(pair, now)
    at_ends = _measures_at_ends(repository, history)
    refactorings = Counter[str]()
    other_commits: list[str] = []
    for subject in [each for practice in practices for each in practice.commits.values()]:
        name = refactoring_named_in(subject)
        if name:
            refactorings[name] += 1
        else:
            other_commits.append(shorten(subject, MAX_SUBJECT))
    return {
        "name": pair.name,
        "level": history.choices.level or None,
        "blind": history.choices.blind,
        "step": history.choices.step,
        "checks": len(steps),
        "minutes": _median(minutes),
        "lines": _median(changed),
        "longest_red": longest_red,
        "still_red": is_still_red,
        "worst_complexity": [measures.worst_complexity for measures in at_ends],
        "total_complexity": [measures.total_complexity for measures in at_ends],
        "mutants": history.score,
        "slips": history.slips,
        "predictions": count_predictions(steps)._asdict(),
        "approved": history.approved._asdict(),
        "refactorings": dict(refactorings.most_common()),
        "other_commits": other_commits,
    }


def _median(values: Sequence[float]) -> float | None:
    return median(values) if values else None


def longest_red_of(pair: Pair, now: float) -> tuple[float | None, bool]:
    """Return how long the pair was red or amber at most, in seconds, and whether it still is.

    That counts for all of its practices: a new start does not take a long red away.
    """
    finished = pair.history.red_times
    running = pair.red_seconds(now)
    if running is not None and running >= max(finished, default=0.0):
        return running, True
    return max(finished, default=None), False


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


def table_cells(pairs: Sequence[dict[str, Any]]) -> list[dict[str, str]]:
    """Return the cells of each pair by heading, without columns that are empty for all."""
    rows = [_cells_of(pair) for pair in pairs]
    for heading in list(rows[0]):
        values = [row[heading] for row in rows]
        if not any(values):
            for row in rows:
                del row[heading]
    return rows


def _cells_of(pair: dict[str, Any]) -> dict[str, str]:
    refactorings = [f"{name} {times}" for name, times in pair["refactorings"].items()]
    return {
        "pair": pair["name"],
        "lvl": format_start(pair["level"], pair["step"], blind=pair["blind"]),
        "checks": str(pair["checks"]),
        "as expected": str(Predictions(**pair["predictions"])),
        "min a step": _rounded(pair["minutes"], 1),
        "lines a step": _rounded(pair["lines"], 0),
        LONGEST_RED: format_longest_red(pair["longest_red"], is_still_red=pair["still_red"]),
        "worst complexity": " → ".join(map(str, pair["worst_complexity"])),
        "total complexity": " → ".join(map(str, pair["total_complexity"])),
        "mutants killed": percent(pair["mutants"]),
        "slips noticed": percent(pair["slips"]),
        "changed results": str(pair["approved"]["changes"] or ""),
        REFACTORINGS: ", ".join(refactorings) or "none named",
        OTHER_COMMITS: "; ".join(pair["other_commits"]),
    }


def format_longest_red(seconds: float | None, *, is_still_red: bool) -> str:
    """Return minutes and seconds, as in 3:13. A pair that is still red will be for longer."""
    if seconds is None:
        return "none"
    if is_still_red:
        return f"≥ {format_minutes(seconds)}, still red"
    return format_minutes(seconds)


def _rounded(value: float | None, digits: int) -> str:
    if value is None:
        return ""
    return f"{value:.{digits}f}"


def comparison_table(rows: Sequence[dict[str, str]]) -> Table:
    """Return the pairs as a table for a terminal, without their commits."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
    first, *others = rows[0]
    headings = [heading for heading in others if heading not in LONG_COLUMNS]
    table.add_column(first, overflow="fold")
    for heading in headings:
        table.add_column(heading.replace(" ", "\n", 1), justify="right", overflow="fold")
    for row in rows:
        cells = [row[heading].replace(", still", ",\nstill") for heading in headings]
        table.add_row(row[first], *cells)
    return table


def comparison_page(rows: Sequence[dict[str, str]], troubles: Sequence[str]) -> str:
    """Return the pairs as a page for a browser."""
    return render("comparison.html", rows=rows, long_columns=LONG_COLUMNS, troubles=troubles)


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
