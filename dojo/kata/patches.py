"""What the steps of the worked way make of the tangle: every state, read from the patches, without git.

state: the text of each file by its path. section: what a patch says of a file. hunk: some lines of it, old and new.
`git am` makes the same of them; this takes a fraction of the time, for whoever asks about all steps at once.
"""

import re
from collections.abc import Iterable, Iterator

from dojo.errors import WorkspaceError
from dojo.kata.worked import Step
from dojo.kata.workspace import checkout

SECTION = re.compile(r"^diff --git a/(\S+) b/(\S+)\n", re.MULTILINE)
HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? .*\n", re.MULTILINE)


def states(first: dict[str, str], steps: Iterable[Step]) -> Iterator[dict[str, str]]:
    """Return the first state, and that after each step; WorkspaceError where a patch does not fit."""
    state = first
    yield state
    for step in steps:
        try:
            state = _after(state, step.diff)
        except (KeyError, ValueError):
            raise WorkspaceError(
                f"{step.path.name} does not fit the state before it. {checkout(step.path.parent, '.')} brings it back."
            ) from None
        yield state


def _after(state: dict[str, str], diff: str) -> dict[str, str]:
    found = dict(state)
    _, *sections = SECTION.split(diff)
    for old, new, section in zip(sections[::3], sections[1::3], sections[2::3], strict=True):
        is_new = section.startswith("new file mode")
        text = "" if is_new else found.pop(old)
        if not section.startswith("deleted file mode"):
            found[new] = _patched(text, section)
    return found


def _patched(text: str, section: str) -> str:
    """Return the text with the hunks of its section; ValueError where it is not as they say."""
    lines = text.splitlines(keepends=True)
    found: list[str] = []
    at = 0
    _, *hunks = HUNK.split(section)
    for start, count, hunk in zip(hunks[::3], hunks[1::3], hunks[2::3], strict=True):
        body = hunk.splitlines(keepends=True)
        before = int(start) - (count != "0")  # of no lines, git names the one before
        old = [line[1:] for line in body if line[0] in " -"]
        new = [line[1:] for line in body if line[0] in " +"]
        if lines[before : before + len(old)] != old:
            raise ValueError(start)
        found += lines[at:before] + new
        at = before + len(old)
    return "".join([*found, *lines[at:]])
