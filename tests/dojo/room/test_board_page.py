"""The board as a page: what a row says, what nobody's name can do to it, what can be read by whom."""

import re
from dataclasses import replace

import pytest

from dojo.room.countdown import Countdown
from dojo.room.page import STYLE, html_of, page_around
from dojo.room.pairs import Pair
from tests.dojo.policy import allows_its_own_script_alone
from tests.dojo.room.pairs import FIVE_LATE
from tests.dojo.room.shown import NOW, board, pair
from tests.dojo.table.contrast import contrast

RUDE = '</script>"<b>&amp;'


def page(*pairs: Pair) -> str:
    return page_around(html_of(board(*pairs)))


def cells(html: str) -> list[str]:
    """Return what stands in the first row after the lights, without its marks."""
    row = re.findall(r"<tbody>\n(.*)", html)[0].split("</td>", 1)[1]
    return [re.sub("<.*?>", "", cell) for cell in re.findall("<td.*?>(.*?)</td>", row)]


def drawn(html: str, view: str) -> str:
    """Return the signs of the first row, in order or by the minute."""
    lights = re.findall(rf'<td class="lights">.*?<div class="{view}".*?>(.*?)</div>', html)[0]
    return re.sub("<.*?>", "", lights)


# Rows.


def test_a_row_says_how_a_pair_stands_and_what_it_has_done() -> None:
    panda = replace(pair("Panda", "g<r", ago=130, swaps=(90,)), level=2, blind=True, score=0.871)
    assert cells(html_of(board(panda))) == ["x red 2:10", "2 min", "2 blind", "87.1 %"]


def test_a_pair_that_checked_nothing_for_more_than_five_minutes_is_marked() -> None:
    found = [html_of(board(pair("Panda", "g", ago=ago))) for ago in (300, 301)]
    assert ["class=late" in html for html in found] == [False, True]


def test_of_a_room_that_is_not_heard_nothing_is_counted_on() -> None:
    html = html_of(board(replace(pair("Panda", "r", ago=900), heard=NOW - 840)))
    assert cells(html)[:2] == ["x red 1:15?", "1 min?"]
    assert [mark in html for mark in ("data-since", "data-at=", "class=late", "class=long")] == [False] * 4


def test_what_came_late_is_said_as_on_the_terminal() -> None:
    found = cells(html_of(board(replace(pair("Panda", "g"), late=FIVE_LATE))))
    assert found[-1] == "5 came late"


@pytest.mark.parametrize(("pairs", "size"), [(6, "six"), (7, "twelve"), (24, "two-dozen"), (25, "many")])
def test_the_fewer_pairs_there_are_the_larger_is_a_row(pairs: int, size: str) -> None:
    html = html_of(board(*(pair(f"Panda-{number}") for number in range(pairs))))
    assert f'<table class="{size}">' in html


def test_a_pair_whose_last_check_was_reverted_is_red_no_more() -> None:
    assert cells(html_of(board(pair("Panda", "g<", ago=600))))[0] == "reverted"


def test_what_nobody_has_is_no_column() -> None:
    scored = html_of(board(pair("Koala"), replace(pair("Panda"), score=1.0)))
    assert re.findall('<th scope="col" class="(\\w+)">', scored) == ["lights", "now", "level", "score"]


def test_a_pair_that_left_the_room_is_gone() -> None:
    html = html_of(board(pair("Panda", "r", ago=600), gone=frozenset(["Panda"])))
    assert (cells(html)[0], "data-since" in html) == ("gone", False)


def test_a_pair_that_is_gone_is_red_no_more() -> None:
    html = html_of(board(pair("Panda", "r", ago=600), pair("Koala", "g"), gone=frozenset(["Panda"])))
    assert (summary(html)[:3], "<tr class=long>" in html) == (["1 pair", "1 green", "1 gone"], False)
    assert '<span class="long" hidden>' in html


def test_lights_stand_in_order_with_swaps_between_them() -> None:
    assert drawn(html_of(board(pair("Panda", "gar<", swaps=(90,)))), "order") == ".?|x&lt;"


def test_lights_know_the_number_of_their_check() -> None:
    html = html_of(board(pair("Panda", "gggr", every=30, swaps=(1,))))
    assert re.findall('data-(last|numbers)="(.*?)"', html) == [("last", "4"), ("numbers", "1 4")]


def test_lights_are_told_in_words_too() -> None:
    assert 'aria-label="newest first: 2 red, 1 green, 1 amber"' in html_of(board(pair("Panda", "agrr")))


