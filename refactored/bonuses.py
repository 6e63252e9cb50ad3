"""What a card earns beyond its categories, and what five alike have to do.

upper bonus: points for an upper section that holds enough. yahtzee bonus: points for five alike that come after the
yahtzee box was filled with 50. joker: in yahtzee, five alike while that box is filled, with 50 or with 0.
duty: the categories that a joker may go to.
Source: the official rules of Yahtzee, with forced jokers.
"""

from refactored.dice import Roll
from refactored.rulesets import rule_of, upper_section


def upper_bonuses() -> dict[str, tuple[int, int]]:
    """Return the games with an upper bonus: how many points it takes, and how many it brings."""
    return {"yahtzee": (63, 35)}


def upper_bonus(game: str, upper_score: int) -> int:
    """Return the points that an upper section earns on top."""
    if game not in upper_bonuses():
        return 0
    threshold, bonus = upper_bonuses()[game]
    return bonus if upper_score >= threshold else 0


def yahtzee_bonus(further_yahtzees: int) -> int:
    """Return the points for so many five alike after the first: 100 each."""
    return 100 * further_yahtzees


def has_jokers(game: str) -> bool:
    """Tell whether a game knows jokers, and with them the yahtzee bonus."""
    return game == "yahtzee"


def is_joker(game: str, roll: Roll, taken: dict[str, int]) -> bool:
    """Tell whether dice are a joker on a card where these categories are `taken`."""
    return has_jokers(game) and roll[0] == roll[4] and "yahtzee" in taken


def duty(roll: Roll, free: list[str]) -> list[str]:
    """Return where a joker may go: the upper category of its face; else any free lower one; else any free upper one."""
    own = list(upper_section())[max(roll) - 1]
    if own in free:
        return [own]
    lower = [category for category in free if category not in upper_section()]
    return lower or free


def joker_points(game: str, category: str, roll: Roll) -> int:
    """Return what a joker pays: the full house and the straights in full, anything else by its rule."""
    in_full = {"full house": 25, "small straight": 30, "large straight": 40}
    return in_full[category] if category in in_full else rule_of(game, category)(roll)
