"""The hall of fame: what is an entry, what is shown, and what a file of it keeps."""

from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import pytest

from refactored.hall_of_fame import Hall, hall_lines, is_entry

ANN = "230, Ann, yahtzee, 2026-11-21"
BOB = "98, Bob, yatzy, 2026-11-21"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Path]:
    """Give the place of the file, in a folder of its own where the test then is."""
    with chdir(tmp_path):
        yield tmp_path / "hall_of_fame.txt"


@pytest.mark.parametrize(
    "line",
    [
        "",
        "230, Ann, yahtzee",
        "230, Ann, yahtzee, 2026-11-21, twice",
        "230,Ann,yahtzee,2026-11-21",
        "-5, Ann, yahtzee, 2026-11-21",
        "many, Ann, yahtzee, 2026-11-21",
        "230, Ann, poker, 2026-11-21",
        "230, \x1b[7mAnn, yahtzee, 2026-11-21",
    ],
)
def test_a_line_that_has_not_a_total_a_name_a_game_and_a_date_is_no_entry(line: str):
    assert not is_entry(line)


def test_a_total_a_name_a_game_and_a_date_are_an_entry():
    assert is_entry(ANN)


def test_entries_are_sorted_as_text():
    """Keep the order, although it looks like a bug: people rely on it."""
    assert list(hall_lines([ANN, BOB])) == ["Hall of fame:", f"  {BOB}", f"  {ANN}"]


def test_ten_entries_are_shown():
    assert list(hall_lines([BOB] * 11)) == ["Hall of fame:", *[f"  {BOB}"] * 10]


def test_a_hall_without_entries_is_said_to_be_empty():
    assert list(hall_lines([])) == ["The hall of fame is empty."]


@pytest.mark.parametrize(
    ("senseless", "told"),
    [
        (["?"], "1 line of it makes no sense. It stays as it is."),
        (["?", ""], "2 lines of it make no sense. They stay as they are."),
    ],
)
def test_lines_that_make_no_sense_are_counted(senseless: list[str], told: str):
    assert list(hall_lines([ANN, *senseless]))[-1] == told


def test_an_entry_is_written_below_what_stands_there(hall: Path):
    hall.write_text(f"{ANN}\n", encoding="utf-8")
    Hall().add([BOB])
    assert hall.read_text(encoding="utf-8") == f"{ANN}\n{BOB}\n"


def test_a_last_line_that_has_no_end_gets_one(hall: Path):
    hall.write_text("written by hand", encoding="utf-8")
    Hall().add([BOB])
    assert hall.read_text(encoding="utf-8") == f"written by hand\n{BOB}\n"


def test_a_first_entry_makes_the_file(hall: Path):
    Hall().add([BOB])
    assert hall.read_text(encoding="utf-8") == f"{BOB}\n"


def test_bytes_that_are_no_text_stay_when_an_entry_is_written(hall: Path):
    hall.write_bytes(b"\xff\n")
    Hall().add([BOB])
    assert hall.read_bytes().startswith(b"\xff\n")


def test_an_empty_line_is_a_line(hall: Path):
    hall.write_text(f"{ANN}\n\n", encoding="utf-8")
    assert Hall().lines() == [ANN, ""]


def test_an_empty_file_has_no_lines(hall: Path):
    hall.touch()
    assert Hall().lines() == []


def test_without_a_file_there_is_no_hall(hall: Path):
    with pytest.raises(FileNotFoundError, match=hall.name):
        Hall().lines()
