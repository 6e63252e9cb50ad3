"""Rules of the rows of the board: states, signs, ages, counts and notes."""

from dataclasses import replace
from pathlib import Path

import pytest

from dojo.practice.model import AMBER, GREEN, RED
from dojo.room.pairs import Clone
from dojo.room.rows import (
    APPROVED,
    MUTED,
    NOT_HEARD,
    BoardRow,
    Part,
    clock_time,
    format_age,
    format_long_ago,
    format_minutes,
    format_start,
    natural_order,
    row_of,
    view_of,
)
from tests.dojo.room.boards import NOON, SetRoom, pair

MINUTES_7 = 420.0


def row_after(seconds: float, checks: str, **about: float | None) -> BoardRow:
    """Return the row of a pair some seconds after its last check."""
    each = replace(pair(checks), **about) if about else pair(checks)
    return row_of(each, NOON + seconds)


# The state of a pair.


@pytest.mark.parametrize(
    ("checks", "state"),
    [
        ("", "no check yet"),
        ("rg", GREEN),
        ("gr", RED),
        ("ga", AMBER),
        ("g<", "reverted"),
        ("~", APPROVED),
        ("+", GREEN),
        ("~g", GREEN),
        ("~a", AMBER),
        ("~<", "reverted"),
    ],
)
def test_the_state_is_that_of_the_last_check(checks: str, state: str) -> None:
    assert row_after(0, checks).state == state


@pytest.mark.parametrize(
    ("checks", "seconds", "detail"),
    [
        ("g", 60, ""),
        ("grr", 0, "1:00"),
        ("a", 192, "3:12"),
        ("r<", 60, ""),
        ("~", 60, "*30"),
        ("~r", 60, "1:00"),
    ],
)
def test_the_detail_says_how_long_a_pair_is_not_green(
    checks: str, seconds: float, detail: str
) -> None:
    assert row_after(seconds, checks).detail == detail


@pytest.mark.parametrize(("seconds", "is_overdue"), [(120, False), (121, True)])
def test_two_minutes_of_red_are_not_too_long(seconds: float, *, is_overdue: bool) -> None:
    assert row_after(seconds, "r").is_overdue == is_overdue


@pytest.mark.parametrize(("seconds", "is_late"), [(300, False), (301, True)])
def test_five_minutes_without_a_check_are_not_late(seconds: float, *, is_late: bool) -> None:
    assert row_after(seconds, "g").is_late == is_late


def test_the_age_is_that_of_the_last_check() -> None:
    assert row_after(119, "gg").age == "1 min"


def test_a_pair_without_a_check_has_no_age() -> None:
    assert row_after(119, "").age == ""


@pytest.mark.parametrize(("score", "shown"), [(None, ""), (0.914, "91.4 %"), (1.0, "100.0 %")])
def test_the_score_is_in_percent(score: float | None, shown: str) -> None:
    assert row_of(pair("g", score=score), NOON).score == shown


# Without a sign of life.


@pytest.mark.parametrize(("seconds", "is_silent"), [(60, False), (61, True)])
def test_a_pair_is_silent_after_a_minute_without_a_sign(seconds: float, *, is_silent: bool) -> None:
    assert row_after(seconds, "r", heard=NOON).is_silent == is_silent


def test_a_silent_pair_says_when_it_was_heard_last() -> None:
    row = row_after(200, "r", heard=NOON + 2)
    assert (row.state, row.detail, row.counted_as) == (RED, "last heard 3:18", "silent")


def test_a_silent_pair_is_neither_late_nor_red_for_too_long() -> None:
    row = row_after(900, "r", heard=NOON + 400)
    assert (row.is_overdue, row.is_late, row.age) == (False, False, "")


# Clocks that differ.


@pytest.mark.parametrize("skew", [-MINUTES_7, 180.0])
def test_ages_do_not_depend_on_the_clock_of_the_pair(skew: float) -> None:
    row = row_of(pair("r", last=NOON + skew, skew=skew), NOON + 130)
    assert (row.detail, row.age, row.is_overdue) == ("2:10", "2 min", True)


def test_times_by_an_unknown_clock_are_approximate() -> None:
    row = row_after(400, "r", skew=None)
    assert (row.detail, row.age, row.is_exact) == ("~6:40", "~6 min", False)


