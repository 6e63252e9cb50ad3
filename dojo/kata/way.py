"""The worked way: from the tangle to the clean code in small steps, each a patch of git in `worked/`.

Its message is a lesson. A red step falls into a trap, and the next takes it back. A state is the text of files by path.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from email.header import decode_header, make_header
from pathlib import Path

from dojo.errors import WorkspaceError
from dojo.files import read_text, temporary_folder
from dojo.kata.workspace import CLEAN, checkout

FOLDER = "worked"
QUESTION = ("Smell", "Where", "Why")  # the lines to read before the diff; the last one is to be read after it
SPECIALS = {  # what sets a step apart: a sign, so that colour is not needed to tell, and what the step does
    "red": ("x", "falls into a trap"),
    "revert": ("<", "goes back"),
    "mutant": ("*", "removes a survivor"),
}
SUBJECT = re.compile(r"^Subject:(.*(?:\n .*)*)", re.MULTILINE)  # to parse the whole message takes ten times as long


@dataclass(frozen=True)
class WorkedStep:
    """A step: its file and number, the title of its message, the lines of the lesson by their names, its diff."""

    path: Path
    number: int
    title: str
    lesson: dict[str, str]
    diff: str

    @property
    def refactoring(self) -> str:
        return "Revert" if self.is_revert else self.title.partition(":")[0]

    @property
    def level(self) -> int:
        return int(self.lesson["Where"].partition(",")[0].removeprefix("level "))

    @property
    def methods(self) -> list[str]:
        """The methods or functions with the smell, the most telling first, as they are called before it."""
        return self.lesson["Where"].split(", ")[1:]

    @property
    def question(self) -> dict[str, str]:
        """The lines to read before the diff: what is wrong where, and why that is bad."""
        return {name: self.lesson[name] for name in QUESTION}

    @property
    def answer(self) -> dict[str, str]:
        """The line to read after the diff."""
        if self.special == "mutant":
            return {"Gone": f"a surviving mutant, {self.lesson['Mutant']}: no test noticed it."}
        return {name: words for name, words in self.lesson.items() if name not in QUESTION}

    @property
    def is_red(self) -> bool:
        return "Not" in self.lesson

    @property
    def is_revert(self) -> bool:
        return self.title.startswith("Revert ")

    @property
    def special(self) -> str:
        """What sets it apart, one of SPECIALS, or nothing."""
        if self.is_red:
            return "red"
        if self.is_revert:
            return "revert"
        return "mutant" if "Mutant" in self.lesson else ""


def worked_steps(workspace: Path) -> list[WorkedStep]:
    """Return the steps in order; WorkspaceError when there are none."""
    found = [
        _parse_step(path, number) for number, path in enumerate(sorted((workspace / FOLDER).glob("*.patch")), start=1)
    ]
    if not found:
        raise WorkspaceError(f"{FOLDER}/ is empty. {checkout(workspace, FOLDER)} brings it back.")
    return found


def _parse_step(path: Path, number: int) -> WorkedStep:
    header, _, body = path.read_text(encoding="utf-8").partition("\n\n")
    subject = "".join(SUBJECT.findall(header))
    title = " ".join(str(make_header(decode_header(subject))).split())
    words, start, diff = body.partition("diff --git ")
    lesson = dict(line.split(": ", 1) for line in words.splitlines() if ": " in line)
    if not title or not lesson.keys() >= {*QUESTION}:
        again = checkout(path.parent, ".")
        raise WorkspaceError(f"{path.name} is no step: a title, and the lines of a lesson.\n{again} brings it back.")
    return WorkedStep(path, number, title, lesson, start + diff)


def replay(first: dict[str, str], steps: Iterable[WorkedStep]) -> Iterator[dict[str, str]]:
    """Return the first state, and that after each step; WorkspaceError where a patch does not fit."""
    import pygit2  # noqa: PLC0415 - it takes 40 ms to load, and few commands need it
    from pygit2.enums import ApplyLocation, FileMode  # noqa: PLC0415 - likewise

    with temporary_folder("way") as folder:
        git = pygit2.init_repository(str(folder))
        for path, text in first.items():
            git.index.add(pygit2.IndexEntry(path, git.create_blob(text.encode()), FileMode.BLOB))
        git.index.write()
        yield first
        for step in steps:
            try:
                git.apply(pygit2.Diff.parse_diff(step.diff), ApplyLocation.INDEX)
            except pygit2.GitError:
                file, again = step.path.name, checkout(step.path.parent, ".")
                raise WorkspaceError(f"{file} does not fit the state before it. {again} brings it back.") from None
            git.index.read()
            yield {entry.path: git[entry.id].peel(pygit2.Blob).data.decode() for entry in git.index}


def clean_code(workspace: Path) -> dict[str, str]:
    """Return the state that the worked way ends with: the clean code, a package."""
    return {f"yatzy/{path.name}": read_text(path) for path in sorted((workspace / CLEAN).glob("*.py"))}
