"""The four levels of the exercise.

level: a part of the tangle, from its first line on, and the scenarios of the golden master that guard it. Each level
contains the ones below it. cut: the line of the tangle at which the part that no scenario of the level guards begins.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from dojo.kata.files import text_of
from dojo.kata.workspace import LEGACY

TANGLE = f"{LEGACY}/yatzy.py"


@dataclass(frozen=True)
class Level:
    """A level: its number, what it is about, where the tangle is cut, and its scenarios, most telling first."""

    number: int
    title: str
    cut: str | None
    scenarios: tuple[str, ...]


SCORING = ("test_scores", "test_published_calls", "test_by_name", "test_bad_input", "test_every_order")
CARDS = ("test_cards", "test_bad_input_at_the_table")
GAMES = ("test_games", "test_tournaments", "test_ways_to_play", "test_callers_errors", "test_bad_input_to_games")
EVENING = ("test_evening",)

LEVELS = {
    1: Level(1, "scoring", "- v5", SCORING),
    2: Level(2, "cards", "- v6", SCORING + CARDS),
    3: Level(3, "whole games", "- v0", SCORING + CARDS + GAMES),
    4: Level(4, "the evening", None, SCORING + CARDS + GAMES + EVENING),
}
LAST = LEVELS[max(LEVELS)]  # all of it


def tangle(workspace: Path, level: Level) -> str:
    """Return the part of the tangle that the level is about; line numbers are as in legacy/yatzy.py."""
    return cut(text_of(workspace / TANGLE), level)


def cut(text: str, level: Level) -> str:
    """Return a text without the part that no scenario of the level guards, if it has that."""
    end = level.cut and re.search(rf"^    # ---.*{level.cut} *$", text, re.MULTILINE)
    return text[: end.start()].rstrip() + "\n" if end else text


def scenario_files(workspace: Path, level: Level) -> list[str]:
    """Return the paths of the level's scenarios, from the workspace."""
    paths = [f"tests/golden_master/{name}.py" for name in level.scenarios]
    return [path for path in paths if (workspace / path).is_file()]
