"""Slips of others on the board: a column, if any pair has sent or tried some."""

from dataclasses import replace

import msgspec
import pytest

from dojo.practice.history import SlipsOfOthers
from dojo.room.page import board_page
from dojo.room.pairs import Pair
from dojo.room.rows import view_of
from dojo.room.text import board_lines
from dojo.text import WIDTH
from tests.dojo.room.boards import NOON, SetRoom, pair


def with_slips(noticed: int, tried: int, sent: int, checks: str = "g") -> Pair:
    each = pair(checks, name="Otter")
    slips = SlipsOfOthers(noticed, tried, sent)
    return replace(each, history=replace(each.history, slips_of_others=slips))


@pytest.mark.parametrize(
    ("slips", "shown"), {(3, 4, 2): "3 of 4", (0, 0, 2): "2 sent", (0, 0, 0): ""}.items()
)
def test_a_row_counts_the_slips_of_others(slips: tuple[int, int, int], shown: str):
    [row] = view_of(SetRoom(with_slips(*slips)), NOON).rows
    assert row.slips == shown


def test_the_column_is_there_if_one_pair_has_slips():
    lines = board_lines(view_of(SetRoom(with_slips(3, 4, 0), pair("g")), NOON))
    assert [line[-7:] for line in lines[2:4]] == ["  slips", " 3 of 4"]


def test_the_column_takes_its_width_from_the_signs():
    lines = board_lines(view_of(SetRoom(with_slips(3, 4, 0, "g" * 60)), NOON))
    assert [len(line) for line in lines[2:4]] == [WIDTH, WIDTH]


@pytest.mark.parametrize(("slips", "has_column"), [((0, 0, 1), True), ((0, 0, 0), False)])
def test_the_page_has_a_column_if_one_pair_has_slips(
    slips: tuple[int, int, int], *, has_column: bool
):
    view = view_of(SetRoom(with_slips(*slips)), NOON)
    assert board_page(view, "", live=False)["has_slips"] == has_column


def test_a_program_reads_the_slips_of_a_pair():
    [found] = view_of(SetRoom(with_slips(3, 4, 2)), NOON).report.pairs
    assert msgspec.to_builtins(found.slips) == {"noticed": 3, "tried": 4, "sent": 2}
