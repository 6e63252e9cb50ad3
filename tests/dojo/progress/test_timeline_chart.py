"""What the chart of a timeline shows: which minutes count, what the curves and the bands are made of."""

from collections.abc import Sequence
from datetime import timedelta

from dojo.practice.model import AMBER
from dojo.practice.story import Swap
from dojo.progress.metrics import MEASURES
from dojo.progress.page import bands, curves_of, minutes_at_work, timeline_chart
from dojo.progress.picture import Band, Chart
from dojo.progress.steps import Step
from dojo.progress.timeline import timeline_of
from tests.dojo.progress.timelines import START, amber, green, lost, red


def chart(*steps: Step, swaps: Sequence[Swap] = ()) -> Chart:
    drawn = timeline_chart(timeline_of(list(steps), swaps))
    assert drawn is not None
    return drawn


def bands_of(*steps: Step) -> list[Band]:
    return bands(list(steps), minutes_at_work(list(steps)))


def test_a_pause_is_cut_short() -> None:
    steps = [green(minute) for minute in (0, 9, 19, 500, 509)]
    assert minutes_at_work(steps) == [0, 9, 19, 29, 38]


def test_it_is_said_what_a_pause_counts_as_and_where_each_round_begins() -> None:
    shown = chart(green(0), green(15), green(16))
    assert shown.axis == "minutes; a pause counts as 10"
    assert shown.marks == [(0, "1"), (90.91, "2")]


def test_curves_have_the_values_that_are_known() -> None:
    steps = [green(0, lines=50), red(1), lost(2), green(3, lines=40)]
    [curve] = curves_of(steps, minutes_at_work(steps), [measure for measure in MEASURES if measure.name == "lines"])
    assert curve == ("lines", [(0, 50), (3, 40)])


def test_a_swap_is_marked_where_the_next_check_is() -> None:
    shown = chart(green(0), green(2), green(4), swaps=[Swap(START + timedelta(minutes=1), "Cleo", 1)])
    assert shown.marks == [(0, "1"), (50, "⇄")]
    assert shown.axis == "minutes; ⇄ a swap"


def test_a_swap_and_a_round_that_begin_together_have_one_title() -> None:
    shown = chart(green(0), green(15), green(16), swaps=[Swap(START + timedelta(minutes=9), "Cleo", 1)])
    assert shown.marks == [(0, "1"), (90.91, "2 ⇄")]


def test_bands_reach_from_red_to_green_or_to_the_end() -> None:
    shaded = bands_of(red(0), green(2), red(3), red(4), green(6), green(7), red(9), red(10))
    assert shaded == [Band(0, 2), Band(3, 6), Band(9, 10)]


def test_amber_has_bands_of_its_own() -> None:
    shaded = bands_of(green(0), amber(1), green(2), amber(3), red(4), amber(5), green(6))
    assert shaded == [Band(1, 2, AMBER), Band(3, 4, AMBER), Band(4, 5), Band(5, 6, AMBER)]


def test_no_band_reaches_into_a_pause() -> None:
    assert bands_of(red(0), red(1), green(30)) == [Band(0, 1)]
