"""What a row of the board says of a pair, and what stands above all rows."""

from dataclasses import replace

import pytest
from rich.cells import cell_len

from dojo.room.pairs import Pair
from dojo.room.rows import (
    LATE,
    LONG,
    LONG_AMBER,
    Layout,
    age_of,
    headings,
    how_it_stands,
    how_long_ago,
    is_overdue,
    late_of,
    layout_of,
    row_of,
    summary,
)
from dojo.room.signs import MUTED, Line
from tests.dojo.room.pairs import FIVE_LATE, NOON, pair

LAYOUT = Layout(8, 20)


def plain(line: Line) -> str:
    return "".join(part.text for part in line)


def row(each: Pair, after: float = 0, **options: bool) -> str:
    return plain(row_of(each, LAYOUT, NOON + after, **options))


def stands(checks: str, after: float = 0) -> tuple[str, str]:
    found = how_it_stands(pair(checks), NOON + after)
    return found.text, found.role


def test_a_score_that_is_not_quite_all_is_not_said_to_be_all() -> None:
    assert "99.9 %" in row(pair("g", score=0.999))


def test_columns_stand_below_their_headings() -> None:
    above, below = plain(headings(LAYOUT, None, str)), row(pair("r", blind=True, score=1.0), after=600)
    assert [below[above.index(word) :].split()[0] for word in ("pair", "lvl", "now")] == ["Panda", "1b", "red"]
    assert [below[: above.index(word) + len(word)].split()[-1] for word in ("score", "checked")] == ["%", "min!"]


def test_a_pair_that_is_red_says_since_when() -> None:
    assert stands("g" + "r" * 2, after=12) == ("red 1:12", "red")


def test_a_pair_that_is_green_by_what_it_approved_says_in_how_many_places() -> None:
    assert [stands(checks) for checks in ("~", "~+", "~r")] == [
        ("green ~30", "green"),
        ("green", "green"),
        ("red 0:00", "red"),
    ]


def test_two_minutes_of_red_are_not_too_long() -> None:
    assert stands("r", after=120) == ("red 2:00", "red")


def test_red_for_longer_than_two_minutes_is_marked() -> None:
    assert stands("r", after=192) == ("red 3:12!", LONG)


def test_amber_for_longer_than_two_minutes_is_marked_too() -> None:
    assert stands("a", after=121) == ("amber 2:01!", LONG_AMBER)


def test_what_tcr_took_back_is_red_no_more() -> None:
    assert stands("g<", after=500)[0] == "reverted"


def test_an_age_changes_once_a_minute() -> None:
    ages = [age_of(seconds) for seconds in (-5, 0, 59, 60, 119, 3599, 3600, 90_000)]
    assert ages == ["< 1 min", "< 1 min", "< 1 min", "1 min", "1 min", "59 min", "1 h", "1 d"]


def test_a_pair_that_checked_nothing_for_more_than_five_minutes_is_marked() -> None:
    found = [how_long_ago(pair("g"), NOON + seconds) for seconds in (300, 301)]
    assert found == [("  5 min", MUTED), (" 5 min!", LATE)]


@pytest.mark.parametrize("name", ["A", "Łukasz-und-Annegret-am-Rhein", "熊猫-熊猫-熊猫", "Zoë"])
def test_a_name_has_its_columns_whatever_its_letters(name: str) -> None:
    assert cell_len(row(pair("g", name=name))) == len(row(pair("g")))


def test_a_long_name_ends_in_an_ellipsis() -> None:
    assert row(pair("g", name="Annegret-und-Bob")).startswith("Annegre… ")


def test_what_a_terminal_would_obey_is_shown_as_an_escape() -> None:
    assert "\x1b" not in row(pair("g", name="\x1b[31mEvil"))


def test_names_have_what_they_need_within_limits() -> None:
    assert [layout_of(["A" * length], 80).names for length in (1, 12, 40)] == [8, 12, 16]
    assert layout_of(["A" * 40], 200).names == 30


@pytest.mark.parametrize("width", [80, 120, 200])
def test_a_row_fills_the_width(width: int) -> None:
    layout = layout_of(["Panda"], width)
    assert len(plain(row_of(pair("r"), layout, NOON))) + layout.lights == width


def test_of_a_pair_whose_room_is_not_heard_nobody_says_that_it_is_late_or_red_for_too_long() -> None:
    unheard = replace(pair("gr", apart=100), heard=NOON + 45)
    found = [how_it_stands(unheard, NOON + 900), how_long_ago(unheard, NOON + 900)]
    assert found == [("red 1:00?", "red"), (" 1 min?", MUTED)]
    assert not is_overdue(unheard, NOON + 900)


def test_checks_that_came_late_are_told_for_a_while() -> None:
    late = replace(pair("g"), late=FIVE_LATE)
    assert [late_of(late, NOON + seconds) for seconds in (0, 299, 300)] == ["5 came late", "5 came late", ""]


def test_the_summary_counts_pairs_and_checks_and_who_is_red() -> None:
    pairs = [pair("gr"), pair("g<"), pair("ga"), pair("r" * 9)]
    assert plain(summary(pairs, {}, NOON)) == "4 pairs  2 red  1 amber  1 over 2 min  15 checks"


def test_the_summary_tells_how_many_are_away() -> None:
    assert (
        plain(summary([pair("g")], {"gone": 1, "left": 0, "hidden": 2}, NOON))
        == "1 pair  0 red  0 amber  1 gone  2 hidden  1 check"
    )
