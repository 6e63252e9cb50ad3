"""The picture of curves: where they go, what is shaded, what stands around them."""

from typing import NamedTuple
from xml.etree import ElementTree as ET

import pytest

from dojo.practice import AMBER
from dojo.progress.picture import Band, Curve, Marks, picture, ticks

RUDE = '</script>"<b>&amp;'


class Drawn(NamedTuple):
    """What a picture shows."""

    curves: list[Curve]
    bands: list[Band]
    axis: str
    marks: Marks | None = None


DRAWN = Drawn(
    curves=[Curve("worst complexity", [(0, 30), (10, 15)]), Curve("lines", [(0, 400), (10, 300)])],
    bands=[Band(2, 4)],
    axis="minutes",
)


def of_kind(drawn: Drawn, *kinds: str) -> list[ET.Element]:
    """Return all elements of some kinds in the picture, which is one that a browser shuts nowhere else."""
    found = ET.fromstring(picture(*drawn)).iter()  # noqa: S314 - our own
    return [element for element in found if element.get("class") in kinds]


def texts(drawn: Drawn, *kinds: str) -> list[str | None]:
    return [element.text for kind in of_kind(drawn, *kinds) for element in (list(kind) or [kind])]


def test_a_curve_goes_in_steps_from_left_to_right() -> None:
    # 1,000 units of width are 10 minutes; 100 of height are 30, and so 15 is 50 further down.
    assert of_kind(DRAWN, "curve")[0].get("d") == "M0.0 0.0H1000.0V50.0H1000.0"


def test_each_curve_has_its_own_scale() -> None:
    assert texts(DRAWN, "title", "scale") == [
        *("worst complexity", "0", "10", "20", "30"),
        *("lines", "0", "100", "200", "300", "400"),
    ]


def test_the_last_value_stands_at_the_end_at_its_height() -> None:
    [worst, _] = of_kind(DRAWN, "now")
    assert (worst.text, worst.get("style")) == ("15", "bottom: 50.00%")


def test_a_band_is_shaded_in_every_panel() -> None:
    assert [band.get("style") for band in of_kind(DRAWN, "band red")][:2] == ["left: 20.00%; width: 20.00%"] * 2


def test_what_a_band_means_is_said_in_letters() -> None:
    assert texts(DRAWN._replace(bands=[Band(1, 4), Band(6, 8, AMBER)]), "band red", "band amber") == [
        *("red", "amber") * 2,
        *(None, None),  # beside which the axis says what they are
    ]
    assert "</span> red</span>" in picture(*DRAWN)


def test_every_value_has_a_dot_unless_there_are_many() -> None:
    many = DRAWN._replace(curves=[Curve("lines", [(minute, 9) for minute in range(100)])])
    dots = [str(element.get("d")).count("h0") for element in of_kind(DRAWN, "dots")]
    assert (dots, of_kind(many, "dots")) == ([2, 2], [])


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


def test_what_begins_is_marked_in_every_panel_and_named_above_them() -> None:
    marked = DRAWN._replace(marks=Marks("level", [(0, 1), (5, 2)]))
    assert texts(marked, "marks") == ["level", "1", "2"]
    assert [mark.get("d") for mark in of_kind(marked, "mark")] == ["M0.0 0V100M500.0 0V100"] * 2


@pytest.mark.parametrize(
    "rude",
    [
        DRAWN._replace(axis=RUDE),
        DRAWN._replace(curves=[Curve(RUDE, [(0, 1)])]),
        DRAWN._replace(marks=Marks(RUDE, [(0, 1)])),
        DRAWN._replace(marks=Marks("level", [(0, RUDE)])),
    ],
)
def test_all_texts_are_escaped(rude: Drawn) -> None:
    assert "&lt;/script&gt;&quot;&lt;b&gt;&amp;amp;" in picture(*rude)


def test_a_picture_says_over_what_its_curves_are() -> None:
    assert 'aria-label="worst complexity, lines over the steps"' in picture(*DRAWN._replace(axis="steps; and more"))
