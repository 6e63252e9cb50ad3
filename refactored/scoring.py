"""Rules that turn a roll into points.

pattern: whether a roll fits. pay: the points of a roll that fits. Many need a number as well, such
as how many dice are alike. rule: a pattern and its pay. category: a line of the score sheet, which
has a name and a rule.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from .dice import Roll

Pattern = Callable[[Roll], bool]


@dataclass(frozen=True)
class Rule:
    fits: Pattern
    pay: Callable[[Roll], int]

    def points(self, roll: Roll) -> int:
        """Return the points of a roll, 0 if it does not fit."""
        if not self.fits(roll):
            return 0
        return self.pay(roll)


@dataclass(frozen=True, eq=False)
class Category:
    """A line of the score sheet. It is equal only to itself."""

    name: str
    rule: Rule
    is_upper: bool

    def points(self, roll: Roll) -> int:
        return self.rule.points(roll)


# Rules.


def fixed(points: int, pattern: Pattern) -> Rule:
    """Pay the same points for every roll that fits."""
    return Rule(pattern, lambda _: points)


def total_of(pattern: Pattern) -> Rule:
    """Pay the sum of all five dice."""
    return Rule(pattern, sum)


def chance() -> Rule:
    """Pay the sum of all five dice. Any roll fits."""
    return total_of(lambda _: True)


def of_a_kind(count: int) -> Rule:
    """Pay the sum of this many equal dice, without the others."""
    return Rule(partial(alike, count), partial(sum_of_alike, count))


def upper(face: int) -> Rule:
    """Pay the sum of the dice with this face. Any roll fits, even for 0 points."""
    return Rule(lambda _: True, partial(sum_of_face, face))


# Patterns.


def alike(count: int, roll: Roll) -> bool:
    """Return whether at least this many dice show the same face."""
    return max(map(roll.count, roll)) >= count


def two_pairs(roll: Roll) -> bool:
    """Return whether two faces show at least twice. Four or five alike are one pair only."""
    return len(pairs(roll)) == 2


def full_house(roll: Roll) -> bool:
    """Return whether one face shows three times and another one twice."""
    return {roll.count(face) for face in roll} == {2, 3}


def in_sequence(length: int, roll: Roll) -> bool:
    """Return whether the roll has this many consecutive faces."""
    return any(set(range(lowest, lowest + length)) <= set(roll) for lowest in roll)


def straight_from(lowest: int, roll: Roll) -> bool:
    """Return whether the roll is exactly five consecutive faces from the lowest on."""
    return roll == tuple(range(lowest, lowest + 5))


# Pay.


def sum_of_face(face: int, roll: Roll) -> int:
    return face * roll.count(face)


def sum_of_alike(count: int, roll: Roll) -> int:
    """Return the sum of this many equal dice, of the highest face that shows so often."""
    return count * max(face for face in roll if roll.count(face) >= count)


def sum_of_pairs(roll: Roll) -> int:
    """Return the sum of one pair for each face that has a pair."""
    return 2 * sum(pairs(roll))


def pairs(roll: Roll) -> set[int]:
    """Return the faces that show at least twice."""
    return {face for face in roll if roll.count(face) >= 2}
