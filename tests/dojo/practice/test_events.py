"""Events and their trailers: what is written is read, and what is impossible is left out."""

import pytest

from dojo.practice.events import (
    Checked,
    Committed,
    Event,
    Left,
    Named,
    Restored,
    Reverted,
    Scored,
    SlipsGraded,
    Started,
    Swapped,
    format_message,
    parse_trailers,
)
from tests.dojo.practising import check_of

CHECK = {"Status": "red", "Seconds": "0.41", "Findings": "3", "Level": "1", "Blind": "no"}
EVENTS: list[Event] = [
    Started(practice="1f", level=2, blind="yes", step=17, code="shop", name="Ada"),
    Named(name="Ada"),
    Swapped(swap="yes", name="Ann and Cem"),
    Committed(subject="Extract Function: pair", tree="3a"),
    check_of("green", seconds=0.41, approved_changes=30, approved_additions=2),
    check_of("red", finding="Yatzy.pair(2, 2) expected 4 got 3", findings=3),
    check_of("amber", level=0, blind="yes"),
    Reverted(reverts="5c"),
    Restored(restores="5c"),
    Scored(score=97.3, of="5c", mutants=37, killed=36, equivalent=1),
    SlipsGraded(slips=91.9),
    Left(left="Ada"),
]


def read(message: str) -> list[Event]:
    """Return the events in a message, as git reads its trailers."""
    lines = message.partition("\n\n")[2].splitlines()
    return parse_trailers(dict(line.split(": ", 1) for line in lines))


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_is_read_as_it_was_written(event: Event) -> None:
    assert read(format_message("a subject", [event])) == [event]


def test_a_commit_may_record_several_events() -> None:
    events = [Committed(subject="Extract Function", tree="3a"), check_of("green")]
    assert read(format_message("green, 0.5 s", events)) == events


def test_a_check_of_an_earlier_version_has_a_remark() -> None:
    [check] = parse_trailers(CHECK | {"Remark": "1 document of your own"})
    assert isinstance(check, Checked)
    assert check.remark == "1 document of your own"


@pytest.mark.parametrize("missing", sorted(CHECK.keys() - {"Status"}))
def test_a_check_with_a_missing_trailer_is_left_out(missing: str) -> None:
    trailers = {key: value for key, value in CHECK.items() if key != missing}
    assert parse_trailers(trailers) == []


@pytest.mark.parametrize(
    "wrong",
    [
        *({"Status": "blue"}, {"Seconds": "soon"}, {"Findings": "three"}),
        *({"Level": "5"}, {"Level": ""}, {"Blind": "perhaps"}),
    ],
)
def test_a_check_with_an_impossible_trailer_is_left_out(wrong: dict[str, str]) -> None:
    assert parse_trailers(CHECK | wrong) == []


@pytest.mark.parametrize("score", ["nan", "-1", "101", "many"])
def test_a_score_is_in_percent(score: str) -> None:
    assert parse_trailers({"Score": score, "Of": "5c"}) == []


def test_other_events_of_the_commit_are_read_beside_an_impossible_one() -> None:
    assert parse_trailers({"Status": "blue", "Name": "Ada"}) == [Named(name="Ada")]


def test_a_long_name_is_shortened() -> None:
    [named] = parse_trailers({"Name": "Ada " * 100})
    assert named == Named(name="Ada " * 8 + "Ada...")


def test_a_message_is_short_enough_for_git_log() -> None:
    message = format_message("word " * 40, [Named(name="x" * 900)])
    subject, _, name, end = message.split("\n")
    assert (len(subject), len(name), end) == (72, 500, "")
