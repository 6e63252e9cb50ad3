"""The page of a timeline: what opens, what its chart shows, what a stranger can do with it, who can read it."""

import re
from collections.abc import Mapping
from dataclasses import replace
from html import escape

import pytest

from dojo.commands.way import changes_in
from dojo.pages import TEMPLATES
from dojo.practice.model import AMBER, Differences
from dojo.progress.differences import FileChange
from dojo.progress.measures import Longest
from dojo.progress.page import Band, Curve, bands_of, chart_of, minutes_at_work, page_of, ticks
from dojo.progress.steps import Step
from tests.dojo.printed import allows_its_own_script_alone
from tests.dojo.progress.timelines import amber, green, measures, red, swap, timeline
from tests.dojo.table.contrast import contrast

DIFF = "diff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-one\n+two\n"
CHANGES = changes_in(DIFF)
RUDE = '</script>"<b>&amp;'
RUDER = "\N{RIGHT-TO-LEFT OVERRIDE}\x1b[2J"


def page(*steps: Step, diffs: Mapping[int, list[FileChange]] | None = None, name: str = "") -> str:
    return page_of("Level 1", timeline(*steps), diffs or {n + 1: [] for n in range(len(steps))}, name)


def items(shown: str) -> list[str]:
    """Return what the list has, an item each."""
    return re.findall(r"<li.*?</li>", shown, re.DOTALL)


# Its steps.


def test_a_green_step_says_what_it_goes_by_beside_the_kata() -> None:
    assert page(green(0, approved=Differences(30))).count("30 places approved otherwise") == 2


def test_of_what_failed_the_beginning_is_told_at_first() -> None:
    [streak] = items(page(red(0, "x" * 400), *(red(minute, f"no {minute}") for minute in range(1, 5))))
    assert [len(words) for words in re.findall("x+", streak)] == [160, 400]
    assert re.findall('"below"><bdi>(.*?)<', streak)[1:] == ["no 1", "no 2", "and 2 more"]


def test_a_streak_opens_the_diffs_of_all_its_checks_which_can_be_linked_to() -> None:
    shown = page(green(0), red(1, "no"), red(2), diffs={1: [], 2: CHANGES, 3: CHANGES})
    headings = re.findall("<(h[45])>(.*?)</h", re.sub("</?(?:time|bdi).*?>| id=.[0-9]+.", "", items(shown)[1]))
    assert headings == [("h4", "2, 19:31, red: no"), ("h5", "x.py"), ("h4", "3, 19:32, red"), ("h5", "x.py")]
    assert re.findall(r'id="(\d+)"', shown) == ["1", "2", "3"]


def test_a_check_that_changed_no_file_says_so_and_whether_they_were_restored() -> None:
    said = re.findall("<p>(No file changed|The files were restored)", page(green(0), red(1, name="as in step 1 again")))
    assert said == ["No file changed", "The files were restored"]


def test_a_table_of_several_days_says_which() -> None:
    shown = page(green(0), green(24 * 60))
    assert re.findall("</th><td>(.*?)</td>", shown) == ["2026-11-21 19:30", "2026-11-22 19:30"]
    assert re.findall('"between"><p><bdi>(.*?)<', shown) == ["2026-11-22", "round 2, after 24 h 0 min without a check"]


def test_a_table_without_scores_has_no_column_for_them() -> None:
    columns = [page(green(0, score=score)).count('<th scope="col">mutants killed') for score in (None, 0.5)]
    assert columns == [0, 1]


def test_the_title_says_whose_it_is_and_which_level_and_that_it_began_blind() -> None:
    assert "<title>Ada: level 1, scoring</title>" in page(green(0), name="Ada")
    blind = replace(green(0), entry=replace(green(0).entry, blind=True))
    assert "<title>The timeline so far: level 1, scoring, blind</title>" in page(blind, green(1))


# Its chart.


def test_a_chart_has_the_values_that_are_known_over_the_minutes() -> None:
    chart = chart_of(timeline(green(0, lines=50), red(1), green(3, lines=40)))
    assert (chart.curves, chart.bands, chart.axis, chart.marks) == (
        [Curve("lines", [(0, 50), (3, 40)])],
        [Band(1, 3)],
        "minutes",
        {},
    )
    assert (chart.last, chart.ticks) == (3, [0, 1, 2, 3])
    assert 'aria-label="lines over the minutes"' in page(green(0, lines=50), green(3, lines=40))


def test_a_chart_of_less_than_a_minute_has_a_whole_one_and_its_line_ends_at_the_last_check() -> None:
    short = timeline(green(0, lines=50), red(0.25), green(0.5, lines=40))
    assert (chart_of(short).last, chart_of(short).end) == (1, 0.5)
    assert 'V40H0.5"/>' in page(green(0, lines=50), green(0.5, lines=40))


def test_nothing_is_drawn_where_nothing_was_measured() -> None:
    assert (chart_of(timeline(red(0))).curves, 'class="chart"' in page(red(0))) == ([], False)


def test_a_pause_is_cut_short() -> None:
    assert minutes_at_work([green(minute) for minute in (0, 9, 19, 500, 509)]) == [0, 9, 19, 29, 38]


