"""Pairs side by side, for the retrospective: one model of which the text, the JSON and the page are made.

step: a check; its minutes are those since the check before, where there was no pause; its lines, those that it added
and removed in .py files, where it changed any.
"""

import re
import textwrap
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import Any, NamedTuple

from rich.table import Table

from dojo.practice.model import Differences
from dojo.practice.snapshots import Repository
from dojo.practice.story import Entry
from dojo.progress.steps import steps_of
from dojo.progress.timeline import seconds_between, timeline_of
from dojo.room.pairs import Pair, Room
from dojo.room.rows import MINUTE_SECONDS, board_data, level_in_short, view_of
from dojo.text import WIDTH, duration, percent

NAME_OF_REFACTORING = re.compile(r"[\w -]+(?=:)|\S*")  # what is before a colon, or the first word


class Comparison(NamedTuple):
    """What a pair did, and what came of it; None where nobody knows.

    `minutes`, `lines`: the medians of its steps. `longest_red`: in seconds. `mean_complexity`: at the first green
    check, and at the last. `mutants`, `slips`: scores from 0 to 1. `refactorings`: how often each was made, by name.
    """

    name: str
    level: int | None
    blind: bool
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
        approved = {"": self.approved.changes, " new": self.approved.additions}
        return {
            "pair": self.name,
            "lvl": level_in_short(self.level, blind=self.blind),
            "checks": str(self.checks),
            "min a step": "" if self.minutes is None else f"{self.minutes:.1f}",
            "lines a step": "" if self.lines is None else f"{self.lines:.0f}",
            "longest red": duration(self.longest_red) if self.longest_red else "",
            "mean complexity": " → ".join(f"{each:.1f}" for each in self.mean_complexity),
            "mutants killed": percent(self.mutants),
            "slips noticed": percent(self.slips),
            "approved otherwise": ", ".join(f"{number}{what}" for what, number in approved.items() if number),
        }

    @property
    def named(self) -> str:
        """Return its refactorings as people read them."""
        return ", ".join(f"{name} {times}" for name, times in self.refactorings.items()) or "none named"


def compare_pairs(room: Room) -> list[Comparison]:
    """Return all pairs in the order of the board."""
    return [comparison_of(room, row.pair) for row in view_of(room, [], now=0).rows]


def comparison_of(room: Room, pair: Pair) -> Comparison:
    """Return what the history of a pair tells; WorkspaceError when it cannot be read."""
    repository, story = room.open(pair)
    greens = [number for number, entry in enumerate(story.checks, start=1) if entry.green]
    steps = steps_of(repository, story, only={*greens[:1], *greens[-1:]})
    seconds = [seconds_between(old.start, new.start) for old, new in pairwise(steps) if old.round == new.round]
    lines = [lines_of(repository, entry) for entry in story.checks]
    complexities = [step.measures.mean_complexity for step in steps if step.measures]
    refactorings = Counter(refactoring_of(subject) for subject in story.commits.values())
    return Comparison(
        pair.name,
        pair.level or None,
        pair.blind,
        checks=len(steps),
        minutes=median(seconds) / MINUTE_SECONDS if seconds else None,
        lines=median(filter(None, lines)) if any(lines) else None,
        longest_red=max((row.seconds for row in timeline_of(steps, story.swaps).rows), default=0),
        mean_complexity=[round(each, 2) for each in complexities[:1] + complexities[-1:]],
        mutants=pair.score,
        slips=story.slips,
        approved=pair.approved,
        refactorings=dict(refactorings.most_common()),
    )


def lines_of(repository: Repository, entry: Entry) -> int:
    """Return how many lines a check added and removed in .py files."""
    changes = repository.changes(entry.base, entry.tree) if entry.base and entry.tree else {}
    return sum(added + removed for path, (added, removed) in changes.items() if path.endswith(".py"))


def refactoring_of(subject: str) -> str:
    """Return what a commit says that it does: the name of a refactoring, if its subject begins with one."""
    name = NAME_OF_REFACTORING.findall(subject)[0]
    return str(name[:1].upper() + name[1:])


def headings_of(pairs: Sequence[Comparison]) -> list[str]:
    """Return what stands above the cells of the pairs, of which there is one at least; what nobody has is no column."""
    cells = [pair.cells for pair in pairs]
    return [heading for heading in cells[0] if any(each[heading] for each in cells)]


def table_of(pairs: Sequence[Comparison]) -> Table:
    """Return the pairs as a table for a terminal, a line for each."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
    name, *headings = headings_of(pairs)
    table.add_column(name)
    for heading in headings:
        table.add_column(heading.replace(" ", "\n", 1), justify="right", no_wrap=True)
    for pair in pairs:
        table.add_row(pair.name, *(pair.cells[heading] for heading in headings))
    return table


def refactoring_lines(pairs: Sequence[Comparison]) -> list[str]:
    """Return the refactorings of each pair, for a terminal."""
    lines = ["Refactorings, by the subjects of commits:"]
    for pair in pairs:
        lines += textwrap.wrap(f"{pair.name}: {pair.named}", WIDTH, initial_indent="  ", subsequent_indent="    ")
    return lines


def comparison_data(room: Room, pairs: Sequence[Comparison]) -> dict[str, Any]:
    """Return the pairs for a program, and what the board says of others."""
    return board_data(room) | {"pairs": [pair._asdict() | {"approved": pair.approved._asdict()} for pair in pairs]}
