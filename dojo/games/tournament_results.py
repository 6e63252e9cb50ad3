"""What a tournament is to be, and what comes of it, in numbers.

totals: a player's points at the end of each game. estimate: the mean of some numbers, with a 95 % confidence interval:
mean - margin to mean + margin; of no numbers there is none. standings: the names, most points first; with equal points,
the best mean first, then as they sit. leader: the first of the standings; who has as many points shares its lead.
difference: another's total less the leader's, of the same game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from statistics import NormalDist, fmean, stdev
from typing import Any, NamedTuple

from dojo.text import printable

FEWEST_FOR_A_MARGIN = 30  # below, totals are too few for the normal distribution
STANDARD_ERRORS = NormalDist().inv_cdf(0.975)
INTERRUPTED, OUT_OF_TIME = "interrupted", "out of time"


class Estimate(NamedTuple):
    """A mean; the margin is None when there are too few numbers for one."""

    mean: float
    margin: float | None


@dataclass(frozen=True)
class Plan:
    """What is played: so many games, or for so many minutes; a player has `limit` seconds for a move."""

    game: str
    games: int
    seed: int
    limit: float = 1.0
    minutes: float | None = None
    same_dice: bool = False

    def left(self, games: int, seconds: float) -> float | None:
        """Return the seconds to come, as far as one can tell; None before the first game is over."""
        if not games:
            return None
        left = seconds / games * max(self.games - games, 0)
        if self.minutes is None:
            return left
        time_left = max(self.minutes * 60 - seconds, 0.0)
        return min(left, time_left)


@dataclass
class Results:
    """What came of a tournament so far; of `points`, those with equal points are in the order of seats."""

    points: dict[str, int]
    totals: dict[str, list[int]] = field(default_factory=dict)
    disqualified: dict[str, str] = field(default_factory=dict)
    outputs: dict[str, Path] = field(default_factory=dict)
    games: int = 0
    seconds: float = 0.0
    cut_short: str = ""

    def take(self, totals: Mapping[str, int]) -> None:
        """Count a game, and give a point for it to each who has the most."""
        self.games += 1
        most = max(totals.values(), default=0)
        for name, total in totals.items():
            self.totals.setdefault(name, []).append(total)
            if total == most:
                self.points[name] += 1

    def disqualify(self, name: str, reason: str) -> None:
        """Leave a player out, who gets no place."""
        self.disqualified[name] = printable(reason)
        del self.points[name]

    def printed(self) -> list[tuple[str, int, Path]]:
        """Return who has printed, how many bytes, and into which file."""
        return [(name, path.stat().st_size, path) for name, path in self.outputs.items() if path.exists()]

    def games_per_second(self) -> float:
        """Return the speed; less than a millisecond counts as one."""
        return self.games / max(self.seconds, 0.001)

    def standings(self) -> list[str]:
        """Return the standings."""
        return sorted(self.points, key=lambda name: (-self.points[name], -(self.mean(name) or 0)))

    def leaders(self) -> list[str]:
        """Return who has the most points."""
        most = max(self.points.values(), default=0)
        return [name for name in self.standings() if self.points[name] == most]

    def mean(self, name: str) -> float | None:
        """Return the mean of a player's totals, quickly: it is shown all the time."""
        totals = self.totals.get(name)
        return fmean(totals) if totals else None

    def behind(self, name: str) -> Estimate | None:
        """Estimate a player's difference to the leader, who has none; both played the same games, for ties stand."""
        leader = self.standings()[0]
        if name == leader:
            return None
        own_totals = self.totals.get(name, [])
        leading_totals = self.totals.get(leader, [])
        return estimate([own - leading for own, leading in zip(own_totals, leading_totals, strict=True)])


def estimate(numbers: list[int]) -> Estimate | None:
    """Estimate the mean of what some numbers are drawn from."""
    if not numbers:
        return None
    mean = fmean(numbers)
    if len(numbers) < FEWEST_FOR_A_MARGIN:
        return Estimate(mean, None)
    standard_error = stdev(numbers) / sqrt(len(numbers))
    return Estimate(mean, STANDARD_ERRORS * standard_error)


def as_data(plan: Plan, results: Results) -> dict[str, Any]:
    """Return the results for a program."""
    standings = [standing(name, results, same_dice=plan.same_dice) for name in results.standings()]
    disqualified = [{"name": name, "reason": reason} for name, reason in results.disqualified.items()]
    printed = [{"name": name, "bytes": size, "file": str(path)} for name, size, path in results.printed()]
    speed = results.games_per_second()
    games_per_second = round(speed, 1) if speed >= 1 else float(f"{speed:.3g}")  # a slow one is not none
    return {
        "game": plan.game,
        "games": results.games,
        "same_dice": plan.same_dice,
        "standings": standings,
        "disqualified": disqualified,
        "printed": printed,
        "seconds": round(results.seconds, 2),
        "games_per_second": games_per_second,
        "interrupted": results.cut_short == INTERRUPTED,
        "out_of_time": results.cut_short == OUT_OF_TIME,
    }


def standing(name: str, results: Results, *, same_dice: bool) -> dict[str, Any]:
    """Return a player's line for a program; margins are those of the 95 % confidence intervals."""
    totals = results.totals.get(name, [])
    found: dict[str, Any] = {"name": name, "points": results.points[name]}
    found |= rounded("mean", estimate(totals))
    found |= {"best": max(totals, default=None), "worst": min(totals, default=None)}
    if same_dice:
        found |= rounded("to_leader", results.behind(name))
    return found


def rounded(what: str, estimated: Estimate | None) -> dict[str, float | None]:
    """Return an estimate for a program."""
    mean, margin = None, None
    if estimated is not None:
        mean = round(estimated.mean, 1)
        if estimated.margin is not None:
            margin = round(estimated.margin, 1)
    return {what: mean, f"{what}_margin": margin}
