"""The rows of a board at a moment, the signs of checks, and the columns."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from rich.cells import cell_len

from dojo.practice.history import fold
from dojo.practice.model import GREEN
from dojo.room.pairs import Pair
from dojo.room.rows import (
    APPROVED,
    HOUR_SECONDS,
    LONG,
    MUTED,
    Part,
    format_age,
    row_of,
    view_of,
)
from dojo.room.screens import large_lines
from dojo.room.text import board_data, board_lines, joined, plain, state_part, table_lines
from dojo.room.time_axis import Window, signs_by_minute, window_of
from tests.dojo.practising import start_entry
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
    assert [row_of(pair(checks), NOON).state for checks in ("~", "~a", "~<", "~g")] == [
        APPROVED,
        "amber",
        "reverted",
        GREEN,
    ]
    assert row_of(pair("~"), NOON).detail == "*30"


def test_a_pair_that_checked_nothing_for_more_than_five_minutes_is_late() -> None:
    assert [row_of(pair("g"), NOON + seconds).is_late for seconds in (299, 300, 301)] == [
        False,
        False,
        True,
    ]
    ages = [format_age(seconds) for seconds in (-5, 59, 60, 119, 3599, 3600)]
    assert ages == ["< 1 min", "< 1 min", "1 min", "1 min", "59 min", "1 h"]


@pytest.mark.parametrize(
    ("seconds", "state"),
    [(60, "red 1:00"), (61, "red? last heard 1:01"), (7200, "red? last heard 2 h")],
)
def test_a_pair_without_a_sign_of_life_for_a_minute_is_silent(seconds: float, state: str) -> None:
    row = row_of(pair("r", heard=NOON), NOON + seconds)
    assert state_part(row).text == state


def test_a_silent_pair_is_neither_late_nor_red_for_too_long() -> None:
    row = row_of(pair("r", heard=NOON), NOON + 900)
    assert (row.is_overdue, row.is_late, row.age) == (False, False, "")


def test_a_red_pair_that_only_thinks_is_red_for_too_long() -> None:
    assert row_of(pair("r", heard=NOON + 121), NOON + 121).is_overdue


@pytest.mark.parametrize("skew", [-420.0, 180.0])
def test_ages_do_not_depend_on_the_clock_of_the_pair(skew: float) -> None:
    row = row_of(pair("r", last=NOON + skew, skew=skew), NOON + 70)
    assert (row.detail, row.age) == ("1:10", "1 min")


def test_ages_by_an_unknown_clock_are_about() -> None:
    row = row_of(pair("r", skew=None), NOON + 400)
    assert (row.detail, row.age, row.is_overdue, row.is_late) == ("~6:40", "~6 min", False, False)


def test_a_pair_that_began_later_on_the_way_says_where() -> None:
    assert row_of(pair("g", step=17), NOON).level == "1 from 17"


def test_a_new_start_keeps_the_signs_from_before() -> None:
    assert plain(row_of(started_over(pair("gr")), NOON).signs) == "●x/"


def test_a_new_start_keeps_the_red_time() -> None:
    part = state_part(row_of(started_over(pair("gr")), NOON + 292))
    assert part.text == "no check yet 4:52!"


def started_over(before: Pair) -> Pair:
    """Return the pair after `dojo start --again`, at noon."""
    moment = datetime.fromtimestamp(NOON, UTC)
    history = fold([start_entry()._replace(moment=moment)])
    history.earlier = before.history
    return replace(before, history=history)


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


def test_each_pair_is_counted_in_one_state() -> None:
    pairs = [
        *(pair(checks, name=f"A{checks}") for checks in ("g", "~", "a", "rrrr", "g<", "")),
        pair("r", name="Silent", heard=NOON - 61),
        pair("g", name="Hidden"),
        pair("g", name="Left", has_left=True),
    ]
    view = view_of(SetRoom(*pairs), NOON, {"Hidden"})
    assert [part.text for part in view.counts] == [
        "9 pairs",
        *("1 green", "1 approved", "1 amber", "1 red", "(1 over 2 min)", "1 reverted"),
        *("1 no check yet", "1 silent", "1 left", "1 hidden"),
        "10 checks",
    ]


def test_the_checks_of_a_hidden_pair_are_not_counted() -> None:
    view = view_of(SetRoom(pair("g", name="Otter"), pair("rrrrr")), NOON, {"Panda"})
    assert (len(view.rows), view.counts[-1].text) == (1, "1 check")


def test_one_sign_does_not_tell_that_a_clock_is_wrong() -> None:
    panda = replace(pair("g", skew=-25.0), samples=1)
    assert view_of(SetRoom(panda), NOON).notes == []


def test_wrong_clocks_are_named_on_the_board() -> None:
    pairs = [pair("g", name=str(skew), skew=skew) for skew in (-420.0, 20.0, 21.0, 180.0, None)]
    [note] = view_of(SetRoom(*pairs), NOON).notes
    clocks = "-420.0 7 min behind, 21.0 21 s ahead, 180.0 3 min ahead"
    assert note == f"Wrong clocks: {clocks}. The times here are corrected."


def test_a_closed_room_is_named_on_the_board() -> None:
    room = SetRoom(pair("g"))
    room.clone.is_closed = True
    assert view_of(room, NOON).notes == ["/srv/room.git is closed."]


def test_a_program_gets_the_state_that_the_board_shows() -> None:
    room = SetRoom(*(pair(checks, name=checks) for checks in ("g<", "gr", "~", "g", "")))
    pairs = board_data(room, NOON)["pairs"]
    found = {each["name"]: (each["state"], each["not_green_since"]) for each in pairs}
    assert found == {
        "g<": ("reverted", None),
        "gr": ("red", NOON),
        "~": ("approved", None),
        "g": ("green", None),
        "": ("no check yet", None),
    }


def test_a_program_gets_moments_by_the_clock_of_the_board() -> None:
    [each] = board_data(SetRoom(pair("r", last=NOON + 180, skew=180.0)), NOON)["pairs"]
    assert (each["not_green_since"], each["last_check"]) == (NOON, NOON)


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


def test_changed_expectations_have_a_sign_of_their_own() -> None:
    signs = row_of(pair("g+~"), NOON).signs
    assert joined(signs) == [Part("●●", GREEN), Part("*", APPROVED)]


def test_signs_stand_beside_the_names() -> None:
    [_, line] = table_lines(shown(pair("gr")), 80)
    assert plain(line).startswith("Panda    ●x  ")


def test_the_oldest_signs_go_when_there_is_no_space() -> None:
    [_, line] = table_lines(shown(pair("r" + "g" * 99 + "a")), 80)
    assert plain(line).startswith("Panda    ●●")
    assert "●?" in plain(line)


# Signs below a time axis.


def by_minute(each: Pair, now: float = NOON, columns: int = 12) -> str:
    return plain(signs_by_minute(each, window_of([each], now, columns), now))


def test_the_axis_begins_at_the_first_check() -> None:
    assert by_minute(pair("ggg")).startswith("●")


def test_red_fills_the_columns_until_green() -> None:
    assert by_minute(pair("grgg")) == "●  xxx●  ●  "


def test_red_fills_the_columns_until_now() -> None:
    assert by_minute(pair("gr"), NOON + 60) == "●  xxxx   "


def test_a_swap_does_not_end_red_below_the_axis() -> None:
    assert by_minute(pair("gr", swaps=(2,)), NOON + 60) == "●  xxxx   "


def test_a_new_start_does_not_end_red_below_the_axis() -> None:
    assert by_minute(started_over(pair("gr")), NOON + 60) == "●  xxxx   "


def test_a_revert_ends_red_below_the_axis() -> None:
    assert by_minute(pair("g<g")) == "●  <  ●   "


@pytest.mark.parametrize(
    ("columns", "seconds"), [(300, 10), (150, 20), (100, 30), (60, 60), (26, 120), (11, 300)]
)
def test_a_column_has_the_least_time_with_which_the_session_fits(
    columns: int, seconds: int
) -> None:
    assert window_of([pair("g" * 50)], NOON, columns).seconds == seconds


def test_a_column_has_the_worst_of_its_checks() -> None:
    each = pair("grg", apart=1, last=NOON + 9)
    window = Window(int(NOON // 60), 60, 2)
    assert plain(signs_by_minute(each, window, NOON + 9)) == "x "


def test_a_swap_shows_unless_something_worse_does() -> None:
    each = pair("grg", swaps=(2, 3))
    window = Window(int(NOON // 60) - 2, 60, 4)
    assert plain(signs_by_minute(each, window, NOON)) == "●x| "


@pytest.mark.parametrize(
    "last", [NOON - 40 * HOUR_SECONDS, 250_000_000_000.0], ids=["of another day", "a wrong clock"]
)
def test_pairs_are_aligned_whatever_another_clock_says(last: float) -> None:
    pairs = pair("g", last=NOON - 3 * MINUTE), pair("g")
    window = window_of([*pairs, pair("g", last=last)], NOON, 20)
    signs = [plain(signs_by_minute(each, window, NOON)).rstrip() for each in pairs]
    assert signs == ["●", "                  ●"]


@pytest.mark.parametrize(
    ("seconds", "axis"),
    [
        (10, " 12:00 12:01 12:02 12:03     "),
        (60, " 12:00     12:10     12:20   "),
        (300, " 12:00       13:00       14:00"),
    ],
)
def test_round_times_stand_above_their_columns(seconds: int, axis: str) -> None:
    assert Window(int(NOON // seconds) - 1, seconds, len(axis)).axis() == axis


# The columns.


@pytest.mark.parametrize("by_minute", [False, True])
@pytest.mark.parametrize("width", [80, 200])
@pytest.mark.parametrize("name", ["A", "Łukasz-und-Annegret-am-Rhein", "熊猫-熊猫-熊猫-熊猫"])
def test_lines_are_equally_long_up_to_the_width(name: str, width: int, *, by_minute: bool) -> None:
    each = pair("g" * 300, name=name, apart=10 if by_minute else MINUTE)
    lines = table_lines(shown(each), width, by_minute=by_minute)
    [length] = {cell_len(plain(line)) for line in lines}
    assert length <= width


def test_a_round_is_counted_in_letters_made_of_blocks() -> None:
    assert large_lines("1:")[0] == "  ██      "
    assert len({len(line) for line in large_lines("TIME IS UP")}) == 1
