"""A table to play at: loaded dice, and players with a script, a plan or bad intentions."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any

from .calls import exact_text

Roll = Callable[[int], list[int]]
Turn = Callable[[list[int], int, Any], object]

# Names and a text with characters that mean something in formats.
ODD_NAMES = [
    " Zoë ",
    "100 %s",
    "{0}, or O'Neill\\n",
    "Maximiliana the Third, Countess of Somewhere by the Sea, and of the Hills above it",
]
ODD_TEXT = "100 %s of {0}, \t\u00e5\n"
# A wish can add categories to a game.
SPARE_TURNS = 5
# What a tamperer tries to empty, and to overwrite.
TAMPERED_LISTS = ["_free", "_total", "_totals", "free", "total", "cards", "extra", "names", "now"]
TAMPERED_SUMS = ["_total", "_upper_score", "_yahtzee_bonus"]


class OutOfDiceError(Exception):
    """There are no dice left: a game that goes on for ever ends here."""


def dice_from(faces: Iterable[int]) -> Roll:
    """Return a source that throws these faces, and then runs out."""
    remaining = iter(faces)

    def roll(count: int) -> list[int]:
        thrown = list(islice(remaining, count))
        if len(thrown) < count:
            raise OutOfDiceError
        return thrown

    return roll


def loaded_dice(faces: str) -> Roll:
    """Return a source that throws these faces, for example `66612 44444`, and then runs out."""
    return dice_from(map(int, "".join(faces.split())))


def seeded_faces(seed: int, count: int) -> Iterator[int]:
    """Return random faces that are the same each time, in every version of Python."""
    generator = Random(seed)
    return (1 + int(6 * generator.random()) for _ in range(count))


def seeded_dice(seed: int, turns: int) -> Roll:
    """Return a source of random dice for this many turns."""
    return dice_from(seeded_faces(seed, 15 * (turns + SPARE_TURNS)))


def sixes(turns: int) -> Roll:
    """Return a source of sixes for this many turns of one roll."""
    return loaded_dice("66666" * (turns + SPARE_TURNS))


def rounds(yatzy: Any, game: str) -> int:
    """Return the number of rounds of a game: one for each category."""
    return len(yatzy.categories(game))


def writer_to(lines: list[str]) -> Callable[[object], None]:
    """Return a `write` that keeps each line. A line of another type than str shows its type."""
    return lambda line: lines.append(exact_text(line))


def silently(_line: object):
    """Write nothing."""


class Person:
    """A player with a name, and a function that decides the moves."""

    def __init__(self, name: object, turn: Turn):
        self.name = name
        self.turn = turn


def scripted(name: str, *moves: object) -> Person:
    """Return a player that makes these moves in turn. An exception among them is raised."""
    script = iter(moves)

    def turn(_dice: list[int], _stage: int, _view: Any) -> object:
        move = next(script)
        if isinstance(move, BaseException):
            # A traceback would keep all frames of earlier games in memory.
            raise move.with_traceback(None)
        return move

    return Person(name, turn)


def first_free(name: object) -> Person:
    """Return a player that never rolls twice, and goes down the score sheet."""
    return Person(name, lambda _dice, _stage, view: view.free()[0])


def last_free(name: object) -> Person:
    """Return a player that never rolls twice, and goes up the score sheet."""
    return Person(name, lambda _dice, _stage, view: view.free()[-1])


def collector(name: str, yatzy: Any, game: str) -> Person:
    """Return a player that keeps the most frequent face, and takes the best legal category."""

    def turn(dice: list[int], stage: int, view: Any) -> object:
        face = max(dice, key=lambda die: (dice.count(die), die))
        if stage < 2 and dice.count(face) < 5:
            return [position for position, die in enumerate(dice) if die == face]
        choices = view.free()
        if game == "yahtzee" and dice.count(face) == 5 and "yahtzee" not in choices:
            choices = choices_of_joker(face, choices)
        return max(choices, key=lambda category: yatzy.score(game, category, dice))

    def choices_of_joker(face: int, free: list[str]) -> list[str]:
        own = yatzy.categories(game)[face - 1]
        if own in free:
            return [own]
        lower = [category for category in free if not yatzy.is_upper(game, category)]
        return lower or free

    return Person(name, turn)


def tamperer(name: str) -> Person:
    """Return a player that goes down the score sheet, and tries to change all its arguments."""
    holds: list[list[int]] = []

    def turn(dice: list[int], stage: int, view: Any) -> object:
        category = view.free()[0]
        dice[:] = [6, 6, 6, 6, 6]
        tamper_with(view)
        for method in ("start", "place"):
            with suppress(Exception):
                getattr(view, method)(name, category, [6, 6, 6, 6, 6])
        for hold in holds:
            hold[:] = [0, 1, 2, 3, 4]
        if stage > 0:
            return category
        holds.append([0])
        return holds[-1]

    return Person(name, turn)


def tamper_with(view: Any):
    """Try to empty all lists of a view and of its class, and to overwrite its sums."""
    view.free().clear()
    view.totals().clear()
    for attribute in TAMPERED_LISTS:
        for owner in (view, type(view)):
            with suppress(Exception):
                owner.__dict__[attribute].clear()
    for attribute in TAMPERED_SUMS:
        with suppress(Exception):
            object.__setattr__(view, attribute, 1000)
