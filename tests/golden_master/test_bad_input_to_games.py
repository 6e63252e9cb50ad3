"""Bad input to games and tournaments: no players, no number of games, no dice.

The expected results are in approved_files/bad_input_to_games.approved.txt.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from dojo.documents.documents import Verify, call_list

from .bad_values import Nameless, Words, exceptions, explain_types
from .calls import common_result, parse, results
from .table import Person, first_free, loaded_dice

PLAYERS = parse(r"""
    table.play('chess', [], no_dice)
    table.play('yatzy', [], no_dice)
    table.play('yatzy', None, no_dice)
    table.play('yatzy', 'Ann', no_dice)
    table.play('yatzy', 7, no_dice)
    table.play('yatzy', set(), no_dice)
    table.play('yatzy', {1, 2, 3, 4, 5}, no_dice)
    table.play('yatzy', frozenset({1, 2, 3, 4, 5}), no_dice)
    table.play('yatzy', deque([1, 2, 3, 4, 5]), no_dice)
    table.play('yatzy', b'\x01\x02\x03\x04\x05', no_dice)
    table.play('yatzy', bytearray(b'\x01\x02\x03\x04\x05'), no_dice)
    table.play('yatzy', range(1, 6), no_dice)
    table.play('yatzy', {1: None, 2: None, 3: None, 4: None, 5: None}, no_dice)
    table.play('yatzy', [Ann, Ann], no_dice)
    table.play('yatzy', [Ann, None], no_dice)
    table.play('yatzy', [Nameless(RuntimeError('no name'))], no_dice)
    table.play('yatzy', [SEVEN], no_dice)
    table.play('yatzy', (), no_dice)
    table.play('yatzy', {'Ann': None}, no_dice)
    table.play('yatzy', iter([Ann]), no_dice)
    table.play('yatzy', [WORDY], no_dice)
    table.play(Name.YACHT, [Ann, Ann], no_dice)
    table.tournament('chess', [], no_dice, 0)
    table.tournament('yatzy', [], no_dice, 0)
    table.tournament('yatzy', [Ann, Ann], no_dice, 0)
    table.tournament('yatzy', [Ann], no_dice, 0)
    table.tournament('yatzy', [Ann], no_dice, -1)
    table.tournament('yatzy', [Ann], no_dice, True)
    table.tournament('yatzy', [Ann], no_dice, 2.0)
    table.tournament('yatzy', [Ann], no_dice, '10')
    table.tournament('yatzy', [Ann], no_dice, b'1')
    table.tournament('yatzy', [Ann], no_dice, [1])
    table.tournament('yatzy', [Ann], no_dice, None)
    table.tournament('yatzy', [Ann], no_dice, -10**5000)
    table.tournament('yatzy', [Ann], no_dice, Face.ONE)
    table.tournament('yatzy', [Ann], no_dice, Spots(1))
    table.tournament('yatzy', [Ann], no_dice, Unprintable())
    table.tournament('yatzy', [WORDY], no_dice, 0)
    table.tournament('yatzy', (), no_dice, 1)
    table.tournament('yatzy', None, no_dice, 1)
    table.tournament('yatzy', 'Ann', no_dice, 1)
    table.tournament('yatzy', 7, no_dice, 1)
""")
ALMOST_A_GAME = parse("""
    'YACHT'
    ' yacht'
    'yacht '
    'yach'
    b'yacht'
    ['yacht']
    ('yacht',)
    {'yacht'}
    Unprintable()
""")
CALLS_WITH_A_GAME = parse("""
    table.play(almost, [Ann], no_dice)
    table.tournament(almost, [Ann], no_dice)
""")
SEVERAL_ARE_WRONG = parse("""
    table.play('yatzy', [Ann, Ann, SEVEN], no_dice)
    table.play('yatzy', [SEVEN, Ann, Ann], no_dice)
    table.play('yatzy', [Ann, Ann, SEVEN, Nameless(RuntimeError('no name'))], no_dice)
    table.tournament('yatzy', [Ann, SEVEN, Ann], no_dice, 1)
    table.tournament('chess', [Nameless(RuntimeError('no name'))], no_dice, 0)
