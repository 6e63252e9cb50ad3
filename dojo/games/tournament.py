"""Many games between the kata's players and anybody's own, and what comes of them, in numbers.

turn: players take theirs round by round, and rounds are counted through all games. throw: the first of a turn, or one
of the two after it. hold: the method `tournament` of somebody's own class Yatzy. totals: a player's points at the end
of each game. margin: with 95 % confidence, a mean is no further from the true one.
"""

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from statistics import NormalDist, fmean, stdev
from typing import Any, NamedTuple

from dojo.games.players import fair_dice
from dojo.text import printable
from refactored import (
    Disqualified,
    Event,
    PointGiven,
    RoundBegun,
    RuleBroken,
    Taken,
    Thrown,
    Tournament,
    game_named,
)

Hold = Callable[[str, list[Any], Callable[[int], list[int]], int, Callable[[str], None]], object]

FEWEST_FOR_A_MARGIN = 30  # below, totals are too few for the normal distribution
STANDARD_ERRORS = NormalDist().inv_cdf(0.975)
INTERRUPTED, OUT_OF_TIME = "interrupted", "out of time"
# What the transcript of a tournament says, whoever writes it.
GAME_OVER = re.compile(r"game \d+: (.*); a point for .*")
TOTAL = re.compile(r"(.+?) (\d+)(?:, |$)")
OUT = re.compile(r"(.*) is disqualified in (game \d+, round \d+, roll \d+): (.*)", re.DOTALL)


@dataclass(frozen=True)
class Plan:
    """What is played: so many games, or for so many minutes; a player has `limit` seconds for a move."""

    game: str
    games: int
    seed: int
    limit: float = 1.0
    minutes: float | None = None
    same_dice: bool = False


class Standing(NamedTuple):
    """How a player stands; `to_leader`: its totals less the leader's, game by game, who has none.

    A margin is None where there are too few numbers for one.
    """

    name: str
    points: int
    mean: float
    mean_margin: float | None
    best: int
    worst: int
    to_leader: float | None
    to_leader_margin: float | None


@dataclass
class Results:
    """What came of a tournament so far; players are in the order of their seats."""

    plan: Plan
    points: dict[str, int]
    outputs: dict[str, Path] = field(default_factory=dict)
    totals: dict[str, list[int]] = field(default_factory=dict)
    disqualified: dict[str, str] = field(default_factory=dict)
    games: int = 0
    seconds: float = 0.0
    cut_short: str = ""

    def count(self, totals: Mapping[str, int]) -> None:
        """Count a game, and give a point for it to each who has the most."""
        self.games += 1
        for name, total in totals.items():
            self.totals.setdefault(name, []).append(total)
            self.points[name] += total == max(totals.values())

    def printed(self) -> list[tuple[str, int, Path]]:
        """Return who has printed, how many bytes, and into which file."""
        return [(name, path.stat().st_size, path) for name, path in self.outputs.items() if path.exists()]

    def games_per_second(self) -> float:
        """Return the speed; less than a millisecond counts as one."""
        return self.games / max(self.seconds, 0.001)

    def standings(self) -> list[Standing]:
        """Return how everybody stands who has ended a game and is still in.

        Most points first; with equal points, the best mean first, then as they sit.
        """
        names = [name for name in self.points if name in self.totals]
        names.sort(key=lambda name: (-self.points[name], -fmean(self.totals[name])))
        return [self._standing(name, self.totals[names[0]]) for name in names]

    def _standing(self, name: str, leaders: list[int]) -> Standing:
        totals = self.totals[name]
        differences = [own - leading for own, leading in zip(totals, leaders, strict=False)]
        to_leader = (None, None) if totals is leaders else estimate(differences)
        return Standing(name, self.points[name], *estimate(totals), max(totals), min(totals), *to_leader)


