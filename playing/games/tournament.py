"""A tournament: many games between the same players, also those that other people wrote."""

import json
import re
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from inspect import getmembers, isclass, signature
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import fmean
from time import monotonic
from traceback import extract_tb
from typing import Any, NamedTuple

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.text import MAX_ERROR_CHARACTERS, printable
from playing.games.players import KataPlayer, ThrowDice, fair_dice
from refactored import Sums, View, short_repr

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
            raise type(error)(f"Could not load {name}={location}: {error.message}") from None

    def turn(self, dice: list[int], stage: int, view: Any) -> object:  # noqa: ANN401 - any card
        """Return the player's move. Raises PlayerError if it makes none, or none in time."""
        return self._request((dice, stage, copy_view(view)), self._limit)

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


def copy_view(view: Any) -> View:  # noqa: ANN401 - any card
    """Return the view of any implementation as one that can be sent to another process."""
    sums = Sums(view.upper_score(), view.upper_bonus(), view.yahtzee_bonus(), view.total())
    return View(view.free(), sums, view.totals())


def run_player(location: str, pipe: Connection) -> None:
    """Load a player, and answer questions with moves until it fails. Runs in its process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the tournament handles Ctrl-C
    sys.stdout = sys.stderr  # the output of a player must not mix with the results
    try:
        player = make_player(load_player_class(location), pipe.recv())
        pipe.send(json.dumps("ready"))
        while True:
            move = player.turn(*pipe.recv())
            pipe.send(json.dumps(move, default=short_repr))  # other types become text
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
        raise WrongUsageError(f"{location} has {found_classes}; name one after a colon")
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


# What every implementation writes into the transcript of a tournament.
GAME_OVER = re.compile(r"game \d+: (.*); a point for .*")
TOTAL = re.compile(r"(.+?) (\d+)(?:, |$)")
WHEN = r"game \d+, round \d+, roll \d+"
DISQUALIFIED = re.compile(rf"(.*) is disqualified in ({WHEN}): (.*)", re.DOTALL)

Player = KataPlayer | ExternalPlayer
Write = Callable[[str], None]
# The method `tournament` of any class Yatzy. It writes its transcript line by line.
HoldTournament = Callable[[str, list[Player], ThrowDice, int, Write], object]


class Standing(NamedTuple):
    """The results of a player."""

    name: str
    points: int
    mean: float
    best: int
    worst: int


class Contest:
    """A tournament, and its results so far. Players are in the order of their seats.

    `points`: a point for each game won, by player. `totals`: of each finished game, by player.
    """

    def __init__(self, game: str, players: list[Player], games: int) -> None:
        """Prepare so many games of a game. Names of players are different."""
        self.game = game
        self.games = games
        self.players = {player.name: player for player in players}
        self.points = dict.fromkeys(self.players, 0)
        self.totals: dict[str, list[int]] = {name: [] for name in self.players}
        self.disqualified: dict[str, str] = {}
        self.finished_games = 0
        self.seconds = 0.0
        self.is_interrupted = False

    def play(self, hold: HoldTournament, seed: int) -> None:
        """Play until all games are over, or until Ctrl-C is pressed."""
        start = monotonic()
        players = list(self.players.values())
        try:
            hold(self.game, players, fair_dice(seed), self.games, self.read)
        except KeyboardInterrupt:
            self.is_interrupted = True
        self.seconds = monotonic() - start

    def read(self, line: str) -> None:
        """Read the results in a line of the transcript, if it has any."""
        if disqualified := DISQUALIFIED.fullmatch(line):
            self._disqualify(*disqualified.groups())
        elif game_over := GAME_OVER.fullmatch(line):
            self._add_game(game_over[1])

    def _disqualify(self, name: str, when: str, reason: str) -> None:
        player = self.players[name]
        if isinstance(player, ExternalPlayer) and player.blame:
            reason = player.blame  # the transcript has a PlayerError with this text, as code
        self.disqualified[name] = printable(f"{when}: {reason}")
        del self.points[name]

    def _add_game(self, listed_totals: str) -> None:
        """Add the totals of a finished game, as the transcript lists them: a name, and a number."""
        totals = {name: int(total) for name, total in TOTAL.findall(listed_totals)}
        highest = max(totals.values())
        for name, total in totals.items():
            self.totals[name].append(total)
            if total == highest:
                self.points[name] += 1
        self.finished_games += 1

    def games_per_second(self) -> float:
        return self.finished_games / max(self.seconds, 0.001)

    def standings(self) -> list[Standing]:
        """Return a row for each player with a finished game, most points first, then best mean."""
        standings = []
        for name, points in self.points.items():
            totals = self.totals[name]
            if totals:
                mean = round(fmean(totals), 1)
                standings.append(Standing(name, points, mean, max(totals), min(totals)))
        return sorted(standings, key=lambda standing: (-standing.points, -standing.mean))
