"""`dojo compare`: the tangle, a practice and the clean twin side by side, on the same measures.

A practice is about a level, so the others are compared as far as that level goes. Part of a level: of the tangle what
the practice began as, of the clean twin the modules that this part of the tangle became.
"""

import json
import textwrap
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from dojo.kata import LEGACY, LEVELS, Level, tangle
from dojo.practice import Practice, source_files
from dojo.progress.metrics import Measures, State, measure, parsed

FINE = 0
WIDTH = 80
REFACTORED, PRACTICE = "refactored", "practice"

SCORING = ("refusals", "dice", "scoring", "rulesets", "yatzy")
CARDS = ("scorecard", "players", "console")  # players: who may have a card is decided there
GAMES = ("events", "game", "tournament", "transcript")
REFACTORED_AT = {1: SCORING, 2: SCORING + CARDS, 3: SCORING + CARDS + GAMES}


def show(workspace: Path, practice: Practice | None, *, as_json: bool) -> int:
    """Print the comparison as a table, or as a JSON object; without a practice, of the whole. Return the exit code."""
    level = practice.level if practice else LEVELS[3]
    states = states_of(workspace, practice, level)
    found = dict(zip(states, measure(workspace, list(states.values())), strict=True))
    broken = [path for path, text in states.get(PRACTICE, {}).items() if parsed(text) is None]
    if as_json:
        measures = {name: each.as_json() for name, each in found.items()}
        click.echo(json.dumps({"level": practice and level.number, **measures, "does_not_parse": broken}))
        return FINE
    Console(highlight=False, soft_wrap=True).print(table(found))
    for sentence in (what_is_compared(practice, level), *map(what_is_broken, broken)):
        click.echo("\n" + textwrap.fill(sentence, WIDTH, break_on_hyphens=False))
    return FINE


def states_of(workspace: Path, practice: Practice | None, level: Level) -> dict[str, State]:
    """Return the code to compare, by the name of its column; the practice as it is now, checked or not."""
    states = {LEGACY: {"yatzy.py": tangle(workspace, level)}}
    if practice is not None:
        own = source_files(practice.folder)
        states[PRACTICE] = {path.relative_to(practice.folder).as_posix(): _text(path) for path in own}
    modules = [workspace / REFACTORED / f"{name}.py" for name in REFACTORED_AT[level.number]]
    states[REFACTORED] = {path.name: _text(path) for path in modules if path.is_file()}
    return states


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def table(found: dict[str, Measures]) -> Table:
    """Return a column for each, and a row for each measure."""
    columns = [rows_of(measures) for measures in found.values()]
    drawn = Table(box=None, pad_edge=False, header_style="bold")
    drawn.add_column("", no_wrap=True)
    for name in found:
        drawn.add_column(name, justify="right", overflow="crop", max_width=20)
    for label in columns[0]:
        drawn.add_row(label, *(column[label] for column in columns))
    return drawn


def rows_of(measures: Measures) -> dict[str, str]:
    """Return measures as a person reads them."""
    return {
        "lines": str(measures.lines),
        "methods": str(measures.methods),
        "worst complexity": str(measures.worst),
        "mean complexity": f"{measures.mean:.1f}",
        "longest method": str(measures.longest.lines),
        "": measures.longest.name,
        "lint findings": str(measures.findings),
    }


def what_is_compared(practice: Practice | None, level: Level) -> str:
    """Say what stands in the columns."""
    if practice is None:
        return "legacy and refactored are compared whole. There is no practice yet: `dojo start` makes one."
    modules = ", ".join(REFACTORED_AT[level.number])
    face = "" if level.cut is None else " (yatzy.py is the face of the other levels too, and counts whole)"
    return (
        f"level {level.number}: legacy is what the practice began as, practice what it is now, and refactored the "
        f"modules that do the same: {modules}{face}."
    )


def what_is_broken(path: str) -> str:
    """Say what was not measured of a file that does not parse."""
    return f"practice/{path} does not parse: no method of it counts, and no complexity."
