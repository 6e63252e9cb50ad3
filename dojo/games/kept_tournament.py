"""A tournament that somebody's own class Yatzy keeps, between the same players; its transcript tells how it goes.

hold: what runs it; it is given the game, the names, how many games, and who throws, plays and hears, and returns the
points. mark: what parts the words of a transcript, and so cannot be in a name.
"""

import re
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.games import seats
from dojo.games.external_player import ExternalPlayer
from dojo.games.tournament_results import INTERRUPTED, OUT_OF_TIME, Plan, Results
from dojo.text import printable
from refactored import Sums, View

Hold = Callable[[list[Any], "KeptContest"], object]

MARKS = ",:;"
TOTAL = rf"[^{MARKS}]+ [0-9]{{1,9}}"
GAME_OVER = re.compile(rf"game \d+: (?P<totals>{TOTAL}(?:, {TOTAL})*); a point for .*")
DISQUALIFIED = re.compile(
    rf"(?P<name>[^{MARKS}]+) is disqualified in (?P<when>game \d+, round \d+, roll \d+): (?P<reason>.*)", re.DOTALL
)


class OutOfTimeError(BaseException):
    """The minutes are over; no code in between takes it for an error of its own."""


class KeptContest:
    """A tournament that goes on, and what came of it so far."""

    def __init__(self, plan: Plan, players: list[Any], hold: Hold, clock: Callable[[], float] = time.monotonic) -> None:
        """Seat the players; `clock` tells seconds."""
        self.plan, self._hold, self._clock, self._start = plan, hold, clock, clock()
        self._players: Mapping[str, Any] = {player.name: player for player in players}
        self._results = Results(dict.fromkeys(self._players, 0))
        self._results.outputs = [player.output for player in players if isinstance(player, ExternalPlayer)]
        self.roll = seats.dice(plan.seed)

    def play(self) -> Results:
        """Play until all games are over, or the time is, or somebody presses Ctrl-C; return what came of it."""
        try:
            self._compare(self._hold([self.plan.game, [*self._players], self.plan.games], self))
        except OutOfTimeError:
            self._results.cut_short = OUT_OF_TIME
        except KeyboardInterrupt:
            self._results.cut_short = INTERRUPTED
        return self.results()

    def results(self) -> Results:
        """Return what came of it so far."""
        self._results.seconds = self._clock() - self._start
        return self._results

    def turn(self, name: str, dice: list[int], stage: int, view: list[Any]) -> object:
        """Return a player's move."""
        free, sums, totals = view
        return self._players[name].turn(dice, stage, View(free, Sums(*sums), totals))

    def write(self, line: str) -> None:
        """Hear a line of the transcript; OutOfTimeError when it ends a game, and the time is over."""
        out = DISQUALIFIED.fullmatch(line)
        if out and out["name"] in self._players:
            self._disqualify(**out.groupdict())
        over = GAME_OVER.fullmatch(line)
        if over is None:
            return
        self._count(over["totals"])
        if self.plan.minutes and self._results.games < self.plan.games and self._is_late(self.plan.minutes):
            raise OutOfTimeError

    def _compare(self, points: object) -> None:
        """Believe no points but those of the transcript; WorkspaceError when others are returned."""
        counted = self._results.points
        if points != counted:
            text = f"tournament() returned {points!r:.60}, and its transcript gives {counted!r:.60}"
            raise WorkspaceError(f"{text}: one of them is wrong.")

    def _is_late(self, minutes: float) -> bool:
        return self._clock() - self._start >= minutes * 60

    def _disqualify(self, name: str, when: str, reason: str) -> None:
        blame = getattr(self._players[name], "blame", "")
        self._results.disqualified[name] = printable(f"{when}: {blame or reason}")
        self._results.points.pop(name, None)

    def _count(self, text: str) -> None:
        """Count a game, from what the transcript says of its totals and so of the points."""
        each = (total.rpartition(" ") for total in text.split(", "))
        totals = {name: int(total) for name, _, total in each if name in self._players}
        self._results.take(totals)
        for name, total in totals.items():
            if name in self._results.points and total == max(totals.values()):
                self._results.points[name] += 1


def refuse_marks(names: Iterable[str]) -> None:
    """Raise WrongUsageError where a name holds a mark: the transcript could be read in two ways."""
    for name in names:
        if any(mark in name for mark in MARKS):
            raise WrongUsageError(
                f"{printable(name)} is no name where another implementation runs the tournament: "
                f"leave out {' and '.join(MARKS)}"
            )
