"""The slips of a kata: patches of the tangle, each with its story."""

from collections.abc import Iterator
from pathlib import Path

import pygit2
from msgspec import Struct

from dojo.errors import WorkspaceError
from dojo.files import read_text
from dojo.kata.description import Level, read_kata
from dojo.kata.workspace import checkout_command, cut_to_level, read_tangle


class Slip(Struct, frozen=True, rename={"name": "slip"}):
    """A slip, as reports have it. `change`: as git shows it. `path`: of its patch in the kata."""

    name: str
    story: str
    change: str
    level: int
    path: str


def read_slips(workspace: Path, level: Level) -> list[Slip]:
    """Return the slips of a level and of the levels below it, lowest first.

    The first hour has those of level 1 that change its part of the tangle.
    """
    kata = read_kata(workspace)
    if level == kata.first_hour:
        original = read_tangle(workspace, level)
        slips = read_slips(workspace, kata.levels[0])
        return [slip for slip in slips if apply_slip(workspace, level, slip) != original]
    slips = []
    for each in kata.levels[: level.number]:
        folder = f"level{each.number}"
        for path in sorted((workspace / kata.slips / folder).glob("*.patch")):
            story, _, change = read_text(path).partition("\n\n")
            name = f"{folder}/{path.stem}"
            path_in_kata = f"{kata.slips}/{name}.patch"
            slips.append(Slip(name, story, change, each.number, path_in_kata))
    return slips


def apply_slip(workspace: Path, level: Level, slip: Slip) -> str:
    """Return the level's part of the tangle, with the slip in it.

    Raises WorkspaceError if the changed lines are not in the tangle exactly once. They may have
    moved.
    """
    kata = read_kata(workspace)
    text = read_text(workspace / kata.tangle)
    try:
        hunks = list(_parse_hunks(slip.change))
    except pygit2.GitError as error:
        raise WorkspaceError(f"{slip.path} is no patch: {error}.") from None
    for before, after in hunks:
        if text.count(before) != 1:
            raise WorkspaceError(
                f"{slip.path} does not apply to {kata.tangle}.\n"
                f"{checkout_command(workspace, kata.slips, kata.tangle_package)} restores both."
            )
        text = text.replace(before, after)
    return cut_to_level(text, level)


def _parse_hunks(diff: str) -> Iterator[tuple[str, str]]:
    """Yield the text of each hunk before and after its change, with its context lines."""
    for patch in pygit2.Diff.parse_diff(diff):
        for hunk in patch.hunks if patch else ():
            before = [line.content for line in hunk.lines if line.origin != "+"]
            after = [line.content for line in hunk.lines if line.origin != "-"]
            yield "".join(before), "".join(after)
