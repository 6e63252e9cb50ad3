"""Ways to ask for a game: by position or by name, with lists, tuples and texts of other types.

All ways play the same game. The expected results are in approved_files/ways_to_play.approved.txt.
"""

from collections.abc import Callable
from typing import Any

from dojo.documents.documents import Verify, story

from .bad_values import Name, OldName, Pair, Row, Words
from .calls import exact_repr
from .table import (
    Person,
    Roll,
    first_free,
    last_free,
    loaded_dice,
    seeded_dice,
    silently,
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


def players_in_a_list_of_another_type(play: Play, game: Game) -> object:
    return play("yacht", Row(game.players), game.roll, write=game.write)


def a_list_of_players_that_the_caller_empties(play: Play, game: Game) -> object:
    def roll(count: int) -> list[int]:
        game.players.clear()
        return game.roll(count)

    return play("yacht", game.players, roll, write=game.write)


def dice_thrown_in_a_tuple(play: Play, game: Game) -> object:
    return play("yacht", game.players, lambda count: tuple(game.roll(count)), write=game.write)


def dice_thrown_in_a_list_of_another_type(play: Play, game: Game) -> object:
    return play("yacht", game.players, lambda count: Row(game.roll(count)), write=game.write)


def dice_thrown_in_a_tuple_of_another_type(play: Play, game: Game) -> object:
    return play("yacht", game.players, lambda count: Pair(game.roll(count)), write=game.write)


def dice_thrown_in_one_list_again_and_again(play: Play, game: Game) -> object:
    thrown: list[int] = []

    def roll(count: int) -> list[int]:
        thrown[:] = game.roll(count)
        return thrown

    return play("yacht", game.players, roll, write=game.write)


def the_game_as_a_member_of_an_enumeration(play: Play, game: Game) -> object:
    return play(Name.YACHT, game.players, game.roll, write=game.write)


def the_game_as_a_member_of_an_older_kind_of_enumeration(play: Play, game: Game) -> object:
    return play(OldName.YACHT, game.players, game.roll, write=game.write)


def the_game_as_a_text_of_another_type(play: Play, game: Game) -> object:
    return play(Words("yacht"), game.players, game.roll, write=game.write)


WAYS = [
    by_position,
    by_name,
    players_in_a_tuple,
    players_in_a_list_of_another_type,
    a_list_of_players_that_the_caller_empties,
    dice_thrown_in_a_tuple,
    dice_thrown_in_a_list_of_another_type,
    dice_thrown_in_a_tuple_of_another_type,
    dice_thrown_in_one_list_again_and_again,
    the_game_as_a_member_of_an_enumeration,
    the_game_as_a_member_of_an_older_kind_of_enumeration,
    the_game_as_a_text_of_another_type,
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


def player_with_games_of_its_own(name: str, yatzy: Any) -> Person:
    """Return a player that plays a game and a tournament during two of its turns."""

    def turn(_dice: list[int], _stage: int, view: Any) -> object:
        if len(view.free()) in (12, 7):
            play_alone(yatzy().play)
            play_alone(one_game(yatzy))
        return view.free()[0]

    def play_alone(play: Play):
        play("yatzy", [last_free(name)], loaded_dice("12233" * 20), write=silently)

    return Person(name, turn)


def test_a_player_may_play_games_in_its_head(yatzy: Any):
    for play in (yatzy().play, one_game(yatzy)):
        expected = play_against_zoe(play, first_free("Ann"))
        assert play_against_zoe(play, player_with_games_of_its_own("Ann", yatzy)) == expected


def play_against_zoe(play: Play, ann: Person) -> list[str]:
    """Play a game of yacht. Returns its transcript."""
    lines: list[str] = []
    dice: Roll = seeded_dice(23, turns=2 * 12)
    play("yacht", [ann, last_free("Zoe")], dice, write=writer_to(lines))
    return lines
