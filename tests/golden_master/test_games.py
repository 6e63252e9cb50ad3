"""Whole games, round by round.

The expected transcripts are in approved_files/game_*.approved.txt, games_with_loaded_dice,
illegal_moves and what_a_player_sees.
"""

from contextlib import redirect_stdout, suppress
from io import StringIO
from typing import Any

import pytest

from dojo.documents.documents import Verify, story

from .calls import copy_of, error_text, exact_repr, exact_text
from .table import (
    ODD_NAMES,
    OutOfDiceError,
    Person,
    Roll,
    Turn,
    collector,
    first_free,
    last_free,
    loaded_dice,
    rounds,
    scripted,
    seeded_dice,
    seeded_faces,
    silently,
    sixes,
    tamperer,
    writer_to,
)


def play(yatzy: Any, game: str, players: list[Person], roll: Roll) -> list[str]:
    """Play a game. Returns its transcript, its result and the score sheet."""
    table = yatzy()
    lines: list[str] = []
    try:
        totals = table.play(copy_of(game), players, roll, writer_to(lines))
        lines.append(f"returns {exact_repr(totals)}")
    except ValueError as error:
        lines.append(error_text(error))
    except OutOfDiceError:
        lines.append("(here the dice run out)")
    return [*lines, "", *table.sheet().splitlines()]


def test_a_game_of_yatzy_alone(yatzy: Any, verify_document: Verify):
    ann = collector("Ann", yatzy, "yatzy")
    scene = play(yatzy, "yatzy", [ann], seeded_dice(1, turns=15))
    scenes = {"Ann keeps what shows most": scene}
    verify_document(story("game_of_yatzy", "A game of yatzy for one.", scenes))


def test_a_game_of_yahtzee_for_four(yatzy: Any, verify_document: Verify):
    ann = collector("Ann", yatzy, "yahtzee")
    bob = first_free("Bob")
    cy = last_free("Cy")
    dora = collector("Dora", yatzy, "yahtzee")
    scene = play(yatzy, "yahtzee", [ann, bob, cy, dora], seeded_dice(2, turns=13 * 4))
    scenes = {"Ann and Dora collect, Bob and Cy take what comes": scene}
    verify_document(story("game_of_yahtzee", "A game of yahtzee for four.", scenes))


def test_a_game_of_yacht_with_a_person(yatzy: Any, verify_document: Verify):
    eve = scripted(
        "Eve",
        *([0, 3], [4], "sixes"),
        *([], "choice"),
        *([0, 1, 2, 3, 4], [1, 2], "ones"),
        "twos",
        "threes",
        "fours",
        *([4, 0], "fives"),
        *([2], [2, 3], "full house"),
        "four of a kind",
        "little straight",
        "big straight",
        "yacht",
    )
    ann = collector("Ann", yatzy, "yacht")
    scene = play(yatzy, "yacht", [eve, ann], seeded_dice(3, turns=12 * 2))
    scenes = {"Eve plays from a script, Ann collects": scene}
    verify_document(story("game_of_yacht", "A game of yacht for two.", scenes))


def test_games_with_loaded_dice(yatzy: Any, verify_document: Verify):
    scenes = {}
    faces = "".join(str(face) * 5 for face in seeded_faces(5, 13))
    scenes["Yahtzee with dice that fall alike"] = play(
        yatzy, "yahtzee", [collector("Ann", yatzy, "yahtzee")], loaded_dice(faces * 3)
    )

    moves = ["yahtzee", "fours", "full house", "small straight", "large straight", "sevens"]
    scenes["Jokers that pay in full"] = play(
        yatzy, "yahtzee", [scripted("Eve", *moves)], loaded_dice("44444" * 6)
    )
    scenes["Jokers that pay in full, though their own category holds 0"] = play(
        yatzy, "yahtzee", [scripted("Eve", *moves)], loaded_dice("44444 12356" + "44444" * 4)
    )

    faces = "12345 12345 12345" * rounds(yatzy, "yacht")
    players = [first_free("Ann"), first_free("Bob"), first_free("Cy")]
    scenes["Three players share the win, on dice that always fall the same"] = play(
        yatzy, "yacht", players, loaded_dice(faces)
    )
    faces = "66666 66666 11111" * rounds(yatzy, "yacht")
    scenes["Two of three share it"] = play(yatzy, "yacht", players, loaded_dice(faces))

    zoe = scripted("Zoe", "sixes", "fives", "fours", "chance", "yahtzee")
    nameless = scripted("", "chance", "sixes", "fives", "fours", "yahtzee")
    bob = scripted("Bob", "yahtzee", "sixes", "threes", "twos", "chance")
    dice = loaded_dice("""
        66666 66666 66666
        55555 66666 66666
        44444 55555 33333
        33333 44444 22222
        22222 22222 22222
    """)
    scenes["Everybody's bonus is their own, and names are in no order"] = play(
        yatzy, "yahtzee", [zoe, nameless, bob], dice
    )

    add_games_without_jokers(scenes, yatzy)
    verify_document(story("games_with_loaded_dice", "Games with loaded dice.", scenes))


