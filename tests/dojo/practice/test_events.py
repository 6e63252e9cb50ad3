"""Events and their trailers: how they are written, and which ones are skipped."""

import pytest

from dojo.practice.events import (
    Checked,
    Committed,
    Event,
    Left,
    Named,
    RedLimitSet,
    Restored,
    Reverted,
    Scored,
    SlipSent,
    SlipsGraded,
    SlipsTried,
    Started,
    Swapped,
    format_message,
    parse_trailers,
)
from dojo.practice.model import NO_CHANGES
from tests.dojo.practising import check_of

SCORE = {"Score": "50", "Of": "5c"}
CHECK = {"Status": "red", "Seconds": "0.41", "Findings": "3", "Level": "1", "Blind": "no"}
EVENTS: list[Event] = [
    Started(practice="1f", level=2, blind="yes", step=17, code="shop", name="Ada"),
    Named(name="Ada"),
    Swapped(swap="yes", name="Ann and Cem"),
    Committed(subject="Extract Function: pair", tree="3a"),
    check_of("green", seconds=0.41, approved_changes=30, approved_additions=2),
    check_of("red", finding="Yatzy.pair(2, 2) expected 4 got 3", findings=3),
    check_of("amber", level=0, blind="yes"),
    RedLimitSet(minutes=2.5),
    Reverted(reverts="5c"),
    Restored(restores="5c"),
    Scored(score=97.3, of="5c", mutants=37, killed=36, equivalent=1),
    SlipsGraded(slips=91.9),
    SlipSent(slip_sent="A face is counted twice."),
    SlipsTried(tried=4, noticed=3),
    Left(left="Ada"),
]


def read(message: str) -> list[Event]:
    """Return the events in a message, as git reads its trailers."""
    lines = message.partition("\n\n")[2].splitlines()
    return parse_trailers(dict(line.split(": ", 1) for line in lines))


def kind_of(event: Event) -> str:
    return type(event).__name__


@pytest.mark.parametrize("event", EVENTS, ids=kind_of)
def test_an_event_is_read_as_it_was_written(event: Event):
    message = format_message("a subject", [event])
    assert read(message) == [event]


def test_a_check_of_an_earlier_version_has_a_remark():
    [check] = parse_trailers(CHECK | {"Remark": "1 document of your own"})
    assert isinstance(check, Checked)
    assert check.remark == "1 document of your own"
    assert check.approved == NO_CHANGES


@pytest.mark.parametrize("missing", ["Seconds", "Findings", "Level", "Blind"])
def test_a_check_with_a_missing_trailer_is_skipped(missing: str):
    trailers = dict(CHECK)
    del trailers[missing]
    assert parse_trailers(trailers) == []


@pytest.mark.parametrize(
    "wrong",
    ["Status: blue", "Seconds: soon", "Findings: three", "Level: -2", "Level: ", "Blind: perhaps"],
)
def test_a_check_with_an_impossible_trailer_is_skipped(wrong: str):
    key, value = wrong.split(": ")
    assert parse_trailers(CHECK | {key: value}) == []


@pytest.mark.parametrize("score", ["nan", "-1", "101", "many"])
def test_a_score_is_in_percent(score: str):
    assert parse_trailers(SCORE | {"Score": score}) == []


def test_events_before_an_impossible_one_are_kept():
    assert parse_trailers(CHECK | {"Status": "blue", "Name": "Ada"}) == [Named(name="Ada")]


def test_events_after_an_impossible_one_are_kept():
    [score] = parse_trailers(SCORE | {"Status": "blue"})
    assert isinstance(score, Scored)


def test_the_name_of_new_partners_is_no_event_of_its_own():
    swap, score = parse_trailers(SCORE | {"Swap": "yes", "Name": "Ann"})
    assert swap == Swapped(swap="yes", name="Ann")
    assert isinstance(score, Scored)


def test_a_long_name_is_shortened():
    [named] = parse_trailers({"Name": "Ada " * 100})
    assert named == Named(name="Ada Ada Ada Ada Ada Ada Ada Ada Ada...")


def test_a_long_subject_of_another_person_is_shortened():
    [committed] = parse_trailers({"Commit-Tree": "3a", "Commit": "x" * 100})
    assert isinstance(committed, Committed)
    assert len(committed.subject) == 72
