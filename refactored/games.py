"""The three games: their categories in score-sheet order, and their bonuses.

upper bonus: points for an upper section that reaches a threshold.
joker: five alike when their own category is taken already, even for 0 points.
Sources: the published Yatzy kata, Hasbro's Yahtzee rules (with forced jokers), Exercism's Yacht.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cache, partial
from typing import NamedTuple

from .dice import Roll
from .refusals import refusal
from .scoring import (
    Category,
    Rule,
    alike,
    chance,
    fixed,
    full_house,
    in_sequence,
    of_a_kind,
    straight_from,
    sum_of_pairs,
    total_of,
    two_pairs,
    upper,
)


class UpperBonus(NamedTuple):
    threshold: int
    points: int


class Jokers(NamedTuple):
    """The rules for jokers. Each earns the bonus, unless its own category was taken for 0."""

    box: Category
    bonus: int

    def allowed(self, roll: Roll, free: Collection[Category]) -> Collection[Category]:
        """Return the free categories to which a joker may go.

        It has to go to the upper category of its face; else to any lower one; else to any.
        """
        own = [category for category in free if category.is_upper and category.points(roll)]
        lower = [category for category in free if not category.is_upper]
        return own or lower or free


@dataclass(frozen=True)
class Game:
    """The categories of a game by name, other names for some of them, and its bonuses."""

    name: str
    categories: dict[str, Category]
    other_names: dict[str, Category] = field(default_factory=dict)
    upper_bonus: UpperBonus | None = None
    jokers: Jokers | None = None

    def category(self, name: object) -> Category:
        """Return a category by any of its names. Raises ValueError if it is unknown."""
        known = self.categories | self.other_names
        if not isinstance(name, str) or name not in known:
            allowed = f"the categories are {', '.join(self.categories)}"
            raise refusal(f"unknown category of {self.name}", name, allowed)
        return known[name]

    def upper_bonus_for(self, upper_score: int) -> int:
        bonus = self.upper_bonus
        if bonus is None or upper_score < bonus.threshold:
            return 0
        return bonus.points

    def jokers_for(self, roll: Roll, free: Collection[Category]) -> Jokers | None:
        """Return the rules for jokers if the roll is one while these categories are free."""
        jokers = self.jokers
        if jokers is None or jokers.box in free or not jokers.box.rule.fits(roll):
            return None
        return jokers

    def allowed(self, roll: Roll, free: Collection[Category]) -> Collection[Category]:
        """Return the free categories to which a roll may go: all, unless it is a joker."""
        jokers = self.jokers_for(roll, free)
        if jokers is None:
            return free
        return jokers.allowed(roll, free)


def yatzy() -> Game:
    """Return Scandinavian Yatzy, without bonuses."""
    lower_section = {
        "pair": of_a_kind(2),
        "two pairs": Rule(two_pairs, sum_of_pairs),
        "three of a kind": of_a_kind(3),
        "four of a kind": of_a_kind(4),
        "small straight": fixed(15, partial(straight_from, 1)),
        "large straight": fixed(20, partial(straight_from, 2)),
        "full house": total_of(full_house),
        "chance": chance(),
        "yatzy": fixed(50, partial(alike, 5)),
    }
    return Game("yatzy", in_sections(lower_section))


def yahtzee() -> Game:
    """Return Yahtzee, the only game with bonuses and jokers."""
    lower_section = {
        "three of a kind": total_of(partial(alike, 3)),
        "four of a kind": total_of(partial(alike, 4)),
        "full house": fixed(25, full_house),
        "small straight": fixed(30, partial(in_sequence, 4)),
        "large straight": fixed(40, partial(in_sequence, 5)),
        "yahtzee": fixed(50, partial(alike, 5)),
        "chance": chance(),
    }
    categories = in_sections(lower_section)
    return Game(
        "yahtzee",
        categories,
        other_names={"aces": categories["ones"]},
        upper_bonus=UpperBonus(threshold=63, points=35),
        jokers=Jokers(box=categories["yahtzee"], bonus=100),
    )


def yacht() -> Game:
    lower_section = {
        "full house": total_of(full_house),
        "four of a kind": of_a_kind(4),
        "little straight": fixed(30, partial(straight_from, 1)),
        "big straight": fixed(30, partial(straight_from, 2)),
        "choice": chance(),
        "yacht": fixed(50, partial(alike, 5)),
    }
    return Game("yacht", in_sections(lower_section))


def in_sections(lower_section: dict[str, Rule]) -> dict[str, Category]:
    """Return the categories of a game by name: the upper section, then the given lower one."""
    faces = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}
    upper_section = {name: upper(face) for name, face in faces.items()}
    return {
        name: Category(name, rule, is_upper=name in upper_section)
        for name, rule in (upper_section | lower_section).items()
    }


@cache
def games() -> dict[str, Game]:
    return {game.name: game for game in (yatzy(), yahtzee(), yacht())}


def game_named(name: object) -> Game:
    """Return a game by its name. Raises ValueError if it is unknown."""
    if not isinstance(name, str) or name not in games():
        raise refusal("unknown game", name, f"the games are {', '.join(games())}")
    return games()[name]
