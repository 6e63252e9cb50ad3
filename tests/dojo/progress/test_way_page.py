"""The worked way as a page: what each step has, what the chart shows, what can be read by whom."""

import re

import pytest

from dojo.commands.way import worked_page
from dojo.kata.way import Step
from dojo.pages import TEMPLATES
from dojo.progress.metrics import Complexity
from tests.dojo.small_way import LOOK, MOVED, WAY, WHY, step

RUDE = '</pre>"<b>&amp;'


MEASURED = [Complexity(*each) for each in ((31, 6.1), (31, 6.1), (31, 5.94), (30, 6.1), (2, 1.4))]
PAGE = worked_page(WAY, MEASURED, 4)


def article(page: str, number: int) -> str:
    """Return what a page has of a step."""
    [found] = re.findall(rf'<article id="{number}".*?</article>', page, re.DOTALL)
    return str(found)


# The steps.


def test_the_steps_of_a_level_stand_together() -> None:
    found = re.findall(r"<summary>(Level.*?)</summary>\s*<ol>(.*?)</ol>", PAGE, re.DOTALL)
    assert [(level, links.count("<li")) for level, links in found] == [("Level 1, scoring", 3), ("Level 2, cards", 1)]


def test_what_is_wrong_comes_first_then_why_then_the_diff_then_what_to_see() -> None:
    words = re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>|<(pre)>", article(PAGE, 1))
    assert [" ".join(filter(None, each)) for each in words] == [
        *("Smell Mysterious Name", "Where level 1, pair, Yatzy", f"Why {WHY}", "pre", "Look Two alike."),
        "Complexity worst 31, mean 6.1",
    ]


def test_code_in_a_lesson_looks_like_code() -> None:
    assert "<code>return 0</code> could be written <code>return -0</code>" in article(PAGE, 4)


@pytest.mark.parametrize(
    ("number", "words"),
    [(2, "worst 31, mean 6.1 → 5.9"), (3, "worst 31 → 30, mean 5.9 → 6.1")],
)
def test_a_step_says_what_became_of_the_measures(number: int, words: str) -> None:
    assert f"<dd>{words}</dd>" in article(PAGE, number)


def test_each_step_leads_to_those_beside_it() -> None:
    links = [re.findall(r'href="#(\d)">(?:back|next)', article(PAGE, number)) for number in (1, 2, 4)]
    assert links == [2 * each for each in (["2"], ["1", "3"], ["3"])]  # above, and below


def test_a_step_is_told_in_parts_of_which_the_first_is_the_smell_and_the_method() -> None:
    parts = re.findall(r'class="told(\d)">\s*(?:<dt>)?(.*?)[<\n]', article(PAGE, 2))
    assert parts == [
        ("1", ", falls into a trap"),
        ("1", ""),  # the title, which begins with a sign
        ("1", "Why"),
        ("2", ""),  # the diff
        ("3", "Not"),
    ]


def test_every_key_that_is_said_has_something_to_do() -> None:
    text = (TEMPLATES / "way.html").read_text(encoding="utf-8")
    table = text.partition("const keys = {")[2].partition("};")[0]
    keys = ["ArrowRight", "ArrowLeft", "PageDown", "PageUp", '" "', "Home", "End", '"+"', '"-"', " l", " h"]
    assert [key for key in keys if f"{key}:" not in table] == []


# Some of the steps.


@pytest.fixture
def last_two() -> str:
    return worked_page(WAY[2:], MEASURED[2:], 4)


def test_a_part_of_the_way_keeps_its_numbers_has_a_chart_of_its_own_and_leads_nowhere_else(last_two: str) -> None:
    assert ">step 4</a> of 4" in article(last_two, 4)
    assert re.findall(r"<tr><td>(\d)</td>", last_two) == ["2", "3", "4"]
    assert set(re.findall(r'href="#(\d)">(?:back|next)', last_two)) == {"3", "4"}
    assert '<p class="axis">steps after step 2<' in last_two
    assert re.findall('data-place="(.*?)"', last_two) == ["50.0", "100.0"]


# The chart.


def test_red_is_shaded_until_it_is_reverted() -> None:
    [place, *_] = re.findall(r'"band red" style="(.*?)"', PAGE)
    assert place == "left: 50.0%; width: 25.0%"  # of four steps


def test_the_chart_says_where_each_level_begins() -> None:
    [titles] = re.findall(r'<div class="marks">(.*?)</div>', PAGE, re.DOTALL)
    assert re.findall(r'style="left: (.*?)">(.*?)<', titles) == [("0.0%", "1"), ("75.0%", "2")]


def test_the_chart_is_a_table_for_those_who_do_not_see_it() -> None:
    rows = re.findall(r"<tr><td>(.*?)</td><td>(.*?)</td><td>(.*?)</td></tr>", PAGE)
    assert rows == [
        *(("0", "31", "6.1"), ("1", "31", "6.1"), ("2", "31", "5.9")),
        *(("3", "30", "6.1"), ("4", "2", "1.4")),
    ]


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
    assert "&lt;/pre&gt;&#34;&lt;" in re.sub('<i class="t">|</i>', "", shown)
    assert RUDE not in shown
