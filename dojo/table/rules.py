"""What a category pays, in words: made from its rule, so that no amount is written twice."""

from collections.abc import Callable
from functools import partial
from typing import Any

from dojo.text import counted
from refactored import Category, Game, Rule, scoring

NUMBERS = ("none", "one", "two", "three", "four", "five", "six")


def in_words(rule: Rule) -> str:
    """Return what a rule pays."""
    match parts(rule.pay):
        case scoring.amount, points:
            words = f"{points} points{pattern_in_words(rule.fits)}"
        case scoring.sum_of_face, face:
            words = f"{counted(face, 'point')} for each {NUMBERS[face]}"
        case scoring.sum_of_alike, 2:
            words = "the sum of the two highest matching dice"
        case scoring.sum_of_alike, count:
            words = f"the sum of {NUMBERS[count]} dice alike"
        case (scoring.sum_of_pairs,):
            words = "the sum of two pairs of different faces; four or five alike are one pair only"
        case (scoring.total,):
            words = f"the sum of all five dice{condition_in_words(rule.fits)}"
        case own, *_:
            words = f"{own_words(own, 'Pay ')}{condition_in_words(rule.fits)}"
    return f"Score {words}."


def for_five_alike(game: Game) -> Category | None:
    """Return the category that is for five dice alike, if a game has one."""
    for category in game.categories.values():
        if parts(category.rule.fits) == (scoring.alike, 5):
            return category
    return None


def pattern_in_words(fits: Callable[..., bool]) -> str:
    """Return for which dice there is an amount."""
    match parts(fits):
        case scoring.alike, count:
            return f" for {NUMBERS[count]} dice alike"
        case (scoring.full_house,):
            return " for a full house"
    return condition_in_words(fits)


def condition_in_words(fits: Callable[..., bool]) -> str:
    """Return on which condition dice pay."""
    match parts(fits):
        case (scoring.any_dice,):
            return ""
        case scoring.alike, count:
            return f" when at least {NUMBERS[count]} are alike"
        case (scoring.full_house,):
            return " of a full house"
        case scoring.in_sequence, length:
            return f" for any {NUMBERS[length]} faces in sequence"
        case scoring.straight_from, lowest:
            faces = "-".join(str(face) for face in range(lowest, lowest + 5))
            return f" for exactly {faces}"
    own, *_ = parts(fits)
    return f" when {own_words(own, 'Tell whether ')}" if own.__doc__ else f" for {own_words(own)}"


def own_words(own: Callable[..., Any], verb: str = "") -> str:
    """Return what a function of somebody's own says of itself; under -OO, where that is gone, its name."""
    words = str(own.__doc__ or own.__name__.replace("_", " "))
    first_line, *_ = words.splitlines()
    return first_line.removeprefix(verb).rstrip(".")


def parts(function: Callable[..., Any]) -> tuple[Any, ...]:
    """Return a function, and the numbers that it was given before."""
    if isinstance(function, partial):
        return function.func, *function.args
    return (function,)
