"""A table to play at: loaded dice, and players with a script, a plan or bad intentions.

script: what a player will answer, move by move. plan: how a player decides without a script.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any

from tests.golden_master.calls import plain

Turn = Callable[[list[int], int, Any], object]


SPARE_TURNS = 5


class OutOfDiceError(Exception):
    """There are no dice left: a game that goes on for ever ends here."""


def dice_from(faces: Iterable[int]) -> Callable[[int], list[int]]:
    """Return a source that throws these faces, one after the other, and then runs out."""
    remaining = iter(faces)

    def roll(count: int) -> list[int]:
        thrown = list(islice(remaining, count))
        if len(thrown) < count:
            raise OutOfDiceError
        return thrown

    return roll


def seeded_faces(seed: int, count: int) -> Iterator[int]:
    """Return random faces that are the same each time, in every version of Python."""
    generator = Random(seed)
    return (1 + int(6 * generator.random()) for _ in range(count))


def seeded_dice(seed: int, rounds: int) -> Callable[[int], list[int]]:
    """Return a source with dice for these rounds, and for categories that a game may get."""
    return dice_from(seeded_faces(seed, 15 * (rounds + SPARE_TURNS)))


def sixes(rounds: int) -> Callable[[int], list[int]]:
    """Return a source with sixes for so many turns of one throw, and for a few more."""
    return dice_from([6] * 5 * (rounds + SPARE_TURNS))


def rounds(yatzy: Any, game: str) -> int:
    """Return how many turns a player has in a game: one for each category."""
    return len(yatzy.categories(game))


def kept_in(lines: list[str]) -> Callable[[object], None]:
    """Return a `write` that keeps each line; one that is no plain text shows its type."""
    return lambda line: lines.append(plain(line))


class Person:
    """A player with a name, who does what a function says."""

    def __init__(self, name: str, turn: Turn) -> None:
        """Give a name to a way of playing."""
        self.name = name
        self.turn = turn


def scripted(name: str, *moves: object) -> Person:
    """Return a player who makes these moves in turn, and raises an exception among them."""
    script = iter(moves)

    def turn(_dice: list[int], _stage: int, _view: Any) -> object:
        move = next(script)
        if isinstance(move, BaseException):
            raise move
        return move

    return Person(name, turn)


def first_free(name: str) -> Person:
    """Return a player who never throws twice, and goes down the score sheet."""
    return Person(name, lambda _dice, _stage, view: view.free()[0])


def last_free(name: str) -> Person:
    """Return a player who never throws twice, and goes up the score sheet."""
    return Person(name, lambda _dice, _stage, view: view.free()[-1])


def collector(name: str, yatzy: Any, game: str) -> Person:
    """Return a player who keeps the most frequent face, and takes the best legal category."""

    def turn(dice: list[int], stage: int, view: Any) -> object:
        face = max(dice, key=lambda die: (dice.count(die), die))
        if stage < 2 and dice.count(face) < 5:
            return [position for position, die in enumerate(dice) if die == face]
        own = yatzy.categories(game)[face - 1]
        if (
            game == "yahtzee"
            and dice.count(face) == 5
            and "yahtzee" not in view.free()
            and own in view.free()
        ):
            return own
        lower_first = [category for category in view.free() if not yatzy.is_upper(game, category)]
        joker = game == "yahtzee" and dice.count(face) == 5 and "yahtzee" not in view.free()
        choices = lower_first if joker and lower_first else view.free()
        return max(choices, key=lambda category: yatzy.score(game, category, dice))

    return Person(name, turn)


def tamperer(name: str) -> Person:
    """Return a player who goes down the score sheet, and tries to change all its arguments."""
    handed_in: list[list[int]] = []

    def turn(dice: list[int], stage: int, view: Any) -> object:
        category = view.free()[0]
        dice[:] = [6, 6, 6, 6, 6]
        view.free().clear()
        view.totals().clear()
        for owner in (view, type(view)):
            for attribute in (
                "_free",
                "_total",
                "_totals",
                "free",
                "total",
                "cards",
                "extra",
                "names",
                "now",
            ):
                with suppress(Exception):
                    vars(owner)[attribute].clear()
        for attribute in ("_total", "_upper_score", "_yahtzee_bonus"):
            with suppress(Exception):
                object.__setattr__(view, attribute, 1000)
        for method in ("start", "place"):
            with suppress(Exception):
                getattr(view, method)(name, category, [6, 6, 6, 6, 6])
        for hold in handed_in:
            hold[:] = [0, 1, 2, 3, 4]
        if stage == 0:
            handed_in.append([0])
            return handed_in[-1]
        return category

    return Person(name, turn)


class Renamed:
    """A player whose name is another each time somebody asks."""

    def __init__(self) -> None:
        """Count the questions."""
        self.asked = 0

    @property
    def name(self) -> str:
        """Return a name."""
        self.asked += 1
        return f"Eve {self.asked}"

    def turn(self, _dice: list[int], _stage: int, view: Any) -> str:
        """Go down the score sheet."""
        return view.free()[0]
