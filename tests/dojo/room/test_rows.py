"""Rules of the rows of the board: states, signs, ages, counts and notes."""

from dataclasses import replace
from typing import Any

import pytest

from dojo.kata.description import FIRST_HOUR
from dojo.practice.history import fold
from dojo.practice.model import AMBER, GREEN, RED
from dojo.room.pairs import Clone, natural_order
from dojo.room.remote import Sighting
from dojo.room.rows import (
    APPROVED,
    MUTED,
    NOT_HEARD,
    STRONG,
    BoardRow,
    Part,
    View,
    format_start,
    row_of,
    view_of,
)
from tests.dojo.practising import MOMENT, check_of, entry_of, start_entry
from tests.dojo.room.boards import NOON, SetRoom, pair

# By the checks, and by the seconds since the last one: signs, state, detail, age.
ROWS = {
    "- 400": "no check yet",
    "g 59": "● green < 1 min",
    "gg 300": "●● green 5 min",
    "rg 301": "x● green 5 min!",
    "gr 60": "●x red 1:00 1 min",
    "grr 0": "●xx red 1:00 < 1 min",
    "r 120": "x red 2:00 2 min",
    "ga 192": "●? amber 3:12! 3 min",
    "r< 60": "x< reverted 1 min",
    "~ 60": "* approved *30 1 min",
    "+ 60": "● green 1 min",
    "~g 60": "*● green 1 min",
    "~a 60": "*? amber 1:00 1 min",
    "~R 121": "*x red 2:01! 2 min",
    "~< 60": "*< reverted 1 min",
    "g|r|| 0": "●|x|| red 0:00 < 1 min",
}
ROLES = {"g": GREEN, "+": GREEN, "~": APPROVED, "r": RED, "R": RED, "a": AMBER, "<": RED}


def row(checks: str, seconds: float = 0, **about: Any) -> BoardRow:
    """Return the row of a pair some seconds after its last check."""
    return row_of(pair(checks.strip("-"), **about), NOON + seconds)


def text(each: BoardRow) -> str:
    """Return a row as the board has it, with ! after a time that is too long."""
    signs = "".join(sign.text for sign in each.signs)
    state = f"{each.report.state} {each.detail}".strip()
    overdue = "!" if each.report.overdue else ""
    late = "!" if each.report.late else ""
    return f"{signs} {state}{overdue} {each.age}{late}".strip()


# A pair.


@pytest.mark.parametrize(("since", "shown"), ROWS.items())
def test_a_row_shows_how_a_pair_stands(since: str, shown: str):
    checks, seconds = since.split()
    assert text(row(checks, float(seconds))) == shown


@pytest.mark.parametrize(("letter", "role"), ROLES.items())
def test_the_sign_of_a_check_has_the_colour_of_its_result(letter: str, role: str):
    assert row(letter).signs[0].role == role


def test_swaps_are_muted():
    assert row("g|").signs[1] == Part("|", MUTED)


def test_the_score_is_in_percent():
    assert row("g", score=0.914).score == "91.4 %"
    assert row("g").score == ""


def test_the_level_says_how_a_pair_began():
    assert row("", level=2, blind=True, step=3).level == "2b from 3"


def test_a_new_start_keeps_the_signs_from_before():
    again = row("a", 60, earlier=pair("gr").history)
    assert text(again) == "●x/? amber 1:00 1 min"
    assert again.signs[2].role == MUTED


def test_a_new_start_keeps_the_red_time():
    assert text(row("", 292, earlier=pair("gr").history)) == "●x/ no check yet 4:52! 4 min"


# Pairs that are silent, and clocks that differ.


def test_a_silent_pair_is_neither_late_nor_red_for_too_long():
    assert text(row("r", 60, heard=NOON)) == "x red 1:00 1 min"
    silent = row("r", 400, heard=NOON + 202)
    assert text(silent) == "x red last heard 3:18"
    assert (silent.report.silent, silent.counted_as) == (True, "silent")


@pytest.mark.parametrize("ahead", [-420.0, 420.0, None])
def test_by_a_wrong_clock_there_are_no_times(ahead: float | None):
    wrong = row("r", 400, sighting=Sighting("", NOON, ahead))
    assert text(wrong) == "x red"


@pytest.mark.parametrize(
    ("checks", "shown"),
    {
        "rr": "xx red",
        "rrr": "xxx red",
        "rrgr": "xx●x red 2:01! 2 min",
        "rrg": "xx● green 2 min",
    }.items(),
)
def test_after_a_repair_times_begin_with_a_green_check(checks: str, shown: str):
    repaired = Sighting("", NOON, 0.0, doubtful_checks=2)
    assert text(row(checks, 121, sighting=repaired)) == shown


FINAL = {"g": "● green", "gr": "●x red 1:30", "~": "* approved *30", "r<": "x< reverted", "": ""}


@pytest.mark.parametrize("seconds", [90, 400, 100_000])
@pytest.mark.parametrize(("checks", "shown"), FINAL.items())
def test_a_pair_that_sends_nothing_any_more_has_its_last_state(
    checks: str, shown: str, seconds: float
):
    last = replace(pair(checks, heard=NOON + 90), is_final=True)
    final = row_of(last, NOON + seconds)
    assert text(final) == (shown or "no check yet")
    assert not final.report.silent


def test_a_pair_that_was_red_for_too_long_at_the_end_needs_no_help():
    final = row_of(replace(pair("r", heard=NOON + 400), is_final=True), NOON + 500)
    assert text(final) == "x red 6:40"


# Texts.


def test_a_start_has_its_level_unless_the_code_is_your_own():
    assert format_start(1, 0, blind=False) == "1"
    assert format_start(1, 17, blind=True) == "1b from 17"
    assert format_start(0, 0, blind=True) == "own"
    assert format_start(FIRST_HOUR, 0, blind=False) == "hour"


