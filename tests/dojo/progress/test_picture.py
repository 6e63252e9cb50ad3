"""The chart of curves: where they go, what is shaded, what stands around them."""

import pytest

from dojo.practice.model import AMBER
from dojo.progress.picture import Area, Band, Chart, Curve, Marks, chart_of, ticks

CURVES = [Curve("worst complexity", [(0, 30), (10, 15)]), Curve("lines", [(0, 400), (10, 300)])]
LEVELS = Marks("level", [(0, 1), (5, 2)])


def chart(
    curves: list[Curve] = CURVES, bands: tuple[Band, ...] = (), axis: str = "minutes", marks: Marks | None = None
) -> Chart:
    drawn = chart_of(curves, list(bands), axis, marks)
    assert drawn is not None
    return drawn


def test_a_curve_goes_from_left_to_right_up_to_the_end() -> None:
    assert chart().panels[0].line == [(0, 100), (100, 50), (100, 50)]
    assert chart(bands=(Band(15, 20),)).panels[0].line == [(0, 100), (50, 50), (100, 50)]


def test_each_curve_has_its_own_scale() -> None:
    scales = [[label.text for label in panel.scale] for panel in chart().panels]
    assert scales == [[0, 10, 20, 30], [0, 100, 200, 300, 400]]


def test_the_last_value_stands_at_the_end_at_its_height() -> None:
    assert chart().panels[0].now == (50, "15")


def test_a_band_is_as_wide_as_it_was_long() -> None:
    assert chart(bands=(Band(2, 4), Band(6, 7, AMBER))).areas == [Area(20, 20, "red"), Area(60, 10, "amber")]


def test_what_a_band_means_is_said_once() -> None:
    assert chart(bands=(Band(1, 2, AMBER), Band(3, 4), Band(6, 8))).statuses == ["red", "amber"]


def test_every_value_has_a_dot_unless_there_are_many() -> None:
    many = [Curve("lines", [(minute, 9) for minute in range(100)])]
    assert (chart().panels[0].dots, chart(many).panels[0].dots) == ([(0, 100), (100, 50)], [])


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


def test_what_begins_is_marked_and_named() -> None:
    marked = chart(marks=LEVELS)
    assert (marked.marks_name, marked.marks) == ("level", [(0, 1), (50, 2)])


def test_nothing_is_drawn_of_no_values() -> None:
    assert chart_of([Curve("lines", [])], [], "minutes") is None


def test_a_chart_says_over_what_its_curves_are() -> None:
    assert chart(axis="steps; and more").label == "worst complexity, lines over the steps"
