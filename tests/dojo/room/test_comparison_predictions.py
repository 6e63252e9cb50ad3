"""Predictions of the pairs side by side."""

from pathlib import Path

from dojo.commands.room_compare import ComparedPractice, compare_pairs, table_cells
from dojo.practice.steps import Predictions
from dojo.room.pairs import Sources
from tests.dojo.room import rooms
from tests.dojo.room.rooms import BEGAN, check, started


def compared(folder: Path, *checks: str) -> list[ComparedPractice]:
    """Compare a pair with these checks."""
    room = rooms.new_room(folder / "room.git")
    rooms.push(room, "refs/heads/dojo/Panda", [started(), *checks])
    found = Sources([str(room)])
    found.refresh()
    return compare_pairs(found, BEGAN + 3600).pairs


def test_a_pair_counts_the_checks_that_came_as_expected(tmp_path: Path):
    right = check("green") + "Expected: green\n"
    wrong = check("red") + "Expected: green\n"
    pairs = compared(tmp_path, right, wrong, check("red"))
    assert pairs[0].predictions == Predictions(right=1, made=2)
    assert table_cells(pairs)[0]["as expected"] == "1 of 2"


def test_without_predictions_there_is_no_such_column(tmp_path: Path):
    assert "as expected" not in table_cells(compared(tmp_path, check("red")))[0]
