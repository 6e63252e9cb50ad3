"""What a practice must leave alone while it is checked.

answers: `legacy/` and `refactored/`; a practice stands by itself, and cannot read them. bounds: the practice's own
folder, without what git and the dojo keep there, and the folder for temporary files; elsewhere it changes nothing.
refusal: an attempt at either. Nothing has happened yet when it is refused, and the error arises where it was tried.

Python tells of every file that is opened, moved or removed. Only what code of the practice does is refused: nobody
else who changes a file meanwhile is blamed. This is against slips, not against bad will: a program that the practice
starts, code in C, and a file that is named from an open folder (`dir_fd`) are not watched.
"""

import os
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

ANSWERS = ("legacy", "refactored")
NOT_THEIRS = (".git", ".dojo")  # of what is in a practice
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
# Which arguments of an event are files to be changed. The first group changes a name, the second what it stands for.
NAMES = {"os.remove": (0,), "os.rmdir": (0,), "os.mkdir": (0,), "os.rename": (0, 1), "shutil.rmtree": (0,)}
NAMES |= {"os.link": (1,), "os.symlink": (1,)}
CONTENTS = {"os.truncate": (0,), "os.chmod": (0,), "os.chown": (0,), "os.utime": (0,)}


class RefusedError(Exception):
    """Something that a practice must not do; its text says what."""


class Refusal(NamedTuple):
    """Where in the practice something was tried, and what is said of it."""

    file: Path
    line: int
    function: str
    said: str


class Guard:
    """Watches over the files around a practice, from `start` to the end of the process."""

    def __init__(self, practice: Path, own: list[Path]) -> None:
        """Guard what is around a practice, and in it what is not its own; folders in `own` it may write in, still."""
        self.practice = str(practice) + os.sep
        self.workspace = os.path.realpath(practice.parent) + os.sep
        inside = os.path.realpath(practice)
        self.inside = inside + os.sep
        self.own = tuple(os.path.realpath(folder) + os.sep for folder in own)
        self.not_theirs = tuple(os.path.join(inside, name, "") for name in NOT_THEIRS)  # noqa: PTH118 - text is faster
        self.elsewhere = (os.path.realpath(tempfile.gettempdir()) + os.sep, "/dev/")
        roots = {practice.parent, Path(__file__).resolve().parents[1]}
        folders = {each for root in roots for name in ANSWERS for each in (root / name, (root / name).resolve())}
        self.answers = tuple(f"{folder}{os.sep}" for folder in folders)
        self.refusals: list[Refusal] = []

    def start(self) -> None:
        """Watch from now on; nothing can end it."""
        sys.addaudithook(self.hear)

    def hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Refuse what code of the practice must not do."""
        if event == "open":
            self._hear_open(*arguments)
        elif event in NAMES or event in CONTENTS:
            self._hear_change(event, arguments)

    def _hear_open(self, path: object, _mode: object, flags: int) -> None:
        if isinstance(path, int):
            return
        text = os.path.abspath(os.fsdecode(path))  # type: ignore[arg-type]  # noqa: PTH100 - what open() takes
        if flags & WRITING:
            if not self._may_change(os.path.realpath(text)):
                self._refuse(self._left(text))
            return
        for folder in self.answers:
            if text.startswith(folder):
                self._refuse(f"a practice stands by itself, and cannot use {Path(folder).name}/: delete this line")

    def _hear_change(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event != "os.truncate" and isinstance(arguments[-1], int) and arguments[-1] >= 0:
            return  # named from an open folder
        for which in NAMES.get(event) or CONTENTS[event]:
            if isinstance(arguments[which], int):
                continue
            text = os.path.abspath(os.fsdecode(arguments[which]))  # noqa: PTH100 - text is faster
            folder, name = os.path.split(text)
            file = os.path.realpath(text) if event in CONTENTS else os.path.join(os.path.realpath(folder), name)  # noqa: PTH118
            if not self._may_change(file):
                self._refuse(self._left(text))

    def _may_change(self, file: str) -> bool:
        """Tell whether a practice may change the file or folder at this path, which has no links in it."""
        if file.startswith(self.own) or "__pycache__" in file:  # what Python compiles on the way
            return True
        if file.startswith(self.inside):
            return not f"{file}{os.sep}".startswith(self.not_theirs)
        around = file.startswith(self.workspace) or self.workspace.startswith(f"{file}{os.sep}")
        return file.startswith(self.elsewhere) and not around

    def _left(self, path: str) -> str:
        shown = os.path.relpath(path, self.workspace) if path.startswith(self.workspace) else path
        return f"a practice may change its own files only: {shown} was left as it is"

    def _refuse(self, said: str) -> None:
        """Raise, and remember it, when it is code of the practice that runs."""
        frame = sys._getframe()  # noqa: SLF001 - the way to who is calling
        while frame.f_back is not None:
            frame = frame.f_back
            code = frame.f_code
            if code.co_filename.startswith(self.practice) and "site-packages" not in code.co_filename:
                self.refusals.append(Refusal(Path(code.co_filename), frame.f_lineno, code.co_name, said))
                raise RefusedError(said)