def test_it_is_said_where_rounds_begin_and_partners_swap() -> None:
    chart = chart_of(timeline(green(0), green(2), green(17), swaps=[swap(1, 1), swap(16, 2)]))
    assert chart.axis == "minutes; a pause counts as 10; ⇄ a swap"
    assert chart.marks == {0: "1", 2: "⇄", 12: "⇄ 2"}


@pytest.mark.parametrize(
    ("steps", "bands"),
    [
        ([red(0), green(2), red(3), red(4), green(6), green(7), red(9), red(10)], [(0, 2), (3, 6), (9, 10)]),
        ([green(0), amber(1), green(2), red(4), amber(5), green(6)], [(1, 2, AMBER), (4, 5), (5, 6, AMBER)]),
        ([red(0), red(1), green(30)], [(0, 1)]),
        ([red(0, reverted=1), green(5)], [(0, 1)]),
    ],
    ids=["to green or the end", "amber has its own", "no pause", "reverted"],
)
def test_bands_reach_from_red_to_green(steps: list[Step], bands: list[tuple[float, float]]) -> None:
    assert bands_of(steps, minutes_at_work(steps)) == [Band(*each) for each in bands]


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


def test_every_value_has_a_dot_unless_there_are_many() -> None:
    assert "h0" in page(*(green(minute) for minute in range(50)))
    assert "h0" not in page(*(green(minute) for minute in range(51)))


# Others.


@pytest.mark.parametrize(
    "shown",
    [
        page_of(RUDE + RUDER, timeline(green(0)), {1: []}),
        page(green(0), name=RUDE + RUDER),
        page(replace(green(0), name=RUDE + RUDER)),
        page(replace(green(0), measures=measures(longest_method=Longest(31, RUDE + RUDER)))),
        page(red(0, RUDE + RUDER)),
        page(red(0, name=RUDE + RUDER)),
        page_of("Level 1", timeline(green(0), swaps=[swap(0, 1, RUDE + RUDER)]), {1: []}),
        page(green(0), diffs={1: changes_in(DIFF.replace("x.py", "x.txt").replace("two", RUDE + RUDER))}),
        page(green(0), diffs={1: changes_in(DIFF.replace("two", f"# {RUDE}{RUDER}"))}),
        page(green(0), diffs={1: [FileChange(RUDE + RUDER, [])]}),
    ],
)
def test_all_texts_are_escaped(shown: str) -> None:
    assert f"{escape(RUDE, quote=False)}\\u202e\\x1b[2J" in shown.replace("&#34;", '"')
    assert RUDE not in shown
    assert not set(RUDER[:2]) & set(shown)


def test_a_page_needs_nothing_else_and_runs_nothing() -> None:
    shown = page(green(0), red(1), diffs={1: CHANGES, 2: []})
    assert not re.search(r"https?:|<script|onclick|<link|<img|src=|url\(|@import", shown)
    assert allows_its_own_script_alone(shown)


# Who can read it, and all pages.

PAGES = {name: (TEMPLATES / f"{name}.html").read_text(encoding="utf-8") for name in ("base", "progress", "way")}
CSS = PAGES["base"].replace("{% block night %}", "").replace("{% endblock %}", "")
PAPERS = {
    "paper": ("ink", "soft", "link", "red", "amber", "green", "word", "text", "number"),
    "out-paper": ("out", "word", "text", "number", "soft"),
    "in-paper": ("in", "word", "text", "number", "soft"),
    "here": ("ink", "soft", "red", "amber"),
}
GROUNDS = {"paper": ("band-red", "band-amber", "curve"), "band-red": ("curve",), "band-amber": ("curve",)}


@pytest.mark.parametrize("light", [0, 1], ids=["light", "dark"])
def test_texts_and_shapes_stand_out_from_their_ground(light: int) -> None:
    colours = dict(re.findall(r"--([\w-]+): (#\w+)", CSS.split(":has(#dark:checked)")[light]))
    for least, on in ((4.5, PAPERS), (3, GROUNDS)):
        pairs = [(each, ground) for ground, of_ground in on.items() for each in of_ground]
        assert [pair for pair in pairs if contrast(*(colours[each] for each in pair)) < least] == []


def test_pages_are_light_unless_the_person_asks_and_on_paper() -> None:
    assert ":root { color-scheme: light;" in CSS
    assert re.findall(r"@media (\w+) \{ :root:has\(#dark:checked\)", CSS) == ["screen"]
    assert ["prefers-color-scheme" in page for page in PAGES.values()] == [False, False, False]
    assert ['<input type="checkbox" id="dark">' in page for page in PAGES.values()] == [False, True, True]


def test_letters_grow_when_the_browser_enlarges_the_page() -> None:
    sizes = re.findall(r"font-size: ([^;]*v[hw][^;]*);", CSS)
    assert sizes == ["calc((90% + 0.8vh) * var(--size, 1))"]  # a part of it is no part of the screen


@pytest.mark.parametrize("name", PAGES)
def test_no_letters_are_much_smaller_than_the_text(name: str) -> None:
    # 90 % + 0.8vh are 2.13 % of 1,080 pixels; a phone and paper are looked at from nearby.
    far, _, _ = PAGES[name].partition("@media print")
    sizes = re.findall(r"(?:font-size|font): ([\d.]+)r?em", re.sub(r"@media \(max-width.*", "", far))
    assert [size for size in map(float, sizes) if size < 0.95] == []
