"""Pairs side by side: what is counted of each, and how."""

from pathlib import Path
from typing import Any

import pytest

from dojo.room.comparison import compare_pairs, refactoring_of, table_cells
from dojo.room.pairs import Room
from tests.dojo.room import rooms
from tests.dojo.room.rooms import BEGAN, check, started

LATER = BEGAN + 3600


def compared(folder: Path) -> list[dict[str, Any]]:
    room = Room(folder, [str(folder / "room.git")])
    room.refresh()
    return compare_pairs(room)


def test_medians_are_of_steps_without_pauses_and_names_are_those_of_commits(tmp_path: Path) -> None:
    room = rooms.new_room(tmp_path / "room.git")
    ones = check("green", **{"Commit": "Extract Function: ones", "Commit-Tree": "1"})
    twos = check("green", **{"Commit": "Extract Function: twos", "Commit-Tree": "2"})
    rooms.push(
        room,
        "refs/heads/dojo/Panda",
        [started(), check("green"), check("red"), check("amber"), ones],
    )
    rooms.push(
        room, "refs/heads/dojo/Panda", [twos, "slips: 2 of 3 noticed\n\nSlips: 66.7"], began=LATER
    )
    rooms.push(room, "refs/heads/dojo/Ann-10", [started(level=2)])
    rooms.push(room, "refs/heads/dojo/Ann-9", [started(), check("red")])
    rooms.push(room, "refs/heads/dojo/Ann-9", [check("green")], began=LATER)
    ann, anns, panda = compared(tmp_path)
    assert (ann["name"], ann["checks"], ann["minutes"], ann["mean_complexity"]) == (
        "Ann-9",
        2,
        None,
        [0, 0],
    )
    assert (anns["name"], anns["level"], anns["checks"], anns["minutes"], anns["lines"]) == (
        "Ann-10",
        2,
        0,
        None,
        None,
    )
    assert (panda["checks"], panda["minutes"], panda["lines"], panda["longest_red"]) == (
        5,
        1,
        2,
        120,
    )
    assert (panda["slips"], panda["refactorings"]) == (0.667, {"Extract Function": 2})


def test_own_code_has_no_level_and_who_began_anew_is_compared_by_the_new_practice_alone(
    tmp_path: Path,
) -> None:
    room = rooms.new_room(tmp_path / "room.git")
    rooms.push(room, "refs/heads/dojo/Panda", [started(level=0)])
    rooms.push(
        room, "refs/heads/dojo/Yak", [started(), check("red"), started(level=2), check("green")]
    )
    panda, yak = compared(tmp_path)
    assert (panda["level"], table_cells([panda])[0]["lvl"]) == (None, "own")
    assert (yak["checks"], yak["longest_red"]) == (1, 0)


@pytest.mark.parametrize(
    ("subject", "name"),
    [
        ("Extract Function: pairs", "Extract Function"),
        ("rename c to category", "Rename"),
        ("inline", "Inline"),
        ('Revert "Extract Function: pairs"', "Revert"),
        ("", ""),
    ],
)
def test_a_refactoring_is_called_as_the_subject_of_its_commit_begins(
    subject: str, name: str
) -> None:
    assert refactoring_of(subject) == name
