"""Players that other people wrote. Each runs in its own process, with a time limit per move."""

import json
import signal
import sys
from importlib import import_module
from importlib.util import find_spec
from inspect import getmembers, isclass, signature
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from traceback import extract_tb
from typing import Any

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.text import MAX_ERROR_CHARACTERS
from refactored import Sums, View, shown

LOADING_TIMEOUT = 60.0  # seconds
SPAWN = get_context("spawn")


class PlayerError(WorkspaceError):
    """A player cannot be loaded, or makes no move. The text says why."""


class ExternalPlayer:
    """A player in a separate process. After a failed move, `blame` has the reason."""

    def __init__(self, name: str, location: str, limit: float) -> None:
        """Start the process, and wait until the player is loaded. `limit` is in seconds per move.

        Raises PlayerError if the player fails, and WrongUsageError if the location has none.
        """
        self.name = name
        self.blame = ""
        self._limit = limit
        self._pipe, process_end = SPAWN.Pipe()
        self._process = SPAWN.Process(target=run_player, args=(location, process_end), daemon=True)
        self._process.start()
        process_end.close()
        try:
            self._request(name, LOADING_TIMEOUT)
        except WorkspaceError as error:
            raise type(error)(f"{name}={location} cannot play: {error.message}") from None

    def turn(self, dice: list[int], stage: int, view: Any) -> object:  # noqa: ANN401 - any card
        """Return the player's move. Raises PlayerError if it makes none, or none in time."""
        sums = Sums(view.upper_score(), view.upper_bonus(), view.yahtzee_bonus(), view.total())
        own_view = View(view.free(), sums, view.totals())
        return self._request((dice, stage, own_view), self._limit)

    def close(self) -> None:
        self._process.kill()
        self._process.join()

    def _request(self, question: object, seconds: float) -> object:
        answer: str | WorkspaceError = PlayerError(f"no answer after {seconds:g} s")
        try:
            self._pipe.send(question)
            if self._pipe.poll(seconds):
                answer = self._pipe.recv()
        except (EOFError, OSError):
            self._process.join()
            answer = PlayerError(f"its process ended with exit code {self._process.exitcode}")
        if isinstance(answer, WorkspaceError):
            self.blame = answer.message
            self.close()
            raise answer
        return json.loads(answer)


def run_player(location: str, pipe: Connection) -> None:
    """Load a player, and answer questions with moves until it fails. Runs in its process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the tournament handles Ctrl-C
    sys.stdout = sys.stderr  # the output of a player must not mix with the results
    try:
        player = make_player(load_player_class(location), pipe.recv())
        pipe.send(json.dumps("ready"))
        while True:
            move = player.turn(*pipe.recv())
            pipe.send(json.dumps(move, default=shown))  # a move of other types is refused as text
    except WorkspaceError as error:
        pipe.send(error)
    except BaseException as error:  # noqa: BLE001 - the code of a player may raise anything
        pipe.send(PlayerError(f"it raised {describe_player_error(error)}"))


def load_player_class(location: str) -> type:
    """Return the player class at `FILE.py` or `MODULE`, with `:CLASS` if there are several.

    Raises WrongUsageError if there is not exactly one.
    """
    place, _, class_name = location.partition(":")
    path = Path(place).absolute()
    sys.path.insert(0, str(path.parent))
    module_name = path.stem if path.suffix == ".py" else place
    sys.modules.pop(module_name, None)  # the file may have the name of a module of Python's own
    package, _, _ = module_name.partition(".")
    if find_spec(package) is None:
        raise WrongUsageError(f"there is no kind, file or module {place}")
    members = getmembers(import_module(module_name), isclass)
    classes = [each for _, each in members if hasattr(each, "turn")]
    if class_name:
        found = [each for each in classes if each.__name__ == class_name]
    else:
        found = [each for each in classes if each.__module__ == module_name]  # none that it imports
    if len(found) != 1:
        found_classes = f"{len(found)} classes with a method turn(dice, stage, view)"
        raise WrongUsageError(f"{location} names {found_classes}; name one behind a colon")
    return found[0]


def make_player(player_class: type, name: str) -> Any:  # noqa: ANN401 - any class
    if signature(player_class).parameters:
        return player_class(name)
    return player_class()


def describe_player_error(error: BaseException) -> str:
    """Return an error in one line, with the line of the player's own code that raised it."""
    description = type(error).__name__
    message = " ".join(str(error).split())
    if message:
        description += f": {message[:MAX_ERROR_CHARACTERS]}"
    own_folder = sys.path[0]
    frames = extract_tb(error.__traceback__)
    own_frames = [frame for frame in frames if frame.filename.startswith(own_folder)]
    if own_frames:
        last = own_frames[-1]
        description += f" ({Path(last.filename).name}:{last.lineno})"
    return description
