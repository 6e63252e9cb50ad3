"""The tangle, a practice and the clean twin side by side, on the same measures.

A practice is about a level, so the others are compared as far as that level goes. Part of a level: of the tangle what
the practice began as, of the clean twin the modules that this part of the tangle became.
"""

from dataclasses import dataclass
from pathlib import Path

from dojo.kata import LEGACY, LEVELS, Level, tangle
from dojo.practice import Practice, source_files
from dojo.progress.metrics import Measures, State, measure, parsed

REFACTORED, PRACTICE = "refactored", "practice"

SCORING = ("refusals", "dice", "scoring", "rulesets", "yatzy")
CARDS = ("scorecard", "players", "sheet")  # players: who may have a card is decided there
GAMES = ("events", "game", "tournament", "transcript")
REFACTORED_AT = {1: SCORING, 2: SCORING + CARDS, 3: SCORING + CARDS + GAMES}


@dataclass(frozen=True)
class Comparison:
    """The measures of each, by its name; `broken`: files of the practice that do not parse."""

    measures: dict[str, Measures]
    broken: list[str]


def compare(workspace: Path, practice: Practice | None) -> Comparison:
    """Compare as far as the practice's level goes; without a practice, the whole."""
    states = states_of(workspace, practice, practice.level if practice else LEVELS[3])
    measures = dict(zip(states, measure(workspace, list(states.values())), strict=True))
    broken = [path for path, text in states.get(PRACTICE, {}).items() if parsed(text) is None]
    return Comparison(measures, broken)


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
