"""A practice: a copy of the tangle in `practice/` or `practices/`, the archive, or any project."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, NamedTuple

from msgspec import Struct

from dojo.kata.description import NO_KATA, NO_LEVEL, Kata, Level, read_kata
from dojo.kata.workspace import is_workspace
from dojo.text import quantity

Status = Literal["green", "amber", "red"]
GREEN: Status = "green"
AMBER: Status = "amber"
RED: Status = "red"
STATUSES: tuple[Status, ...] = (GREEN, AMBER, RED)
# The status that a person expects of a check, or an empty string without a prediction.
Prediction = Literal["", "green", "amber", "red"]
NAME = "practice"
ARCHIVE = "practices"  # an earlier version archived them beside practice/
STATE_DIRECTORY = ".dojo"
GOLDEN_MASTER = "golden_master.md"  # where editors and pytest show its scenarios


class ChangedExpectations(Struct, frozen=True, order=True):
    """How many expected results of the kata a practice changed, and how many it added."""

    changes: int = 0
    additions: int = 0

    def __str__(self) -> str:
        parts: list[str] = []
        if self.changes:
            parts.append(f"{quantity(self.changes, 'expected result')} changed")
        if self.additions:
            parts.append(f"{quantity(self.additions, 'addition')} to expected results")
        return ", ".join(parts)


NO_CHANGES = ChangedExpectations()


def status_in_words(status: str, approved: ChangedExpectations) -> str:
    """Return the status of a check, and how many changed expectations it has."""
    return f"{status}, {approved}" if approved != NO_CHANGES else status


class Guard(NamedTuple):
    """Tests that fail if the behaviour of a practice changes.

    `title`: what a check says of it. `todo`: what to do about a survivor. `scenarios`: the modules
    of the golden master that it runs. `keeps_tests`: TCR does not revert tests, because the person
    is still writing them.
    """

    name: str
    title: str
    todo: str
    scenarios: tuple[str, ...] = ()
    keeps_tests: bool = False

    @property
    def runs_golden_master(self) -> bool:
        return bool(self.scenarios)


OWN_TESTS = Guard("own tests", "your tests", "write a test that", keeps_tests=True)


def guard_in_words(guard: tuple[int, bool], title: str = "") -> str:
    """Return a level, and whether it is blind, as in "level 1, scoring, blind"."""
    number, is_blind = guard
    heading = Level(title, number=number).heading
    return f"{heading}, blind" if number and is_blind else heading


@dataclass(frozen=True)
class Choices:
    """The choices made at the start.

    `level`: from 1 on, FIRST_HOUR, or 0 without a kata. `blind`: without a golden master. `step`:
    it begins after this worked step; 0 is the tangle. `code`: the name of somebody's own code.
    `title`: that of the level.
    """

    level: int = 1
    blind: bool = False
    name: str = ""
    step: int = 0
    code: str = ""
    title: str = ""

    @property
    def about(self) -> str:
        """The subject of the practice, in words."""
        if self.code:
            return f"{self.code}, {NO_LEVEL.title}"
        return guard_in_words(self.guard, self.title)

    @property
    def guard(self) -> tuple[int, bool]:
        """The identity of a guard: the level, and whether it is blind."""
        return self.level, self.blind


@dataclass(frozen=True)
class Practice:
    """A practice that was started. `name`: its folder in the workspace.

    A project that is practised in place is its own workspace, and has an empty `name`.
    """

    workspace: Path
    choices: Choices
    name: str = NAME

    @property
    def folder(self) -> Path:
        return self.workspace / self.name

    @property
    def is_in_place(self) -> bool:
        return not self.name

    @property
    def title(self) -> str:
        """The name of the folder, in messages."""
        return self.name or self.folder.name

    @property
    def state_directory(self) -> Path:
        return self.folder / STATE_DIRECTORY

    @property
    def kata(self) -> Kata:
        """The kata around the practice, or one without anything."""
        return kata_of(self.workspace, self.choices)

    @property
    def level(self) -> Level:
        return self.kata.level(self.choices.level)

    @property
    def guards(self) -> tuple[Guard, ...]:
        """The tests that protect the practice: the golden master, but after a blind start, and own.

        The first one is what a check is named after.
        """
        level = self.level
        if self.choices.blind or not level.scenarios:
            return (OWN_TESTS,)
        todo = "write a test of your own that"
        golden_master = Guard("golden master", level.heading, todo, level.scenarios)
        return (golden_master, OWN_TESTS)

    @property
    def guard(self) -> Guard:
        return self.guards[0]

    @property
    def own_documents(self) -> Path:
        """The folder of approved files that differ from the kata's."""
        return self.folder / "approved_files"

    def with_guard(self, *, blind: bool) -> "Practice":
        """Return the practice, guarded by the golden master, or, if `blind`, by own tests alone."""
        return replace(self, choices=replace(self.choices, blind=blind))

    def display_path(self, path: Path) -> str:
        """Return a path as a person in the workspace would type it."""
        if path.is_relative_to(self.workspace):
            return path.relative_to(self.workspace).as_posix()
        return str(path)


def kata_of(workspace: Path, choices: Choices) -> Kata:
    """Return the kata that a practice is about, or one without anything."""
    return read_kata(workspace) if choices.level else NO_KATA


def workspace_of(folder: Path) -> Path:
    """Return the workspace around the folder of a practice: a kata, or else the folder itself."""
    around = folder.parent
    if around.name == ARCHIVE:
        around = around.parent
    is_of_kata = folder.name == NAME or is_workspace(around)
    return around if is_of_kata else folder


def practice_at(folder: Path, choices: Choices) -> Practice:
    workspace = workspace_of(folder)
    name = "" if folder == workspace else folder.relative_to(workspace).as_posix()
    return Practice(workspace, choices, name)


# Is called with what a person waits for, and with an empty string when that is over.
Notify = Callable[[str], None]


def silent(_: str) -> None:
    """Notify nobody."""
