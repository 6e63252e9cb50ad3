"""Players of somebody else's: each in a process of its own, with a limit for each move.

place: a file that ends in `.py`, or the name of a module; what is behind a colon is the name of the class.
blame: what a player did that ended its tournament, in a few words.
"""

import inspect
import os
import signal
import sys
import tempfile
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from traceback import walk_tb
from types import ModuleType
from typing import Any

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.text import WIDEST_CHARACTERS, counted, printable
from refactored import Sums, View, shown

LOADING_SECONDS = 60.0
READY, NOBODY, PROBLEM, MOVE = "ready", "nobody", "problem", "move"
NO_MOVE = "neither a hold nor a category: {}; a move is a list of positions or the name of a category"
SPAWN = get_context("spawn")
HERE = Path.cwd()  # a player may go elsewhere


class BlamedError(Exception):
    """The player did what no player may; the text says what."""


@dataclass(frozen=True)
class Output:
    """What a player has printed, and in which file it is."""

    owner: str
    path: Path

    @property
    def size(self) -> int:
        """Return how many bytes it is."""
        return self.path.stat().st_size if self.path.exists() else 0

    def __str__(self) -> str:
        """Say how much it is, and where."""
        return f"printed {counted(self.size, 'byte')}: {self.path}"


class ExternalPlayer:
    """Hands each question to the player's process, and ends it when a move takes too long."""

    def __init__(self, name: str, where: str, limit: float) -> None:
        """Start the process of the player at `where`, with a limit of seconds for each move."""
        self.name, self.blame, self._where, self._limit = name, "", where, limit
        handle, path = tempfile.mkstemp(prefix="dojo-player-", suffix=".txt")
        os.close(handle)
        self.output = Output(name, Path(path))
        self._line, theirs = SPAWN.Pipe()
        self._process = SPAWN.Process(target=be_the_player, args=(name, where, path, theirs))
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # which the process inherits: Ctrl-C is not for players
        self._process.start()
        signal.signal(signal.SIGINT, before)
        theirs.close()

    def wait_until_ready(self) -> None:
        """Wait until the player is loaded; WorkspaceError when it cannot play, WrongUsageError when there is none."""
        kind, content = self._answer(LOADING_SECONDS)
        if kind != READY:
            failure = WrongUsageError if kind == NOBODY else WorkspaceError
            printed = f"\nIt {self.output}" if self.output.size else ""
            raise failure(f"{self.name}={printable(self._where)} cannot play: {printable(content)}{printed}")

    def turn(self, dice: list[int], stage: int, view: Any) -> object:  # noqa: ANN401 - of any implementation
        """Ask for a move; BlamedError when there is none, and `blame` then says why."""
        sums = Sums(view.upper_score(), view.upper_bonus(), view.yahtzee_bonus(), view.total())
        copy = View(view.free(), sums, view.totals())
        kind, content = self._answer(self._limit, dice, stage, copy)
        if kind == PROBLEM:
            self.blame = printable(content)
            self.close()
            raise BlamedError(self.blame)
        return content

    def close(self) -> None:
        """End the process; the file of a player that has printed nothing goes."""
        self._process.kill()
        self._process.join()
        if not self.output.size:
            self.output.path.unlink(missing_ok=True)

    def _answer(self, seconds: float, *question: object) -> tuple[str, Any]:
        """Return the kind of what the process answers, and what it says; its first word is no answer to a question."""
        try:
            if question:
                self._line.send(question)
            return self._line.recv() if self._line.poll(seconds) else (PROBLEM, f"no answer after {seconds:g} s")
        except (EOFError, OSError):
            self._process.join()
            return PROBLEM, f"its process ended with exit code {self._process.exitcode}"


def be_the_player(name: str, where: str, output: str, line: Connection) -> None:
    """Load the player, and answer one question after the other: the work of its process."""
    printed = Path(output).open("w", buffering=1, encoding="utf-8", errors="backslashreplace")  # noqa: SIM115 - until it ends
    sys.stdout = sys.stderr = printed
    for descriptor in (1, 2):
        os.dup2(printed.fileno(), descriptor)
    place, _ = split(where)
    home = Path(place).expanduser().absolute().parent if place.endswith(".py") else HERE
    try:
        player = seated(load(where), name)
    except WrongUsageError as error:
        line.send((NOBODY, error.message))
    except BaseException as error:  # noqa: BLE001 - somebody else's code may raise anything
        line.send((PROBLEM, described(error, home)))
    else:
        line.send((READY, ""))
        while True:
            line.send(answer_of(player, line.recv(), home))


