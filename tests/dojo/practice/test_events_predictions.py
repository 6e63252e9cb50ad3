"""The trailers of a prediction, and of a swap that was undone."""

import pytest

from dojo.practice.events import Checked, Event, Swapped, format_message, parse_trailers
from dojo.practice.model import GREEN, RED
from tests.dojo.practising import check_of

CHECK = {"Status": RED, "Level": "1", "Blind": "no", "Seconds": "0.5", "Findings": "1"}


def test_a_prediction_has_a_trailer():
    message = format_message("red", [check_of(RED, expected=GREEN)])
    assert "Expected: green" in message.split("\n")


def test_a_check_without_a_prediction_has_no_such_trailer():
    assert "Expected" not in format_message("red", [check_of(RED)])


@pytest.mark.parametrize(("trailers", "expected"), [({}, ""), ({"Expected": GREEN}, GREEN)])
def test_a_prediction_is_read(trailers: dict[str, str], expected: str):
    [check] = parse_trailers(CHECK | trailers)
    assert isinstance(check, Checked)
    assert check.expected == expected


@pytest.mark.parametrize(
    ("word", "events"),
    [
        ("yes", [Swapped(swap="yes")]),
        ("undone", [Swapped(swap="undone")]),
        ("no", []),
    ],
)
def test_a_swap_is_done_or_undone(word: str, events: list[Event]):
    assert parse_trailers({"Swap": word}) == events
