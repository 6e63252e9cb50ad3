"""The board as a page: what only a page says, what nobody's name can do to it, what can be read by whom."""

import re
from dataclasses import replace
from typing import Any

import pytest

from dojo.pages import TEMPLATES, render
from dojo.room.page import BoardPage, board_page, page_row
from dojo.room.pairs import Pair
from dojo.room.signs import window_of
from tests.dojo.policy import allows_its_own_script_alone
from tests.dojo.room.boards import view_of
from tests.dojo.room.pairs import NOON, pair
from tests.dojo.table.contrast import contrast

RUDE = '</script>"<b>&amp;\u202e'


def page_of(*pairs: Pair, links: dict[str, str] | None = None, **more: Any) -> BoardPage:  # as a view has it
    return board_page(view_of(*pairs)._replace(**more), links or {}, live=True)


def html_of(page: BoardPage) -> str:
    return render("board.html", page=page, news="board-pairs", end=NOON + 1500, until="12:25")


@pytest.mark.parametrize(("pairs", "size"), [(6, "six"), (7, "twelve"), (24, "two-dozen"), (25, "many")])
def test_the_fewer_pairs_there_are_the_larger_is_a_row(pairs: int, size: str) -> None:
    assert page_of(*(pair(name=f"Panda-{number}") for number in range(pairs))).size == size


def test_what_nobody_has_is_no_column() -> None:
    assert page_of(pair(), pair(name="Koala", score=1.0)).columns == ["now", "level", "score"]


def test_whoever_is_red_for_too_long_is_named_the_longest_first() -> None:
    found = page_of(pair("r", name="A", last=NOON - 121), pair("r", name="B", last=NOON - 120), pair("rrrrrr"))
    assert [row.name for row in found.overdue] == ["Panda", "A"]


def test_lights_know_the_number_of_their_check_and_are_told_in_words_too() -> None:
    each = pair("~aggrr", apart=30, swaps=(NOON - 1,))
    row = page_row(view_of(each).rows[0], "", window_of([each], NOON, 60))
    assert "".join(part.text for part in row.order) == "*?..x|x"
    assert (row.numbers, row.words[:46]) == ("1 3 5 6", "newest first: 2 red, 2 green, 1 amber, 1 green")


def test_of_a_room_that_is_not_heard_nothing_is_counted_on() -> None:
    [unheard] = page_of(replace(pair("r", last=NOON - 900), heard=NOON - 840)).rows
    [heard] = page_of(pair("r", last=NOON - 900)).rows
    assert (unheard.since + unheard.at, heard.since, heard.at) == ("", f"{NOON - 900:.0f}", f"{NOON - 900:.0f}")


def test_a_page_runs_its_own_script_and_no_other_and_asks_no_other_host() -> None:
    html = html_of(page_of(pair("gr")))
    assert allows_its_own_script_alone(html)
    assert not re.search(r"https?:|//\w|<link|<img|src=|url\(|@import|fetch|import\(| style=", html)


def test_whatever_is_written_elsewhere_is_escaped() -> None:
    rude = page_of(pair("rrrr", name=RUDE), links={RUDE: RUDE}, troubles=[RUDE], advice=[RUDE])
    html = html_of(rude)
    assert (html.count("&lt;/script&gt;&#34;&lt;b&gt;&amp;amp;\\u202e"), "<b>&" in html) == (5, False)


COLOURS = dict(
    re.findall(
        r"--([\w-]+): (#\w+)",
        (TEMPLATES / "base.html").read_text(encoding="utf-8").partition("@media")[0]
        + (TEMPLATES / "board.css").read_text(encoding="utf-8"),
    )
)
TEXT_ON = (
    *(("ink", "paper"), ("soft", "paper"), ("green", "paper"), ("amber", "paper"), ("red", "paper")),
    *(("paper", "ink"), ("paper", "amber"), ("paper", "red")),  # the switch, and signs on lights
    *(("ink", "band"), ("soft", "band")),
)


@pytest.mark.parametrize(("text", "paper"), TEXT_ON)
def test_every_text_stands_out_from_its_paper(text: str, paper: str) -> None:
    assert contrast(COLOURS[text], COLOURS[paper]) >= 4.5


@pytest.mark.parametrize("light", ["green", "amber", "red"])
@pytest.mark.parametrize("paper", ["paper", "band"])
def test_every_light_stands_out_from_its_paper(light: str, paper: str) -> None:
    assert contrast(COLOURS[light], COLOURS[paper]) >= 3
