"""Pairs side by side, for the retrospective: one model of which the text, the JSON and the page are made."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import Any

from rich.table import Column, Table

from dojo.practice.history import Check
from dojo.practice.snapshots import Repository
from dojo.progress.steps import steps_of
from dojo.progress.timeline import timeline_of
from dojo.room.pairs import Pair, Room
from dojo.room.rows import MINUTE_SECONDS, format_level, view_of
from dojo.text import duration, percent


def compare_pairs(room: Room) -> list[dict[str, Any]]:
    """Return all pairs in the order of the board."""
    return [comparison_of(row.pair) for row in view_of(room, now=0).rows]


def comparison_of(pair: Pair) -> dict[str, Any]:
    """Return what a pair did, and what came of it; None where nobody knows.

    minutes, lines: the medians of its steps. longest_red: in seconds. mean_complexity: at the first green check, and at
    the last. mutants, slips: scores from 0 to 1. refactorings: how often each was made, by name.
    """
    repository, history = pair.repository, pair.history
    greens = [number for number, check in enumerate(history.checks, start=1) if check.green]
    steps = steps_of(repository, history, only={*greens[:1], *greens[-1:]})
    # Nobody checks in a pause: it is no step.
    seconds = [(new.start - old.start).total_seconds() for old, new in pairwise(steps) if old.round == new.round]
    lines = [lines_of(repository, check) for check in history.checks if check.base]
    streaks = [row.seconds for row in timeline_of(steps, history.swaps).rows]
    complexities = [round(step.measures.mean_complexity, 2) for step in steps if step.measures]
    refactorings = Counter(map(refactoring_of, history.commits.values()))
    return {
        "name": pair.name,
        "level": history.choices.level or None,
        "blind": history.choices.blind,
        "checks": len(steps),
        "minutes": median(seconds) / MINUTE_SECONDS if seconds else None,
        "lines": median(filter(None, lines)) if any(lines) else None,
        "longest_red": max(streaks, default=0),
        "mean_complexity": complexities[:1] + complexities[-1:],
        "mutants": pair.score,
        "slips": history.slips,
        "approved": pair.approved._asdict(),
        "refactorings": dict(refactorings.most_common()),
    }


def lines_of(repository: Repository, check: Check) -> int:
    """Return how many lines of Python a check has added and removed."""
    changes = repository.changes(check.base, check.tree)
    return sum(sum(counts) for path, counts in changes.items() if path.endswith(".py"))


def refactoring_of(subject: str) -> str:
    """Return the refactoring that the subject of a commit names: what is before a colon, or the first word."""
    name = re.findall(r"[\w -]+(?=:)|\S*", subject)[0]
    return str(name[:1].upper() + name[1:])


def cells_of(pairs: Sequence[dict[str, Any]]) -> list[dict[str, str]]:
    """Return what a table says of each pair, by heading, without the columns that are empty for all."""
    rows = [row_of(pair) for pair in pairs]
    headings = [heading for heading in rows[0] if any(row[heading] for row in rows)]
    return [{heading: row[heading] for heading in headings} for row in rows]


def row_of(pair: dict[str, Any]) -> dict[str, str]:
    """Return what a table says of a pair, by heading."""
    minutes, lines = pair["minutes"], pair["lines"]
    refactorings = [f"{name} {times}" for name, times in pair["refactorings"].items()]
    return {
        "pair": pair["name"],
        "lvl": format_level(pair["level"], blind=pair["blind"]),
        "checks": str(pair["checks"]),
        "min a step": "" if minutes is None else f"{minutes:.1f}",
        "lines a step": "" if lines is None else f"{lines:.0f}",
        "longest red": duration(pair["longest_red"]) if pair["longest_red"] else "",
        "mean complexity": " → ".join(f"{each:.1f}" for each in pair["mean_complexity"]),
        "mutants killed": percent(pair["mutants"]),
        "slips noticed": percent(pair["slips"]),
        "approved otherwise": str(pair["approved"]["changes"] or ""),
        "refactorings": ", ".join(refactorings) or "none named",
    }


def table_of(rows: Sequence[dict[str, str]]) -> Table:
    """Return the pairs as a table for a terminal, a line for each, but for the refactorings."""
    name, *headings, _ = rows[0]
    columns = [Column(heading.replace(" ", "\n", 1), justify="right", no_wrap=True) for heading in headings]
    table = Table(name, *columns, box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
    for row in rows:
        *cells, _ = row.values()
        table.add_row(*cells)
    return table
