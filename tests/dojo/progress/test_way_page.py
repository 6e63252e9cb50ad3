"""The worked way as a page: what each step has, what the chart shows, what can be read by whom."""

import re
from itertools import pairwise

import pytest

from dojo.kata import Step
from dojo.progress.complexity import Complexity
from dojo.progress.way_page import TEMPLATE, changes_of, worked_page
from tests.dojo.small_way import LOOK, MOVED, WAY, step

RUDE = '</pre>"<b>&amp;'
TEXT_ON = (
    *(("ink", "paper"), ("soft", "paper"), ("line", "paper"), ("red", "paper")),
    *(("out", "out-paper"), ("in", "in-paper"), ("ink", "here"), ("soft", "here"), ("red", "here")),
)


MEASURED = [Complexity(*each) for each in ((31, 6.1), (31, 6.1), (31, 5.94), (30, 6.1), (2, 1.4))]
PAGE = worked_page(WAY, MEASURED, 4)


def article(page: str, number: int) -> str:
    """Return what a page has of a step."""
    [found] = re.findall(rf'<article id="{number}".*?</article>', page, re.DOTALL)
    return str(found)


def of_one(diff: str) -> str:
    """Return a page of one step with this diff."""
    return worked_page([step(1, "Move File: it goes", LOOK, diff)], MEASURED[:2], 1)


# The steps.


def test_every_step_has_its_place_and_a_link_to_it() -> None:
    places = set(re.findall(r'<article id="(\d)"', PAGE))
    links = set(re.findall(r'<li.*?><a href="#(\d)"', PAGE))
    assert places == links == {"1", "2", "3", "4"}


def test_the_steps_of_a_level_stand_together() -> None:
    found = re.findall(r"<summary>(Level.*?)</summary>\n<ol>\n(.*?)\n</ol>", PAGE, re.DOTALL)
    assert [(level, links.count("<li")) for level, links in found] == [("Level 1, scoring", 3), ("Level 2, cards", 1)]


def test_a_step_has_its_lesson() -> None:
    assert "<dt>Smell</dt><dd>Mysterious Name</dd><dt>Where</dt><dd>level 1, pair, Yatzy</dd>" in article(PAGE, 1)


def test_what_is_special_is_said_with_a_sign_and_a_word() -> None:
    said = [re.findall(r"<h2.*?><strong>(.*?)</strong>", article(PAGE, number)) for number in (1, 2, 3, 4)]
    assert said == [[], ["x red"], ["&lt; revert"], ["* mutant"]]


def test_code_in_a_lesson_looks_like_code() -> None:
    assert "<code>return 0</code> could be written <code>return -0</code>" in article(PAGE, 4)


@pytest.mark.parametrize(
    ("number", "words"),
    [(1, "worst 31, mean 6.1"), (2, "worst 31, mean 6.1 → 5.9"), (3, "worst 31 → 30, mean 5.9 → 6.1")],
)
def test_a_step_says_what_became_of_the_measures(number: int, words: str) -> None:
    assert f"<dd>{words}</dd>" in article(PAGE, number)


def test_each_step_leads_to_those_beside_it() -> None:
    links = [re.findall(r'href="#(\d)">(?:back|next)', article(PAGE, number)) for number in (1, 2, 4)]
    assert links == [2 * each for each in (["2"], ["1", "3"], ["3"])]  # above, and below


def test_each_step_leads_to_its_place_in_the_list() -> None:
    assert [f'<a href="#to-{number}">' in article(PAGE, number) for number in (1, 2, 3, 4)] == [True] * 4
    assert re.findall(r'<li id="to-(\d)"', PAGE) == ["1", "2", "3", "4"]


def test_what_is_wrong_comes_first_then_why_then_the_diff_then_what_to_see() -> None:
    marks = ["<dt>Smell", "<dt>Where", "<dt>Why", "<pre>", "<dt>Look", "<dt>Complexity"]
    places = [article(PAGE, 1).index(mark) for mark in marks]
    assert places == sorted(places)


def test_a_step_is_told_in_parts_of_which_the_first_is_the_smell_and_the_method() -> None:
    parts = re.findall(r'class="told(\d)">(?:<dt>)?(.*?)[<\n]', article(PAGE, 2))
    assert parts == [
        ("1", ", falls into a trap"),
        ("1", ""),  # the title, which begins with a sign
        ("1", "Why"),
        ("2", ""),  # the diff
        ("3", "Not"),
    ]


def test_every_key_that_is_said_has_something_to_do() -> None:
    text = TEMPLATE.read_text(encoding="utf-8")
    table = text.partition("const keys = {")[2].partition("};")[0]
    keys = ["ArrowRight", "ArrowLeft", "PageDown", "PageUp", '" "', "Home", "End", '"+"', '"-"', " l", " h"]
    assert [key for key in keys if f"{key}:" not in table] == []


def test_letters_grow_when_the_browser_enlarges_the_page() -> None:
    sizes = re.findall(r"font-size: ([^;]*v[hw][^;]*);", TEMPLATE.read_text(encoding="utf-8"))
    assert sizes == ["calc((90% + 0.8vh) * var(--size, 1))"]  # a part of it is no part of the screen


# Some of the steps.


@pytest.fixture
def last_two() -> str:
    return worked_page(WAY[2:], MEASURED[2:], 4)


def test_a_part_of_the_way_keeps_its_numbers(last_two: str) -> None:
    assert "step 4</a> of 4" in article(last_two, 4)
    assert re.findall(r"<tr><td>(\d)</td>", last_two) == ["2", "3", "4"]


