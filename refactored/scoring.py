"""The rules that give points.

pattern: which rolls fit. pay: what a roll brings where it fits. Many take a number as well: so many alike, so many
points. rule: a pattern and a pay. in full: said of a rule that pays one amount, whatever the dice. category: a line of
the score sheet; a name with its rule.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

from .dice import Roll

Pattern = Callable[[Roll], bool]


@dataclass(frozen=True)
class Rule:
    """Which rolls fit, and what they then bring; `in_full` is 0 where that depends on the dice."""

    fits: Pattern
    pay: Callable[[Roll], int]
    in_full: int = 0

    def points(self, roll: Roll) -> int:
        """Return what a roll brings, 0 when it does not fit."""
        return self.pay(roll) if self.fits(roll) else 0


class Category:
    """A line of the score sheet."""

    def __init__(self, name: str, rule: Rule, *, is_upper: bool) -> None:
        """Give a rule its name; its points are worked out once for each roll."""
        self.name, self.rule, self.is_upper = name, rule, is_upper
        self.points: Callable[[Roll], int] = cache(rule.points)


# Rules.


def fixed(points: int, pattern: Pattern) -> Rule:
    """Pay so many points for a pattern."""
    return Rule(pattern, partial(amount, points), in_full=points)


def total_of(pattern: Pattern) -> Rule:
    """Pay the sum of all five dice where they show a pattern."""
    return Rule(pattern, total)


def of_a_kind(count: int) -> Rule:
    """Pay so many dice alike, and no others."""
    return Rule(partial(alike, count), partial(sum_of_alike, count))


def upper(face: int) -> Rule:
    """Pay the dice that show a face; any dice fit, even for 0 points."""
    return Rule(any_dice, partial(sum_of_face, face))


# Patterns.


def any_dice(roll: Roll) -> bool:  # noqa: ARG001 - all rolls are alike to it
    """Tell that any dice fit."""
    return True


def alike(count: int, roll: Roll) -> bool:
    """Tell whether at least so many dice show one face."""
    return max(map(roll.count, roll)) >= count


def two_pairs(roll: Roll) -> bool:
    """Tell whether there are two pairs of different faces; four or five alike are one pair only."""
    return len(pairs(roll)) == 2


def full_house(roll: Roll) -> bool:
    """Tell whether each face shows twice or three times, and so one shows twice and the other three times."""
    return {roll.count(face) for face in roll} == {2, 3}


def in_sequence(length: int, roll: Roll) -> bool:
    """Tell whether there are so many faces in sequence."""
    return any(set(range(lowest, lowest + length)) <= set(roll) for lowest in roll)


def straight_from(lowest: int, roll: Roll) -> bool:
    """Tell whether these are exactly five faces in sequence, from the lowest on."""
    return roll == tuple(range(lowest, lowest + 5))


# Pay.


def amount(points: int, roll: Roll) -> int:  # noqa: ARG001 - whatever shows
    """Pay so many points."""
    return points


def total(roll: Roll) -> int:
    """Pay the sum of all five dice."""
    return sum(roll)


def sum_of_face(face: int, roll: Roll) -> int:
    """Pay the sum of the dice that show a face."""
    return face * roll.count(face)


def sum_of_alike(count: int, roll: Roll) -> int:
    """Pay the sum of so many dice alike, of the highest face that shows as often."""
    return count * max(face for face in roll if roll.count(face) >= count)


def sum_of_pairs(roll: Roll) -> int:
    """Pay the sum of a pair of each face that has one."""
    return 2 * sum(pairs(roll))


def pairs(roll: Roll) -> set[int]:
    """Return the faces that show at least twice."""
    return {face for face in roll if roll.count(face) >= 2}
