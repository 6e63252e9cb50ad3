"""The timeline as a page: which minutes count, what the curves and the bands are made of, what the rows say."""

import re

from dojo.practice import AMBER, RED
from dojo.progress.page import curves_of, minutes_at_work, page_of, red_bands
from dojo.progress.picture import Band
from dojo.progress.timeline import Step, timeline_of
from tests.dojo.progress.timelines import amber, green, lost, red, reverted


def page(*steps: Step) -> str:
    return page_of("Level 1", timeline_of(list(steps)))


def test_a_pause_is_cut_short() -> None:
    steps = [green(minute) for minute in (0, 10, 40, 500, 510)]
    assert minutes_at_work(steps) == [0, 10, 40, 70, 80]


def test_the_page_says_so() -> None:
    assert "a pause counts as 30 minutes at most" in page(green(0), green(31))


def test_nothing_is_said_of_pauses_when_none_is_cut() -> None:
    assert ">minutes; shaded while red</text>" in page(*(green(minute / 3) for minute in range(100)))


def test_a_page_of_several_days_says_which() -> None:
    shown = page(green(0), green(24 * 60))
    assert re.findall("<tr><td>(.*?)</td>", shown) == ["2026-11-21 19:30", "2026-11-22 19:30"]


def test_a_page_without_scores_has_no_column_for_them() -> None:
    shown = page(green(0))
    assert ("<th>methods</th></tr>" in shown, "<td>7</td></tr>" in shown) == (True, True)


def test_curves_have_the_values_that_are_known() -> None:
    steps = [green(0, lines=50), red(1), lost(2), green(3, lines=40)]
    _, lines = curves_of(steps, minutes_at_work(steps))
    assert (lines.title, lines.points) == ("lines", [(0, 50), (3, 40)])


def bands(steps: list[Step]) -> list[Band]:
    return red_bands(steps, minutes_at_work(steps))


def test_bands_reach_from_red_to_green_or_to_the_end() -> None:
    steps = [red(0), green(2), red(3), red(4), green(6), green(7), red(9), red(10)]
    assert bands(steps) == [Band(0, 2), Band(3, 6), Band(9, 10)]


def test_no_band_begins_at_amber() -> None:
    assert bands([green(0), amber(1), green(2), amber(3), red(4), amber(5), green(6)]) == [Band(4, 6)]


def test_a_band_ends_where_tcr_reverted_it() -> None:
    assert bands([green(0), reverted(1, 2), red(5), green(6), reverted(7, 100)]) == [
        Band(1, 2),
        Band(5, 6),
        Band(7, 37),
    ]


def test_a_row_of_amber_is_amber() -> None:
    shown = page(green(0), amber(1), green(2, "b"), red(3))
    assert re.findall('<tr(?: class="(.*?)")?><td', shown) == ["", AMBER, "", RED]
