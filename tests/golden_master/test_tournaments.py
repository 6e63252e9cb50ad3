"""Tournaments: points, ties, and players that break the rules."""

from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

from tests.golden_master.bad_values import ODD_NAMES, ODD_TEXT
from tests.golden_master.calls import exactly, same_letters
from tests.golden_master.documents import Document, story
from tests.golden_master.table import (
    Person,
    Renamed,
    collector,
    dice_from,
    first_free,
    kept_in,
    last_free,
    rounds,
    scripted,
    seeded_dice,
    tamperer,
)

GAMES = ("yatzy", "yahtzee", "yacht")


def hold(
    yatzy: Any, game: str, players: list[Person], roll: Callable[[int], list[int]], games: int
) -> list[str]:
    """Hold a tournament; return its transcript, and what it returns."""
    lines: list[str] = []
    standings = yatzy().tournament(same_letters(game), players, roll, games, kept_in(lines))
    return [*lines, f"returns {exactly(standings)}"]


def test_a_clear_win(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    scenes = {}
    of_yacht = rounds(yatzy, "yacht")
    low, high = [1, 1, 2, 3, 4], [6, 6, 6, 6, 6]
    for game in GAMES:
        players = [first_free("Ann"), collector("Bob", yatzy, game), last_free("Cy")]
        scenes[f"{game}: Bob collects, Ann and Cy do not"] = hold(
            yatzy, game, players, seeded_dice(11, 5 * 3 * rounds(yatzy, game)), 5
        )
    players = [first_free("Zoe"), first_free(""), first_free("Bob")]
    won_by_bob, won_by_nameless, won_by_zoe = low + low + high, low + high + low, high + low + low
    scenes["Names in no order: who has as many points stays as seated"] = hold(
        yatzy,
        "yacht",
        players,
        dice_from(
            won_by_bob * of_yacht
            + won_by_nameless * of_yacht
            + won_by_bob * of_yacht
            + won_by_zoe * of_yacht
        ),
        4,
    )
    players = [
        first_free(ODD_NAMES[0]),
        *(scripted(name, "sevens") for name in ODD_NAMES[1:3]),
        last_free(ODD_NAMES[3]),
    ]
    scenes["Names are written as they are"] = hold(yatzy, "yacht", players, seeded_dice(21, 26), 1)
    scenes["One player, one game"] = hold(
        yatzy, "yacht", [first_free("Ann")], seeded_dice(12, 12), 1
    )
    verify_document(
        story("tournament_clear_win", "Tournaments that somebody wins at once.", scenes)
    )


def test_a_tie_broken(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    three = [first_free("Ann"), first_free("Bob"), first_free("Cy")]
    low, middle, high = [1, 2, 3, 4, 6], [4, 4, 3, 3, 2], [6, 6, 6, 6, 6]
    of_yacht = rounds(yatzy, "yacht")
    drawn = (low + high + high) * of_yacht
    once_more = (high + high) * of_yacht
    decided = (low + high) * of_yacht
    scenes = {
        "Two lead, and need two more games": hold(
            yatzy, "yacht", three, dice_from(drawn + once_more + decided), 1
        ),
        "All three share the only game": hold(
            yatzy,
            "yacht",
            three,
            dice_from((middle * 3) * of_yacht + drawn + (high + low) * of_yacht),
            1,
        ),
        "The tie is broken by a disqualification": hold(
            yatzy,
            "yacht",
            [first_free("Ann"), scripted("Eve", *a_whole_game(yatzy), "sevens")],
            dice_from(once_more + high * 40),
            1,
        ),
    }
    verify_document(story("tournament_tie", "Tournaments with a tie for the lead.", scenes))


def a_whole_game(yatzy: Any) -> list[str]:
    """Return the moves of a game of yacht, down the score sheet."""
    return list(yatzy.categories("yacht"))


CHEATS = {
    "a category that is used": ["ones", "ones"],
    "a category that is unknown": ["sevens"],
    "a hold after the third roll": [[0], [0], [0]],
    "a position outside 0 to 4": [[5]],
    "a position named twice": [[3, 3]],
    "neither a hold nor a category": [None],
    "an exception": [RuntimeError(f"no idea, {ODD_TEXT}")],
    "the end of the program": [SystemExit(1)],
}


def test_each_kind_of_illegal_move(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    scenes = {}
    for kind, moves in CHEATS.items():
        players = [first_free("Ann"), scripted("Eve", *moves), first_free("Bob")]
        scenes[f"Eve: {kind}"] = hold(yatzy, "yacht", players, seeded_dice(13, 2 * 3 * 12), 2)
    players = [first_free("Ann"), scripted("Eve", "yahtzee", "chance")]
    scenes["Eve: a joker misplaced"] = hold(yatzy, "yahtzee", players, dice_from([4] * 5 * 60), 1)
    players = [scripted("Eve", *a_whole_game(yatzy), "ones", "ones"), first_free("Ann")]
    scenes["Eve: in the second game"] = hold(
        yatzy, "yacht", players, seeded_dice(14, 3 * 2 * 12), 3
    )
    players = [scripted("Eve", None), scripted("Mallory", "ones", None), first_free("Ann")]
    scenes["Two of three"] = hold(yatzy, "yacht", players, seeded_dice(15, 3 * 12), 2)
    players = [scripted("Eve", "twos", None), scripted("Mallory", None)]
    scenes["Nobody is left"] = hold(yatzy, "yacht", players, seeded_dice(16, 24), 3)
    heading = "Illegal moves: each disqualifies, and the tournament goes on."
    verify_document(story("tournament_disqualifications", heading, scenes))


def test_a_tamperer_gains_nothing(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    players = [first_free("Ann"), tamperer("Mallory"), last_free("Bob")]
    told = hold(yatzy, "yahtzee", players, seeded_dice(17, 4 * 3 * 13), 4)
    verify_document(
        story(
            "tournament_with_a_tamperer",
            "Mallory tries to change all that it is given.",
            {"Four games": told},
        )
    )


def test_a_player_is_asked_for_its_name_once(yatzy: Any) -> None:
    player = Renamed()
    standings = yatzy().tournament("yacht", [player], seeded_dice(18, 24), 2, lambda _: None)
    assert (standings, player.asked) == ({"Eve 1": 2}, 1)


def test_a_tournament_leaves_the_table_as_it_was(yatzy: Any) -> None:
    table = yatzy()
    table.start("yatzy", ["Ann"])
    table.tournament("yacht", [first_free("Bob")], seeded_dice(19, 12), 1, lambda _: None)
    assert (table.free("Ann"), table.total("Ann")) == (yatzy.categories("yatzy"), 0)


def test_a_tournament_is_of_a_thousand_games_and_goes_to_the_screen_unless_told_otherwise(
    yatzy: Any,
) -> None:
    with redirect_stdout(StringIO()) as screen:
        yatzy().tournament("yacht", [scripted("Eve", None)], seeded_dice(20, 1))
    assert screen.getvalue().splitlines()[0] == "yacht, 1000 games: Eve"
