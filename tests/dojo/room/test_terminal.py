"""The board in columns: each line has its columns, whatever stands in them; and the time of a round."""

from dataclasses import replace

import pytest
from rich.cells import cell_len

from dojo.room.pairs import Pair
from dojo.room.rows import row_of
from dojo.room.signs import window_of
from dojo.room.terminal import (
    LONG,
    LONG_AMBER,
    Countdown,
    board_lines,
    headings,
    large,
    layout_of,
    line_of,
    plain,
    state_part,
)
from tests.dojo.room.boards import SetRoom, as_room, view_of
from tests.dojo.room.pairs import FIVE_LATE, MINUTE, NOON, pair


def line(each: Pair, width: int = 80, after: float = 0) -> str:
    view = view_of(each, now=NOON + after)
    return plain(line_of(view.rows[0], layout_of(view.rows, width), None))


def test_columns_stand_below_their_headings() -> None:
    layout = layout_of([], 80)
    above, below = plain(headings(layout, None)), line(pair("r", blind=True, score=1.0), after=600)
    assert [below[above.index(word) :].split()[0] for word in ("pair", "lvl", "now")] == ["Panda", "1b", "red"]
    assert [below[: above.index(word) + len(word)].split()[-1] for word in ("score", "checked")] == ["%", "min!"]


@pytest.mark.parametrize("width", [80, 120, 200])
@pytest.mark.parametrize("name", ["A", "Łukasz-und-Annegret-am-Rhein", "熊猫-熊猫-熊猫-熊猫", "Zoë"])
def test_a_line_fills_the_width_whatever_the_letters_of_its_name(name: str, width: int) -> None:
    assert cell_len(line(replace(pair("g" * 300, name=name), late=FIVE_LATE), width)) == width


def test_a_long_name_ends_in_an_ellipsis() -> None:
    assert line(pair("g", name="Annegret-and-Bob-and-Cem")).startswith("Annegret-and-Bo… ")


def test_what_came_late_stands_before_the_checks() -> None:
    assert "5 came late ●" in line(replace(pair("g" * 99), late=FIVE_LATE))


def test_by_the_minute_clock_times_stand_over_the_checks() -> None:
    view = view_of(pair("gr", apart=180))
    layout = layout_of(view.rows, 80)
    window = window_of([pair("gr", apart=180)], NOON, layout.lights)
    assert plain(line_of(view.rows[0], layout, window)).endswith(" ●  x")
    assert plain(headings(layout, window)).count(":") > 2


def test_what_lasts_too_long_is_marked_with_and_without_colour() -> None:
    parts = [state_part(row_of(pair(checks), NOON + 192)) for checks in ("r", "a", "g", "g<")]
    assert parts == [("red 3:12!", LONG), ("amber 3:12!", LONG_AMBER), ("green", "green"), ("reverted", "muted")]


def test_the_board_as_text() -> None:
    room = SetRoom(problems=["Evil: no story"])
    room.fill(pair("gr"))
    lines = board_lines(as_room(room), ["room.git"], NOON)
    assert [text.split()[0] if text else "" for text in lines] == ["1", "Evil:", "", "pair", "Panda"]
    assert board_lines(as_room(SetRoom()), ["room.git"], NOON)[4] == "  dojo join room.git --name Panda"


# The time of a round.


def test_a_round_is_counted_down_and_on() -> None:
    countdown = Countdown(NOON, 25 * MINUTE)
    assert [countdown.shown(NOON + seconds) for seconds in (0, 61, 1500, 1565)] == ["25:00", "23:59", "0:00", "+1:05"]


def test_a_round_can_be_longer_or_shorter_but_not_less_than_over() -> None:
    countdown = Countdown(NOON, 6 * MINUTE)
    assert [countdown.longer(by, NOON + 60).left(NOON + 60) for by in (5, -3, -9)] == [600, 120, 0]


def test_a_round_that_is_over_has_more_minutes_from_now_on() -> None:
    assert Countdown(NOON, MINUTE).longer(5, NOON + 600).shown(NOON + 600) == "5:00"


def test_large_letters_are_made_of_blocks() -> None:
    assert large("1:")[0] == "  ██      "
    assert len({len(line) for line in large("TIME IS UP")}) == 1
