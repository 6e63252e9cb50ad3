"""The three games as their score sheets show them.

category: a name on the score sheet, with its rule. section: categories in score-sheet order.
game: an upper section, which all games share, above a lower section of its own.
Sources: the published Yatzy kata, Hasbro's Yahtzee rules, Exercism's Yacht.
"""

from collections.abc import Callable

from refactored.refusals import refusal
from refactored.scoring import (
    Rule,
    fifteen_for_low_straight,
    fifty_for_five_alike,
    fives,
    forty_for_five_in_sequence,
    four_of_a_kind,
    fours,
    ones,
    pair,
    sixes,
    thirty_for_four_in_sequence,
    thirty_for_high_straight,
    thirty_for_low_straight,
    three_of_a_kind,
    threes,
    total,
    total_of_four_alike,
    total_of_full_house,
    total_of_three_alike,
    twenty_five_for_full_house,
    twenty_for_high_straight,
    two_pairs,
    twos,
)

Section = dict[str, Rule]


def games() -> dict[str, Callable[[], Section]]:
    """Return the lower section of every game, by the game's name. A new game is named here."""
    return {"yatzy": yatzy, "yahtzee": yahtzee, "yacht": yacht}


def upper_section() -> Section:
    """Return the six categories that every game begins with."""
    return {
        "ones": ones,
        "twos": twos,
        "threes": threes,
        "fours": fours,
        "fives": fives,
        "sixes": sixes,
    }


def yatzy() -> Section:
    """Return the lower section of Scandinavian Yatzy."""
    return {
        "pair": pair,
        "two pairs": two_pairs,
        "three of a kind": three_of_a_kind,
        "four of a kind": four_of_a_kind,
        "small straight": fifteen_for_low_straight,
        "large straight": twenty_for_high_straight,
        "full house": total_of_full_house,
        "chance": total,
        "yatzy": fifty_for_five_alike,
    }


def yahtzee() -> Section:
    """Return the lower section of Yahtzee."""
    return {
        "three of a kind": total_of_three_alike,
        "four of a kind": total_of_four_alike,
        "full house": twenty_five_for_full_house,
        "small straight": thirty_for_four_in_sequence,
        "large straight": forty_for_five_in_sequence,
        "yahtzee": fifty_for_five_alike,
        "chance": total,
    }


def yacht() -> Section:
    """Return the lower section of Yacht."""
    return {
        "full house": total_of_full_house,
        "four of a kind": four_of_a_kind,
        "little straight": thirty_for_low_straight,
        "big straight": thirty_for_high_straight,
        "choice": total,
        "yacht": fifty_for_five_alike,
    }


def game_named(game: object) -> str:
    """Return the name of a game, given any text of its letters, a member of an enumeration for one.

    Raises ValueError for an unknown game.
    """
    for name in games():
        if isinstance(game, str) and game == name:
            return name
    raise refusal("unknown game", game, f"the games are {', '.join(games())}")


def lower_section(game: object) -> Callable[[], Section]:
    """Return what makes the lower section of a game; ValueError for an unknown game."""
    return games()[game_named(game)]


def categories_of(game: object) -> Section:
    """Return all categories of a game, in score-sheet order; ValueError for an unknown game."""
    return {**upper_section(), **lower_section(game)()}


def category_named(game: object, category: object) -> tuple[str, Section]:
    """Return a category's name on the score sheet, and its section; ValueError when game or category is unknown.

    Yahtzee's `ones` go by the name of `aces` as well.
    """
    sections = lower_section(game), upper_section
    if isinstance(category, str):
        name = "ones" if category == "aces" and game == "yahtzee" else category
        for make_section in sections:
            section = make_section()
            if name in section:
                return name, section
    raise refusal(
        f"unknown category of {game_named(game)}", category, f"the categories are {', '.join(categories_of(game))}"
    )


def rule_of(game: object, category: object) -> Rule:
    """Return the rule of a category of a game; ValueError when either is unknown."""
    name, section = category_named(game, category)
    return section[name]


def is_upper(game: object, category: object) -> bool:
    """Tell whether a category is in the upper section; ValueError when game or category is unknown."""
    name, _ = category_named(game, category)
    return name in upper_section()
