"""What a tournament is to be, and what comes of it, in numbers.

totals: a player's points at the end of each game. estimate: the mean of some numbers, with a 95 % confidence interval:
mean - margin to mean + margin. standings: most points first; with equal points, the best mean first, then as they sit.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple

FEWEST_FOR_A_MARGIN = 30  # below, totals are too few for the normal distribution
STANDARD_ERRORS = NormalDist().inv_cdf(0.975)
INTERRUPTED, OUT_OF_TIME = "interrupted", "out of time"


class Estimate(NamedTuple):
    """A mean; the margin is None when there are too few numbers for one."""

    mean: float
    margin: float | None


class Standing(NamedTuple):
    """How a player stands; `behind`: its totals less the leader's, game by game, who has none."""

    name: str
    points: int
    mean: Estimate
    best: int
    worst: int
    behind: Estimate | None


@dataclass(frozen=True)
class Plan:
    """What is played: so many games, or for so many minutes; a player has `limit` seconds for a move."""

    game: str
    games: int
    seed: int
    limit: float = 1.0
    minutes: float | None = None
    same_dice: bool = False


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

    def take(self, totals: Mapping[str, int]) -> None:
        """Count a game, and give a point for it to each who has the most."""
        self.games += 1
        most = max(totals.values())
        for name, total in totals.items():
            self.totals.setdefault(name, []).append(total)
            if total == most:
                self.points[name] += 1

    def printed(self) -> list[tuple[str, int, Path]]:
        """Return who has printed, how many bytes, and into which file."""
        return [(name, path.stat().st_size, path) for name, path in self.outputs.items() if path.exists()]

    def games_per_second(self) -> float:
        """Return the speed; less than a millisecond counts as one."""
        return self.games / max(self.seconds, 0.001)

    def standings(self) -> list[Standing]:
        """Return how everybody stands who has ended a game and is still in."""
        names = [name for name in self.points if name in self.totals]
        names.sort(key=lambda name: (-self.points[name], -fmean(self.totals[name])))
        return [self._standing(name, names[0]) for name in names]

    def _standing(self, name: str, leader: str) -> Standing:
        totals = self.totals[name]
        behind = None
        if name != leader:
            differences = [own - leading for own, leading in zip(totals, self.totals[leader], strict=False)]
            behind = estimate(differences)
        return Standing(name, self.points[name], estimate(totals), max(totals), min(totals), behind)


def estimate(numbers: list[int]) -> Estimate:
    """Estimate, to a tenth, the mean of what some numbers are drawn from."""
    mean = round(fmean(numbers), 1)
    if len(numbers) < FEWEST_FOR_A_MARGIN:
        return Estimate(mean, None)
    standard_error = stdev(numbers) / sqrt(len(numbers))
    return Estimate(mean, round(STANDARD_ERRORS * standard_error, 1))
