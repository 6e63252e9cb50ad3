"""The workspace, which is the folder around `legacy/`, `refactored/` and the golden master; its levels, and its files.

A level is a part of the tangle, from its first line to a cut, and the scenarios of the golden master that guard it.
"""

import os
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from dojo.errors import WorkspaceError
from dojo.files import read_text

LEGACY, CLEAN = IMPLEMENTATIONS = ("legacy", "refactored")
TANGLE = f"{LEGACY}/yatzy.py"


@dataclass(frozen=True)
class Level:
    """A level: its number, what it is about, where the tangle is cut, and its scenarios, most telling first."""

    number: int
    title: str
    cut: str | None
    scenarios: tuple[str, ...]

    @property
    def heading(self) -> str:
        """Its number and its title; of code that is not the kata's, the title alone."""
        return f"level {self.number}, {self.title}" if self.number else self.title


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
OWN_CODE = Level(0, "your own code", None, ())  # which is no part of the tangle
ALL_LEVELS = {OWN_CODE.number: OWN_CODE, **LEVELS}


def find_workspace() -> Path:
    """Return the workspace around the current folder, else that of the installed command; or raise WorkspaceError."""
    here = Path.cwd().resolve()
    for folder in (here, *here.parents, Path(__file__).resolve().parents[2]):
        if (folder / "approved_files").is_dir() and (folder / TANGLE).is_file():
            return folder
    raise WorkspaceError(
        "This is no kata workspace: no legacy/yatzy.py beside approved_files/. Change into your clone of the kata."
    )


def checkout(folder: Path, *names: str, here: Path | None = None) -> str:
    """Return what brings back files in a folder of the kata."""
    paths = " ".join(map(shlex.quote, names))
    return f"`{git_in(folder, here)} checkout -- {paths}`"


def git_in(folder: Path, here: Path | None = None) -> str:
    """Return how git is told to work in a folder, from wherever a person is: in a practice, git sees that alone."""
    place = os.path.relpath(folder.resolve(), here or Path.cwd())
    return "git" if place == "." else f"git -C {shlex.quote(place)}"


def tangle(workspace: Path, level: Level) -> str:
    """Return the part of the tangle that the level is about; line numbers are as in legacy/yatzy.py."""
    return cut_to_level(read_text(workspace / TANGLE), level)


def cut_to_level(text: str, level: Level) -> str:
    """Return a text without the part that no scenario of the level guards, if it has that."""
    end = level.cut and re.search(rf"^    # ---.*{level.cut} *$", text, re.MULTILINE)
    return text[: end.start()].rstrip() + "\n" if end else text


def scenario_files(workspace: Path, level: Level) -> list[str]:
    """Return the paths of the level's scenarios, from the workspace."""
    paths = (f"tests/golden_master/{name}.py" for name in level.scenarios)
    return [path for path in paths if (workspace / path).is_file()]
