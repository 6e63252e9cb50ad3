"""The page: what the picture shows, what is escaped."""

import re
from typing import NamedTuple
from xml.etree import ElementTree as ET

import pytest

from dojo.progress.page import page_of
from dojo.progress.picture import Band, Curve, Mark, picture, ticks
from dojo.progress.timeline import Streak, Timeline, timeline_of
from tests.dojo.progress.timelines import START, amber, green, lost, red


class Drawn(NamedTuple):
    """What a picture shows."""

    curves: list[Curve]
    bands: list[Band]
    axis: str


DRAWN = Drawn(
    curves=[Curve("worst complexity", [(0, 30), (10, 15)]), Curve("lines", [(0, 400), (10, 300)])],
    bands=[Band(2, 4)],
    axis="minutes",
)
PAGE = page_of("Level 1", timeline_of([green(0), red(1), green(2)]))


RUDE = '</script>"<b>&amp;'


def elements(drawn: Drawn, tag: str) -> list[dict[str, str]]:
    """Return the attributes of all elements of a kind in the picture."""
    return [dict(element.attrib) for element in ET.fromstring(picture(*drawn)).iter(tag)]  # noqa: S314 - our own


def texts(drawn: Drawn) -> list[str | None]:
    return [element.text for element in ET.fromstring(picture(*drawn)).iter("text")]  # noqa: S314 - our own


def test_a_curve_goes_in_steps_from_left_to_right() -> None:
    # 1,000 units of width are 10 minutes; 230 of height, from 50 on, are 30, and so 15 is 115 further down.
    assert elements(DRAWN, "path")[0]["d"] == "M90.0 50.0H1090.0V165.0H1090.0"


def test_each_curve_has_its_own_scale() -> None:
    assert texts(DRAWN)[:11] == ["worst complexity", "0", "10", "20", "30", "15", "lines", "0", "100", "200", "300"]


def test_the_last_value_stands_at_the_end() -> None:
    assert texts(DRAWN)[5] == "15"


def test_minutes_are_numbered_and_named() -> None:
    assert texts(DRAWN)[-7:] == ["0", "2", "4", "6", "8", "10", "minutes"]


def test_a_red_band_is_shaded_in_every_panel() -> None:
    bands = [(band["x"], band["width"]) for band in elements(DRAWN, "rect")]
    assert bands == [("290.0", "200.0")] * 2


def test_a_band_without_length_is_seen_and_stays_inside() -> None:
    band = elements(DRAWN._replace(bands=[Band(10, 10)]), "rect")[0]
    assert (band["x"], band["width"]) == ("1084.0", "6.0")


def test_a_band_after_the_last_value_has_its_place() -> None:
    assert elements(DRAWN._replace(bands=[Band(10, 20)]), "rect")[0]["x"] == "590.0"


def test_every_value_has_a_dot_unless_there_are_many() -> None:
    many = DRAWN._replace(curves=[Curve("lines", [(minute, 9) for minute in range(100)])])
    assert (len(elements(DRAWN, "circle")), len(elements(many, "circle"))) == (4, 0)


def test_one_value_is_a_picture() -> None:
    assert len(elements(DRAWN._replace(curves=[Curve("lines", [(0, 400)])], bands=[]), "circle")) == 1


def test_values_of_nothing_are_a_picture() -> None:
    assert elements(DRAWN._replace(curves=[Curve("lines", [(0, 0)])]), "path")[0]["d"].startswith("M90.0 280.0")


def test_no_picture_without_values() -> None:
    assert "<svg" not in page_of("Level 1", timeline_of([lost(0), lost(1)]))


@pytest.mark.parametrize(
    ("top", "expected"),
    [
        (1, [0, 1]),
        (5, [0, 1, 2, 3, 4, 5]),
        (31, [0, 10, 20, 30]),
        (438, [0, 100, 200, 300, 400]),
        (9.5, [0, 2, 4, 6, 8]),
    ],
)
def test_scales_have_round_numbers(top: float, expected: list[int]) -> None:
    assert ticks(top) == expected


def test_a_row_of_one_text_reaches_across() -> None:
    assert '<tr class="red"><td colspan="10">1 red check, 1 min</td></tr>' in PAGE


def test_amber_is_not_red() -> None:
    late = page_of("Level 1", timeline_of([amber(0)]))
    assert '<tr class="amber"><td colspan="10">1 amber check, still amber</td></tr>' in late


@pytest.mark.parametrize(
    "shown",
    [
        page_of(RUDE, timeline_of([green(0)])),
        picture(*DRAWN._replace(axis=RUDE)),
        picture(*DRAWN._replace(curves=[Curve(RUDE, [(0, 1)])])),
        page_of("Level 1", Timeline([green(0)], [Streak(1, START, 0, RUDE)])),
    ],
)
def test_all_texts_are_escaped(shown: str) -> None:
    assert "&lt;/script&gt;&quot;&lt;b&gt;&amp;amp;" in shown
    assert "<b>" not in shown


def test_a_page_needs_nothing_else() -> None:
    assert not re.search(r"https?:|<script|<link|<img|src=|url\(|@import", PAGE)


def test_a_page_is_for_light_and_dark() -> None:
    assert "prefers-color-scheme: dark" in PAGE


def test_what_begins_at_a_minute_is_marked_across_all_panels() -> None:
    marked = picture(*DRAWN, marks=[Mark(5, "level 2")])
    assert '<line class="mark" x1="590.0" y1="0" x2="590.0" y2="650"/>' in marked
    assert ">level 2</text>" in marked


def test_titles_of_marks_have_a_line_of_their_own() -> None:
    places = re.findall(r'y="([\d.]+)">(?:level 2|worst complexity)', picture(*DRAWN, marks=[Mark(5, "level 2")]))
    assert places == ["36.0", "94.0"]


def test_a_picture_says_over_what_its_curves_are() -> None:
    assert 'aria-label="worst complexity, lines over the steps"' in picture(*DRAWN._replace(axis="steps; shaded"))
