"""What differs between two states of a practice, as a text for a terminal, and file by file for a page.

difference: as git writes a diff, of all files that a practice keeps; of a binary or a huge file, only its name.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from dojo.pages import highlighted
from dojo.practice.snapshots import GitError, Repository
from dojo.progress.steps import Step
from dojo.text import counted, printable

if TYPE_CHECKING:
    import pygit2

HUGE_BYTES = 1_000_000  # such as what an endless game wrote
MOST_LINES = 1_000  # of a file, on a page: a table of all rolls that was approved has more
WHAT = {"A": "new", "D": "removed"}  # by the letter that git has for it


class Line(NamedTuple):
    """A line of a diff: the element that a page has for it, and its text."""

    element: str
    text: str


class FileChange(NamedTuple):
    """What becomes of one file: its name, and whether it is new or removed; the first lines, and how many more."""

    heading: str
    lines: list[Line]
    unshown: int = 0

    @property
    def cut(self) -> str:
        """Say how many lines are not shown; nothing where all are."""
        return f"{counted(self.unshown, 'more line')}, not shown here." if self.unshown else ""


def diff_of(repository: Repository, before: str | None, after: str) -> str:
    """Return what differs from a state, or from none, to another, each a tree or a commit; nothing if one is lost."""
    with suppress(GitError):
        lines = _diff(repository, before, after).split("\n")[:-1]
        return "\n".join(printable(line.expandtabs()) for line in lines)
    return ""


def diffs_of(repository: Repository, steps: Iterable[Step]) -> dict[int, list[FileChange]]:
    """Return what each step changed, by its number; nothing of one of which it cannot be had."""
    found = {}
    for step in steps:
        with suppress(GitError):
            if step.entry.tree:
                found[step.number] = changes_of(repository.patches(step.entry.base, step.entry.tree, renames=True))
    return found


def changes_in(diff: str) -> list[FileChange]:
    """Return what a diff changes, as git writes one."""
    import pygit2  # noqa: PLC0415 - few commands need it

    return changes_of(filter(None, pygit2.Diff.parse_diff(diff)))


def changes_of(patches: Iterable["pygit2.Patch"]) -> list[FileChange]:
    """Return what patches change, file by file."""
    return [_change(patch) for patch in patches]


def _change(patch: "pygit2.Patch") -> FileChange:
    delta = patch.delta
    old, new = delta.old_file.path, delta.new_file.path
    notes = [old if old == new else f"{old} → {new}", WHAT.get(delta.status_char(), "")]
    if delta.is_binary or len(patch.data) > HUGE_BYTES:
        return FileChange(", ".join(filter(None, [*notes, "binary"])), [])
    lines = [line for hunk in patch.hunks for line in _lines(hunk, is_code=new.endswith(".py"))]
    return FileChange(", ".join(filter(None, notes)), lines[:MOST_LINES], max(0, len(lines) - MOST_LINES))


def _lines(hunk: "pygit2.DiffHunk", *, is_code: bool) -> Iterator[Line]:
    """Yield the lines of a hunk; a word of code is marked by what it is before, and after."""
    old, new = (iter(_marked(hunk, origins, is_code=is_code)) for origins in (" -", " +"))
    yield Line("b", hunk.header.rstrip("\n"))
    for line in hunk.lines:
        if line.origin == "-":
            yield Line("del", "-" + next(old))
        elif line.origin == "+":
            yield Line("ins", "+" + next(new))
        elif line.origin == " ":
            next(old)
            yield Line("span", " " + next(new))
        else:
            yield Line("span", line.content.strip("\n"))


def _marked(hunk: "pygit2.DiffHunk", origins: str, *, is_code: bool) -> list[str]:
    text = "".join(line.content for line in hunk.lines if line.origin in origins)
    return list(highlighted(text)) if is_code else text.split("\n")


def _diff(repository: Repository, before: str | None, after: str) -> str:
    return "".join(map(_text, repository.patches(before, after, renames=True)))


def _text(patch: "pygit2.Patch") -> str:
    """Return a patch as git writes it, whatever a person has set for theirs."""
    _, at, hunks = patch.data.partition(b"\n@@ ")
    old, new = patch.delta.old_file, patch.delta.new_file
    heading = [f"diff --git a/{old.path} b/{new.path}", *_notes(patch.delta)]
    before, after = f"a/{old.path}" if old.mode else "/dev/null", f"b/{new.path}" if new.mode else "/dev/null"
    if patch.delta.is_binary or len(hunks) > HUGE_BYTES:
        at, hunks = b"", b""
        heading += [f"Binary files {before} and {after} differ"]
    elif hunks:
        heading += [f"--- {before}", f"+++ {after}"]
    return (os.fsencode("\n".join(heading)) + (at or b"\n") + hunks).decode(errors="replace")


def _notes(delta: "pygit2.DiffDelta") -> Iterator[str]:
    old, new = delta.old_file, delta.new_file
    if not old.mode:
        yield f"new file mode {int(new.mode):o}"
    elif not new.mode:
        yield f"deleted file mode {int(old.mode):o}"
    elif old.mode != new.mode:
        yield from (f"old mode {int(old.mode):o}", f"new mode {int(new.mode):o}")
    if old.path != new.path:
        yield from (f"similarity index {delta.similarity}%", f"rename from {old.path}", f"rename to {new.path}")
