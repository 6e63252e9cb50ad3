"""Predictions in the timeline: its heading, its rows, and a single step."""

from datetime import timedelta

from dojo.practice.history import History, fold
from dojo.practice.model import AMBER, GREEN, RED, Prediction, Status
from dojo.progress.timeline import step_lines, summary
from tests.dojo.practising import MOMENT, check_of, entry_of, start_entry
from tests.dojo.progress.timelines import timeline


def history(*checks: tuple[Status, Prediction]) -> History:
    entries = [start_entry()]
    for number, (status, expected) in enumerate(checks):
        moment = MOMENT + timedelta(minutes=number)
        check = check_of(status, expected=expected)
        entries.append(entry_of(check, moment, f"{number:040}"))
    return fold(entries)


def test_the_heading_counts_predictions():
    found = history((GREEN, GREEN), (RED, GREEN), (AMBER, ""))
    assert summary(found).endswith(": 3 checks, 1 red, 1 amber, 1 of 2 as expected")


def test_the_heading_is_silent_without_predictions():
    assert summary(history((GREEN, ""))).endswith(": 1 check, 0 red")


def test_a_streak_with_a_surprise_says_so():
    [row] = timeline(history((RED, RED), (AMBER, GREEN))).rows
    assert row.title == "1 red check, 1 amber check, 1 min, not as expected, still amber"


def test_a_streak_as_expected_is_an_ordinary_one():
    [row] = timeline(history((RED, RED))).rows
    assert row.title == "1 red check, still red"


def test_a_green_surprise_comes_first_in_its_row():
    [row] = timeline(history((GREEN, RED))).rows
    assert row.changes[0].words == "expected red"


def test_a_green_check_as_expected_has_no_such_words():
    [row] = timeline(history((GREEN, GREEN))).rows
    assert not any("expected" in change.words for change in row.changes)


def test_a_single_step_shows_its_prediction():
    [step] = timeline(history((RED, GREEN))).steps
    headline = step_lines(step, step.report, 1, None)[0]
    assert headline.endswith(", 0.5 s, expected green")
