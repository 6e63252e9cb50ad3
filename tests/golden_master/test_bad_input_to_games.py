"""Bad input to games and tournaments: no players, no number of games, no dice.

The expected results are in approved_files/bad_input_to_games.approved.txt.
"""

from typing import Any

from dojo.documents.documents import Verify, call_list

from .calls import Expression, common_result, parse, results
from .table import Person, first_free, loaded_dice, silently

PLAY_AND_TOURNAMENT = parse("""
    table.play(game, players, no_dice)
    table.tournament(game, players, no_dice, 0)
""")
GAMES = parse("""
    'chess'
    'yacht '
    ['yacht']
    None
""")
PLAYERS = parse("""
    []
    ()
    None
    'Ann'
    7
    {'Ann': None}
    [Ann, None]
    [Ann, 'Bob']
    [Ann, named_7]
    [Ann, named_Ann]
    [named_7, Ann, Ann]
    [Ann, Ann, named_7]
    [Ann, Ann, None]
""")
NUMBERS_OF_GAMES = parse("""
    table.tournament('yatzy', [Ann], no_dice, 0)
    table.tournament('yatzy', [Ann], no_dice, -1)
    table.tournament('yatzy', [Ann], no_dice, True)
    table.tournament('yatzy', [Ann], no_dice, 2.0)
    table.tournament('yatzy', [Ann], no_dice, '10')
    table.tournament('yatzy', [Ann], no_dice, None)
""")
SOURCES = parse("""
    table.play('yatzy', [Ann], lambda n: [1, 2, 3, 4], silently)
    table.play('yatzy', [Ann], lambda n: [1, 2, 3, 4, 5, 6], silently)
    table.play('yatzy', [Ann], lambda n: None, silently)
    table.play('yatzy', [Ann], lambda n: '12345', silently)
    table.play('yatzy', [Ann], lambda n: 5, silently)
    table.play('yatzy', [Ann], lambda n: [1, 2, 3, 4, 7], silently)
    table.play('yatzy', [Ann], lambda n: [1, 2, 3, 4, True], silently)
    table.play('yatzy', [Keeper], lambda n: [1] * 5, silently)
    table.tournament('yatzy', [Ann], lambda n: [1, 2, 3, 4], 1, silently)
    table.tournament('yatzy', [Ann], lambda n: [1, 2, 3, 4, 7], 1, silently)
""")


def keep_three(_dice: list[int], _stage: int, _view: Any) -> list[int]:
    """Keep the first three dice."""
    return [0, 1, 2]


OBJECTS: dict[str, object] = {
    "Ann": first_free("Ann"),
    "Keeper": Person("Keeper", keep_three),
    "named_7": first_free(7),
    "named_Ann": first_free("Ann"),
    "no_dice": loaded_dice(""),
    "silently": silently,
}


def test_bad_calls_to_games_are_refused_as_approved(yatzy: Any, verify_document: Verify):
    table = yatzy()
    table.start("yahtzee", ["Ann", "Bob"])
    table.place("Bob", "twos", [2, 2, 2, 2, 2])
    sheet = table.sheet()
    sections = {
        "A game, with bad players, too": refusals(table, "game", GAMES, players=[None]),
        "Players, and no number of games": refusals(table, "players", PLAYERS, game="yatzy"),
        "A number of games": results(NUMBERS_OF_GAMES, table=table, **OBJECTS),
    }
    sheet_afterwards = table.sheet()
    sections["Dice that are not what was asked for"] = results(SOURCES, table=table, **OBJECTS)
    heading = "Bad input to games and tournaments, at a table with cards: what each call gets."
    verify_document(call_list("bad_input_to_games", heading, sections))
    assert sheet_afterwards == sheet


def refusals(
    table: Any, name: str, bad_values: list[Expression], **others: object
) -> dict[str, str]:
    """Ask for a game and for a tournament with each bad value, by its name in the calls."""
    found = {}
    for bad in bad_values:
        objects = {**OBJECTS, **others, name: bad.evaluate(**OBJECTS)}
        found[bad.text] = common_result(PLAY_AND_TOURNAMENT, table=table, **objects)
    return found
