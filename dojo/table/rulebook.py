"""All rules of a game, entry by entry: made from the game itself, so that no amount is written twice.

entry: a title and words, and dice that show what they mean, if there are any. example: dice that a category pays,
neither its least nor its most, and as they often lie. duty: where a joker may go; each is for when the one before is
taken.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import combinations_with_replacement
from typing import NamedTuple

from dojo.table.rules import NUMBERS, in_words
from dojo.text import counted
from refactored import Category, Game, Match, Question, decide, roll_of

FACES = range(1, 7)


class Entry(NamedTuple):
    """A title and words; dice that are an example, and what they bring, where there is one."""

    title: str
    words: str
    dice: Sequence[int] = ()
    brings: str = ""


def entries(game: Game) -> Iterator[Entry]:
    """Return all there is to know of a game, in the order of its score sheet."""
    yield a_turn(game)
    yield the_end(game)
    yield at_this_table()
    categories = game.categories.values()
    yield from (a_category(game, category) for category in categories if category.is_upper)
    yield from upper_bonus(game)
    yield from (a_category(game, category) for category in categories if not category.is_upper)
    yield from jokers(game)


def a_turn(game: Game) -> Entry:
    """Tell how a turn goes."""
    first, *others = throws(game)
    words = (
        f"You have {NUMBERS[1 + len(others)]} throws: all {NUMBERS[len(first.dice)]} dice first, then those that "
        "you do not keep. Take a category after any of them, after the last at the latest. Each category is taken "
        "once. Where the dice do not fit, it brings 0: a sacrifice."
    )
    return Entry("A turn", words)


def throws(game: Game) -> Iterator[Question]:
    """Return what a game asks somebody who throws as often as it allows."""
    match = Match(game, ["anybody"], lambda count: [1] * count, lambda _: None)
    question = match.begin()
    with suppress(ValueError):
        while question is not None:
            yield question
            question = match.go_on(question, decide(question, []))


def the_end(game: Game) -> Entry:
    """Tell when a game is over, and who has won."""
    words = (
        f"The game ends when all categories are taken, after {len(game.categories)} rounds. The highest total wins; "
        "equal totals share the win."
    )
    return Entry("The end", words)


def at_this_table() -> Entry:
    """Tell how hands and keys do it."""
    words = (
        "Space throws. 1 to 5 keep a die, or let it go. Arrows and Enter take a category, or its letter does; a click "
        "does all of this. u takes the last category back, and what computers did since; the dice are those of before."
    )
    return Entry("At this table", words)


def a_category(game: Game, category: Category) -> Entry:
    """Tell what a category pays, with an example."""
    dice = example(game, category)
    brings = counted(category.points(roll_of(dice)), "point") if dice else ""
    return Entry(category.name, in_words(category.rule), dice, brings)


def example(game: Game, category: Category) -> tuple[int, ...]:
    """Return dice that a category pays in the middle of what it does, of the most faces; none where it pays none.

    Among such dice, those that the fewest categories pay show best what this one is for; among these, the highest.
    """
    rolls = map(roll_of, combinations_with_replacement(FACES, 5))
    paid = {roll: category.points(roll) for roll in rolls}
    amounts = sorted({points for points in paid.values() if points})
    if not amounts:
        return ()
    middle = amounts[len(amounts) // 2]
    candidates = [roll for roll, points in paid.items() if points == middle]
    others = game.categories.values()
    paying = {roll: sum(other.points(roll) > 0 for other in others) for roll in candidates}
    return max(candidates, key=lambda roll: (len(set(roll)), -paying[roll], roll))


def upper_bonus(game: Game) -> Iterator[Entry]:
    """Tell what the upper section may earn, where it does."""
    bonus = game.upper_bonus
    if bonus:
        first, *_, last = (category.name for category in game.categories.values() if category.is_upper)
        words = f"{bonus.points} points more once {first} to {last} have brought {bonus.threshold} together."
        yield Entry("upper bonus", words)


def jokers(game: Game) -> Iterator[Entry]:
    """Tell what a joker is, what it earns and where it goes, in a game that has any."""
    rules = game.jokers
    dice = example(game, rules.box) if rules else ()
    if rules and dice:
        box = rules.box.name
        places = list(duties(game, dice))
        first, *others = places
        words = (
            f"Once {box} is taken, {rules.dice} are a joker, which has to go to a certain place; a category that pays "
            f"one amount pays it in full there. These dice go to {with_points(first)}."
        )
        for before, place in zip(places, others, strict=False):
            these_are = "that is" if len(before) == 1 else "all these are"
            words += f"\nIf {these_are} taken: {with_points(place)}."
        yield Entry(f"{box} bonus", f"{rules.bonus} points more for each joker, unless {box} was taken for 0.")
        yield Entry("jokers", words, dice)


def duties(game: Game, dice: Sequence[int]) -> Iterator[dict[str, int]]:
    """Return where a joker may go at first, and when that is taken, and so on; and what it brings there."""
    rules = game.jokers
    if rules is None:
        return
    roll = roll_of(dice)
    free = [category for category in game.categories.values() if category != rules.box]
    while free:
        duty = rules.duty(roll, free)
        yield {category.name: rules.points(category, roll) for category in duty}
        free = [category for category in free if category not in duty]


def with_points(amounts: dict[str, int]) -> str:
    """Return categories with what they bring."""
    return ", ".join(f"{name} for {points}" for name, points in amounts.items())