def add_games_without_jokers(scenes: dict[str, list[str]], yatzy: Any):
    """Play games with dice that look like a joker, and score without the rules of jokers."""
    ann = scripted("Ann", "yahtzee", "fours", "full house", "small straight", "large straight")
    dice = loaded_dice("44444 44441 44443 44443 41236")
    scenes["Four alike are no joker"] = play(yatzy, "yahtzee", [ann], dice)

    ann = scripted("Ann", "fours", "full house", "small straight", "large straight", "yahtzee")
    dice = loaded_dice("44441 44444 44444 44444 44444")
    scenes["Five alike are none while yahtzee is free"] = play(yatzy, "yahtzee", [ann], dice)

    ann = scripted(
        "Ann", "yahtzee", "fours", "full house", "small straight", "large straight", "chance"
    )
    dice = loaded_dice("44441 44444 44444 44444 44444 44444")
    scenes["After a yahtzee for nothing they are one, and bring no bonus"] = play(
        yatzy, "yahtzee", [ann], dice
    )

    ann = scripted(
        "Ann",
        "large straight",
        "sixes",
        "yatzy",
        "three of a kind",
        "four of a kind",
        "small straight",
    )
    scenes["There is none in yatzy"] = play(yatzy, "yatzy", [ann], loaded_dice("66666" * 6))

    ann = scripted(
        "Ann", "yacht", "sixes", "little straight", "big straight", "choice", "full house"
    )
    scenes["And none in yacht"] = play(yatzy, "yacht", [ann], loaded_dice("66666" * 6))


# The moves of Eve, in one game or in several.
ILLEGAL_MOVES: dict[str, list[list[Any]]] = {
    "a category that is used": [["ones", "twos", "ones"]],
    "a category that is unknown": [["sevens"]],
    "a hold after the third roll": [[[0], [0, 1], [0, 1, 2]]],
    "a position above 4": [[[0, 5]]],
    "a position below 0": [[[-1]]],
    "a position named twice": [[[], [2, 2]]],
    "a position that is no whole number": [
        [[1.0]],
        [[True]],
        [["1"]],
        [[0, None]],
        [[[0]]],
    ],
    "no move at all": [[None], [7], [(0, 1)], [{"ones"}]],
    "an exception": [
        [ZeroDivisionError("division by zero")],
        [[0], ValueError("ones")],
    ],
    "a script that is too short": [[]],
}


def test_illegal_moves_end_a_game(yatzy: Any, verify_document: Verify):
    scenes = {}
    for kind, games in ILLEGAL_MOVES.items():
        lines: list[str] = []
        for moves in games:
            lines += illegal_game(yatzy, moves)
        scenes[kind] = lines

    eve = scripted("Eve", "yahtzee", "chance")
    scenes["a joker misplaced"] = play(yatzy, "yahtzee", [eve], loaded_dice("44444 44444"))

    players = [first_free(name) for name in ODD_NAMES[:3]]
    players.append(scripted(ODD_NAMES[3], "ones", "ones"))
    scenes["names are written as they are"] = play(yatzy, "yacht", players, seeded_dice(10, 8))

    heading = "Illegal moves: each ends the game, and says whose it was."
    verify_document(story("illegal_moves", heading, scenes))


