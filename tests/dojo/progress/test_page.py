"""Test the page of a timeline: its diffs, chart, contrast, and escaping."""

import re
from collections.abc import Mapping
from dataclasses import replace
from html import escape

import pytest

from dojo.diffs import FileChange, file_changes
from dojo.pages import TEMPLATES
from dojo.progress.chart import Band, Curve, chart_of, ticks
from dojo.progress.page import page_of
from tests.dojo.progress.timelines import Planned, amber, green, red, swap, timeline
from tests.dojo.small_kata import RULE
from tests.dojo.small_steps import diff_of
from tests.dojo.table.contrast import contrast

HEAD = "diff --git a/x.py b/x.py\n"
DIFF = f"{HEAD}--- a/x.py\n+++ b/x.py\n@@ -1,2 +1,2 @@\n-one\n+if two\n three\n"
CHANGES = file_changes(DIFF)
RUDE = '</script>"<b>&amp;'
RUDER = "\N{RIGHT-TO-LEFT OVERRIDE}\x1b[2J"


def page(
    *steps: Planned,
    diffs: Mapping[int, list[FileChange]] | None = None,
    name: str = "",
    swapped: str = "",
) -> str:
    swaps = [swap(0, 1, swapped)] if swapped else []
    return page_of(
        "Level 1",
        timeline(*steps, swaps=swaps),
        diffs or {n + 1: [] for n in range(len(steps))},
        name,
    )


def items(shown: str) -> list[str]:
    """Return what the list has, an item each."""
    return re.findall(r"<li.*?</li>", shown, re.DOTALL)


# Its steps.


def test_of_what_failed_the_beginning_is_told_at_first() -> None:
    [streak] = items(
        page(red(0, "x" * 400), *(red(minute, f"no {minute}") for minute in range(1, 5)))
    )
    assert [len(words) for words in re.findall("x+", streak)] == [160, 400]
    assert re.findall('"below"><bdi>(.*?)<', streak)[1:] == ["no 1", "no 2", "and 2 more"]


def test_a_streak_opens_the_diffs_of_all_its_checks_which_can_be_linked_to() -> None:
    shown = page(green(0), red(1, "no"), red(2), diffs={1: [], 2: CHANGES, 3: CHANGES})
    headings = re.findall(
        "<(h[45])>(.*?)</h", re.sub("</?(?:time|bdi).*?>| id=.[0-9]+.", "", items(shown)[1])
    )
    assert headings == [
        ("h4", "2, 19:31, red: no"),
        ("h5", "x.py"),
        ("h4", "3, 19:32, red"),
        ("h5", "x.py"),
    ]
    assert re.findall(r'id="(\d+)"', shown) == ["1", "2", "3"]


def test_a_page_of_several_days_says_which_and_has_scores_where_there_are_any() -> None:
    shown = page(green(0), green(24 * 60, score=0.5))
    assert re.findall('"between"><p><bdi>(.*?)<', shown) == [
        "2026-11-22",
        "round 2, after 24 h 0 min without a check",
    ]
    assert ["mutants killed</th>" in each for each in (shown, page(green(0)))] == [True, False]


# What changed in them.


def test_a_line_has_the_element_of_its_sign_and_marks_for_what_it_is() -> None:
    lines = [
        ("b", "@@ -1,2 +1,2 @@"),
        ("del", "-one"),
        ("ins", '+<i class="k">if</i> two'),
        ("span", " three"),
    ]
    assert [change.lines for change in CHANGES] == [lines]


@pytest.mark.parametrize(
    ("diff", "heading"),
    [
        (DIFF, "x.py"),
        (
            f"{HEAD}new file mode 100644\n--- /dev/null\n+++ b/x.py\n@@ -0,0 +1 @@\n+1\n",
            "x.py, new",
        ),
        (
            f"{HEAD}deleted file mode 100644\n--- a/x.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n",
            "x.py, removed",
        ),
        (
            (
                f"{HEAD}new file mode 100644\nindex 0000000..1111111\n"
                "Binary files /dev/null and b/x.py differ\n"
            ),
            "x.py, new, binary",
        ),
        (diff_of({"yatzy.py": RULE}, {"game/yatzy.py": RULE}), "yatzy.py → game/yatzy.py"),
    ],
)
def test_a_heading_says_what_becomes_of_a_file(diff: str, heading: str) -> None:
    assert [change.heading for change in file_changes(diff)] == [heading]