def test_a_pair_that_approved_places_otherwise_is_told_from_an_honest_one() -> None:
    html = html_of(board(pair("Panda", "gg~")))
    assert (cells(html)[0], drawn(html, "order")) == ("green ~30", "..~")
    assert "newest first: 1 green, 30 places approved otherwise, 2 additions approved, 2 green" in html
    assert "~ green with places approved otherwise than the kata" in html


def test_a_name_leads_to_the_page_of_the_pair_once_there_is_one() -> None:
    html = html_of(board(pair("Panda"), pair("Koala"), links={"Koala": "board-pairs/Koala.html"}))
    assert re.findall("<a href=.*?</a>", html) == ['<a href="board-pairs/Koala.html"><bdi>Koala</bdi></a>']


# Above and below them.


def summary(html: str) -> list[str]:
    """Return what the line above the rows says."""
    line = re.findall('<p id="summary">(.*)</p>', html)[0]
    return re.findall("<(?:span|a).*?>([^<]+)<", line)


def test_whoever_is_red_for_too_long_is_named_the_longest_first() -> None:
    pairs = [pair("Koala", "r", ago=121), pair("Otter", "r", ago=120), pair("Panda", "a", ago=300)]
    html = html_of(board(*pairs))
    assert '>Over 2 min: <span id="long"><bdi>Panda</bdi> 5:00, <bdi>Koala</bdi> 2:01</span>' in html
    assert html.count("<tr class=long>") == 2


def test_what_is_wrong_is_told_below_and_counted_above() -> None:
    html = html_of(board(troubles=["skipped panda: no story", "skipped koala: no story"]))
    assert ("2 problems" in summary(html), re.findall("<li>(.*)</li>", html)) == (
        True,
        ["skipped panda: no story", "skipped koala: no story"],
    )


def test_a_timer_says_when_the_round_ends() -> None:
    shown = page_around(html_of(board()), Countdown(NOW, 25 * 60))
    assert (
        re.findall('<p id="timer" role="timer" data-end="(.*?)">(until ..:..)</p>', shown)[0][0] == f"{NOW + 1500:.0f}"
    )


def test_only_a_board_that_may_change_is_counted_on() -> None:
    assert [" data-live>" in html_of(replace(board(), live=live)) for live in (True, False)] == [True, False]


# Strangers.


@pytest.mark.parametrize(
    "html",
    [
        html_of(board(pair(RUDE, "g"))),
        html_of(board(pair(RUDE, "r", ago=600))),
        html_of(board(troubles=[RUDE])),
        html_of(board(advice=[RUDE])),
        html_of(board(pair("Panda"), links={"Panda": RUDE})),
    ],
)
def test_all_texts_are_escaped(html: str) -> None:
    assert "&lt;/script&gt;&quot;&lt;b&gt;&amp;amp;" in html
    assert "<b>&" not in html


def test_a_name_does_not_turn_the_line_round() -> None:
    assert "<bdi>\\u202epanda</bdi>" in page(pair("\u202epanda"))


def test_a_page_runs_its_own_script_and_no_other() -> None:
    assert allows_its_own_script_alone(page())


def test_a_page_asks_no_other_host() -> None:
    shown = page(pair("Panda", "gr"))
    assert not re.search(r"https?:|//\w|<link|<img|src=|url\(|@import|fetch|import\(| style=", shown)


# Readers.


def colours() -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): (#\w+)", STYLE.read_text(encoding="utf-8")))


def contrast_in(one: str, other: str) -> float:
    """Return how far two colours of the page stand apart."""
    return contrast(colours()[one], colours()[other])


TEXT_ON = (
    *(("ink", "paper"), ("soft", "paper"), ("green", "paper"), ("amber", "paper"), ("red", "paper")),
    *(("paper", "ink"), ("paper", "amber"), ("paper", "red")),  # the switch, and signs on lights
    *(("ink", "band"), ("soft", "band")),
)


@pytest.mark.parametrize(("text", "paper"), TEXT_ON)
def test_every_text_stands_out_from_its_paper(text: str, paper: str) -> None:
    assert contrast_in(text, paper) >= 4.5


@pytest.mark.parametrize("light", ["green", "amber", "red"])
@pytest.mark.parametrize("paper", ["paper", "band"])
def test_every_light_stands_out_from_its_paper(light: str, paper: str) -> None:
    assert contrast_in(light, paper) >= 3