def illegal_game(yatzy: Any, moves: list[Any]) -> list[str]:
    """Play a game of yatzy that an illegal move ends. Returns the lines about moves."""
    lines: list[str] = []
    dice = loaded_dice("12346" * 45)
    try:
        yatzy().play("yatzy", [scripted("Eve", *moves)], dice, lines.append)
    except ValueError as error:
        lines.append(error_text(error))
    return [line for line in lines if "Eve " in line]


def test_what_a_player_sees(yatzy: Any, verify_document: Verify):
    lines: list[str] = []

    def take_last(_dice: list[int], stage: int, view: Any) -> object:
        if stage == 0 and len(view.free()) == 10:
            return [1, 2]
        return view.free()[-1]

    players = [observer("Ann", lines, take_last), observer("Bob", lines, take_last)]
    dice = loaded_dice("66666 55555 11111 66666" + "12346" * 40)
    yatzy().play("yahtzee", players, dice, silently)
    scenes = {
        "Ann and Bob look around": lines,
        "Both bonuses, and all totals from the highest down": game_with_bonuses(yatzy),
    }
    heading = (
        "What a player sees: its total, upper score and both bonuses; "
        "the totals of all; its free categories."
    )
    verify_document(story("what_a_player_sees", heading, scenes))


def observer(name: str, lines: list[str], turn: Turn) -> Person:
    """Return a player that adds a line with all that it sees, exactly, before each move."""

    def observe(dice: list[int], stage: int, view: Any) -> object:
        sums = [view.total(), view.upper_score(), view.upper_bonus(), view.yahtzee_bonus()]
        shown = ", ".join(map(exact_repr, sums))
        free = ", ".join(map(exact_text, view.free()))
        lines.append(
            f"{name} sees {exact_repr(dice)} at stage {exact_repr(stage)}; {shown}; "
            f"all {exact_repr(view.totals())}; free {free}"
        )
        return turn(dice, stage, view)

    return Person(name, observe)


def game_with_bonuses(yatzy: Any) -> list[str]:
    """Play a game where the last two players get bonuses. Returns the views of all."""
    lines: list[str] = []
    zoe = scripted("Zoe", "chance", "ones", "twos", "threes", "fours")
    bob = scripted("Bob", "chance", "yahtzee", "sixes", "fives", "ones")
    cy = scripted("Cy", "yahtzee", "sixes", "fives", "fours", "ones")
    players = [observer(player.name, lines, player.turn) for player in (zoe, bob, cy)]
    dice = loaded_dice("""
        11111 22222 66666
        22222 66666 66666
        33333 66666 55555
        33333 55555 44444
        11111 11111 11111
    """)
    with suppress(OutOfDiceError):
        yatzy().play("yahtzee", players, dice, silently)
    return lines


def test_a_player_that_tampers_changes_nothing(yatzy: Any, verify_document: Verify):
    players = [tamperer("Mallory"), first_free("Ann")]
    scene = play(yatzy, "yahtzee", players, seeded_dice(7, turns=13 * 2))
    heading = "Mallory tries to change all that it is given, and plays as if it had not."
    verify_document(story("game_with_a_tamperer", heading, {"Mallory and Ann": scene}))


def test_the_transcript_goes_to_the_screen_unless_told_otherwise(yatzy: Any):
    with redirect_stdout(StringIO()) as screen:
        yatzy().play("yacht", [first_free("Ann")], seeded_dice(8, 12))
    assert screen.getvalue().splitlines()[:2] == ["yacht: Ann", "round 1"]


def test_a_view_answers_the_same_however_late_it_is_asked(yatzy: Any):
    views: list[Any] = []
    answers: list[str] = []

    def turn(_dice: list[int], _stage: int, view: Any) -> object:
        views.append(view)
        answers.append(answers_of(view))
        return view.free()[0]

    players = [Person("Bob", turn), Person("Ann", turn)]
    yatzy().play("yahtzee", players, sixes(2 * 13), silently)
    assert [answers_of(view) for view in views] == answers


def answers_of(view: Any) -> str:
    """Return all answers of a view as text, so that a later change of its lists has no effect."""
    sums = [view.total(), view.upper_score(), view.upper_bonus(), view.yahtzee_bonus()]
    return exact_repr([view.free(), *sums, view.totals()])


