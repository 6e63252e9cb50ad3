"""The worked way: small steps from the tangle to the clean code, each a git patch.

The message of a patch is its lesson. A red step falls into a trap, and the next step reverts it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from email.header import decode_header, make_header
from pathlib import Path

import pygit2
from pygit2.enums import ApplyLocation, FileMode

from dojo.errors import WorkspaceError
from dojo.files import read_text, temporary_folder
from dojo.kata.description import read_kata
from dojo.kata.workspace import checkout_command, read_tangle
from dojo.source import Sources

SUBJECT = re.compile(r"^Subject:(.*(?:\n .*)*)", re.MULTILINE)
# The lines of a lesson to read before the diff.
QUESTION = ("Smell", "Where", "Why")


@dataclass(frozen=True)
class StepKind:
    """A special kind of step. The mark shows it where colours do not."""

    name: str
    mark: str
    meaning: str
    colour: str


TRAP = StepKind("red", "x", "meant to fail", "red")
REVERT = StepKind("revert", "<", "undoes a red step", "yellow")
KILLED = StepKind("mutant", "*", "removes a survivor", "magenta")
STEP_KINDS = (TRAP, REVERT, KILLED)


@dataclass(frozen=True)
class WorkedStep:
    """A step of the worked way. `lesson` has the lines of its message, by name."""

    path: Path
    number: int
    title: str
    lesson: dict[str, str]
    diff: str
    heading: str = ""  # that of its level

    @property
    def kind(self) -> StepKind | None:
        """The special kind of the step, or None for an ordinary refactoring."""
        if self.is_red:
            return TRAP
        if self.is_revert:
            return REVERT
        if "Mutant" in self.lesson:
            return KILLED
        return None

    @property
    def is_red(self) -> bool:
        return "Not" in self.lesson

    @property
    def is_revert(self) -> bool:
        return self.title.startswith("Revert ")

    @property
    def refactoring(self) -> str:
        if self.is_revert:
            return "Revert"
        return self.title.partition(":")[0]

    @property
    def level(self) -> int:
        level = self.lesson["Where"].partition(",")[0]
        return int(level.removeprefix("level "))

    @property
    def methods(self) -> list[str]:
        """The methods or functions with the smell, by their names before the step."""
        return self.lesson["Where"].split(", ")[1:]

    @property
    def question(self) -> dict[str, str]:
        """The lines to read before the diff: the smell, its place, and why it is bad."""
        return {name: self.lesson[name] for name in QUESTION}

    @property
    def answer(self) -> dict[str, str]:
        """The line to read after the diff."""
        if self.kind == KILLED:
            return {"Gone": f"a surviving mutant, {self.lesson['Mutant']}: no test noticed it."}
        return {name: text for name, text in self.lesson.items() if name not in QUESTION}


def worked_steps(workspace: Path) -> list[WorkedStep]:
    """Return the steps in order. Raises WorkspaceError if there are none, or one is damaged."""
    kata = read_kata(workspace)
    folder = kata.way
    paths = sorted((workspace / folder).glob("*.patch"))
    if not (workspace / folder).is_dir():
        raise WorkspaceError(f"This kata has no worked way: there is no folder {folder}/.")
    if not paths:
        restore = checkout_command(workspace, folder)
        raise WorkspaceError(f"{folder}/ is empty. {restore} restores it.")
    steps = [_parse_step(path, number) for number, path in enumerate(paths, start=1)]
    return [replace(step, heading=kata.level(step.level).heading) for step in steps]


def _parse_step(path: Path, number: int) -> WorkedStep:
    """Parse a patch. Raises WorkspaceError without a title, or without a required line."""
    header, _, body = path.read_text(encoding="utf-8").partition("\n\n")
    title = _title(header)
    message, start, diff = body.partition("diff --git ")
    lesson: dict[str, str] = {}
    for line in message.splitlines():
        name, separator, text = line.partition(": ")
        if separator:
            lesson[name] = text
    lines = {"Subject": title, **lesson}
    missing = [f"{name}:" for name in ("Subject", *QUESTION) if not lines.get(name)]
    if missing:
        problem = f"{path.name} is not a step: its lines {', '.join(missing)} are missing."
        raise WorkspaceError(f"{problem}\n{checkout_command(path.parent, '.')} restores it.")
    return WorkedStep(path, number, title, lesson, start + diff)


def _title(header: str) -> str:
    """Return the subject of a patch as one line. It may be encoded, and go over several lines."""
    # Parsing the whole header with `email` takes ten times as long.
    subject = "".join(SUBJECT.findall(header))
    decoded = str(make_header(decode_header(subject)))
    return " ".join(decoded.split())


def replay(first: Sources, steps: Iterable[WorkedStep]) -> Iterator[Sources]:
    """Yield the code before the first step, then after each.

    Raises WorkspaceError if the patch of a step does not fit.
    """
    with temporary_folder("way") as folder:
        git = pygit2.init_repository(str(folder))
        for path, text in first.items():
            blob = git.create_blob(text.encode())
            git.index.add(pygit2.IndexEntry(path, blob, FileMode.BLOB))
        git.index.write()
        yield first
        for step in steps:
            try:
                git.apply(pygit2.Diff.parse_diff(step.diff), ApplyLocation.INDEX)
            except pygit2.GitError:
                problem = f"{step.path.name} does not apply to the state before it."
                restore = checkout_command(step.path.parent, ".")
                raise WorkspaceError(f"{problem} {restore} restores it.") from None
            git.index.read()
            yield {entry.path: git[entry.id].peel(pygit2.Blob).data.decode() for entry in git.index}


def clean_code(workspace: Path) -> Sources:
    """Return the clean code, with which the worked way ends, as a package."""
    kata = read_kata(workspace)
    paths = sorted((workspace / kata.clean).glob("*.py"))
    return {f"{kata.module}/{path.name}": read_text(path) for path in paths}


def tangle_code(workspace: Path) -> Sources:
    """Return the whole tangle, with which the worked way begins."""
    kata = read_kata(workspace)
    return {kata.tangle_file: read_tangle(workspace, kata.last_level)}
