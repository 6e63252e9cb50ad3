"""The chart of a timeline: its curves, its bands, and how a terminal shows it."""

import pytest
from rich.cells import cell_len

from dojo.progress.chart import Band, Chart, chart_lines, chart_of, ticks
from tests.dojo.practice.histories import green, history, history_of, red, reverted
from tests.dojo.progress.timelines import measures, timeline


def chart(line: str) -> Chart:
    return chart_of(timeline(history_of(line)))


def test_a_curve_has_the_values_over_the_minutes():
    found = timeline(history_of("green, red, wait, green"), {3: measures(lines=40)})
    drawn = chart_of(found)
    [curve] = drawn.curves
    assert curve.title == "lines"
    assert curve.points == [(0, 100), (3, 40)]
    assert drawn.ticks == [0, 1, 2, 3]


def test_without_a_green_check_there_is_no_curve():
    found = chart("red")
    assert found.curves == []
    assert chart_lines(found) == []


def test_swaps_are_marked_at_the_next_check():
    found = chart("green, swap Ann, green, swap Cem")
    assert found.marks == {0: "1", 2: "⇄ ⇄"}


PAUSED = ", ".join(["green", *["wait"] * 10, "green"])
AXES = {
    "green, green": "minutes",
    "green, swap Ann, green": "minutes; ⇄ a swap",
    PAUSED: "minutes (a pause counts as 10)",
    f"green, swap Ann, {PAUSED}": "minutes (a pause counts as 10); ⇄ a swap",
}


@pytest.mark.parametrize(("line", "axis"), AXES.items())
def test_the_axis_explains_pauses_and_swaps_if_there_are_any(line: str, axis: str):
    assert chart(line).axis == axis


@pytest.mark.parametrize(
    ("line", "end"),
    [
        ("red, wait, green, red, green", 2),
        ("red, red", 1),
        ("red, revert, wait, green", 1),
        ("red, amber, green", 2),
    ],
)
def test_a_band_is_as_long_as_a_streak(line: str, end: int):
    found = chart(line)
    assert found.bands[0] == Band(0, end)


def test_a_band_is_amber_without_a_red_check():
    [band] = chart("green, amber, green").bands
    assert band == Band(1, 2, "amber")


def test_a_band_ends_at_the_next_check():
    found = history(green(0), red(1), reverted(90, check=1), green(95))
    [band] = chart_of(timeline(found)).bands
    assert band == Band(1, 11)


@pytest.mark.parametrize(("top", "space"), [(5, 1), (9.5, 2), (31, 10), (438, 100)])
def test_scales_have_round_numbers(top: float, space: int):
    _, first, *_, last = ticks(top)
    assert first == space
    assert top - space < last <= top


def test_a_terminal_shows_blocks_above_failing_checks():
    # Five lines of eight eighths each: 100 lines fill all 40, 50 fill 20, and 5 fill 2.
    found = history_of("green, wait, green, red, wait, amber, green, amber, green")
    measured = {2: measures(lines=50), 7: measures(lines=5)}
    drawn = chart_lines(chart_of(timeline(found, measured)))
    shown = "\n".join(line.plain for line in drawn)
    assert (
        shown
        == """
lines: 100 at first, 5 now
   100 ████████                ████████
       ████████                ████████
       ████████▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄████████
       ████████████████████████████████
     0 ████████████████████████████████▂
                   xxxxxxxxxxxx    ????
       0 to 8 minutes"""
    )


@pytest.mark.parametrize("checks", [19, 145, 1000])
def test_a_chart_fits_80_columns(checks: int):
    greens = [green(minute) for minute in range(checks)]
    found = timeline(history(*greens), {checks: measures(lines=50)})
    lines = chart_lines(chart_of(found))
    longest = max(cell_len(line.plain) for line in lines)
    assert 79 <= longest <= 80
