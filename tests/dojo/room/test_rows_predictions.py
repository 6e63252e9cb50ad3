"""Predictions on the board: a column, if any pair has made some."""

from dataclasses import replace
from datetime import UTC, datetime

import msgspec

from dojo.practice.history import fold
from dojo.practice.model import GREEN, RED, Status
from dojo.room.page import board_page
from dojo.room.pairs import Pair
from dojo.room.rows import View, row_of, view_of
from dojo.room.text import board_lines
from dojo.text import WIDTH
from tests.dojo.practising import check_of, entry_of, start_entry
from tests.dojo.room.boards import NOON, SetRoom, pair


def predicting(*statuses: Status) -> Pair:
    """Return a pair that expected each check to be green."""
    entries = [start_entry()]
    for number, status in enumerate(statuses):
        moment = datetime.fromtimestamp(NOON, UTC)
        check = check_of(status, expected=GREEN)
        entries.append(entry_of(check, moment, f"{number:040}"))
    return replace(pair(name="Otter"), history=fold(entries))


def shown(*pairs: Pair) -> View:
    return view_of(SetRoom(*pairs), NOON)


def test_a_row_counts_the_checks_that_came_as_expected():
    [row] = shown(predicting(GREEN, GREEN, RED)).rows
    assert row.predictions == "2 of 3"


def test_the_column_is_there_if_one_pair_predicts():
    lines = board_lines(shown(predicting(GREEN, RED), pair("g")))
    assert [line[-8:] for line in lines[2:4]] == ["expected", "  1 of 2"]


def test_the_column_is_as_wide_as_its_heading():
    statuses = [GREEN] * 12
    lines = board_lines(shown(predicting(*statuses)))
    assert lines[3].endswith(" 12 of 12")


def test_the_column_takes_its_width_from_the_signs():
    signs = pair("g" * 60)
    lines = board_lines(shown(predicting(GREEN), signs))
    assert [len(line) for line in lines[2:4]] == [WIDTH, WIDTH]


def test_there_is_no_column_without_predictions():
    assert not any("expected  " in line for line in board_lines(shown(pair("g")))[:4])


def test_the_page_has_a_column_if_one_pair_predicts():
    view = shown(predicting(GREEN), pair("g"))
    assert board_page(view, "", live=False)["has_predictions"]


def test_the_page_has_no_column_without_predictions():
    assert not board_page(shown(pair("g")), "", live=False)["has_predictions"]


def test_a_program_reads_the_predictions_of_a_pair():
    [found] = shown(predicting(GREEN, RED)).report.pairs
    assert msgspec.to_builtins(found.predictions) == {"right": 1, "made": 2}


def test_a_program_reads_the_prediction_of_a_check():
    [found] = shown(predicting(RED)).report.pairs
    assert found.checks[0].expected == GREEN


def test_the_predictions_of_earlier_practices_count():
    moment = datetime.fromtimestamp(NOON, UTC)
    first = entry_of(check_of(GREEN, expected=GREEN), moment, "1" * 40)
    second = entry_of(check_of(RED, expected=GREEN), moment, "2" * 40)
    history = fold([start_entry(), first, start_entry(), second])
    row = row_of(replace(pair(), history=history), NOON)
    assert row.predictions == "1 of 2"
