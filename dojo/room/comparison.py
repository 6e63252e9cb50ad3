"""Pairs side by side, for the retrospective: the model of which text, JSON and page are made."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import Any

from rich.table import Table

from dojo.pages import render
from dojo.practice.history import History, Step
from dojo.practice.snapshots import Repository
from dojo.progress.steps import measured_steps
from dojo.room.pairs import Pair, Room
from dojo.room.rows import MINUTE_SECONDS, format_level, present_and_left
from dojo.text import duration, fill, percent

# The words before a colon, or the first word.
REFACTORING = re.compile(r"[\w -]+(?=:)|\S*")


def compare_pairs(room: Room) -> list[dict[str, Any]]:
    """Return the pairs that are present, in the order of the board."""
    present, _ = present_and_left(room)
    return [compare_pair(pair) for pair in present]


def compare_pair(pair: Pair) -> dict[str, Any]:
    """Return the work of a pair, and its results. A value is None if it is not known.

    minutes, lines: the medians of its steps. longest_red: in seconds. mean_complexity: at the first
    green check, and at the last. mutants, slips: scores from 0 to 1. refactorings: how often each
    was made, by name.
    """
    repository = pair.repository
    history = pair.history
    minutes = _minutes_between(history)
    lines = [_changed_lines(repository, step) for step in history.steps if step.base]
    changed = [count for count in lines if count]
    streaks = [streak.seconds for streak in history.streaks]
    refactorings = Counter(refactoring_of(subject) for subject in history.commits.values())
    return {
        "name": pair.name,
        "level": history.choices.level or None,
        "blind": history.choices.blind,
        "checks": len(history.steps),
        "minutes": _median(minutes),
        "lines": _median(changed),
        "longest_red": max(streaks, default=0.0),
        "mean_complexity": _complexity_at_ends(repository, history),
        "mutants": history.score,
        "slips": history.slips,
        "approved": history.approved._asdict(),
        "refactorings": dict(refactorings.most_common()),
    }


def _median(values: Sequence[float]) -> float | None:
    return median(values) if values else None


def _minutes_between(history: History) -> list[float]:
    """Return the minutes from each check to the next. A pause is no step."""
    return [
        (new.moment - old.moment).total_seconds() / MINUTE_SECONDS
        for old, new in pairwise(history.steps)
        if old.round == new.round
    ]


def _changed_lines(repository: Repository, step: Step) -> int:
    """Return how many lines of Python a step added and removed."""
    changes = repository.changes(step.base, step.tree)
    return sum(sum(counts) for path, counts in changes.items() if path.endswith(".py"))


def _complexity_at_ends(repository: Repository, history: History) -> list[float]:
    """Return the mean complexity at the first green check, and at the last."""
    greens = [step.number for step in history.steps if step.is_green]
    ends = {*greens[:1], *greens[-1:]}
    steps = measured_steps(repository, history, only=ends)
    means = [round(step.measures.mean_complexity, 2) for step in steps if step.measures]
    return means[:1] + means[-1:]


def refactoring_of(subject: str) -> str:
    """Return the refactoring that the subject of a commit names."""
    name = str(REFACTORING.findall(subject)[0])
    return name[:1].upper() + name[1:]


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
    longest_red = ""
    if pair["longest_red"]:
        longest_red = duration(pair["longest_red"])
    refactorings = [f"{name} {times}" for name, times in pair["refactorings"].items()]
    return {
        "pair": pair["name"],
        "lvl": format_level(pair["level"], blind=pair["blind"]),
        "checks": str(pair["checks"]),
        "min a step": _rounded(pair["minutes"], 1),
        "lines a step": _rounded(pair["lines"], 0),
        "longest red": longest_red,
        "mean complexity": " → ".join(f"{each:.1f}" for each in pair["mean_complexity"]),
        "mutants killed": percent(pair["mutants"]),
        "slips noticed": percent(pair["slips"]),
        "approved otherwise": str(pair["approved"]["changes"] or ""),
        "refactorings": ", ".join(refactorings) or "none named",
    }


def _rounded(value: float | None, digits: int) -> str:
    if value is None:
        return ""
    return f"{value:.{digits}f}"


def comparison_table(rows: Sequence[dict[str, str]]) -> Table:
    """Return the pairs as a table for a terminal, without their refactorings."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
    first, *headings, _ = rows[0]
    table.add_column(first)
    for heading in headings:
        table.add_column(heading.replace(" ", "\n", 1), justify="right", no_wrap=True)
    for row in rows:
        *cells, _ = row.values()
        table.add_row(*cells)
    return table


def comparison_page(rows: Sequence[dict[str, str]], troubles: Sequence[str]) -> str:
    """Return the pairs as a page for a browser."""
    cells = [list(row.values()) for row in rows]
    return render("comparison.html", headings=list(rows[0]), rows=cells, troubles=troubles)


def refactoring_lines(rows: Sequence[dict[str, str]]) -> list[str]:
    """Return the refactorings of each pair, for below the table."""
    lines = ["", "Refactorings, by the subjects of commits:"]
    for row in rows:
        lines.append(fill(f"{row['pair']}: {row['refactorings']}", "  ", "    "))
    return lines
