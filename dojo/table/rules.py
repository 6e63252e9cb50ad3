"""What a category pays, in words: made from its rule, so that no amount is written twice."""

from collections.abc import Callable
from functools import partial
from typing import Any

from refactored import Rule, scoring

NUMBERS = ("none", "one", "two", "three", "four", "five", "six")


def in_words(rule: Rule) -> str:
    """Return what a rule pays."""
    function, *_ = parts(rule.pay)
    words = str(function.__doc__).removeprefix("Pay ").rstrip(".")  # for a pay that is new here
    match parts(rule.pay):
        case scoring.amount, points:
            words = f"{points} points for {pattern_in_words(rule.fits)}"
        case scoring.sum_of_face, face:
            words = f"{face} {'point' if face == 1 else 'points'} for each {NUMBERS[face]}"
        case scoring.sum_of_alike, 2:
            words = "the sum of the two highest matching dice"
        case scoring.sum_of_alike, count:
            words = f"the sum of {NUMBERS[count]} dice alike"
        case (scoring.sum_of_pairs,):
            words = "the sum of two pairs of different faces; four or five alike are one pair only"
        case (scoring.total,):
            words = f"the sum of all five dice{condition_in_words(rule.fits)}"
    return f"Score {words}."


def pattern_in_words(fits: Callable[..., bool]) -> str:
    """Return which dice fit."""
    match parts(fits):
        case scoring.alike, count:
            return f"{NUMBERS[count]} dice alike"
        case scoring.in_sequence, length:
            return f"any {NUMBERS[length]} faces in sequence"
        case scoring.straight_from, lowest:
            return f"exactly {'-'.join(str(face) for face in range(lowest, lowest + 5))}"
    function, *_ = parts(fits)
    return f"a {function.__name__.replace('_', ' ')}"


def condition_in_words(fits: Callable[..., bool]) -> str:
    """Return on which condition all dice pay."""
    match parts(fits):
        case (scoring.any_dice,):
            return ""
        case scoring.alike, count:
            return f" when at least {NUMBERS[count]} are alike"
        case (scoring.full_house,):
            return " of a full house"
    function, *_ = parts(fits)
    return f" when {str(function.__doc__).removeprefix('Tell whether ').rstrip('.')}"  # for a pattern that is new here


def parts(function: Callable[..., Any]) -> tuple[Any, ...]:
    """Return a function, and the numbers that it was given before."""
    return (function.func, *function.args) if isinstance(function, partial) else (function,)
