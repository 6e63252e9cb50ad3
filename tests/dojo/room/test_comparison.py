"""Pairs side by side: what is counted of each, and how."""

from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from dojo.room.comparison import (
    commit_lines,
    compare_pair,
    compare_pairs,
    comparison_page,
    comparison_table,
    format_longest_red,
    longest_red_of,
    table_cells,
)
from dojo.room.pairs import Room
from dojo.text import WIDTH
from tests.dojo.room import rooms
from tests.dojo.room.boards import MINUTE, NOON, pair
from tests.dojo.room.rooms import BEGAN, check, started

LATER = BEGAN + 3600
NOW = LATER + 3600
PANDA = "refs/heads/dojo/Panda"


def compared(folder: Path) -> list[dict[str, Any]]:
    room = Room(folder, [str(folder / "room.git")])
    room.refresh()
    return compare_pairs(room, NOW)


def committed(folder: Path, *subjects: str) -> list[dict[str, Any]]:
    """Compare a pair that commits the files of each green check with one of these subjects."""
    room = rooms.new_room(folder / "room.git")
    checks = [
        check("green", **{"Commit": subject, "Commit-Tree": str(number)})
        for number, subject in enumerate(subjects)
    ]
    rooms.push(room, PANDA, [started(), *checks])
    return compared(folder)


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
    assert (ann["name"], ann["checks"], ann["minutes"], ann["total_complexity"]) == (
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


def test_own_code_has_no_level(tmp_path: Path) -> None:
    room = rooms.new_room(tmp_path / "room.git")
    rooms.push(room, "refs/heads/dojo/Panda", [started(level=0)])
    [panda] = compared(tmp_path)
    assert (panda["level"], table_cells([panda])[0]["lvl"]) == (None, "own")


def test_all_checks_of_a_pair_that_started_over_are_compared(tmp_path: Path) -> None:
    room = rooms.new_room(tmp_path / "room.git")
    messages = [started(), check("red"), started(level=2), check("green")]
    rooms.push(room, "refs/heads/dojo/Yak", messages)
    [yak] = compared(tmp_path)
    assert (yak["checks"], yak["level"]) == (2, 2)


def test_a_pair_that_began_later_on_the_way_says_where() -> None:
    [cells] = table_cells([compare_pair(pair(step=17), NOON)])
    assert cells["lvl"] == "1 from 17"


# How long a pair was red.


@pytest.mark.parametrize(
    ("checks", "longest"),
    [
        ("rrg", (120, False)),
        ("ag", (60, False)),
        ("gg", (None, False)),
        ("grr", (90, True)),
        ("rrrgr", (180, False)),
        ("gr", (30, True)),
        ("g<", (0, False)),
    ],
    ids=[
        "until it was green",
        "amber counts",
        "never red",
        "still red",
        "longer before than now",
        "one red check",
        "reverted at once",
    ],
)
def test_the_longest_red_may_be_the_one_that_is_not_over(
    checks: str, longest: tuple[float | None, bool]
) -> None:
    assert longest_red_of(pair(checks), NOON + 30) == longest


def test_nobody_knows_of_a_red_after_the_room_stopped_answering() -> None:
    assert longest_red_of(pair("gr", heard=NOON + 30), NOON + 10 * MINUTE) == (30, True)


@pytest.mark.parametrize(
    ("longest", "shown"),
    [
        ((193, False), "3:13"),
        ((193, True), "≥ 3:13, still red"),
        ((0, False), "0:00"),
        ((None, False), "none"),
    ],
)
def test_the_longest_red_is_in_minutes_and_seconds(
    longest: tuple[float | None, bool], shown: str
) -> None:
    seconds, is_still_red = longest
    assert format_longest_red(seconds, is_still_red=is_still_red) == shown


def test_a_new_start_does_not_end_a_red(tmp_path: Path) -> None:
    room = rooms.new_room(tmp_path / "room.git")
    rooms.push(room, PANDA, [started(), check("red"), started(level=2)])
    [panda] = compared(tmp_path)
    red_since = BEGAN + rooms.STEP_SECONDS
    assert (panda["longest_red"], panda["still_red"]) == (NOW - red_since, True)


def test_a_new_start_does_not_take_a_red_away(tmp_path: Path) -> None:
    room = rooms.new_room(tmp_path / "room.git")
    reds = [check("red"), check("red"), check("green")]
    rooms.push(room, PANDA, [started(), *reds, started(level=2), check("green")])
    [panda] = compared(tmp_path)
    assert (panda["longest_red"], panda["still_red"]) == (2 * rooms.STEP_SECONDS, False)


def test_a_room_where_nobody_was_red_says_so(tmp_path: Path) -> None:
    [cells] = table_cells(committed(tmp_path, "Twos"))
    assert cells["longest red"] == "none"


# What a pair committed.


def test_subjects_are_counted_by_the_refactoring_they_name(tmp_path: Path) -> None:
    [panda] = committed(tmp_path, "Extract Function: ones", "extract function twos", "Split loop")
    assert panda["refactorings"] == {"Extract Function": 2, "Split Loop": 1}


def test_other_subjects_are_listed_shortened(tmp_path: Path) -> None:
    [panda] = committed(tmp_path, "Twos", "Rename c", "Extract Functions", "so long " * 20)
    *words, long = panda["other_commits"]
    assert (panda["refactorings"], words) == ({}, ["Twos", "Rename c", "Extract Functions"])
    assert (len(long) <= 50, long[-3:]) == (True, "...")


def test_other_commits_are_shown_beside_refactorings(tmp_path: Path) -> None:
    rows = table_cells(committed(tmp_path, "Extract Function: ones", "Twos"))
    for shown in ("\n".join(commit_lines(rows)), comparison_page(rows, [])):
        assert ("Extract Function 1" in shown, "Twos" in shown, "Twos 1" in shown) == (
            True,
            True,
            False,
        )


def test_a_table_with_all_columns_keeps_every_word(tmp_path: Path) -> None:
    [panda] = committed(tmp_path, "Twos")
    all_known = {
        "name": "Ann and Cem",
        "minutes": 12.5,
        "longest_red": 193,
        "still_red": True,
        "total_complexity": [285, 140],
        "mutants": 0.913,
        "slips": 0.667,
        "approved": {"changes": 133},
    }
    console = Console(width=WIDTH, highlight=False)
    with console.capture() as capture:
        console.print(comparison_table(table_cells([panda | all_known])))
    lines = capture.get().splitlines()
    assert (max(map(len, lines)) <= WIDTH, "…" in capture.get()) == (True, False)
