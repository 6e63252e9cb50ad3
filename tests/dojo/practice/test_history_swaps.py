"""Swaps in a history: the driver, and undone swaps."""

from datetime import timedelta
from typing import Literal

import pytest

from dojo.practice.events import Entry, Swapped
from dojo.practice.history import History, fold, split_partners
from dojo.practice.model import GREEN, Status
from tests.dojo.practising import MOMENT, check_of, entry_of, start_entry


def check(number: int, status: Status = GREEN) -> Entry:
    """Return a check of this number, in the minute of this number."""
    moment = MOMENT + timedelta(minutes=number)
    return entry_of(check_of(status), moment, f"{number:040}")


def swap(name: str, kind: Literal["yes", "undone"] = "yes") -> Entry:
    return entry_of(Swapped(swap=kind, name=name), MOMENT)


def history(*entries: Entry) -> History:
    return fold([start_entry(name="Ann & Ben"), *entries])


UNDO = swap("", "undone")


@pytest.mark.parametrize(
    ("who", "driver", "others"),
    [
        ("Ann & Ben", "Ann", ["Ben"]),
        ("Ann and Ben", "Ann", ["Ben"]),
        ("Ann-and-Ben", "Ann", ["Ben"]),
        ("Ann,Ben", "Ann", ["Ben"]),
        ("Ann/Ben", "Ann", ["Ben"]),
        (" Ann + Ben ", "Ann", ["Ben"]),
        ("Ann, Ben and Cem", "Ann", ["Ben", "Cem"]),
        ("Alexander", "Alexander", []),
        ("Mary Ann", "Mary Ann", []),
        ("", "", []),
    ],
)
def test_the_driver_comes_first(who: str, driver: str, others: list[str]):
    assert split_partners(who) == (driver, others)


def test_before_a_swap_the_pair_has_its_name():
    assert history(check(1)).who == "Ann & Ben"


def test_an_undone_swap_leaves_no_trace():
    found = history(check(1), swap("Ben"), UNDO, check(2))
    assert (found.who, found.swaps) == ("Ann & Ben", [])


def test_checks_after_an_undone_swap_are_those_of_the_partners_before():
    found = history(swap("Cem"), check(1), swap("Dan"), check(2), UNDO)
    assert [step.who for step in found.steps] == ["Cem", "Cem"]


def test_undoing_twice_undoes_two_swaps():
    found = history(swap("Cem"), swap("Dan"), swap("Eve"), UNDO, UNDO)
    assert [each.name for each in found.swaps] == ["Cem"]


def test_a_swap_after_an_undone_one_counts():
    found = history(swap("Cem"), UNDO, swap("Dan"))
    assert [each.name for each in found.swaps] == ["Dan"]


def test_undoing_without_a_swap_does_nothing():
    assert history(UNDO, check(1)).who == "Ann & Ben"