def test_by_an_unknown_clock_nobody_is_late() -> None:
    row = row_after(400, "r", skew=None)
    assert (row.is_overdue, row.is_late) == (False, False)


def test_a_silent_pair_with_an_unknown_clock_was_heard_about_then() -> None:
    assert row_after(400, "r", skew=None, heard=NOON).detail == "last heard ~6:40"


def test_a_known_clock_is_exact() -> None:
    assert row_after(0, "g").is_exact


# Signs.


@pytest.mark.parametrize(
    ("letter", "sign"),
    [
        ("g", Part("●", GREEN)),
        ("+", Part("●", GREEN)),
        ("~", Part("*", APPROVED)),
        ("r", Part("x", RED)),
        ("R", Part("x", RED)),
        ("a", Part("?", AMBER)),
        ("<", Part("<", RED)),
    ],
)
def test_each_check_has_a_sign(letter: str, sign: Part) -> None:
    assert row_after(0, letter).signs == [sign]


@pytest.mark.parametrize(("swaps", "signs"), [((1,), "●|x●"), ((3,), "●x●|"), ((1, 2), "●|x|●")])
def test_a_swap_stands_between_checks(swaps: tuple[int, ...], signs: str) -> None:
    row = row_of(pair("grg", swaps=swaps), NOON)
    assert "".join(sign.text for sign in row.signs) == signs


def test_a_swap_is_muted() -> None:
    assert row_of(pair("g", swaps=(1,)), NOON).signs[1] == Part("|", MUTED)


def test_a_new_start_keeps_the_signs_from_before() -> None:
    row = row_of(pair("a", earlier=pair("gr").history), NOON)
    assert "".join(sign.text for sign in row.signs) == "●x/?"
    assert row.signs[2].role == MUTED


def test_a_new_start_keeps_the_red_time() -> None:
    row = row_of(pair(earlier=pair("gr").history), NOON + 292)
    assert (row.state, row.detail, row.is_overdue) == ("no check yet", "4:52", True)


# Texts.


@pytest.mark.parametrize(
    ("seconds", "shown"), [(-5, "0:00"), (0.9, "0:00"), (61, "1:01"), (1500, "25:00")]
)
def test_a_duration_is_in_minutes_and_seconds(seconds: float, shown: str) -> None:
    assert format_minutes(seconds) == shown


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (-5, "< 1 min"),
        (59, "< 1 min"),
        (60, "1 min"),
        (119.5, "1 min"),
        (3599, "59 min"),
        (3600, "1 h"),
        (7199, "1 h"),
        (7200, "2 h"),
    ],
)
def test_an_age_is_to_the_minute(seconds: float, shown: str) -> None:
    assert format_age(seconds) == shown


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (3599, "59:59"),
        (3600, "1 h"),
        (7200, "2 h"),
        (86_399, "23 h"),
        (86_400, "1 d"),
        (172_800, "2 d"),
    ],
)
def test_a_long_silence_is_in_hours_or_days(seconds: float, shown: str) -> None:
    assert format_long_ago(seconds) == shown


@pytest.mark.parametrize(
    ("level", "step", "blind", "shown"),
    [
        (1, 0, False, "1"),
        (2, 0, True, "2b"),
        (1, 17, False, "1 from 17"),
        (1, 17, True, "1b from 17"),
        (0, 0, True, "own"),
        (None, 0, False, "own"),
    ],
)
def test_the_start_of_a_practice_has_its_level(
    level: int | None, step: int, *, blind: bool, shown: str
) -> None:
    assert format_start(level, step, blind=blind) == shown


def test_a_row_has_its_level() -> None:
    assert row_of(pair(level=2, blind=True, step=3), NOON).level == "2b from 3"


def test_the_time_of_day_is_to_the_minute() -> None:
    assert clock_time(NOON + 61) == "12:01"


def test_names_with_numbers_are_in_the_order_of_the_numbers() -> None:
    names = ["Panda-10", "otter", "Panda-2", "Ñandú", "7", "Lynx"]
    names.sort(key=natural_order)
    assert names == ["7", "Lynx", "otter", "Panda-2", "Panda-10", "Ñandú"]


# The whole board.


def test_rows_are_in_the_order_of_names() -> None:
    room = SetRoom(pair(name="Panda-10"), pair(name="otter"), pair(name="Panda-2"))
    view = view_of(room, NOON)
    assert [row.pair.name for row in view.rows] == ["otter", "Panda-2", "Panda-10"]