def test_the_lists_of_a_view_are_the_players_to_keep(yatzy: Any):
    before: list[str] = []
    after: list[str] = []

    def turn(_dice: list[int], _stage: int, view: Any) -> object:
        before.append(answers_of(view))
        view.free().reverse()
        view.totals().append(1000)
        after.append(answers_of(view))
        return view.free()[0]

    players = [Person("Bob", turn), Person("Ann", turn)]
    yatzy().play("yacht", players, sixes(2 * 12), silently)
    assert before == after


def test_the_cards_of_a_game_stay_on_the_table_and_take_the_place_of_others(yatzy: Any):
    table = yatzy()
    table.start("yatzy", ["Old", "Ann"])
    table.place("Ann", "ones", [1, 1, 1, 1, 1])
    table.play("yacht", [first_free("Ann")], sixes(12), silently)
    assert table.free("Ann") == []
    assert table.total("Ann") == 30 + 24 + 30 + 50
    with pytest.raises(ValueError, match="unknown player: 'Old'; the players are Ann"):
        table.total("Old")


def test_the_sheet_may_be_asked_for_while_the_game_goes_on(yatzy: Any):
    table = yatzy()
    lines: list[str] = []
    totals: list[int] = []

    def write(line: str):
        lines.append(line)
        totals.append(table.total("Ann"))

    table.play("yacht", [first_free("Ann")], sixes(12), write)
    before_rounds = []
    for line, total in zip(lines, totals, strict=True):
        if line.startswith("round"):
            before_rounds.append(total)
        if " takes " in line:
            assert line.endswith(f", {total} in all")
    assert before_rounds[:9] == [0, 0, 0, 0, 0, 0, 30, 30, 54]


def test_the_most_that_yahtzee_can_bring_is_1575_points_and_two_may_share_it(yatzy: Any):
    moves = ["yahtzee", *yatzy.categories("yahtzee")[:11], "chance"]
    seen: list[str] = []
    ann = observer("Ann", seen, scripted("Ann", *moves).turn)
    bob = observer("Bob", seen, scripted("Bob", *moves).turn)
    faces = "".join(face * 10 for face in "6123456666666")
    table = yatzy()
    lines: list[str] = []
    table.play("yahtzee", [ann, bob], loaded_dice(faces), lines.append)
    assert lines[-1] == "Ann and Bob share the win with 1575"
    assert exact_repr(table.total("Bob")) == "1575"
    assert exact_repr(table.upper_score("Bob")) == "105"
    assert exact_repr(table.upper_bonus("Bob")) == "35"
    assert exact_repr(table.yahtzee_bonus("Bob")) == "1200"
    assert seen[-1] == (
        "Bob sees [6, 6, 6, 6, 6] at stage 0; 1445, 105, 35, 1100; all [1575, 1445]; free chance"
    )


def test_a_name_of_one_letter_is_written_as_it_is(yatzy: Any):
    lines: list[str] = []
    yatzy().play("yacht", [first_free("A")], sixes(12), lines.append)
    assert lines[-1] == "A wins with 134"

    yatzy().tournament("yacht", [scripted("A", "sevens")], loaded_dice("66666"), 1, lines.append)
    assert lines[-2].startswith("A is disqualified in game 1, round 1, roll 1: unknown category")

    message = r"^illegal move by A in round 1, roll 1: unknown category"
    with pytest.raises(ValueError, match=message):
        yatzy().play("yacht", [scripted("A", "sevens")], loaded_dice("66666"), lines.append)


def test_kept_dice_are_not_thrown(yatzy: Any):
    ann = scripted("Ann", [0, 4], [0, 1, 2], "ones", [], [0, 1, 2, 3, 4], "twos")
    dice = loaded_dice("1" * 25)
    counts: list[int] = []

    def roll(count: int) -> list[int]:
        counts.append(count)
        return dice(count)

    with pytest.raises(ValueError, match="illegal move by Ann in round 3, roll 1"):
        yatzy().play("yatzy", [ann], roll, silently)
    assert exact_repr(counts) == "[5, 3, 2, 5, 5, 5]"