def test_names_are_in_the_order_of_their_numbers():
    names = ["Panda-10", "otter", "Panda-2", "Ñandú", "7"]
    names.sort(key=natural_order)
    assert names == ["7", "otter", "Panda-2", "Panda-10", "Ñandú"]


# The whole board.


def view(room: SetRoom, seconds: float = 0) -> View:
    return view_of(room, NOON + seconds)


def test_rows_are_in_the_order_of_names():
    left = pair("r", name="Lynx", has_left=True)
    shown = view(SetRoom(pair(name="Panda-10"), left, pair(name="Panda-2")))
    assert [each.name for each in shown.report.pairs] == ["Panda-2", "Panda-10"]
    assert shown.report.left == ["Lynx"]


def test_each_pair_is_counted_in_one_state():
    pairs = [pair(checks, name=f"A{checks}") for checks in ("g", "~", "a", "rrrr", "g<", "")]
    pairs.append(pair("r", name="Silent", heard=NOON - 61))
    pairs.append(pair("g", name="Hidden"))
    pairs.append(pair("g", name="Left", has_left=True))
    shown = view_of(SetRoom(*pairs), NOON, {"Hidden"})
    assert dict(shown.counts) == {
        "8 pairs": "",
        "1 green": GREEN,
        "1 approved": APPROVED,
        "1 amber": AMBER,
        "1 red": RED,
        "(1 too long)": "long-red",
        "1 reverted": MUTED,
        "1 no check yet": MUTED,
        "1 silent": MUTED,
        "1 left": MUTED,
        "1 hidden": MUTED,
        "10 checks": "",
    }


def test_repeated_checks_are_counted():
    history = fold(
        [start_entry(), *(entry_of(check_of("green"), MOMENT, f"{n}", "a") for n in "12")]
    )
    assert view(SetRoom(replace(pair(), history=history))).counts[-1].text == "2 checks"


def test_checks_before_a_new_start_are_counted():
    shown = view(SetRoom(pair("g", earlier=pair("gr").history)))
    assert shown.counts[-1].text == "3 checks"


@pytest.mark.parametrize(
    ("ends", "name", "shown"),
    [(400, "", "6 min!"), (399, "", "6 min"), (400, "Defend", "6 min!"), (400, "Attack", "6 min")],
)
def test_between_rounds_and_in_an_attack_no_pair_is_late(ends: float, name: str, shown: str):
    room = SetRoom(pair("r"))
    room.set_round(NOON, NOON + ends, name)
    [panda] = view(room, 399).rows
    assert text(panda) == f"x red 6:39! {shown}"


def test_a_phase_is_named_before_the_counts():
    room = SetRoom(pair("r"))
    room.set_round(NOON, NOON + 60, "Attack")
    assert view(room).counts[0] == Part("Attack", STRONG)


def test_a_round_of_another_day_is_over():
    room = SetRoom(pair("r"))
    room.set_round(NOON, NOON + 60)
    assert view(room, 60 + 1800).report.round is not None
    assert view(room, 61 + 1800).report.round is None


def with_another_room(*pairs: Any) -> SetRoom:
    """Return the board of two rooms. The first one never answered."""
    room = SetRoom(*pairs)
    room.clones.insert(0, Clone("/srv/two words.git"))
    return room


def test_the_board_is_as_of_the_newest_answer():
    shown = view(with_another_room(pair("g")), 9)
    assert (shown.as_of, shown.now) == ("as of 12:00:00", NOON + 9)


def test_a_room_without_pairs_says_how_to_join():
    lines = view(with_another_room()).advice.splitlines()
    start = "  dojo start --again --name Panda --room"
    assert lines[2:4] == [f"{start} '/srv/two words.git'", f"{start} /srv/room.git"]


def test_a_room_that_all_pairs_left_needs_no_advice():
    assert view(SetRoom(pair("g", has_left=True))).advice == ""


def test_a_room_that_never_answered_has_no_advice():
    room = SetRoom()
    room.clone.answered = None
    assert (view(room).advice, view(room).as_of) == (NOT_HEARD, "")


def test_a_source_that_does_not_answer_is_named():
    room = with_another_room(pair("g"))
    room.clone.failure = "no route to host"
    expected = "/srv/room.git: no answer since 12:00: no route to host"
    assert view(room, 61).troubles == [expected]


def test_a_closed_room_is_named():
    room = SetRoom(pair("g", heard=NOON + 60))
    room.clone.refs.closed = "a commit"
    expected = "/srv/room.git is closed. The board is that of 2026-01-02 12:01."
    assert view(room).notes == [expected]


def test_wrong_clocks_are_named():
    clocks = {"Otter": -420.0, "Lynx": 30.0, "Koala": 31.0, "Panda": 180.0, "Unknown": None}
    pairs = [pair("g", name=name, sighting=Sighting("", NOON, clocks[name])) for name in clocks]
    gone = pair("g", name="Gone", sighting=Sighting("", NOON, 180.0), has_left=True)
    expected = "Wrong clocks, so no times: Koala 31 s ahead, Otter 7 min behind, Panda 3 min ahead."
    assert view(SetRoom(gone, *pairs)).notes == [expected]


def test_a_repaired_clock_is_named_until_a_green_check():
    sighting = Sighting("", NOON, 0.0, doubtful_checks=1)
    pairs = [pair("r", name="Lynx", sighting=sighting), pair("rg", name="Otter", sighting=sighting)]
    expected = "Right clocks now: Lynx. Times follow after a green step."
    assert view(SetRoom(*pairs)).notes == [expected]
