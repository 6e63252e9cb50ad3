"""The rows of a board at a moment, the signs of checks, and the columns."""

import pytest
from rich.cells import cell_len

from dojo.practice.model import GREEN
from dojo.room.rows import HOUR_SECONDS, LONG, MUTED, Part, format_age, row_of, view_of
from dojo.room.screens import large_lines
from dojo.room.text import board_data, board_lines, joined, plain, state_part, table_lines
from dojo.room.time_axis import Window, signs_by_minute, window_of
from tests.dojo.printed import verify_document
from tests.dojo.room.boards import MINUTE, NOON, SetRoom, pair, shown


def test_the_board_as_text() -> None:
    pairs = [
        pair("gr", name="Panda", blind=True, score=1.0, last=NOON - 121),
        pair("~aa", name="Annegret-and-Bob-and-Cem", level=4, swaps=(2,)),
        pair("~", name="Koala"),
        pair("g<", name="Lynx", last=NOON - 301),
        pair("r", name="Otter", last=NOON - 900, heard=NOON - 840),
        pair("r" * 9, name="Yak", has_left=True),
        pair(name="熊猫"),
    ]
    room, none = SetRoom(*pairs), SetRoom()
    room.clone.failure = "no route to host"
    verify_document(
        "board_as_text", "\n".join([*board_lines(room, NOON), "", *board_lines(none, NOON), ""])
    )


# A pair.


def test_a_pair_that_is_red_says_since_when_and_two_minutes_are_not_too_long() -> None:
    rows = [row_of(pair("grr"), NOON + seconds) for seconds in (0, 60, 61)]
    assert [(row.detail, row.is_overdue) for row in rows] == [
        ("1:00", False),
        ("2:00", False),
        ("2:01", True),
    ]
    parts = [state_part(row_of(pair(checks), NOON + 192)) for checks in ("r", "a", "g", "g<")]
    assert parts == [
        ("red 3:12!", LONG),
        ("amber 3:12!", "long-amber"),
        ("green", GREEN),
        ("reverted", MUTED),
    ]


def test_what_was_approved_stays_so_while_code_is_amber_and_after_a_revert() -> None:
    assert [pair(checks).history.approved.changes for checks in ("~aa", "~<", "~g", "~+")] == [
        30,
        30,
        0,
        0,
    ]
    assert row_of(pair("~<"), NOON).detail == "*30"


def test_a_pair_that_checked_nothing_for_more_than_five_minutes_is_late() -> None:
    assert [row_of(pair("g"), NOON + seconds).is_late for seconds in (299, 300, 301)] == [
        False,
        False,
        True,
    ]
    ages = [format_age(seconds) for seconds in (-5, 59, 60, 119, 3599, 3600)]
    assert ages == ["< 1 min", "< 1 min", "1 min", "1 min", "59 min", "1 h"]


def test_of_a_pair_whose_room_is_not_heard_nobody_says_that_it_is_late_or_red_for_too_long() -> (
    None
):
    row = row_of(pair("gr", apart=100, heard=NOON + 45), NOON + 900)
    assert (row.detail, row.age, row.is_overdue, row.is_late) == ("0:45?", "< 1 min?", False, False)


# All pairs.


def test_pairs_stand_in_the_order_of_a_list_for_people() -> None:
    view = shown(
        *(pair(name=name) for name in ("Panda-10", "otter", "Panda-2", "Ñandú", "7", "Lynx"))
    )
    assert [row.pair.name for row in view.rows] == [
        "7",
        "Lynx",
        "otter",
        "Panda-2",
        "Panda-10",
        "Ñandú",
    ]


def test_a_line_that_is_hidden_is_counted_alone() -> None:
    view = view_of(SetRoom(pair("g", name="Otter"), pair("rrrrr")), NOON, {"Panda"})
    counts = ["1 pair", "1 green", "1 hidden", "1 check"]
    assert (len(view.rows), [part.text for part in view.counts]) == (1, counts)


