"""Pairs side by side, for the retrospective: one model of which the text, the JSON and the page are made."""

import re
import textwrap
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import Any, NamedTuple

from rich.table import Table

from dojo.practice.model import Differences
from dojo.progress.steps import steps_of
from dojo.progress.timeline import seconds_between, timeline_of
from dojo.room.pairs import Pair, Room
from dojo.room.rows import MINUTE_SECONDS, board_data, format_level, troubles_of, view_of
from dojo.text import WIDTH, duration, percent

BEGAN_ANEW = "{} began anew: only the new practice counts here, not the earlier one."


class Comparison(NamedTuple):
    """What a pair did, and what came of it; None where nobody knows.

    `minutes`, `lines`: the medians of its steps. `longest_red`: in seconds. `mean_complexity`: at the first green
    check, and at the last. `mutants`, `slips`: scores from 0 to 1. `refactorings`: how often each was made, by name.
    """

    name: str
    level: int | None
    blind: bool
    began_anew: bool
    checks: int
    minutes: float | None
    lines: float | None
    longest_red: float
    mean_complexity: list[float]
    mutants: float | None
    slips: float | None
    approved: Differences
    refactorings: dict[str, int]

    @property
    def cells(self) -> dict[str, str]:
        """Return what a table says of it, by heading."""
        changes, additions = self.approved
        approved = [f"{changes}" if changes else "", f"{additions} new" if additions else ""]
        return {
            "pair": self.name,
            "lvl": format_level(self.level, blind=self.blind),
            "checks": str(self.checks),
            "min a step": "" if self.minutes is None else f"{self.minutes:.1f}",
            "lines a step": "" if self.lines is None else f"{self.lines:.0f}",
            "longest red": duration(self.longest_red) if self.longest_red else "",
            "mean complexity": " → ".join(f"{each:.1f}" for each in self.mean_complexity),
            "mutants killed": percent(self.mutants),
            "slips noticed": percent(self.slips),
            "approved otherwise": ", ".join(filter(None, approved)),
            "refactorings": ", ".join(f"{name} {times}" for name, times in self.refactorings.items()) or "none named",
        }


def compare_pairs(room: Room) -> list[Comparison]:
    """Return all pairs in the order of the board."""
    return [comparison_of(row.pair) for row in view_of(room, [], now=0).rows]


def comparison_of(pair: Pair) -> Comparison:
    """Return what the history of a pair tells."""
    repository, story = pair.repository, pair.story
    greens = [number for number, check in enumerate(story.checks, start=1) if check.green]
    steps = steps_of(repository, story, only={*greens[:1], *greens[-1:]})
    # Nobody checks in a pause: it is no step.
    seconds = [seconds_between(old.start, new.start) for old, new in pairwise(steps) if old.round == new.round]
    changes = [repository.changes(check.base, check.tree or "") for check in story.checks if check.base]
    lines = [sum(sum(each) for path, each in files.items() if path.endswith(".py")) for files in changes]
    complexities = [round(step.measures.mean_complexity, 2) for step in steps if step.measures]
    return Comparison(
        pair.name,
        pair.guard.level or None,
        pair.guard.blind,
        began_anew=repository.commit_named(story.earlier) is not None,
        checks=len(steps),
        minutes=median(seconds) / MINUTE_SECONDS if seconds else None,
        lines=median(filter(None, lines)) if any(lines) else None,
        longest_red=max((row.seconds for row in timeline_of(steps, story.swaps).rows), default=0),
        mean_complexity=complexities[:1] + complexities[-1:],
        mutants=pair.score,
        slips=story.slips,
        approved=pair.approved,
        refactorings=dict(Counter(map(refactoring_of, story.commits.values())).most_common()),
    )


def refactoring_of(subject: str) -> str:
    """Return the refactoring that the subject of a commit names: what is before a colon, or the first word."""
    name = re.findall(r"[\w -]+(?=:)|\S*", subject)[0]
    return str(name[:1].upper() + name[1:])


def headings_of(pairs: Sequence[Comparison]) -> list[str]:
    """Return what stands above the cells of the pairs, of which there is one at least; what nobody has is no column."""
    cells = [pair.cells for pair in pairs]
    return [heading for heading in cells[0] if any(each[heading] for each in cells)]


def notes_of(room: Room, pairs: Sequence[Comparison]) -> list[str]:
    """Return what to know of the pairs, a line each."""
    return [BEGAN_ANEW.format(pair.name) for pair in pairs if pair.began_anew] + troubles_of(room)


def table_of(pairs: Sequence[Comparison]) -> Table:
    """Return the pairs as a table for a terminal, a line for each."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
    name, *headings = headings_of(pairs)[:-1]
    table.add_column(name)
    for heading in headings:
        table.add_column(heading.replace(" ", "\n", 1), justify="right", no_wrap=True)
    for pair in pairs:
        table.add_row(*(pair.cells[heading] for heading in (name, *headings)))
    return table


def refactoring_lines(pairs: Sequence[Comparison]) -> list[str]:
    """Return the refactorings of each pair, for a terminal."""
    lines = ["Refactorings, by the subjects of commits:"]
    for pair in pairs:
        words = f"{pair.name}: {pair.cells['refactorings']}"
        lines += textwrap.wrap(words, WIDTH, initial_indent="  ", subsequent_indent="    ")
    return lines


def comparison_data(room: Room, pairs: Sequence[Comparison]) -> dict[str, Any]:
    """Return the pairs for a program, and what the board says of others."""
    return board_data(room) | {"pairs": [pair._asdict() | {"approved": pair.approved._asdict()} for pair in pairs]}
