"""The worked way: from the tangle to the clean code in small steps, as git exchanges them.

step: a commit; a file of `worked/`, as `git format-patch` writes it. lesson: its message, four lines after the title.
red: a step that falls into a trap, and is taken back by the next. mutant: a line that may be written in another way,
and no test minds; a step that removes it says so.
"""

import email
import email.message
import email.policy
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from dojo.errors import WorkspaceError
from dojo.kata.files import text_of
from dojo.kata.workspace import CLEAN, checkout, git_in
from dojo.text import printable

FOLDER = "worked"
REVERT = "Revert "
LINES, LAST_LINES = dict.fromkeys(("Smell", "Where", "Why")), ("Look", "Not", "Mutant")
GONE = "Gone"  # with a step that is for that
WHERE = re.compile(r"level ([1-4]), (.+)")
MUTANT = re.compile(r"`(.+)` as `(.+)`")


class Mutant(NamedTuple):
    """A line of the state before a step, and what it may be replaced with."""

    line: str
    replacement: str


class Special(NamedTuple):
    """What sets a step apart: a sign and a word, so that colour is not needed to tell, and what the step does."""

    sign: str
    word: str
    does: str


RED = Special("x", "red", "falls into a trap")
REVERTS = Special("<", "revert", "goes back")
REMOVES = Special("*", "mutant", "removes a survivor")
SPECIALS = (RED, REVERTS, REMOVES)


class Letter(NamedTuple):
    """A step as it was sent: who wrote it, when, and all words of it."""

    name: str
    email: str
    moment: datetime
    words: str


@dataclass(frozen=True)
class Step:
    """A step: its file and number, the title of its message, the lines of the lesson by their names, its diff."""

    path: Path
    number: int
    title: str
    lesson: dict[str, str]
    diff: str

    @cached_property
    def refactoring(self) -> str:
        """Return its name in the catalogue; of a step that takes back, `Revert`."""
        return REVERT.strip() if self.is_revert else self.title.partition(":")[0]

    @cached_property
    def level(self) -> int:
        """Return the level that it belongs to."""
        return int(self._where[0])

    @cached_property
    def methods(self) -> list[str]:
        """Return the methods or functions with the smell, the most telling first, as they are called before it."""
        return self._where[1].split(", ")

    @property
    def question(self) -> dict[str, str]:
        """Return the lines to read before the diff, by their names: what is wrong where, and why that is bad."""
        return {name: self.lesson[name] for name in LINES if name in self.lesson}

    @property
    def answer(self) -> dict[str, str]:
        """Return the lines to read after it; of a mutant, in words for people."""
        if self.mutant is not None:
            line, replacement = self.mutant
            return {GONE: f"a surviving mutant: `{line}` could be written `{replacement}`, and no test noticed."}
        return {name: words for name, words in self.lesson.items() if name not in LINES}

    @property
    def smell(self) -> str:
        """Return the smell that it removes, or prepares to remove."""
        return self.lesson["Smell"]

    @property
    def is_red(self) -> bool:
        """Tell whether it falls into a trap."""
        return "Not" in self.lesson

    @property
    def is_revert(self) -> bool:
        """Tell whether it takes the step before it back."""
        return self.title.startswith(REVERT)

    @property
    def mutant(self) -> Mutant | None:
        """Return the surviving mutant that it removes, if it is for that."""
        found = MUTANT.fullmatch(self.lesson.get("Mutant", ""))
        return Mutant(*found.groups()) if found else None

    @property
    def special(self) -> Special | None:
        """Return what sets it apart; of most steps, nothing."""
        found = {RED: self.is_red, REVERTS: self.is_revert, REMOVES: self.mutant is not None}
        return next((special for special, holds in found.items() if holds), None)

    @cached_property
    def _where(self) -> tuple[str, str]:
        found = WHERE.fullmatch(self.lesson.get("Where", ""))
        if found is None:
            raise WorkspaceError(f"{self.path.name} does not say where: `Where: level 1, chance`. Put that line back.")
        return found[1], found[2]


def worked_steps(workspace: Path) -> list[Step]:
    """Return the steps in order; WorkspaceError when there are none."""
    found = [_step(path, number) for number, path in enumerate(sorted((workspace / FOLDER).glob("*.patch")), start=1)]
    if not found:
        raise WorkspaceError(f"{FOLDER}/ is empty. {checkout(workspace, FOLDER)} brings it back.")
    return found


def clean_code(workspace: Path) -> dict[str, str]:
    """Return the state that the worked way ends with, the text of each file by its path: the clean code, a package."""
    return {f"yatzy/{path.name}": text_of(path) for path in sorted((workspace / CLEAN).glob("*.py"))}


def letter_of(step: Step) -> Letter:
    """Return who wrote a step, when, and in what words."""
    message = _read(step.path)
    sender, moment = message["From"].addresses[0], message["Date"].datetime
    lesson = message.get_content().partition("\ndiff --git ")[0].strip()
    return Letter(sender.display_name, sender.addr_spec, moment, f"{step.title}\n\n{lesson}\n")


def _step(path: Path, number: int) -> Step:
    """Read a step; WorkspaceError for anything that is none."""
    message = _read(path)
    title = printable(" ".join((message["Subject"] or "").split()))
    words, start, rest = message.get_content().partition("\ndiff --git ")
    lesson = dict(_lines(words))
    if not title or not lesson.keys() >= LINES.keys() or lesson.keys().isdisjoint(LAST_LINES):
        raise WorkspaceError(
            f"{path.name} is no step: a title, and the lines {', '.join(LINES)} and {' or '.join(LAST_LINES)}.\n"
            f"{checkout(path.parent, '.')} brings it back."
        )
    if not path.name.startswith(f"{number:04}"):
        raise WorkspaceError(
            f"{path.name} is not step {number}: a file is missing before it, or is there twice.\n"
            f"{checkout(path.parent, '.')} brings back what is missing;"
            f" `{git_in(path.parent)} status .` shows what is new."
        )
    return Step(path, number, title, lesson, start.lstrip() + rest)


def _read(path: Path) -> email.message.EmailMessage:
    return email.message_from_bytes(path.read_bytes(), policy=email.policy.default)


def _lines(words: str) -> Iterator[tuple[str, str]]:
    for line in words.splitlines():
        name, colon, rest = line.partition(": ")
        if colon:
            yield name, printable(rest)