def test_a_program_gets_the_status_that_the_board_shows() -> None:
    pairs = board_data(SetRoom(*(pair(checks, name=checks) for checks in ("g<", "gr", "g", ""))))[
        "pairs"
    ]
    found = {each["name"]: (each["status"], each["not_green_since"]) for each in pairs}
    assert found == {
        "g<": ("reverted", None),
        "gr": ("red", NOON),
        "g": ("green", None),
        "": (None, None),
    }


# Signs, in order and by the minute.


@pytest.mark.parametrize(
    ("checks", "swap", "signs"),
    [
        ("rgra<", 9, "x●x?<"),
        ("~R", 9, "*x"),
        ("grg", 1, "●|x●"),
        ("g", 1, "●|"),
    ],
)
def test_each_status_has_a_sign_of_its_own_and_a_swap_stands_between_checks(
    checks: str, swap: int, signs: str
) -> None:
    assert plain(row_of(pair(checks, swaps=(swap,)), NOON).signs) == signs


def test_green_that_goes_by_places_approved_otherwise_has_a_neutral_sign() -> None:
    signs = row_of(pair("g+~"), NOON).signs
    assert joined(signs) == [Part("●●", GREEN), Part("*", MUTED)]


def test_the_last_signs_of_a_pair_stand_at_the_right() -> None:
    [_, few] = table_lines(shown(pair("gr")), 80)
    [_, many] = table_lines(shown(pair("r" + "g" * 100)), 80)
    assert (plain(few)[-5:], "x" in plain(many)) == ("   ●x", False)


def test_each_column_has_the_last_check_of_its_minute_and_a_swap_unless_something_worse() -> None:
    each = pair("rgr", apart=20, last=NOON + 59)
    assert plain(signs_by_minute(each, window_of([each], NOON + 59, 5))) == "    x"
    assert (
        plain(signs_by_minute(pair("grg", swaps=(2, 3)), Window(int(NOON // 60) - 3, 1, 5)))
        == " ●x| "
    )


def test_a_session_that_is_longer_than_the_columns_has_more_minutes_in_each() -> None:
    each = pair("g" * 50)
    assert [window_of([each], NOON, columns).minutes for columns in (60, 50, 49, 26, 11)] == [
        1,
        1,
        2,
        2,
        5,
    ]


@pytest.mark.parametrize(
    "last", [NOON - 40 * HOUR_SECONDS, 250_000_000_000.0], ids=["of another day", "a wrong clock"]
)
def test_pairs_are_aligned_with_each_other_whatever_another_clock_says(last: float) -> None:
    pairs = pair("g", last=NOON - 3 * MINUTE), pair("r")
    window = window_of([*pairs, pair("g", last=last)], NOON, 5)
    assert [plain(signs_by_minute(each, window)) for each in pairs] == [" ●   ", "    x"]


@pytest.mark.parametrize("minutes", [1, 2, 6])
def test_a_clock_time_begins_above_the_column_of_its_minute_and_touches_no_other(
    minutes: int,
) -> None:
    window = Window(int(NOON // (60 * minutes)) - 70, minutes, 150)
    axis = window.axis()
    assert (len(axis), {len(each) for each in axis.split()}) == (150, {5})
    assert axis[window.column(NOON) :].startswith("12:00")


# The columns.


@pytest.mark.parametrize("width", [80, 200])
@pytest.mark.parametrize("name", ["A", "Łukasz-und-Annegret-am-Rhein", "熊猫-熊猫-熊猫-熊猫"])
def test_a_line_fills_the_width_whatever_the_letters_of_its_name(name: str, width: int) -> None:
    each = pair("g" * 300, name=name)
    lines = [*table_lines(shown(each), width), table_lines(shown(each), width, by_minute=True)[1]]
    assert {cell_len(plain(line)) for line in lines} == {width}


def test_a_round_is_counted_in_letters_made_of_blocks() -> None:
    assert large_lines("1:")[0] == "  ██      "
    assert len({len(line) for line in large_lines("TIME IS UP")}) == 1
