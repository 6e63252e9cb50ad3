"""What a practice must leave alone while it is checked.

answers: `legacy/` and `refactored/`; a practice stands by itself, and cannot read them. bounds: the practice's own
folder, without what git and the dojo keep there, and the folder for temporary files; elsewhere it changes nothing.
refusal: an attempt at either. Nothing has happened yet when it is refused, and the error arises where it was tried.

Python tells of every file that is opened, moved or removed. Only what code of the practice does is refused: nobody
else who changes a file meanwhile is blamed. This is against slips, not against bad will: a program that the practice
starts, code in C, a file that is named from an open folder (`dir_fd`), and what Python itself keeps quiet about
(`os.mkfifo`, `os.mknod`) are not watched.
"""

import os
import sys
import tempfile
import threading
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import unquote

from dojo.checking.explain import RefusedError, shown
from dojo.kata import IMPLEMENTATIONS
from dojo.practice import HOME
from dojo.text import INDENT

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
# Which arguments of an event are files to be changed. The first group changes a name, the second what it stands for;
# a link does both, for who writes to it changes what it leads to.
NAMES = {"os.remove": (0,), "os.rmdir": (0,), "os.mkdir": (0,), "os.rename": (0, 1), "shutil.rmtree": (0,)}
NAMES |= {"os.link": (1,), "os.symlink": (1,)}
CONTENTS = {"os.truncate": (0,), "os.chmod": (0,), "os.chown": (0,), "os.utime": (0,), "os.link": (0,)}
CONTENTS |= {"os.setxattr": (0,), "os.removexattr": (0,), "os.chflags": (0,)}
FROM_NO_FOLDER = {"os.truncate", "os.setxattr", "os.removexattr", "os.chflags"}  # these know no `dir_fd`
# Of these events, git sees nothing; and in these, a folder goes with all that is in it.
NO_CONTENT = {"os.mkdir", "os.rmdir", "os.chown", "os.utime"}
WHOLE_FOLDERS = {"os.rename", "shutil.rmtree"}


