"""Where chaos takes place: a small kata, a practice that holds somebody's work, and the commands as processes.

own: what a person made: files in the practice, commits, snapshots of checks, approved documents. lost: what was own and
cannot be found by now.
"""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, Self

import pytest

from tests.chaos.own import missing, own_files, own_tips
from tests.dojo.practising import TEST
from tests.dojo.small_kata import WORKSPACE, SmallKata, variables

PATIENCE_SECONDS = 150  # a limit that only what hangs for good reaches, however busy the machine
EXIT_CODES = (0, 1, 2, 3, 130)
OF_PYTHON = ("Traceback", "Exception ignored")  # words that no person is to read
WHOLE = (
    *("pyproject.toml", "KATA.md", "README.md"),
    *("docs", "legacy", "refactored", "approved_files", "worked", "tests"),
)
OWN_TEST = """from yatzy import Yatzy


def test_chance():
    assert Yatzy.chance(1, 1, 3, 3, 6) == 14
"""

promise = pytest.mark.promise


class Done(NamedTuple):
    """How a command ended: its exit code, negative for a signal, and what it printed."""

    command: tuple[str, ...]
    code: int
    stdout: bytes
    stderr: bytes

    @property
    def printed(self) -> str:
        """Return all that it printed, as far as it is text."""
        return (self.stdout + self.stderr).decode(errors="backslashreplace")

    def is_plain(self) -> bool:
        """Tell whether it ended as the documents say: with an exit code that means something, and no traceback."""
        return self.is_no_crash() and bool(self.code not in (1, 2) or self.printed.strip())

    def is_no_crash(self) -> bool:
        """Tell the same of one whose words nobody may have: 1 and 2 are not explained there."""
        return self.code in EXIT_CODES and not any(words in self.printed for words in OF_PYTHON)


class Scene:
    """A small kata in which somebody practises."""

    def __init__(self, folder: Path) -> None:
        """Take the kata in a folder; what is there now is somebody's own."""
        self.folder = folder
        self.own, self.tips = own_files(folder), own_tips(folder)

    @classmethod
    def made(cls, folder: Path) -> Self:
        """Make the kata, start a practice, and work in it: two checks, a commit, a test, a folder of notes."""
        folder.mkdir()
        kata = SmallKata(folder)
        _go_well(folder, "start")
        kata.write("practice/tests/test_own.py", TEST)
        kata.write("practice/notes/dreams.txt", "Replace Conditional with Polymorphism, one day.\n")
        _go_well(folder, "check")
        kata.change("practice/yatzy.py", "first + second", "2 * first")
        _git(folder / "practice", "add", "-A")
        _git(folder / "practice", "-c", "user.name=Ann", "-c", "user.email=ann@example.org", "commit", "-qm", "Twice")
        _go_well(folder, "check")
        kata.write("practice/yatzy.py", kata.read("practice/yatzy.py") + "\n# what to do next: roll\n")
        return cls(folder)

    @classmethod
    def whole(cls, folder: Path) -> Self:
        """Lay out the whole kata, start a practice, and work in it."""
        for name in WHOLE:
            source, left_out = WORKSPACE / name, shutil.ignore_patterns("__pycache__", ".replaced", "dojo", "chaos")
            shutil.copytree(source, folder / name, ignore=left_out) if source.is_dir() else shutil.copy(source, folder)
        _go_well(folder, "start")
        for name, text in {"tests/test_own.py": OWN_TEST, "notes/dreams.txt": "Smaller steps.\n"}.items():
            (folder / "practice" / name).parent.mkdir(exist_ok=True)
            (folder / "practice" / name).write_text(text)
        _go_well(folder, "check")
        return cls(folder)

    @classmethod
    def copied(cls, template: Path, folder: Path) -> Self:
        """Copy a scene."""
        shutil.copytree(template, folder, symlinks=True)
        return cls(folder)

    @property
    def practice(self) -> Path:
        """Return where the practice is."""
        return self.folder / "practice"

    def run(self, *command: str, **how: Any) -> Done:
        """Run a command here to its end."""
        return run(self.folder, *command, **how)

    def begin(self, *command: str, **how: Any) -> "subprocess.Popen[bytes]":
        """Begin a command here."""
        return begin(self.folder, *command, **how)

    def write(self, name: str, text: str) -> None:
        """Write a file as whoever practises would: it is their own now, in the place of what it held."""
        (self.folder / name).write_text(text, encoding="utf-8")
        self.own[name] = text.encode()

    def lost(self) -> list[str]:
        """Return which of a person's own files, and tips, cannot be found any more, by their names."""
        return missing(self.folder, self.own, self.tips)

    def around(self) -> dict[str, bytes]:
        """Return what is in the files around the practice, by their paths; but for what Python compiles."""
        compiled = str(sys.implementation.cache_tag)
        paths = (path for path in self.folder.rglob("*") if path.is_file() and compiled not in path.name)
        return {str(path): path.read_bytes() for path in paths if not path.is_relative_to(self.practice)}


def run(folder: Path, *command: str, stdin: bytes = b"", **how: Any) -> Done:
    """Run a command in a folder to its end; one that hangs fails the case."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    process = begin(folder, *command, **{**pipes, **how})
    try:
        stdout, stderr = process.communicate(stdin if process.stdin else None, timeout=PATIENCE_SECONDS)
    finally:
        end_all(process)
    return Done(command, process.returncode, stdout or b"", stderr or b"")


def begin(
    folder: Path, *command: str, env: Mapping[str, str | None] | None = None, behind: Iterable[str] = (), **how: Any
) -> "subprocess.Popen[bytes]":
    """Begin a command in a folder, behind another, in a process group of its own; None is for a variable not set."""
    around = {**variables(), "PYTHONPATH": str(WORKSPACE), "PYTHONSAFEPATH": "1", **(env or {})}
    return subprocess.Popen(  # noqa: S603 - our own commands
        [*behind, sys.executable, "-m", "dojo", *command],
        cwd=folder,
        env={name: value for name, value in around.items() if value is not None},
        start_new_session=True,
        **how,
    )


def end_all(process: "subprocess.Popen[bytes]") -> None:
    """End a process and all of its group, without a word."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def _go_well(folder: Path, *command: str) -> None:
    done = run(folder, *command)
    assert done.code == 0, done.printed


def _git(folder: Path, *command: str) -> None:
    subprocess.run(["git", "-C", str(folder), *command], capture_output=True, check=True)  # noqa: S603, S607