def test_a_part_of_the_way_leads_nowhere_else(last_two: str) -> None:
    assert set(re.findall(r'href="#(\d)">(?:back|next)', last_two)) == {"3", "4"}


def test_a_part_of_the_way_has_a_chart_of_its_own(last_two: str) -> None:
    assert "steps after step 2; shaded where red" in last_two
    assert re.findall('data-place="(.*?)"', last_two) == ["49.17", "90.83"]


# The diffs.


def test_a_line_is_marked_by_its_sign_and_by_what_it_is() -> None:
    assert "<del>-        return first + second\n</del><ins>+        return 2 * first\n</ins>" in article(PAGE, 1)


def test_what_git_alone_reads_is_left_out() -> None:
    assert not re.search(r"diff --git|index 0|---|\+\+\+", article(PAGE, 1))


@pytest.mark.parametrize(
    ("diff", "heading"),
    [
        ("--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-1\n+2\n", "x.py"),
        ("new file mode 100644\n--- /dev/null\n+++ b/x.py\n@@ -0,0 +1 @@\n+1\n", "x.py, new"),
        ("deleted file mode 100644\n--- a/x.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n", "x.py, removed"),
        ("--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-1\n+new file\n", "x.py"),
    ],
)
def test_a_heading_says_what_becomes_of_a_file(diff: str, heading: str) -> None:
    assert [change.heading for change in changes_of(f"diff --git a/x.py b/x.py\n{diff}")] == [heading]


def test_every_file_of_a_step_is_shown() -> None:
    page = of_one(MOVED + WAY[0].diff)
    assert re.findall("<h3>(.*?)</h3>", page) == ["yatzy.py → game/yatzy.py", "yatzy.py"]


def test_a_file_that_only_moves_has_no_lines() -> None:
    assert "<pre>" not in of_one(MOVED)


# The chart.


def test_the_chart_has_a_point_before_the_first_step_and_after_each() -> None:
    curves = re.findall(r"<path d=\"(M.*?)\"/>", PAGE)
    assert [curve.count("H") for curve in curves] == [len(WAY) + 1] * 2  # the last goes on to the edge


def test_red_is_shaded_until_it_is_reverted() -> None:
    x, width = re.findall(r'<rect x="(.*?)" y="\d+" width="(.*?)"', PAGE)[0]
    assert (x, width) == ("590.0", "250.0")  # of 1,000 units from 90 on, for four steps


def test_the_chart_says_where_each_level_begins() -> None:
    titles = re.findall(r'<text class="mark" x="(.*?)" .*?>(.*?)</text>', PAGE)
    assert titles == [("100.0", "level 1"), ("850.0", "level 2")]


def test_the_chart_is_a_table_for_those_who_do_not_see_it() -> None:
    rows = re.findall(r"<tr><td>(.*?)</td><td>(.*?)</td><td>(.*?)</td></tr>", PAGE)
    assert rows == [
        *(("0", "31", "6.1"), ("1", "31", "6.1"), ("2", "31", "5.9")),
        *(("3", "30", "6.1"), ("4", "2", "1.4")),
    ]


def test_each_step_knows_its_place_in_the_chart() -> None:
    places = [float(place) for place in re.findall('data-place="(.*?)"', PAGE)]
    apart = [later - sooner for sooner, later in pairwise(places)]
    assert (places[-1], apart) == (90.83, pytest.approx([1000 / 12 / 4] * 3, abs=0.02))


# The page.


@pytest.mark.parametrize(
    "rude",
    [
        step(1, f"Move File: {RUDE}", LOOK, MOVED),
        step(1, "Move File: it goes", {**LOOK, "Why": RUDE}, MOVED),
        step(1, "Move File: it goes", {**LOOK, RUDE: "why"}, MOVED),
        step(1, "Move File: it goes", LOOK, MOVED.replace("yatzy.py", RUDE)),
        step(1, "Move File: it goes", LOOK, WAY[0].diff.replace("return", RUDE)),
    ],
)
def test_all_texts_are_escaped(rude: Step) -> None:
    shown = article(worked_page([rude], MEASURED[:2], 1), 1)
    assert re.search(r'&lt;/pre&gt;(&quot;|")&lt;b&gt;&amp;amp;', shown)
    assert RUDE not in shown


def test_a_page_needs_nothing_else() -> None:
    assert not re.search(r"https?:|<link|<img|src=|url\(|@import|fetch|import\(", PAGE)


def test_without_scripts_nothing_is_hidden_but_the_keys() -> None:
    assert re.findall(r"<(\w+ id=\"\w+\") hidden", PAGE) == ['details id="keys"', 'div id="here"']


def colours() -> dict[str, dict[str, str]]:
    """Return the colours of the page in the light, and in the dark."""
    light, dark = TEMPLATE.read_text(encoding="utf-8").split("prefers-color-scheme: dark")
    return {
        name: dict(re.findall(r"--([\w-]+): (#\w+)", text)) for name, text in {"light": light, "dark": dark}.items()
    }


def luminance(colour: str) -> float:
    """Return how bright a colour is, as the web's guidelines for contrast count it."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize(("text", "paper"), TEXT_ON)
def test_every_text_stands_out_from_its_paper(light: str, text: str, paper: str) -> None:
    bright, brighter = sorted(luminance(colours()[light][name]) for name in (text, paper))
    assert (brighter + 0.05) / (bright + 0.05) >= 4.5
