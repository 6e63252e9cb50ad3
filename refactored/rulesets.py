"""The three games as their score sheets show them.

game: its categories in score-sheet order, and what a card earns beyond them.
upper bonus: points for an upper section that holds enough. joker: a roll that the box for it would pay, were that not
filled already, be it with nothing. duty: the categories that a joker may go to.
Sources: the published Yatzy kata, Hasbro's Yahtzee rules (with forced jokers), Exercism's Yacht.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from typing import NamedTuple

from .dice import Roll
from .refusals import refusal
from .scoring import (
    Category,
    Rule,
    alike,
    any_dice,
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
    """Points for an upper section that reaches a threshold."""

    threshold: int
    points: int


@dataclass(frozen=True)
class Jokers:
    """The box that they fill first, what such dice are called, and the bonus for each unless the box holds 0."""

    box: Category
    dice: str
    bonus: int

    def include(self, roll: Roll, free: Collection[Category]) -> bool:
        """Tell whether a roll is a joker where these categories are free."""
        return bool(self.box.points(roll)) and self.box not in free

    def duty(self, roll: Roll, free: Collection[Category]) -> Collection[Category]:
        """Return where a joker may go: the upper category that pays it; else any free lower one; else any free one."""
        own = [category for category in free if category.is_upper and category.points(roll)]
        return own or [category for category in free if not category.is_upper] or free

    def duty_in_words(self, roll: Roll, free: Collection[Category]) -> str:
        """Say where a joker has to go."""
        return f"{self.dice} have to go to {', '.join(category.name for category in self.duty(roll, free))}"

    def points(self, category: Category, roll: Roll) -> int:
        """Return what a joker brings: in full where that is one amount, though it does not fit; else what it scores."""
        return category.rule.in_full or category.points(roll)


@dataclass(frozen=True)
class Game:
    """A game: categories by name, other names that some of them have, and bonuses if it has any."""

    name: str
    categories: Mapping[str, Category]
    other_names: Mapping[str, Category] = field(default_factory=dict)
    upper_bonus: UpperBonus | None = None
    jokers: Jokers | None = None

    def category(self, name: object) -> Category:
        """Return a category by any of its names; ValueError when it is unknown."""
        found = (self.categories.get(name) or self.other_names.get(name)) if isinstance(name, str) else None
        if found is None:
            raise refusal(f"unknown category of {self.name}", name, f"the categories are {', '.join(self.categories)}")
        return found

    def upper_bonus_for(self, upper_score: int) -> int:
        """Return what an upper section earns on top."""
        bonus = self.upper_bonus
        return bonus.points if bonus is not None and upper_score >= bonus.threshold else 0

    def jokers_for(self, roll: Roll, free: Collection[Category]) -> Jokers | None:
        """Return the rules for jokers, if a roll is one where these categories are free."""
        jokers = self.jokers
        return jokers if jokers and jokers.include(roll, free) else None

    def allowed(self, roll: Roll, free: Collection[Category]) -> Collection[Category]:
        """Return where a roll may be placed of the free categories: in all of them, unless a joker has its duty."""
        jokers = self.jokers_for(roll, free)
        return jokers.duty(roll, free) if jokers else free


def yatzy() -> Game:
    """Return Scandinavian Yatzy."""
    lower_section = {
        "pair": of_a_kind(2),
        "two pairs": Rule(two_pairs, sum_of_pairs),
        "three of a kind": of_a_kind(3),
        "four of a kind": of_a_kind(4),
        "small straight": fixed(15, partial(straight_from, 1)),
        "large straight": fixed(20, partial(straight_from, 2)),
        "full house": total_of(full_house),
        "chance": total_of(any_dice),
        "yatzy": fixed(50, partial(alike, 5)),
    }
    return Game("yatzy", in_sections(lower_section))


def yahtzee() -> Game:
    """Return Yahtzee, the one with bonuses and jokers."""
    lower_section = {
        "three of a kind": total_of(partial(alike, 3)),
        "four of a kind": total_of(partial(alike, 4)),
        "full house": fixed(25, full_house),
        "small straight": fixed(30, partial(in_sequence, 4)),
        "large straight": fixed(40, partial(in_sequence, 5)),
        "yahtzee": fixed(50, partial(alike, 5)),
        "chance": total_of(any_dice),
    }
    categories = in_sections(lower_section)
    return Game(
        "yahtzee",
        categories,
        other_names={"aces": categories["ones"]},
        upper_bonus=UpperBonus(threshold=63, points=35),
        jokers=Jokers(box=categories["yahtzee"], dice="five alike", bonus=100),
    )


def yacht() -> Game:
    """Return Yacht."""
    lower_section = {
        "full house": total_of(full_house),
        "four of a kind": of_a_kind(4),
        "little straight": fixed(30, partial(straight_from, 1)),
        "big straight": fixed(30, partial(straight_from, 2)),
        "choice": total_of(any_dice),
        "yacht": fixed(50, partial(alike, 5)),
    }
    return Game("yacht", in_sections(lower_section))


def in_sections(lower_section: dict[str, Rule]) -> dict[str, Category]:
    """Return categories by name in score-sheet order: the six that every game begins with, and those below them."""
    faces = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}
    upper_section = {name: upper(face) for name, face in faces.items()}
    return {
        name: Category(name, rule, is_upper=name in upper_section)
        for name, rule in (upper_section | lower_section).items()
    }


def all_games() -> dict[str, Game]:
    """Return the games by name."""
    return {
        game.name: game
        for game in (
            yatzy(),
            yahtzee(),
            yacht(),
        )
    }


games = cache(all_games)  # made once, when first asked for


def game_named(name: object) -> Game:
    """Return the game of this name, given any text of its letters, a member of an enumeration for one.

    Raises ValueError for an unknown game.
    """
    found = games().get(name) if isinstance(name, str) else None
    if found is None:
        raise refusal("unknown game", name, f"the games are {', '.join(games())}")
    return found
