"""Players of somebody else's: each in a process of its own, with a limit for each move.

place: a file that ends in `.py`, or the name of a module; what is behind a colon is the name of the class.
"""

import json
import signal
import sys
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import NamedTemporaryFile
from traceback import walk_tb
from typing import Any

from dojo.text import WIDEST_CHARACTERS, WorkspaceError, WrongUsageError
from refactored import Sums, View, shown

LOADING_SECONDS = 60.0
SPAWN = get_context("spawn")


class PlayerError(WorkspaceError):
    """A player cannot play, or has no move; the text says why."""


class ExternalPlayer:
    """Asks the player's process for each move, and ends it when there is none in time."""

    def __init__(self, name: str, where: str, limit: float) -> None:
        """Start the player at `where`, with a limit of seconds for each move, and wait until it is loaded.

        PlayerError when it cannot play, WrongUsageError when there is none.
        """
        self.name, self.blame, self._limit = name, "", limit
        with NamedTemporaryFile(prefix="dojo-player-", suffix=".txt", delete=False) as file:
            self.output = Path(file.name)
        self._line, theirs = SPAWN.Pipe()
        self._process = SPAWN.Process(target=be_the_player, args=(where, self.output, theirs), daemon=True)
        self._process.start()
        theirs.close()
        try:
            self._ask(name, LOADING_SECONDS)
        except WorkspaceError as error:
            raise type(error)(f"{name}={where} cannot play: {error.message}") from None

    def turn(self, dice: list[int], stage: int, view: Any) -> object:  # noqa: ANN401 - of any implementation
        """Ask for a move; PlayerError when there is none, and `blame` then says why."""
        sums = Sums(view.upper_score(), view.upper_bonus(), view.yahtzee_bonus(), view.total())
        copy = View(view.free(), sums, view.totals())
        return self._ask((dice, stage, copy), self._limit)

    def close(self) -> None:
        """End the process; the file of a player that has printed nothing goes."""
        self._process.kill()
        self._process.join()
        if self.output.exists() and not self.output.stat().st_size:
            self.output.unlink()

    def _ask(self, question: object, seconds: float) -> object:
        answer: str | WorkspaceError = PlayerError(f"no answer after {seconds:g} s")
        try:
            self._line.send(question)
            if self._line.poll(seconds):
                answer = self._line.recv()
        except (EOFError, OSError):
            self._process.join()
            answer = PlayerError(f"its process ended with exit code {self._process.exitcode}")
        if isinstance(answer, WorkspaceError):
            self.blame = answer.message
            self.close()
            raise answer
        return json.loads(answer)


def be_the_player(where: str, output: Path, line: Connection) -> None:
    """Load the player, and answer each question with a move, or once with an error: the work of its process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who holds the tournament
    sys.stdout = sys.stderr = output.open("w", buffering=1, encoding="utf-8", errors="backslashreplace")
    try:
        module, class_name = module_and_class(where)
        kind = load(module, class_name)
        own_name = line.recv()
        player: Any = kind(own_name) if signature(kind).parameters else kind()
        line.send(json.dumps("ready"))
        while True:
            move = player.turn(*line.recv())
            line.send(json.dumps(move, default=shown))  # what is no move is shown, for the game to refuse
    except WorkspaceError as error:
        line.send(error)
    except BaseException as error:  # noqa: BLE001 - somebody else's code may raise anything
        line.send(PlayerError(f"it raised {describe(error, module)}"))


def module_and_class(where: str) -> tuple[str, str]:
    """Return the two names, after which the module can be imported; WrongUsageError when there is none."""
    place, _, name = where.rpartition(":")
    if not place or where.endswith(".py"):  # a drive's colon is not the class's
        place, name = where, ""
    path = Path(place).absolute()
    sys.path.insert(0, str(path.parent))
    module = path.stem if path.suffix == ".py" else place
    sys.modules.pop(module, None)  # somebody's file may be called as one of Python's own modules
    if find_spec(module.partition(".")[0]) is None:
        raise WrongUsageError(f"there is no {'kind or module' if module == place else 'file'} {place}")
    return module, name


def load(module_name: str, name: str) -> type:
    """Return the class of this name, or the only one that is written there; WrongUsageError when there is none."""
    module = import_module(module_name)
    found = [getattr(module, name, None)] if name else vars(module).values()
    players = [each for each in found if isinstance(each, type) and hasattr(each, "turn")]
    if not name:
        players = [each for each in players if each.__module__ == module_name]
    if len(players) != 1:
        problem = f"{module_name} has {len(players)} classes {name}".rstrip()
        raise WrongUsageError(f"{problem} with a method turn(dice, stage, view); name one behind a colon")
    return players[0]


def describe(error: BaseException, module: str) -> str:
    """Say in a line what a player raised, and in which line of its module."""
    text = " ".join(str(error).split())[:WIDEST_CHARACTERS]
    lines = [
        f" ({Path(frame.f_code.co_filename).name}:{line})"
        for frame, line in walk_tb(error.__traceback__)
        if frame.f_globals["__name__"] == module
    ]
    return f"{type(error).__name__}{': ' * bool(text)}{text}{''.join(lines[-1:])}"
