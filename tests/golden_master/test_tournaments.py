"""Tournaments: points, ties, and players that break the rules.

The expected transcripts are in approved_files/tournament_*.approved.txt.
"""

from contextlib import redirect_stdout
from io import StringIO
from typing import Any

from dojo.documents.documents import Verify, story

from .calls import copy_of, exact_repr
from .rolls import GAMES
from .table import (
    ODD_NAMES,
    ODD_TEXT,
    Person,
    Roll,
    collector,
    first_free,
    last_free,
    loaded_dice,
    rounds,
    scripted,
    seeded_dice,
    silently,
    tamperer,
    writer_to,
)

LOW = "11234"
HIGH = "66666"


def hold(yatzy: Any, game: str, players: list[Person], roll: Roll, games: int) -> list[str]:
    """Hold a tournament. Returns its transcript and its result."""
    lines: list[str] = []
    points = yatzy().tournament(copy_of(game), players, roll, games, writer_to(lines))
    return [*lines, f"returns {exact_repr(points)}"]


def test_a_clear_win(yatzy: Any, verify_document: Verify):
    scenes = {}
    for game in GAMES:
        players = [first_free("Ann"), collector("Bob", yatzy, game), last_free("Cy")]
        dice = seeded_dice(11, turns=5 * 3 * rounds(yatzy, game))
        scenes[f"{game}: Bob collects, Ann and Cy do not"] = hold(yatzy, game, players, dice, 5)

    players = [first_free("Zoe"), first_free(""), first_free("Bob")]
    turns = rounds(yatzy, "yacht")
    won_by_bob = (LOW + LOW + HIGH) * turns
    won_by_nameless = (LOW + HIGH + LOW) * turns
    won_by_zoe = (HIGH + LOW + LOW) * turns
    dice = loaded_dice(won_by_bob + won_by_nameless + won_by_bob + won_by_zoe)
    scenes["Names in no order: who has as many points stays as seated"] = hold(
        yatzy, "yacht", players, dice, 4
    )

    players = [
        first_free(ODD_NAMES[0]),
        scripted(ODD_NAMES[1], "sevens"),
        scripted(ODD_NAMES[2], "sevens"),
        last_free(ODD_NAMES[3]),
    ]
    dice = seeded_dice(21, turns=26)
    scenes["Names are written as they are"] = hold(yatzy, "yacht", players, dice, 1)

    dice = seeded_dice(12, turns=12)
    scenes["One player, one game"] = hold(yatzy, "yacht", [first_free("Ann")], dice, 1)

    heading = "Tournaments that somebody wins at once."
    verify_document(story("tournament_clear_win", heading, scenes))


def test_a_tie_broken(yatzy: Any, verify_document: Verify):
    turns = rounds(yatzy, "yacht")
    low = "12346"
    won_by_two = (low + HIGH + HIGH) * turns
    shared_by_two = (HIGH + HIGH) * turns
    shared_by_three = ("44332" + "44332" + "44332") * turns
    won_by_first = (HIGH + low) * turns
    won_by_second = (low + HIGH) * turns
    three = [first_free("Ann"), first_free("Bob"), first_free("Cy")]
    scenes = {}

    dice = loaded_dice(won_by_two + shared_by_two + won_by_second)
    scenes["Two lead, and need two more games"] = hold(yatzy, "yacht", three, dice, 1)

    dice = loaded_dice(shared_by_three + won_by_two + won_by_first)
    scenes["All three share the only game"] = hold(yatzy, "yacht", three, dice, 1)

    eve = scripted("Eve", *yatzy.categories("yacht"), "sevens")
    dice = loaded_dice(shared_by_two + HIGH * 40)
    scenes["The tie is broken by a disqualification"] = hold(
        yatzy, "yacht", [first_free("Ann"), eve], dice, 1
    )

    verify_document(story("tournament_tie", "Tournaments with a tie for the lead.", scenes))


ILLEGAL_MOVES: dict[str, list[object]] = {
    "a category that is used": ["ones", "ones"],
    "a category that is unknown": ["sevens"],
    "a hold after the third roll": [[0], [0], [0]],
    "a position outside 0 to 4": [[5]],
    "a position named twice": [[3, 3]],
    "neither a hold nor a category": [None],
    "an exception": [RuntimeError(f"no idea, {ODD_TEXT}")],
}


def test_each_kind_of_illegal_move(yatzy: Any, verify_document: Verify):
    scenes = {}
    for kind, moves in ILLEGAL_MOVES.items():
        players = [first_free("Ann"), scripted("Eve", *moves), first_free("Bob")]
        dice = seeded_dice(13, turns=2 * 3 * 12)
        scenes[f"Eve: {kind}"] = hold(yatzy, "yacht", players, dice, 2)

    players = [first_free("Ann"), scripted("Eve", "yahtzee", "chance")]
    dice = loaded_dice("44444" * 60)
    scenes["Eve: a joker misplaced"] = hold(yatzy, "yahtzee", players, dice, 1)

    eve = scripted("Eve", *yatzy.categories("yacht"), "ones", "ones")
    dice = seeded_dice(14, turns=3 * 2 * 12)
    scenes["Eve: in the second game"] = hold(yatzy, "yacht", [eve, first_free("Ann")], dice, 3)

    players = [scripted("Eve", None), scripted("Mallory", "ones", None), first_free("Ann")]
    dice = seeded_dice(15, turns=3 * 12)
    scenes["Two of three"] = hold(yatzy, "yacht", players, dice, 2)

    players = [scripted("Eve", "twos", None), scripted("Mallory", None)]
    dice = seeded_dice(16, turns=24)
    scenes["Nobody is left"] = hold(yatzy, "yacht", players, dice, 3)

    heading = "Illegal moves: each disqualifies, and the tournament goes on."
    verify_document(story("tournament_disqualifications", heading, scenes))


def test_a_tamperer_gains_nothing(yatzy: Any, verify_document: Verify):
    players = [first_free("Ann"), tamperer("Mallory"), last_free("Bob")]
    dice = seeded_dice(17, turns=4 * 3 * 13)
    scene = hold(yatzy, "yahtzee", players, dice, 4)
    heading = "Mallory tries to change all that it is given."
    verify_document(story("tournament_with_a_tamperer", heading, {"Four games": scene}))


def test_a_tournament_leaves_the_table_as_it_was(yatzy: Any):
    table = yatzy()
    table.start("yatzy", ["Ann"])
    table.tournament("yacht", [first_free("Bob")], seeded_dice(19, turns=12), 1, silently)
    assert table.free("Ann") == yatzy.categories("yatzy")
    assert table.total("Ann") == 0


def test_a_tournament_is_of_a_thousand_games_and_goes_to_the_screen_unless_told_otherwise(
    yatzy: Any,
):
    with redirect_stdout(StringIO()) as screen:
        yatzy().tournament("yacht", [scripted("Eve", None)], seeded_dice(20, turns=1))
    assert screen.getvalue().splitlines()[0] == "yacht, 1000 games: Eve"