class Guard:
    """Watches over the files around a practice, from `start` to the end of the process."""

    def __init__(self, practice: Path, own: list[Path]) -> None:
        """Guard what is around a practice, and in it what is not its own; folders in `own` it may write in, still."""
        self.folder, self.practice = practice, str(practice) + os.sep
        self.workspace = os.path.realpath(practice.parent) + os.sep
        inside = os.path.realpath(practice)
        self.inside = inside + os.sep
        self.own = tuple(os.path.realpath(folder) + os.sep for folder in own)
        self.not_theirs = tuple(os.path.join(inside, name, "") for name in (".git", HOME))  # noqa: PTH118 - text is faster
        self.elsewhere = (os.path.realpath(tempfile.gettempdir()) + os.sep, "/dev/")
        self.answers = tuple(
            f"{folder}{os.sep}" for name in IMPLEMENTATIONS for folder in folders_of(name, practice.parent)
        )
        self.refusals: list[str] = []
        self.written: set[str] = set()  # paths in the practice, as git has them
        self.thread = threading.get_ident()  # of the check; any other is the practice's, whatever runs in it
        self.moved = ""  # where the practice last went to another folder

    def start(self) -> None:
        """Watch from now on; nothing can end it."""
        sys.addaudithook(self.hear)

    def hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Refuse what code of the practice must not do. It hears all that Python tells of, so it is fast."""
        if event == "open":
            path, _, flags = arguments
            if isinstance(path, int):
                return
            if flags & WRITING:
                self._hear_change(event, [], [path])
            else:
                self._hear_reading(absolute(path))
        elif event in NAMES or event in CONTENTS:
            if event not in FROM_NO_FOLDER and isinstance(arguments[-1], int) and arguments[-1] >= 0:
                return  # named from an open folder
            names, contents = ([arguments[which] for which in group.get(event, ())] for group in (NAMES, CONTENTS))
            if event == "os.symlink":
                contents = [os.path.join(os.path.dirname(os.fsdecode(names[0])), os.fsdecode(arguments[0]))]  # noqa: PTH118, PTH120 - likewise
            self._hear_change(event, names, [file for file in contents if not isinstance(file, int)])
        elif event == "os.chdir":
            caller = self._caller()
            gone = "the current folder is gone: it was changed here, and removed"
            self.moved = self._at(caller, gone) if caller else ""
        elif event == "sqlite3.connect":
            self._hear_change(event, [], database_files(arguments[0]))

    def _hear_reading(self, path: str) -> None:
        if not path.startswith(self.answers):
            return
        name = next(Path(folder).name for folder in self.answers if path.startswith(folder))
        caller = self._caller()
        if caller is not None:
            own = os.path.isdir(self.practice + name)  # noqa: PTH112 - text is faster
            what = f"give {name}/ of your own another name" if own else "delete this line"
            self._refuse(caller, f"a practice stands by itself, and cannot use {name}/: {what}")

    def _hear_change(self, event: str, names: list[Any], contents: list[Any]) -> None:
        caller = self._caller()
        if caller is None:
            return
        # A name may be that of a link: what must be real is the way to it.
        named = [
            (path, str(Path(os.path.realpath(Path(path).parent), Path(path).name))) for path in map(absolute, names)
        ]
        held = [(path, os.path.realpath(path)) for path in map(absolute, contents)]
        for path, real in named + held:
            if not (self._may_change(real) or (event == "os.mkdir" and os.path.isdir(real))):  # noqa: PTH112 - likewise
                name = os.path.relpath(path, self.workspace) if path.startswith(self.workspace) else path
                self._refuse(caller, f"a practice may change its own files only: {name} was left as it is")
        written = [real for _, real in named or held]
        if written and event not in NO_CONTENT:
            top = Path(written[0])
            whole = event in WHOLE_FOLDERS and top.is_dir() and not top.is_symlink()
            below = [each.relative_to(top) for each in top.rglob("*")] if whole else [Path()]
            paths = [Path(file) / each for file in written if file.startswith(self.inside) for each in below]
            self.written |= {path.relative_to(self.inside).as_posix() for path in paths}

    def _may_change(self, file: str) -> bool:
        """Tell whether a practice may change the file or folder at this path, which has no links in it."""
        if file.startswith(self.own):
            return True
        if file.startswith(self.inside):
            return not f"{file}{os.sep}".startswith(self.not_theirs)
        around = file.startswith(self.workspace) or self.workspace.startswith(f"{file}{os.sep}")
        return file.startswith(self.elsewhere) and not around

    def _caller(self) -> FrameType | None:
        """Return the innermost frame of the practice that is running; None when it is somebody else who does.

        In a thread of the practice, where a function of Python's own runs, it is this one, for want of another.
        """
        here = sys._getframe()  # noqa: SLF001 - the way to who is calling
        frame: FrameType | None = here
        while frame is not None:
            file = frame.f_code.co_filename
            if file.startswith(self.practice) and "site-packages" not in file:
                return frame
            frame = frame.f_back
        return here if threading.get_ident() != self.thread else None

    def _refuse(self, caller: FrameType, reason: str) -> None:
        """Remember it, and raise."""
        self.refusals.append(self._at(caller, reason))
        raise RefusedError(reason)

    def _at(self, caller: FrameType, reason: str) -> str:
        """Say something of the line that a frame is at."""
        code, file = caller.f_code, Path(caller.f_code.co_filename)
        is_own = file.is_relative_to(self.folder)
        place = shown(file, caller.f_lineno, code.co_name, self.folder) if is_own else f"{self.folder.name}/"
        return f"{place}\n{INDENT}{reason}"


def folders_of(package: str, workspace: Path) -> set[Path]:
    """Return where a package is in the workspace, and where Python would find it."""
    spec = find_spec(package)
    places = [workspace / package, *map(Path, (spec and spec.submodule_search_locations) or ())]
    return {each for place in places for each in (place, place.resolve())}


def absolute(file: str | bytes | os.PathLike[str]) -> str:
    """Return a path from the root, links as they are."""
    return os.path.abspath(os.fsdecode(file))  # noqa: PTH100 - text is faster


def database_files(database: str | bytes | os.PathLike[str]) -> list[str]:
    """Return the file that is written when this database is opened; none, if it is in memory or only read."""
    name, _, options = os.fsdecode(database).partition("?")
    read_only = any(f"mode={mode}" in options for mode in ("ro", "memory"))
    if name.startswith("file:"):
        name = unquote(name.removeprefix("file:"))
        name = name if not name.startswith("//") else "/" + name[2:].partition("/")[2]
    return [] if name in ("", ":memory:") or read_only else [name]
