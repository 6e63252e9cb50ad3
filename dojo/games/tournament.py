"""Many games between the kata's players and anybody's own, and what comes of them, in numbers.

A player of somebody else's runs in a process of its own, with a limit for each move.
"""

import json
import re
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import fmean
from time import monotonic
from traceback import extract_tb
from typing import Any

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.games.players import fair_dice
from dojo.text import WIDEST_CHARACTERS, printable
from refactored import Sums, View, shown

# The method `tournament` of any class Yatzy: a game, players, dice, games, and what is handed the transcript.
Hold = Callable[[str, list[Any], Callable[[int], list[int]], int, Callable[[str], None]], object]

# What the transcript of a tournament says, whoever writes it.
GAME_OVER = re.compile(r"game \d+: (.*); a point for .*")
TOTAL = re.compile(r"(.+?) (\d+)(?:, |$)")
OUT = re.compile(r"(.*) is disqualified in (game \d+, round \d+, roll \d+): (.*)", re.DOTALL)
LOADING_SECONDS = 60.0
SPAWN = get_context("spawn")


class Contest:
    """A tournament, and what came of it so far; players are in the order of their seats."""

    def __init__(self, game: str, players: list[Any], games: int) -> None:
        self.game, self.games = game, games
        self.players = {player.name: player for player in players}
        self.points = dict.fromkeys(self.players, 0)
        self.totals: dict[str, list[int]] = {name: [] for name in self.players}
        self.disqualified: dict[str, str] = {}
        self.over, self.seconds, self.is_interrupted = 0, 0.0, False

    def play(self, hold: Hold, seed: int) -> None:
        """Play until all games are over, or somebody presses Ctrl-C."""
        start = monotonic()
        try:
            hold(self.game, [*self.players.values()], fair_dice(seed), self.games, self.read)
        except KeyboardInterrupt:
            self.is_interrupted = True
        self.seconds = monotonic() - start

    def read(self, line: str) -> None:
        """Read a line of the transcript."""
        if out := OUT.fullmatch(line):
            name, when, reason = out.groups()
            blame = getattr(self.players[name], "blame", "")  # what an external player did, it tells better itself
            self.disqualified[name] = printable(f"{when}: {blame or reason}")
            del self.points[name]
        elif game := GAME_OVER.fullmatch(line):
            totals = {name: int(total) for name, total in TOTAL.findall(game[1])}
            for name, total in totals.items():
                self.totals[name].append(total)
                self.points[name] += total == max(totals.values())
            self.over += 1

    def games_per_second(self) -> float:
        """Return the speed; less than a millisecond counts as one."""
        return self.over / max(self.seconds, 0.001)

    def standings(self) -> list[dict[str, Any]]:
        """Return how everybody stands who has ended a game and is still in: most points first, then the best mean."""
        ended = {name: totals for name, totals in self.totals.items() if totals and name in self.points}
        rows = [
            {
                "name": name,
                "points": self.points[name],
                "mean": round(fmean(totals), 1),
                "best": max(totals),
                "worst": min(totals),
            }
            for name, totals in ended.items()
        ]
        return sorted(rows, key=lambda row: (-row["points"], -row["mean"]))


# Players of somebody else's.


class PlayerError(WorkspaceError):
    """A player cannot play, or has no move; the text says why."""


class ExternalPlayer:
    """Asks the player's process for each move, and ends it when there is none in time."""

    def __init__(self, name: str, where: str, limit: float) -> None:
        """Start the player at `where`, with a limit of seconds for each move, and wait until it is loaded.

        PlayerError when it cannot play, WrongUsageError when there is none.
        """
        self.name, self.blame, self._limit = name, "", limit
        self._pipe, theirs = SPAWN.Pipe()
        self._process = SPAWN.Process(target=be_the_player, args=(where, theirs), daemon=True)
        self._process.start()
        theirs.close()
        try:
            self._ask(name, LOADING_SECONDS)
        except WorkspaceError as error:
            raise type(error)(f"{name}={where} cannot play: {error.message}") from None

    def turn(self, dice: list[int], stage: int, view: Any) -> object:  # noqa: ANN401 - of any implementation
        """Ask for a move; PlayerError when there is none, and `blame` then says why."""
        sums = Sums(view.upper_score(), view.upper_bonus(), view.yahtzee_bonus(), view.total())
        return self._ask((dice, stage, View(view.free(), sums, view.totals())), self._limit)

    def close(self) -> None:
        self._process.kill()
        self._process.join()

    def _ask(self, question: object, seconds: float) -> object:
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


def be_the_player(where: str, pipe: Connection) -> None:
    """Load the player, and answer each question with a move, or once with an error: the work of its process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who holds the tournament
    sys.stdout = sys.stderr  # what it prints is no part of the results
    try:
        kind = load(where)
        own_name = pipe.recv()
        player: Any = kind(own_name) if signature(kind).parameters else kind()
        pipe.send(json.dumps("ready"))
        while True:
            move = player.turn(*pipe.recv())
            pipe.send(json.dumps(move, default=shown))  # what is no move is shown, for the game to refuse
    except WorkspaceError as error:
        pipe.send(error)
    except BaseException as error:  # noqa: BLE001 - somebody else's code may raise anything
        pipe.send(PlayerError(f"it raised {describe(error)}"))


def load(where: str) -> type:
    """Return the class at `where`: a file that ends in `.py`, or the name of a module, with `:Class` if it has several.

    WrongUsageError when there is none.
    """
    place, _, name = where.partition(":")
    path = Path(place).absolute()
    sys.path.insert(0, str(path.parent))
    module_name = path.stem if path.suffix == ".py" else place
    sys.modules.pop(module_name, None)  # somebody's file may be called as one of Python's own modules
    if find_spec(module_name.partition(".")[0]) is None:
        raise WrongUsageError(f"there is no kind, file or module {place}")
    found = vars(import_module(module_name)).values()
    classes = [each for each in found if isinstance(each, type) and hasattr(each, "turn")]
    named = [each for each in classes if (each.__name__ == name if name else each.__module__ == module_name)]
    if len(named) != 1:
        raise WrongUsageError(
            f"{where} names {len(named)} classes with a method turn(dice, stage, view); name one behind a colon"
        )
    return named[0]


def describe(error: BaseException) -> str:
    """Say in a line what a player raised, and the last line of code that lies beside it or below."""
    text = " ".join(str(error).split())[:WIDEST_CHARACTERS]
    own = [frame for frame in extract_tb(error.__traceback__) if frame.filename.startswith(sys.path[0])]
    where = "".join(f" ({Path(frame.filename).name}:{frame.lineno})" for frame in own[-1:])
    return f"{type(error).__name__}{': ' * bool(text)}{text}{where}"