""")
SOURCES = parse(r"""
    table.play('yatzy', [Ann], lambda n: [1, 2, 3, 4], silently)
    table.play('yatzy', [Ann], lambda n: [1, 2, 3, 4, 5, 6], silently)
    table.play('yatzy', [Ann], lambda n: None, silently)
    table.play('yatzy', [Ann], lambda n: '12345', silently)
    table.play('yatzy', [Ann], lambda n: [1, 2, 3, 4, 7], silently)
    table.play('yatzy', [Ann], lambda n: [1, 2, 3, 4, True], silently)
    table.play('yatzy', [Ann], lambda n: [1, 2, 3, 4, [5]], silently)
    table.play('yatzy', [Ann], lambda n: 12345, silently)
    table.play('yatzy', [Ann], lambda n: Unprintable(), silently)
    table.play('yatzy', [Ann], lambda n: {1, 2, 3, 4, 5}, silently)
    table.play('yatzy', [Ann], lambda n: frozenset({1, 2, 3, 4, 5}), silently)
    table.play('yatzy', [Ann], lambda n: deque([1, 2, 3, 4, 5]), silently)
    table.play('yatzy', [Ann], lambda n: b'\x01\x02\x03\x04\x05', silently)
    table.play('yatzy', [Ann], lambda n: bytearray(b'\x01\x02\x03\x04\x05'), silently)
    table.play('yatzy', [Ann], lambda n: range(1, 6), silently)
    table.play('yatzy', [Ann], lambda n: {1: None, 2: None, 3: None, 4: None, 5: None}, silently)
    table.play('yatzy', [Keeper], lambda n: [1] * 5, silently)
""")
# The documents describe these players in words.
DESCRIPTIONS = {"SEVEN": "a player named 7", "WORDY": "a player named Words('Ann')"}


class AnyIterator:
    """An iterator whose text is always the same."""

    def __init__(self, _players: list[Person]): ...

    def __iter__(self) -> Iterator[Person]:
        return iter([first_free("Ann")])

    def __repr__(self) -> str:
        return "iter([Ann])"


def keep_three(_dice: list[int], _stage: int, _view: Any) -> list[int]:
    """Keep the first three dice."""
    return [0, 1, 2]


NO_DICE = loaded_dice("")
OBJECTS: dict[str, object] = {
    "Ann": first_free("Ann"),
    "Keeper": Person("Keeper", keep_three),
    "SEVEN": first_free(7),
    "WORDY": first_free(Words("Ann")),
    "no_dice": NO_DICE,
    "silently": lambda _: None,
    "iter": AnyIterator,
}


def test_bad_calls_to_games_are_refused_as_approved(yatzy: Any, verify_document: Verify):
    table = yatzy()
    table.start("yahtzee", ["Ann", "Bob"])
    table.place("Bob", "twos", [2, 2, 2, 2, 2])
    sheet = table.sheet()
    sections = {}
    sections["No players, no tournament"] = results(PLAYERS, table=table, **OBJECTS)
    sections["Almost a game, to play or to a tournament"] = {
        game.text: common_result(CALLS_WITH_A_GAME, table=table, almost=game.evaluate(), **OBJECTS)
        for game in ALMOST_A_GAME
    }
    sections["Several are wrong: names that cannot be had come first"] = results(
        SEVERAL_ARE_WRONG, table=table, **OBJECTS
    )
    assert table.sheet() == sheet
    sections["No dice"] = results(SOURCES, table=table, **OBJECTS)
    sections = {title: describe_players(calls) for title, calls in sections.items()}
    heading = "Bad input to games and tournaments, at a table with cards: what each call gets."
    verify_document(call_list("bad_input_to_games", explain_types(heading, sections), sections))


def describe_players(calls: dict[str, str]) -> dict[str, str]:
    """Replace names of players in the text of calls by their descriptions."""
    described = {}
    for call, result in calls.items():
        text = call
        for name, description in DESCRIPTIONS.items():
            text = text.replace(name, description)
        described[text] = result
    return described


@pytest.mark.parametrize("method", ["play", "tournament"])
def test_a_player_whose_name_raises_an_error_is_refused(method: str, yatzy: Any):
    for error in exceptions():
        with pytest.raises(ValueError, match=r"^not a player: Nameless\(.*\); "):
            getattr(yatzy(), method)("yacht", [Nameless(error)], NO_DICE)
