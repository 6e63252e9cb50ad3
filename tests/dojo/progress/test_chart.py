"""The chart of a timeline: its curves, its bands, and how a terminal shows it."""

import pytest
from rich.cells import cell_len

from dojo.practice.history import History
from dojo.progress.chart import Band, chart_lines, chart_of, ticks
from dojo.progress.measures import Measures
from tests.dojo.practice.histories import green, history, history_of, red, reverted
from tests.dojo.progress.timelines import measures, timeline


def drawn(found: History, measured: dict[int, Measures]) -> list[str]:
    chart = chart_of(timeline(found, measured))
    return [line.plain for line in chart_lines(chart)]


def test_a_curve_has_the_values_over_the_minutes() -> None:
    chart = chart_of(timeline(history_of("green, red, wait, green"), {3: measures(lines=40)}))
    [curve] = chart.curves
    assert curve.title == "lines"
    assert curve.points == [(0, 100), (3, 40)]
    assert chart.ticks == [0, 1, 2, 3]
    assert chart.description == "lines over the minutes"


def test_without_a_green_check_there_is_no_curve() -> None:
    chart = chart_of(timeline(history_of("red")))
    assert chart.curves == []
    assert chart_lines(chart) == []


def test_swaps_are_marked_at_the_next_check() -> None:
    chart = chart_of(timeline(history_of("green, swap Ann, green, swap Cem")))
    assert chart.marks == {0: "1", 2: "⇄ ⇄"}


@pytest.mark.parametrize(
    ("line", "bands"),
    [
        ("red, wait, green, red, red, wait, green", [Band(0, 2), Band(3, 6)]),
        ("green, red, red", [Band(1, 2)]),
        ("green, amber, green", [Band(1, 2, "amber")]),
        ("amber, red, green", [Band(0, 2)]),
        ("red, revert, wait, green", [Band(0, 1)]),
    ],
)
def test_a_band_is_as_long_as_a_streak(line: str, bands: list[Band]) -> None:
    assert chart_of(timeline(history_of(line))).bands == bands


def test_a_band_ends_at_the_next_check() -> None:
    found = history(green(0), red(1), reverted(90, check=1), green(95))
    assert chart_of(timeline(found)).bands == [Band(1, 11)]


@pytest.mark.parametrize(
    ("top", "space", "last"), [(1, 1, 1), (5, 1, 5), (9.5, 2, 8), (31, 10, 30), (438, 100, 400)]
)
def test_scales_have_round_numbers(top: float, space: int, last: int) -> None:
    found = ticks(top)
    assert found[1] == space
    assert found[-1] == last


def test_a_terminal_shows_blocks_above_failing_checks() -> None:
    # Five lines of eight eighths each: 100 lines fill all 40, 50 fill 20, and 5 fill 2.
    found = history_of("green, wait, green, red, wait, amber, green, amber, green")
    measured = {2: measures(lines=50), 5: measures(lines=100), 7: measures(lines=5)}
    assert drawn(found, measured) == [
        "",
        "lines: 100 at first, 5 now",
        "   100 ████████                ████████",
        "       ████████                ████████",
        "       ████████▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄████████",
        "       ████████████████████████████████",
        "     0 ████████████████████████████████▂",
        "                   xxxxxxxxxxxx    ????",
        "       0 to 8 minutes",
    ]


@pytest.mark.parametrize("checks", [19, 145, 1000])
def test_a_chart_fits_80_columns(checks: int) -> None:
    greens = [green(minute) for minute in range(checks)]
    lines = drawn(history(*greens, red(checks)), {checks: measures(lines=50)})
    assert max(map(cell_len, lines)) == 80
