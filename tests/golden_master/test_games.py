"""Whole games, told as they happen."""

from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

import pytest

from tests.golden_master.documents import Document, story
from tests.golden_master.table import (
    Person,
    collector,
    dice_from,
    first_free,
    last_free,
    scripted,
    seeded_dice,
    seeded_faces,
    tamperer,
)


def play(yatzy: Any, game: str, players: list[Person], roll: Callable[[int], list[int]]) -> list[str]:
    """Play a game; return its transcript, what it returns, and the score sheet."""
    table, lines = yatzy(), []
    try:
        totals = table.play(game, players, roll, lines.append)
    except ValueError as error:
        return [*lines, f"ValueError: {error}", "", *table.sheet().splitlines()]
    return [*lines, f"returns {totals}", "", *table.sheet().splitlines()]


def a_person(name: str) -> Person:
    """Return a player with a script for a whole game of yacht."""
    return scripted(
        name,
        *([0, 3], [4], "sixes"),
        *([], "choice"),
        *([0, 1, 2, 3, 4], [1, 2], "ones"),
        *("twos", "threes", "fours"),
        *([4, 0], "fives"),
        *([2], [2, 3], "full house"),
        *("four of a kind", "little straight", "big straight", "yacht"),
    )


def test_a_game_of_yatzy_alone(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    told = play(yatzy, "yatzy", [collector("Ann", yatzy, "yatzy")], seeded_dice(1, 15))
    verify_document(story("game_of_yatzy", "A game of yatzy for one.", {"Ann keeps what shows most": told}))


def test_a_game_of_yahtzee_for_four(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    players = [
        collector("Ann", yatzy, "yahtzee"),
        first_free("Bob"),
        last_free("Cy"),
        collector("Dora", yatzy, "yahtzee"),
    ]
    told = play(yatzy, "yahtzee", players, seeded_dice(2, 13 * 4))
    heading = "A game of yahtzee for four."
    verify_document(story("game_of_yahtzee", heading, {"Ann and Dora collect, Bob and Cy take what comes": told}))


def test_a_game_of_yacht_with_a_person(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    players = [a_person("Eve"), collector("Ann", yatzy, "yacht")]
    told = play(yatzy, "yacht", players, seeded_dice(3, 12 * 2))
    heading = "A game of yacht for two."
    verify_document(story("game_of_yacht", heading, {"Eve plays from a script, Ann collects": told}))


def test_games_with_loaded_dice(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    mostly_alike = [face for face in seeded_faces(5, 13) for _ in range(5)] * 3
    scenes = {
        "Yahtzee with dice that fall alike": play(
            yatzy, "yahtzee", [collector("Ann", yatzy, "yahtzee")], dice_from(mostly_alike)
        ),
        "Jokers that pay in full": play(
            yatzy,
            "yahtzee",
            [scripted("Eve", "yahtzee", "fours", "full house", "small straight", "large straight", "sevens")],
            dice_from([4] * 30),
        ),
        "Three players share the win, on dice that always fall the same": play(
            yatzy, "yacht", [first_free("Ann"), first_free("Bob"), first_free("Cy")], dice_from([1, 2, 3, 4, 5] * 36)
        ),
        "Two of three share it": play(
            yatzy,
            "yacht",
            [first_free("Ann"), first_free("Bob"), first_free("Cy")],
            dice_from(([6] * 5 * 2 + [1] * 5) * 12),
        ),
    }
    verify_document(story("games_with_loaded_dice", "Games with loaded dice.", scenes))


ILLEGAL = {
    "a category that is used": [["ones", "twos", "ones"]],
    "a category that is unknown": [["sevens"]],
    "a hold after the third roll": [[[0], [0, 1], [0, 1, 2]]],
    "a position above 4": [[[0, 5]]],
    "a position below 0": [[[-1]]],
    "a position named twice": [[[], [2, 2]]],
    "a position that is no whole number": [[[1.0]], [[True]], [["1"]], [[None]]],
    "no move at all": [[None], [7], [(0, 1)], [{"ones"}], [b"ones"]],
    "an exception": [[ZeroDivisionError("division by zero")], [[0], KeyError("ones")]],
    "an attempt to end the program": [[SystemExit(3)], [BaseException("that is all")], [GeneratorExit()]],
    "a script that is too short": [[]],
}


def test_illegal_moves_end_a_game(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    scenes = {}
    for kind, scripts in ILLEGAL.items():
        told = []
        for script in scripts:
            lines: list[str] = []
            try:
                yatzy().play("yatzy", [scripted("Eve", *script)], dice_from([1, 2, 3, 4, 6] * 45), lines.append)
            except ValueError as error:
                told += [*lines[1:], f"ValueError: {error}", ""]
        scenes[kind] = told[:-1]
    jokers = ["yahtzee", "chance"]
    scenes["a joker misplaced"] = play(yatzy, "yahtzee", [scripted("Eve", *jokers)], dice_from([4] * 10))
    verify_document(story("illegal_moves", "Illegal moves: each ends the game, and says whose it was.", scenes))


def test_what_a_player_sees(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    seen: list[str] = []

    def looker(name: str) -> Person:
        def turn(dice: list[int], stage: int, view: Any) -> object:
            sums = f"{view.total()}, {view.upper_score()}, {view.upper_bonus()}, {view.yahtzee_bonus()}"
            seen.append(
                f"{name} sees {dice} at stage {stage}; {sums}; all {view.totals()}; free {', '.join(view.free())}"
            )
            return [1, 2] if stage == 0 and len(view.free()) == 10 else view.free()[-1]

        return Person(name, turn)

    faces = [6] * 5 + [5] * 5 + [1] * 5 + [6] * 5 + [1, 2, 3, 4, 6] * 40
    table = yatzy()
    table.play("yahtzee", [looker("Ann"), looker("Bob")], dice_from(faces), lambda _: None)
    heading = "What a player sees: its total, upper score and both bonuses; the totals of all; its free categories."
    verify_document(story("what_a_player_sees", heading, {"Ann and Bob look around": seen}))


def test_a_player_that_tampers_changes_nothing(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    told = play(yatzy, "yahtzee", [tamperer("Mallory"), first_free("Ann")], seeded_dice(7, 13 * 2))
    heading = "Mallory tries to change all that it is given, and plays as if it had not."
    verify_document(story("game_with_a_tamperer", heading, {"Mallory and Ann": told}))


def test_the_transcript_goes_to_the_screen_unless_told_otherwise(yatzy: Any) -> None:
    with redirect_stdout(StringIO()) as screen:
        yatzy().play("yacht", [first_free("Ann")], seeded_dice(8, 12))
    assert screen.getvalue().splitlines()[:2] == ["yacht: Ann", "round 1"]


def test_a_view_that_is_kept_does_not_follow_the_game(yatzy: Any) -> None:
    views: list[Any] = []

    def turn(_dice: list[int], _stage: int, view: Any) -> object:
        views.append(view)
        return view.free()[0]

    yatzy().play("yacht", [Person("Ann", turn)], dice_from([6] * 60), lambda _: None)
    assert (views[0].total(), views[0].totals(), len(views[0].free())) == (0, [0], 12)


def test_kept_dice_are_not_thrown(yatzy: Any) -> None:
    asked: list[int] = []

    def roll(count: int) -> list[int]:
        asked.append(count)
        return [1] * count

    moves = [[0, 4], [0, 1, 2], "ones"], [[], [0, 1, 2, 3, 4], "twos"]
    with pytest.raises(ValueError, match="illegal move by Ann in round 3, roll 1"):
        yatzy().play("yatzy", [scripted("Ann", *moves[0], *moves[1])], roll, lambda _: None)
    assert asked == [5, 3, 2, 5, 5, 5]


@pytest.mark.parametrize(
    "thrown", [[1, 2, 3, 4], [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 7], None, "12345", [1, 2, 3, 4, True]]
)
def test_a_source_that_gives_no_dice_is_refused_and_no_player_is_blamed(thrown: object, yatzy: Any) -> None:
    with pytest.raises(ValueError, match=r"^not (the dice asked for|a die): ") as refused:
        yatzy().tournament("yatzy", [first_free("Ann")], lambda _: thrown, 1, lambda _: None)
    assert "Ann" not in str(refused.value)


def test_an_interruption_is_no_move(yatzy: Any) -> None:
    with pytest.raises(KeyboardInterrupt):
        yatzy().tournament("yacht", [scripted("Ann", KeyboardInterrupt())], seeded_dice(9, 1), 1, lambda _: None)


class Words(str):
    """A text of another type."""

    __slots__ = ()


class Positions(list[int]):
    """A list of another type."""


@pytest.mark.parametrize("move", [Words("ones"), Positions([0])])
def test_a_move_is_a_list_or_a_text_and_of_no_other_type(move: object, yatzy: Any) -> None:
    with pytest.raises(ValueError, match="neither a hold nor a category"):
        yatzy().play("yatzy", [scripted("Ann", move)], seeded_dice(9, 1), lambda _: None)
