"""The workspace of a kata: the folder with kata.toml."""

import os
import re
import shlex
from pathlib import Path

from dojo.errors import WorkspaceError
from dojo.files import read_text
from dojo.kata.description import KATA_FILE, Level, read_kata

NO_KATA = f"""\
This folder is in no kata: there is no {KATA_FILE} here, nor in a folder around it.
Change into your clone, or clone the kata from where you have the dojo, then run this again."""


class NoKataError(WorkspaceError):
    """There is no kata around the current folder."""

    def __init__(self) -> None:
        super().__init__(NO_KATA)


def find_workspace() -> Path:
    """Return the workspace around the current folder, or else that of the installed command.

    Raises NoKataError if there is none.
    """
    here = Path.cwd().resolve()
    installed = Path(__file__).resolve().parents[2]
    for folder in (here, *here.parents, installed):
        if is_workspace(folder):
            return folder
    raise NoKataError


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


def read_tangle(workspace: Path, level: Level) -> str:
    """Return the tangle up to the end of a level. Its lines keep their numbers."""
    return cut_to_level(read_text(workspace / read_kata(workspace).tangle), level)


def cut_to_level(text: str, level: Level) -> str:
    """Cut the tangle at the end of a level, unless a refactoring removed its mark."""
    if not level.end:
        return text
    end = re.search(rf"^ *# -+ {re.escape(level.end)} *$", text, re.MULTILINE)
    if end is None:
        return text
    return text[: end.start()].rstrip() + "\n"
