"""The workspace: the folder around `legacy/`, `refactored/` and the golden master, and its levels.

A level is a part of the tangle, with the scenarios of the golden master that guard it.
"""

import os
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from dojo.errors import WorkspaceError
from dojo.files import read_text

LEGACY = "legacy"
CLEAN = "refactored"
IMPLEMENTATIONS = (LEGACY, CLEAN)
NO_CLONE = """\
This folder is in no clone of the kata, with legacy/yatzy.py and approved_files/.
Change into your clone, or clone the kata from where you have the dojo, then run this again."""
TANGLE = f"{LEGACY}/yatzy.py"


@dataclass(frozen=True)
class Level:
    """A level. `end`: the mark of the section of the tangle that follows, or None for the last.

    `scenarios`: the modules that guard it, those that tell most first.
    """

    number: int
    title: str
    end: str | None
    scenarios: tuple[str, ...]

    @property
    def heading(self) -> str:
        if self.number == 0:  # own code
            return self.title
        return f"level {self.number}, {self.title}"


SCORING = (
    "test_scores",
    "test_published_calls",
    "test_by_name",
    "test_bad_input",
    "test_every_order",
)
CARDS = ("test_cards", "test_bad_input_at_the_table")
GAMES = (
    "test_games",
    "test_tournaments",
    "test_ways_to_play",
    "test_callers_errors",
    "test_bad_input_to_games",
)
EVENING = ("test_evening",)

LEVELS = {
    1: Level(1, "scoring", "v5", SCORING),
    2: Level(2, "cards", "v6", SCORING + CARDS),
    3: Level(3, "whole games", "v0", SCORING + CARDS + GAMES),
    4: Level(4, "the evening", None, SCORING + CARDS + GAMES + EVENING),
}
LAST_LEVEL = LEVELS[max(LEVELS)]
# A practice of code that is not the kata's.
OWN_CODE = Level(0, "your own code", None, ())
ALL_LEVELS = {OWN_CODE.number: OWN_CODE, **LEVELS}


def find_workspace() -> Path:
    """Return the workspace around the current folder, or else that of the installed command.

    Raises WorkspaceError if there is none.
    """
    here = Path.cwd().resolve()
    installed = Path(__file__).resolve().parents[2]
    for folder in (here, *here.parents, installed):
        if is_workspace(folder):
            return folder
    raise WorkspaceError(NO_CLONE)


def is_workspace(folder: Path) -> bool:
    return (folder / "approved_files").is_dir() and (folder / TANGLE).is_file()


def checkout_command(folder: Path, *names: str, here: Path | None = None) -> str:
    """Return the git command, between backticks, that brings back files of the kata."""
    paths = " ".join(shlex.quote(name) for name in names)
    return f"`{git_command(folder, here)} checkout -- {paths}`"


def git_command(folder: Path, here: Path | None = None) -> str:
    """Return how to call git for a folder, from `here` or the current folder.

    Inside a practice, git alone would use the repository of the practice.
    """
    path = os.path.relpath(folder.resolve(), here or Path.cwd())
    if path == ".":
        return "git"
    return f"git -C {shlex.quote(path)}"


def read_tangle(workspace: Path, level: Level) -> str:
    """Return the tangle up to the end of a level, with the line numbers of legacy/yatzy.py."""
    return cut_to_level(read_text(workspace / TANGLE), level)


def cut_to_level(text: str, level: Level) -> str:
    """Cut the tangle at the end of a level, unless a refactoring removed its mark."""
    if level.end is None:
        return text
    end = re.search(rf"^    # -+ {level.end} *$", text, re.MULTILINE)
    if end is None:
        return text
    return text[: end.start()].rstrip() + "\n"


def scenario_files(workspace: Path, level: Level) -> list[str]:
    """Return the paths of the scenarios of a level, relative to the workspace."""
    paths = [f"tests/golden_master/{name}.py" for name in level.scenarios]
    return [path for path in paths if (workspace / path).is_file()]