def test_a_pair_that_left_has_no_row() -> None:
    view = view_of(SetRoom(pair("g"), pair("r", name="Lynx", has_left=True)), NOON)
    assert [row.pair.name for row in view.rows] == ["Panda"]
    assert view.left == ["Lynx"]


def test_each_pair_is_counted_in_one_state() -> None:
    pairs = [pair(checks, name=f"A{checks}") for checks in ("g", "~", "a", "rrrr", "g<", "")]
    silent = pair("r", name="Silent", heard=NOON - 61)
    hidden = pair("g", name="Hidden")
    left = pair("g", name="Left", has_left=True)
    view = view_of(SetRoom(*pairs, silent, hidden, left), NOON, {"Hidden"})
    assert view.counts == [
        Part("9 pairs", ""),
        Part("1 green", GREEN),
        Part("1 approved", APPROVED),
        Part("1 amber", AMBER),
        Part("1 red", RED),
        Part("(1 over 2 min)", "long-red"),
        Part("1 reverted", MUTED),
        Part("1 no check yet", MUTED),
        Part("1 silent", MUTED),
        Part("1 left", MUTED),
        Part("1 hidden", MUTED),
        Part("10 checks", ""),
    ]


def test_the_checks_of_a_hidden_pair_are_not_counted() -> None:
    view = view_of(SetRoom(pair("g", name="Otter"), pair("rrrrr")), NOON, {"Panda"})
    assert view.counts[-1].text == "1 check"


def test_checks_before_a_new_start_are_counted() -> None:
    view = view_of(SetRoom(pair("g", earlier=pair("gr").history)), NOON)
    assert view.counts[-1].text == "3 checks"


def test_the_board_is_as_of_the_newest_answer() -> None:
    room = SetRoom(pair("g"))
    room.clones.insert(0, Clone(Path("nowhere"), "/srv/other.git"))
    assert view_of(room, NOON + 9).as_of == "as of 12:00:00"
    assert view_of(room, NOON + 9).now == NOON + 9


def test_a_room_without_pairs_says_how_to_join() -> None:
    room = SetRoom()
    room.clones.append(Clone(Path("nowhere"), "/srv/two words.git"))
    lines = view_of(room, NOON).advice.splitlines()
    assert "  dojo start --again --name Panda --room /srv/room.git" in lines
    assert "  dojo start --again --name Panda --room '/srv/two words.git'" in lines


def test_a_room_that_never_answered_has_no_advice() -> None:
    room = SetRoom()
    room.clone.answered = None
    view = view_of(room, NOON)
    assert (view.advice, view.as_of) == (NOT_HEARD, "")


@pytest.mark.parametrize("has_left", [False, True])
def test_a_room_with_a_pair_needs_no_advice(*, has_left: bool) -> None:
    assert view_of(SetRoom(pair("g", has_left=has_left)), NOON).advice == ""


def test_a_source_that_does_not_answer_is_named() -> None:
    room = SetRoom(pair("g"))
    room.clones.insert(0, Clone(Path("nowhere"), "/srv/other.git"))
    room.clone.failure = "no route to host"
    [trouble] = view_of(room, NOON + 61).troubles
    assert trouble == "/srv/room.git: no answer since 12:00: no route to host"


def test_a_closed_room_is_named() -> None:
    room = SetRoom(pair("g"))
    room.clone.is_closed = True
    assert view_of(room, NOON).notes == ["/srv/room.git is closed."]


def test_wrong_clocks_are_named() -> None:
    skews = (-MINUTES_7, 20.0, 21.0, 180.0, None)
    pairs = [pair("g", name=f"{skew}", skew=skew) for skew in skews]
    gone = pair("g", name="Gone", skew=180.0, has_left=True)
    [note] = view_of(SetRoom(gone, *pairs), NOON).notes
    clocks = "-420.0 7 min behind, 21.0 21 s ahead, 180.0 3 min ahead"
    assert note == f"Wrong clocks: {clocks}. The times here are corrected."


def test_one_sign_does_not_tell_that_a_clock_is_wrong() -> None:
    panda = replace(pair("g", skew=-25.0), samples=1)
    assert view_of(SetRoom(panda), NOON).notes == []
