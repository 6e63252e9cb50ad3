"""Ways to ask for a game: by position or by name, with lists or tuples.

All ways play the same game. The expected results are in approved_files/ways_to_play.approved.txt.
"""

from collections.abc import Callable
from typing import Any

from dojo.documents.documents import Verify, story

from .calls import exact_repr
from .table import (
    Person,
    first_free,
    seeded_dice,
    writer_to,
)

Play = Callable[..., object]  # the method play, or the method tournament for one game
# The document leaves out the middle of a longer transcript.
MAX_LINES = 10


class Game:
    """The players and the dice of a game of yacht, and its transcript."""

    def __init__(self):
        self.players = [keeper("Zoe"), first_free("Ann")]
        self.roll = seeded_dice(22, turns=2 * 12)
        self.lines: list[str] = []
        self.write = writer_to(self.lines)


def keeper(name: str) -> Person:
    """Return a player that keeps three dice in no order, twice, and takes the last category."""

    def turn(_dice: list[int], stage: int, view: Any) -> object:
        if stage == 0:
            return [3, 0, 4]
        if stage == 1:
            return [4, 1, 2]
        return view.free()[-1]

    return Person(name, turn)


def by_position(play: Play, game: Game) -> object:
    return play("yacht", game.players, game.roll, write=game.write)


def by_name(play: Play, game: Game) -> object:
    return play(write=game.write, roll=game.roll, players=game.players, game="yacht")


def players_in_a_tuple(play: Play, game: Game) -> object:
    return play("yacht", tuple(game.players), game.roll, write=game.write)


def dice_thrown_in_a_tuple(play: Play, game: Game) -> object:
    return play("yacht", game.players, lambda count: tuple(game.roll(count)), write=game.write)


def dice_thrown_in_one_list_again_and_again(play: Play, game: Game) -> object:
    thrown: list[int] = []

    def roll(count: int) -> list[int]:
        thrown[:] = game.roll(count)
        return thrown

    return play("yacht", game.players, roll, write=game.write)


WAYS = [
    by_position,
    by_name,
    players_in_a_tuple,
    dice_thrown_in_a_tuple,
    dice_thrown_in_one_list_again_and_again,
]


def test_a_game_is_the_same_in_every_way_of_asking(yatzy: Any, verify_document: Verify):
    scenes = {
        "A game": lines_of_all_ways(yatzy().play),
        "A tournament of one game": lines_of_all_ways(one_game(yatzy)),
    }
    heading = (
        "Ways to ask for a game: how it begins, ends, and what it returns; "
        "then each way, and whether it was the same."
    )
    verify_document(story("ways_to_play", heading, scenes))


def lines_of_all_ways(play: Play) -> list[str]:
    """Show the game as it is played when asked for by position, and compare all ways with it."""
    expected = transcript(by_position, play)
    lines = expected
    if len(expected) > MAX_LINES:
        lines = [expected[0], "...", *expected[-5:]]
    lines = [*lines, ""]
    for way in WAYS:
        title = way.__name__.replace("_", " ")
        same = "the same" if transcript(way, play) == expected else "another"
        lines.append(f"{title}: {same}")
    return lines


def transcript(way: Callable[[Play, Game], object], play: Play) -> list[str]:
    """Ask for a game. Returns its transcript and its result."""
    game = Game()
    result = way(play, game)
    return [*game.lines, f"returns {exact_repr(result)}"]


def one_game(yatzy: Any) -> Play:
    """Return the method tournament, for one game."""

    def play(*arguments: object, **named: object) -> object:
        return yatzy().tournament(*arguments, games=1, **named)

    return play