def answer_of(player: Any, question: tuple[Any, ...], home: Path) -> tuple[str, Any]:  # noqa: ANN401 - somebody else's
    """Return the player's move, or the problem with it, behind the word for what it is."""
    try:
        move = player.turn(*question)
        return (MOVE, move) if is_plain(move) else (PROBLEM, NO_MOVE.format(shown(move)))
    except BaseException as error:  # noqa: BLE001 - somebody else's code may raise anything
        return PROBLEM, f"it raised {described(error, home)}"


def seated(kind: type, name: str) -> Any:  # noqa: ANN401 - somebody else's class
    """Return a player made by a class that may or may not ask for a name."""
    try:
        inspect.signature(kind).bind(name)
    except (TypeError, ValueError):
        return kind()
    return kind(name)


def is_plain(move: object) -> bool:
    """Tell whether a move is made of what any process knows."""
    return type(move) is str or (type(move) is list and all(type(each) in (int, str, bool, float) for each in move))


def split(where: str) -> tuple[str, str]:
    """Return the place of a module, and the name of a class or nothing; a drive's colon is not the class's."""
    place, colon, name = where.rpartition(":")
    return (place, name) if colon and not where.endswith(".py") else (where, "")


def load(where: str) -> type:
    """Return the class at `package.module:Class` or `file.py:Class`, or the only one there; WrongUsageError if none."""
    place, name = split(where)
    module = load_file(Path(place).expanduser()) if place.endswith(".py") else load_module(place)
    players: dict[str, type] = {key: each for key, each in vars(module).items() if can_play(each)}
    found = [key for key, each in players.items() if (key == name if name else each.__module__ == module.__name__)]
    if not found:
        raise WrongUsageError(f"no class {name}{' ' * bool(name)}in {place} has a method turn(dice, stage, view)")
    if len(found) > 1:
        several = f"{len(found)} classes in {place} can play, {', '.join(found)}"
        raise WrongUsageError(f"{several}; name one: {place}:{found[0]}")
    return players[found[0]]


def can_play(found: object) -> bool:
    """Tell whether this is a class with a method `turn`."""
    return isinstance(found, type) and callable(getattr(found, "turn", None))


def load_file(path: Path) -> ModuleType:
    """Return the module in a file; what lies beside it can be imported."""
    if not path.is_file():
        raise WrongUsageError(f"there is no file {path}")
    sys.path.insert(0, str(path.absolute().parent))
    sys.modules.pop(path.stem, None)  # somebody's file may be called as one of Python's own modules
    return import_module(path.stem)


def load_module(place: str) -> ModuleType:
    """Return a module by its name, from the current folder or wherever Python finds it."""
    if not all(part.isidentifier() for part in place.split(".")):
        raise WrongUsageError(f"{place or 'nothing'} is neither a file that ends in .py nor the name of a module")
    sys.path.insert(0, str(HERE))
    try:
        return import_module(place)
    except ModuleNotFoundError as error:
        if error.name and f"{place}.".startswith(f"{error.name}."):
            raise WrongUsageError(f"there is no module {place}") from None
        raise


def described(error: BaseException, home: Path) -> str:
    """Say in a line what a player raised, and in which line of its own files, which are in its home."""
    text = " ".join(str(error.msg if isinstance(error, SyntaxError) else error).split())
    return f"{type(error).__name__}{': ' * bool(text)}{text[:WIDEST_CHARACTERS]}{place_of(error, home)}"


def place_of(error: BaseException, home: Path) -> str:
    """Return, in brackets, the last line that an exception came through in a player's own files, or else in any."""
    steps = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        steps.append((error.filename, error.lineno or 1))
    theirs = [(Path(file), line) for file, line in steps if file != __file__ and not file.startswith("<")]
    own = [step for step in theirs if step[0].is_relative_to(home) and "site-packages" not in step[0].parts]
    if not theirs:
        return ""
    path, line = (own or theirs)[-1]
    return f" ({path.relative_to(HERE) if path.is_relative_to(HERE) else path}:{line})"