# Its chart.


def test_a_chart_has_the_values_that_are_known_over_the_minutes() -> None:
    steps = [green(0, lines=50), red(1), green(3, lines=40)]
    chart = chart_of(timeline(*steps))
    assert (chart.curves, chart.bands) == ([Curve("lines", [(0, 50), (3, 40)])], [Band(1, 3)])
    assert (chart.end, chart.marks, chart.ticks) == (3, {}, [0, 1, 2, 3])
    shown = page(*steps)
    assert 'aria-label="lines over the minutes"' in shown
    assert 'V40H3.0"/>' in shown


def test_nothing_is_drawn_where_nothing_was_measured() -> None:
    assert (chart_of(timeline(red(0))).curves, 'class="chart"' in page(red(0))) == ([], False)


def test_it_is_said_where_rounds_begin_and_partners_swap_and_a_pause_is_cut_short() -> None:
    steps = [green(0), green(2), green(17)]
    chart = chart_of(timeline(*steps, swaps=[swap(1, 1), swap(16, 2), swap(18, 3)]))
    assert chart.marks == {0: "1", 2: "⇄", 12: "⇄ 2 ⇄"}


@pytest.mark.parametrize(
    ("steps", "bands"),
    [
        (
            [red(0), green(2), red(3), red(4), green(6), green(7), red(9), red(10)],
            [(0, 2), (3, 6), (9, 10)],
        ),
        ([green(0), amber(1), green(2), red(4), amber(5), green(6)], [(1, 2, "amber"), (4, 6)]),
        ([red(0), red(1), green(30)], [(0, 1)]),
        ([red(0, reverted=1), green(5), red(6, reverted=90), green(95)], [(0, 1), (6, 16)]),
    ],
    ids=["to green or the end", "amber is none where red is", "no pause", "reverted"],
)
def test_bands_are_as_long_as_streaks(
    steps: list[Planned], bands: list[tuple[float, float]]
) -> None:
    assert chart_of(timeline(*steps)).bands == [Band(*each) for each in bands]


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
    pages = [page(*(green(minute) for minute in range(values))) for values in (50, 51)]
    assert ["h0" in each for each in pages] == [True, False]


# Others.


@pytest.mark.parametrize(
    "shown",
    [
        page_of(RUDE + RUDER, timeline(green(0)), {1: []}),
        page(green(0), name=RUDE + RUDER),
        page(replace(green(0), name=RUDE + RUDER)),
        page(red(0, RUDE + RUDER)),
        page(red(0, name=RUDE + RUDER)),
        page(green(0), swapped=RUDE + RUDER),
        page(
            green(0),
            diffs={1: file_changes(DIFF.replace("x.py", "x.txt").replace("two", RUDE + RUDER))},
        ),
        page(green(0), diffs={1: file_changes(DIFF.replace("two", f"# {RUDE}{RUDER}"))}),
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


# Who can read it, and all pages.

PAGES = {
    name: (TEMPLATES / f"{name}.html").read_text(encoding="utf-8")
    for name in ("base", "progress", "way")
}
CSS = PAGES["base"].replace("{% block night %}", "").replace("{% endblock %}", "")
PAPERS = {
    "paper": ("ink", "soft", "link", "red", "amber", "green", "word", "text", "number"),
    "out-paper": ("out", "word", "text", "number", "soft"),
    "in-paper": ("in", "word", "text", "number", "soft"),
    "here": ("ink", "soft", "red", "amber"),
}
GROUNDS = {
    "paper": ("band-red", "band-amber", "curve"),
    "band-red": ("curve",),
    "band-amber": ("curve",),
}


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
    assert ['<input type="checkbox" id="dark">' in page for page in PAGES.values()] == [
        False,
        True,
        True,
    ]


@pytest.mark.parametrize("name", PAGES)
def test_no_letters_are_much_smaller_than_the_text(name: str) -> None:
    # 90 % + 0.8vh are 2.13 % of 1,080 pixels; a phone and paper are looked at from nearby.
    far, _, _ = PAGES[name].partition("@media print")
    sizes = re.findall(
        r"(?:font-size|font): ([\d.]+)r?em", re.sub(r"@media \(max-width.*", "", far)
    )
    assert [size for size in map(float, sizes) if size < 0.95] == []
