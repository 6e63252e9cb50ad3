"""What differs between two states of a practice, as a text for a terminal, and file by file for a page."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import pygit2

from dojo.pages import highlighted
from dojo.practice.snapshots import Repository
from dojo.progress.steps import Step
from dojo.text import counted, printable

MOST_LINES = 1_000  # of a file, on a page: a table of all rolls that was approved has more
WHAT = {"A": "new", "D": "removed"}  # by the letter that git has for it
ELEMENTS = {"-": "del", "+": "ins", " ": "span"}  # of a page, by what a line begins with


class Line(NamedTuple):
    """A line of a diff: the element that a page has for it, and its text."""

    element: str
    text: str


class FileChange(NamedTuple):
    """What becomes of one file: its name, and whether it is new or removed; the first lines, and what is not shown."""

    heading: str
    lines: list[Line]
    cut: str = ""


def diff_of(repository: Repository, before: str | None, after: str) -> str:
    """Return what differs from a state, or from none, to another, each a tree or a commit, as git writes it."""
    patches = repository.patches(before, after, renames=True)
    lines = [line for patch in patches for line in patch.data.decode(errors="replace").split("\n")[:-1]]
    return "\n".join(printable(line.expandtabs()) for line in lines if not line.startswith("index "))


def diffs_of(repository: Repository, steps: Iterable[Step]) -> dict[int, list[FileChange]]:
    """Return what each step changed, by its number."""
    found = {}
    for step in steps:
        patches = repository.patches(step.entry.base, step.entry.tree or "", renames=True)
        found[step.number] = changes_of(patches)
    return found


def changes_of(patches: Iterable[pygit2.Patch]) -> list[FileChange]:
    """Return what patches change, file by file."""
    return [_change(patch) for patch in patches]


def _change(patch: pygit2.Patch) -> FileChange:
    old, new = patch.delta.old_file.path, patch.delta.new_file.path
    notes = [old if old == new else f"{old} → {new}", WHAT.get(patch.delta.status_char(), "")]
    if patch.delta.is_binary:
        notes.append("binary")
    lines = [line for hunk in patch.hunks for line in _lines(hunk, is_code=new.endswith(".py"))]
    more = len(lines) - MOST_LINES
    cut = f"{counted(more, 'more line')}, not shown here." if more > 0 else ""
    return FileChange(", ".join(filter(None, notes)), lines[:MOST_LINES], cut)


def _lines(hunk: pygit2.DiffHunk, *, is_code: bool) -> Iterator[Line]:
    """Yield the lines of a hunk; a word of code is marked by what it is before, and after."""
    old, new = (iter(_marked(hunk, origins, is_code=is_code)) for origins in (" -", " +"))
    yield Line("b", hunk.header.rstrip("\n"))
    for line in hunk.lines:
        text = line.content.strip("\n")
        if line.origin in " -":
            text = line.origin + next(old)
        if line.origin in " +":
            text = line.origin + next(new)
        yield Line(ELEMENTS.get(line.origin, "span"), text)


def _marked(hunk: pygit2.DiffHunk, origins: str, *, is_code: bool) -> list[str]:
    """Return those lines of a hunk that have one of these origins."""
    text = "".join(line.content for line in hunk.lines if line.origin in origins)
    return list(highlighted(text)) if is_code else text.split("\n")
