"""The score sheet: all of it stands there, in whatever room, and in its columns."""

from pathlib import Path

import pytest
from rich.cells import cell_len

from dojo.games.players import PERSON
from dojo.table.session import Record, Session
from dojo.table.sheet import options
from refactored import games, rows

NAMES = ("Ann", "Player number 1", "Player number 2", "Bartholomew", "李小龍和朋友", "🎲🎲🎲 Zoë")


def session_of(game: str, seats: int, *moves: list[int] | str) -> Session:
    return Session(Path(), Record(game, dict.fromkeys(NAMES[:seats], PERSON), 3, [*moves]))


@pytest.mark.parametrize(("width", "height"), [(41, 20), (42, 22), (60, 35), (90, 57)])
@pytest.mark.parametrize("game", list(games()))
@pytest.mark.parametrize("seats", [1, 6])
def test_every_row_is_on_the_sheet_and_every_line_as_wide_as_the_sheet(
    seats: int, game: str, width: int, height: int
) -> None:
    session = session_of(game, seats)
    found = [*options(session, session.offers(), width, height)]
    lines = [line for option in found if option for line in str(option.prompt).split("\n")]
    written = [line for line in lines if line.strip("━ ")]
    assert len(written) == 1 + len(rows(session.game, []))
    assert {cell_len(line) for line in written} == {width}
    assert len(lines) + found.count(None) <= height


def test_a_free_category_makes_its_offer_and_a_sum_says_how_much_is_missing() -> None:
    session = session_of("yahtzee", 1, "chance")
    found = [option for option in options(session, session.offers(), 36, 20) if option]
    lines = {" ".join(str(option.prompt).split()) for option in found}
    assert {"b twos (0)", "m chance 17", "upper bonus 63 to go"} <= lines