def estimate(numbers: list[int]) -> tuple[float, float | None]:
    """Return, to a tenth, the mean of what some numbers are drawn from, and its margin; None if they are too few."""
    mean = round(fmean(numbers), 1)
    if len(numbers) < FEWEST_FOR_A_MARGIN:
        return mean, None
    return mean, round(STANDARD_ERRORS * stdev(numbers) / sqrt(len(numbers)), 1)


class SameDice:
    """Five dice lie ready for each throw of each turn, the same for all players; who throws fewer takes the first.

    So nobody's dice depend on what another does, and each player's are as fair as any.
    """

    def __init__(self, seed: int) -> None:
        """Begin before the first round; a seed brings the same dice again."""
        self._seed, self._turn, self._throw = seed, -1, 0

    def throw(self, count: int) -> list[int]:
        """Throw so many dice, for whoever's turn it is."""
        return fair_dice(f"{self._seed} {self._turn} {self._throw}")(count)

    def hear(self, event: Event) -> None:
        """Follow the game, to know which throw is next."""
        match event:
            case RoundBegun():
                self._turn += 1
            case Thrown():
                self._throw = event.stage + 1
            case Taken() | RuleBroken():
                self._throw = 0


class OutOfTimeError(BaseException):
    """The minutes are over; no code in between takes it for an error of its own."""


class Contest:
    """A tournament that goes on, and what came of it so far."""

    def __init__(
        self, plan: Plan, players: list[Any], hold: Hold | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Seat the players; `hold` runs the tournament, if it is not ours; `clock` tells seconds."""
        self._hold, self._clock, self._start = hold, clock, clock()
        self._players = {player.name: player for player in players}
        outputs = {player.name: player.output for player in players if hasattr(player, "output")}
        self.results = Results(plan, dict.fromkeys(self._players, 0), outputs)

    def play(self) -> Results:
        """Play until all games are over, or the time is, or somebody presses Ctrl-C; return what came of it."""
        plan = self.results.plan
        try:
            if self._hold is None:
                self._play_games(plan)
            else:
                self._hold(plan.game, [*self._players.values()], fair_dice(plan.seed), plan.games, self._read)
        except OutOfTimeError:
            self.results.cut_short = OUT_OF_TIME
        except KeyboardInterrupt:
            self.results.cut_short = INTERRUPTED
        self.results.seconds = self._clock() - self._start
        return self.results

    def _read(self, line: str) -> None:
        """Read a line of the transcript of who holds the tournament."""
        if over := GAME_OVER.fullmatch(line):
            self._count({name: int(total) for name, total in TOTAL.findall(over[1])})
        elif out := OUT.fullmatch(line):
            self._disqualify(*out.groups())

    def _play_games(self, plan: Plan) -> None:
        same_dice = SameDice(plan.seed)

        def hear(event: Event) -> None:
            same_dice.hear(event)
            match event:
                case PointGiven():
                    self._count(event.totals)
                case Disqualified(number, offence):
                    when = f"game {number}, round {offence.round}, roll {offence.roll}"
                    self._disqualify(offence.name, when, offence.reason)

        throw = same_dice.throw if plan.same_dice else fair_dice(plan.seed)
        tournament = Tournament(game_named(plan.game), self._players, plan.games, throw, hear)
        while tournament.goes_on():
            if plan.same_dice and self.results.games >= plan.games:
                break  # a tie stands, for the same dice might never break it
            tournament.play_game()

    def _disqualify(self, name: str, when: str, reason: str) -> None:
        # What an external player did, it tells better itself.
        blame = getattr(self._players[name], "blame", "")
        self.results.disqualified[name] = printable(f"{when}: {blame or reason}")
        del self.results.points[name]

    def _count(self, totals: Mapping[str, int]) -> None:
        """Count a game; OutOfTimeError when the time is over before the last."""
        results, plan = self.results, self.results.plan
        results.count(totals)
        minutes = (self._clock() - self._start) / 60
        if plan.minutes and minutes >= plan.minutes and results.games < plan.games:
            raise OutOfTimeError
