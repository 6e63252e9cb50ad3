"""Predictions in a history: which checks came as expected."""

from datetime import timedelta

import pytest

from dojo.practice.events import Entry, Reverted
from dojo.practice.history import History, fold
from dojo.practice.model import AMBER, GREEN, RED, Prediction, Status
from dojo.practice.steps import count_predictions
from tests.dojo.practising import MOMENT, check_of, entry_of, start_entry


def check(number: int, status: Status, expected: Prediction = "", tree: str = "") -> Entry:
    """Return a check of this number, in the minute of this number."""
    moment = MOMENT + timedelta(minutes=number)
    return entry_of(check_of(status, expected=expected), moment, f"{number:040}", tree)


def revert(number: int) -> Entry:
    return entry_of(Reverted(reverts=f"{number:040}"), MOMENT + timedelta(minutes=number))


def history(*entries: Entry) -> History:
    return fold([start_entry("first"), *entries])


@pytest.mark.parametrize(
    ("status", "expected", "words"),
    [
        (GREEN, "", ""),
        (GREEN, GREEN, "as expected"),
        (RED, RED, "as expected"),
        (RED, GREEN, "expected green"),
        (AMBER, RED, "expected red"),
    ],
)
def test_a_step_says_whether_it_was_predicted(status: Status, expected: Prediction, words: str):
    [step] = history(check(1, status, expected)).steps
    assert step.prediction == words


@pytest.mark.parametrize(
    ("expected", "is_surprise"), [("", False), (RED, False), (GREEN, True), (AMBER, True)]
)
def test_only_a_wrong_prediction_is_a_surprise(expected: Prediction, *, is_surprise: bool):
    [step] = history(check(1, RED, expected)).steps
    assert step.is_surprise is is_surprise


def test_predictions_are_counted_among_predicted_checks():
    found = history(
        check(1, GREEN), check(2, RED, RED), check(3, RED, GREEN), check(4, GREEN, GREEN)
    )
    assert str(count_predictions(found.steps)) == "2 of 3"


def test_nothing_is_said_without_predictions():
    assert str(count_predictions(history(check(1, RED)).steps)) == ""


def test_a_prediction_of_a_known_result_is_none():
    found = history(check(1, GREEN, tree="a"), check(2, GREEN, GREEN, tree="a"))
    assert [step.check.expected for step in found.steps] == [""]


def test_a_repeated_check_cannot_correct_a_prediction():
    found = history(check(1, GREEN, RED, tree="a"), check(2, GREEN, GREEN, tree="a"))
    assert [step.check.expected for step in found.steps] == [RED]


@pytest.mark.parametrize(
    ("entries", "number"),
    [
        ([check(1, GREEN), check(2, RED, RED)], 2),
        ([check(1, GREEN), check(2, GREEN, RED)], 2),
        ([check(1, GREEN), check(2, RED)], 1),
        ([check(1, GREEN), check(2, RED, GREEN)], 1),
        ([check(1, GREEN), check(2, RED, RED), revert(2)], 1),
    ],
    ids=["expected red", "green anyway", "red", "surprise", "reverted"],
)
def test_the_last_wanted_check_is_green_or_as_expected(entries: list[Entry], number: int):
    wanted = history(*entries).last_wanted()
    assert wanted is not None
    assert wanted.number == number


def test_without_such_a_check_none_was_wanted():
    assert history(check(1, RED)).last_wanted() is None
