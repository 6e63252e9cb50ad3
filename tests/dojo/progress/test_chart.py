"""The charts: what is drawn of each check, at any length of the timeline."""

import pytest
from rich.cells import cell_len

from dojo.commands.timeline_rows import charts
from dojo.progress.steps import Step
from dojo.progress.timeline import timeline_of
from tests.dojo.progress.timelines import amber, green, lost, plain, red

LAST_COLUMN = 72


def drawn(*steps: Step) -> list[str]:
    return plain(charts(timeline_of(list(steps))))


@pytest.mark.parametrize("steps", [[green(0)], [green(0), red(1)], [red(0), red(1)], [lost(0), lost(1)]])
def test_no_chart_of_less_than_two_values(steps: list[Step]) -> None:
    assert drawn(*steps) == []


def test_the_chart_of_lines() -> None:
    # 40 eighths high: 100 is all of them, 50 are 20 = 2 blocks and a half, 5 are 2 = a quarter of a block.
    steps = [green(0, lines=100), green(1, lines=50), red(2), green(3, lines=5)]
    assert drawn(*steps) == [
        "",
        "lines: 100 at first, 5 now",
        "   100 ████",
        "       ████",
        "       ████▄▄▄▄",
        "       ████████",
        "     0 ████████    ▂▂▂▂",
        "   red         xxxx",
        "               4 checks",
    ]


def test_the_two_measures_that_improve_most_have_charts() -> None:
    last = green(1, worst_complexity=3, mean_complexity=1.75, design_findings={}, lines=9)
    assert [line for line in drawn(green(0), last) if ":" in line] == [
        "design findings: 12 at first, 0 now",
        "worst complexity: 9 at first, 3 now",
    ]


def test_amber_has_marks_of_its_own() -> None:
    lines = drawn(green(0), red(1), amber(2), green(3))
    assert [lines[-3], lines[-2]] == ["   red     xxxx", " amber         ????"]


@pytest.mark.parametrize("checks", [3, 17, 18, 71, 72, 73, 145, 1000])
def test_a_chart_fits_80_columns(checks: int) -> None:
    lines = drawn(red(0), *(green(minute) for minute in range(checks - 2)), green(0), red(1))
    assert 0 < max(map(cell_len, lines)) <= 80


def test_checks_that_share_a_column_show_their_last_value() -> None:
    steps = [green(minute, lines=100 if minute % 2 else 50) for minute in range(2 * LAST_COLUMN)]
    assert drawn(*steps)[2] == "   100 " + "█" * LAST_COLUMN


def test_a_red_check_that_shares_a_column_is_seen() -> None:
    steps = [green(minute) for minute in range(400)]
    steps[100] = red(100)
    assert drawn(*steps)[-2].count("x") == 1


def test_what_a_chart_began_with_is_said_though_it_shares_a_column() -> None:
    steps = [green(minute, lines=1000 - minute) for minute in range(400)]
    assert drawn(*steps)[1] == "lines: 1000 at first, 601 now"
