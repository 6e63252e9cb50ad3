"""All rules of a game, entry by entry: made from the game itself, so that no amount is written twice."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from dojo.text import counted
from refactored import Category, Game, Rule, roll_of, scoring

NUMBERS = ("none", "one", "two", "three", "four", "five", "six")
ROLLS = [roll_of(dice) for dice in combinations_with_replacement(range(1, 7), 5)]
A_TURN = (
    "You have three throws: all five dice first, then those that you do not keep. Take a category after any of them, "
    "after the last at the latest. Each category is taken once. Where the dice do not fit, it brings 0: a sacrifice."
)
AT_THIS_TABLE = (
    "Space throws. 1 to 5 keep a die, or let it go. Arrows and Enter take a category, or its letter does; a click "
    "does all of this. u takes the last category back, and what computers did since; the dice are those of before."
)


class Entry(NamedTuple):
    """A title and words; dice that are an example, and what they bring, where there is one."""

    title: str
    words: str
    dice: Sequence[int] = ()
    brings: str = ""


def entries(game: Game) -> Iterator[Entry]:
    """Return all there is to know of a game, in the order of its score sheet."""
    bonus, jokers = game.upper_bonus, game.jokers
    end = f"The game ends when all categories are taken, after {len(game.categories)} rounds. The highest total wins; "
    yield Entry("A turn", A_TURN)
    yield Entry("The end", f"{end}equal totals share the win.")
    yield Entry("At this table", AT_THIS_TABLE)
    for category in game.categories.values():
        dice = example(game, category)
        yield Entry(category.name, in_words(category.rule), dice, counted(category.points(roll_of(dice)), "point"))
    if bonus:
        yield Entry("upper bonus", f"{bonus.points} points more from an upper score of {bonus.threshold} on.")
    if jokers:
        box = jokers.box.name
        words = (
            f"Once {box} is taken, {jokers.dice} are a joker. It has to go to the category of its face; if that is "
            f"taken, to any free one below, which then pays in full; else to any free one above, for 0. Each joker "
            f"brings {jokers.bonus} points more, unless {box} was taken for 0."
        )
        yield Entry("jokers", words, example(game, jokers.box))


def example(game: Game, category: Category) -> Sequence[int]:
    """Return dice that a category pays in the middle of what it does, of the most faces, and for the fewest others."""
    amounts = sorted({category.points(roll) for roll in ROLLS} - {0})
    middle = amounts[len(amounts) // 2]

    def clarity(roll: Sequence[int]) -> tuple[int, int, Sequence[int]]:
        others = sum(other.points(roll_of(roll)) > 0 for other in game.categories.values())
        return len(set(roll)), -others, roll

    return max((roll for roll in ROLLS if category.points(roll) == middle), key=clarity)


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
