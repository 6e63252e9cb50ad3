"""What differs between two states of a practice, as a text that a terminal and a page can show.

difference: as git writes a diff, of all files that a practice keeps; of a binary or a huge file, only its name.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from dojo.practice import GitError, Repository
from dojo.progress.steps import Step
from dojo.text import printable

if TYPE_CHECKING:
    import pygit2

HUGE_BYTES = 1_000_000  # such as what an endless game wrote


def diff_of(repository: Repository, before: str | None, after: str) -> str:
    """Return what differs from a state, or from none, to another, each a tree or a commit; nothing if one is lost."""
    with suppress(GitError):
        lines = _diff(repository, before, after).split("\n")[:-1]
        return "\n".join(printable(line.expandtabs()) for line in lines)
    return ""


def diffs_of(repository: Repository, steps: Iterable[Step]) -> dict[int, str]:
    """Return the diff of each step by its number, empty where no file changed; none where it cannot be had."""
    found = {}
    for step in steps:
        with suppress(GitError):
            if step.entry.tree:
                found[step.number] = _diff(repository, step.entry.base, step.entry.tree)
    return found


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
