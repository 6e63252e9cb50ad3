"""The workspace of a kata: the folder with kata.toml."""

import os
import re
import shlex
from collections.abc import Sequence
from pathlib import Path

from dojo.errors import WorkspaceError
from dojo.files import read_text
from dojo.kata.description import KATA_FILE, Level, read_kata

NOT_IN_A_KATA = f"""\
This folder is in no kata: there is no {KATA_FILE} here, nor in a folder around it.
Change into your clone, or clone the kata from where you have the dojo, then run this again."""

# The line that begins a section of the tangle.
MARK = r"^ *# -+ {name} *$"


class NoKataError(WorkspaceError):
    """There is no kata around the current folder."""

    def __init__(self, advice: str = "") -> None:
        super().__init__(NOT_IN_A_KATA + advice)


def find_workspace() -> Path:
    """Return the workspace of the nearest kata: that of the current folder, or of one around it.

    Raises NoKataError if there is none.
    """
    here = Path.cwd().resolve()
    for folder in (here, *here.parents):
        if is_workspace(folder):
            return folder
    raise NoKataError


def workspace_or_none() -> Path | None:
    try:
        return find_workspace()
    except (NoKataError, FileNotFoundError):  # somebody removed the current folder
        return None


def is_workspace(folder: Path) -> bool:
    return (folder / KATA_FILE).is_file()


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


def has_clean_version(workspace: Path) -> bool:
    """Return whether somebody has begun the clean version."""
    files = (workspace / read_kata(workspace).clean).rglob("*.py")
    return any(file.name != "__init__.py" for file in files)


def present_implementations(workspace: Path) -> tuple[str, ...]:
    """Return the names of the implementations that are there."""
    names = read_kata(workspace).implementations
    return names if has_clean_version(workspace) else names[:1]


def refuse_mistakes(workspace: Path) -> None:
    """Raise WorkspaceError if kata.toml names files or marks that are not there."""
    kata = read_kata(workspace)
    problems: list[str] = []
    text = read_text(workspace / kata.tangle)
    has_clean = has_clean_version(workspace)
    for level in kata.all_levels:
        files = [f"{kata.golden_master}/{name}.py" for name in level.scenarios]
        if has_clean:
            files += [f"{kata.clean}/{name}.py" for name in level.clean]
        missing = [file for file in files if not (workspace / file).is_file()]
        problems += [f"{level.heading}: there is no {file}" for file in missing]
        marks = level.sections or (level.end,)
        if "" in marks and level != kata.last_level:
            problems.append(f"{level.heading}: only the last level has no end")
        for mark in filter(None, marks):
            if _find_mark(text, mark) is None:
                line = f"`# ---- {mark}`"
                problems.append(f"{level.heading}: {kata.tangle} has no line {line}")
    if problems:
        raise WorkspaceError("\n".join([f"{KATA_FILE} does not fit the kata:", *problems]))


def read_tangle(workspace: Path, level: Level) -> str:
    """Return the tangle up to the end of a level. Its lines keep their numbers.

    Those of the first hour move up, if a section before them is left out.
    """
    return cut_to_level(read_text(workspace / read_kata(workspace).tangle), level)


def cut_to_level(text: str, level: Level) -> str:
    """Cut the tangle at the end of a level, unless a refactoring removed its mark."""
    if level.sections:
        return _keep_sections(text, level.sections)
    if not level.end:
        return text
    end = _find_mark(text, level.end)
    if end is None:
        return text
    return text[: end.start()].rstrip() + "\n"


def _find_mark(text: str, name: str) -> re.Match[str] | None:
    return re.search(MARK.format(name=re.escape(name)), text, re.MULTILINE)


def _keep_sections(text: str, names: Sequence[str]) -> str:
    """Return the head of the tangle, above the first mark, and the sections with these marks."""
    kept = ""
    keep = True
    for line in text.splitlines(keepends=True):
        mark = re.match(MARK.format(name=r"(\S+)"), line)
        if mark:
            keep = mark[1] in names
        if keep:
            kept += line
    return kept.rstrip() + "\n"
