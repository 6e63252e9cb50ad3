"""Players of somebody else's: each in a process of its own, with a limit for each move.

place: a file that ends in `.py`, or the name of a module; what is behind a colon is the name of the class.
"""

import os
import signal
import sys
from importlib import import_module
from inspect import signature
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import NamedTemporaryFile
from traceback import walk_tb
from types import ModuleType
from typing import Any

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.text import WIDEST_CHARACTERS, counted, printable
from refactored import Sums, View, shown

LOADING_SECONDS = 60.0
SPAWN = get_context("spawn")
HERE = Path.cwd()  # a player may go elsewhere
WORKSPACE = Path(__file__).parents[2]
OF_OTHERS = [Path(os.__file__).parent, WORKSPACE / "dojo", WORKSPACE / "refactored"]


class PlayerError(WorkspaceError):
    """A player cannot play, or has no move; the text says why."""


class ExternalPlayer:
    """Asks the player's process for each move, and ends it when there is none in time."""

    def __init__(self, name: str, where: str, limit: float) -> None:
        """Start the process of the player at `where`, with a limit of seconds for each move."""
        self.name, self.blame = name, ""
        self._where, self._limit = where, limit
        with NamedTemporaryFile(prefix="dojo-player-", suffix=".txt", delete=False) as file:
            self.output = Path(file.name)
        self._line, theirs = SPAWN.Pipe()
        self._process = SPAWN.Process(target=be_the_player, args=(where, file.name, theirs), daemon=True)
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # which the process inherits: Ctrl-C is not for players
        self._process.start()
        signal.signal(signal.SIGINT, before)
        theirs.close()

    def wait_until_ready(self) -> None:
        """Wait until the player is loaded; PlayerError when it cannot play, WrongUsageError when there is none."""
        try:
            self._ask(self.name, LOADING_SECONDS)
        except WorkspaceError as error:
            size = self.output.stat().st_size
            hint = f"\nIt {printed(size, self.output)}" if size else ""
            place = printable(self._where)
            raise type(error)(f"{self.name}={place} cannot play: {printable(error.message)}{hint}") from None

    def turn(self, dice: list[int], stage: int, view: Any) -> object:  # noqa: ANN401 - of any implementation
        """Ask for a move; PlayerError when there is none, and `blame` then says why."""
        sums = Sums(view.upper_score(), view.upper_bonus(), view.yahtzee_bonus(), view.total())
        copy = View(view.free(), sums, view.totals())
        try:
            return self._ask((dice, stage, copy), self._limit)
        except PlayerError as error:
            self.blame = printable(error.message)
            self.close()
            raise

    def close(self) -> None:
        """End the process; the file of a player that has printed nothing goes."""
        self._process.kill()
        self._process.join()
        if self.output.exists() and not self.output.stat().st_size:
            self.output.unlink()

    def _ask(self, question: object, seconds: float) -> object:
        answer: object = PlayerError(f"no answer after {seconds:g} s")
        try:
            self._line.send(question)
            if self._line.poll(seconds):
                answer = self._line.recv()
        except (EOFError, OSError):
            self._process.join()
            answer = PlayerError(f"its process ended with exit code {self._process.exitcode}")
        if isinstance(answer, WorkspaceError):
            raise answer
        return answer


def printed(size: int, path: Path) -> str:
    """Say how much a player has printed, and where that is."""
    return f"printed {counted(size, 'byte')}: {path}"


def be_the_player(where: str, output: str, line: Connection) -> None:
    """Load the player, and answer each question with a move, or once with an error: the work of its process."""
    file = Path(output).open("w", buffering=1, encoding="utf-8", errors="backslashreplace")  # noqa: SIM115 - until it ends
    sys.stdout = sys.stderr = file
    for descriptor in (1, 2):
        os.dup2(file.fileno(), descriptor)
    name = line.recv()
    try:
        kind = load(where)
        player: Any = kind(name) if signature(kind).parameters else kind()
        line.send("ready")
        while True:
            line.send(plain(player.turn(*line.recv())))
    except WorkspaceError as error:
        line.send(error)
    except BaseException as error:  # noqa: BLE001 - somebody else's code may raise anything
        line.send(PlayerError(f"it raised {described(error)}"))


def plain(move: object) -> object:
    """Return a move that is made of what any process knows; PlayerError for another."""
    parts = move if type(move) is list else [move]
    if type(move) not in (list, str) or any(type(part) not in (int, str, bool, float) for part in parts):
        problem = f"neither a hold nor a category: {shown(move)}"
        raise PlayerError(f"{problem}; a move is a list of positions or the name of a category")
    return move


def load(where: str) -> type:
    """Return the class at `package.module:Class` or `file.py:Class`, or the only one there; WrongUsageError if none."""
    place, colon, name = where.rpartition(":")
    if not colon or where.endswith(".py"):  # a drive's colon is not the class's
        place, name = where, ""
    module = load_file(Path(place).expanduser()) if place.endswith(".py") else load_module(place)
    players: dict[str, type] = {key: each for key, each in vars(module).items() if can_play(each)}
    own = [key for key, each in players.items() if each.__module__ == module.__name__]
    found = [key for key in players if key == name] if name else own
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


def described(error: BaseException) -> str:
    """Say in a line what a player raised, and in which line of its files."""
    text = " ".join(str(error.msg if isinstance(error, SyntaxError) else error).split())
    return f"{type(error).__name__}{': ' * bool(text)}{text[:WIDEST_CHARACTERS]}{place_of(error)}"


def place_of(error: BaseException) -> str:
    """Return, in brackets, the last line of a player's own files that an exception came through."""
    places = [(Path(frame.f_code.co_filename), line) for frame, line in walk_tb(error.__traceback__)]
    if isinstance(error, SyntaxError):
        places.append((Path(error.filename or ""), error.lineno or 1))
    for file, line in reversed(places):
        if is_theirs(file):
            return f" ({file.relative_to(HERE) if file.is_relative_to(HERE) else file}:{line})"
    return ""


def is_theirs(file: Path) -> bool:
    """Tell whether a file is a player's own: neither the dojo's, nor Python's, nor installed."""
    is_of_others = "site-packages" in file.parts or any(file.is_relative_to(folder) for folder in OF_OTHERS)
    return file.is_file() and not is_of_others
