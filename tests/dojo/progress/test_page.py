"""The page of a timeline: what the list and the table say, what is escaped, how large it grows."""

import re
from dataclasses import replace
from html import escape

import pytest

from dojo.kata import Differences
from dojo.practice import Swap
from dojo.progress.metrics import Longest
from dojo.progress.page import page_of
from dojo.progress.steps import Step
from dojo.progress.timeline import Streak, Timeline, timeline_of
from tests.dojo.policy import allows_its_own_script_alone
from tests.dojo.progress.timelines import START, amber, green, red

DIFF = "diff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-one\n+two\n"
RUDE = '</script>"<b>&amp;'
RUDER = "\N{RIGHT-TO-LEFT OVERRIDE}\x1b[2J"


def numbered(*steps: Step) -> Timeline:
    return timeline_of([replace(step, number=number) for number, step in enumerate(steps, start=1)])


def page(*steps: Step, diffs: dict[int, str] | None = None) -> str:
    return page_of("Level 1", numbered(*steps), diffs or {})


def items(shown: str) -> list[str]:
    """Return what the list has, an item each."""
    return re.findall(r"<li.*?</li>", shown, re.DOTALL)


def saying(step: Step, message: str) -> Step:
    """Return a check that found this."""
    return replace(step, entry=replace(step.entry, message=message))


# The list of steps.


def test_a_step_tells_what_was_measured_at_first_and_then_what_is_new() -> None:
    _, second, third = items(page(green(0), green(1, lines=90), green(2, lines=90)))
    assert "<span>longest method 31 yahtzee_score</span> <span>largest class 80 Yatzy</span>" in page(green(0))
    assert re.findall('"below"><bdi>(.*?)</bdi>', second) == ['<span class="better">lines 100 → 90</span>']
    assert '"below"' not in third


def test_a_score_stands_with_its_step() -> None:
    assert "mutants killed 99.8 %" in page(green(0, score=0.998))


def test_a_green_step_says_what_it_goes_by_beside_the_kata() -> None:
    step = green(0)
    html = page(replace(step, entry=replace(step.entry, approved=Differences(30))))
    assert html.count("30 places approved otherwise") == 2


def test_a_streak_tells_how_long_it_was_and_what_failed() -> None:
    _, streak, _ = items(page(green(0), saying(red(1), "one"), saying(red(2), "two"), green(4)))
    assert re.findall("<bdi>(.*?)</bdi>", streak)[:3] == ["2 red checks, 3 min", "one", "two"]


def test_what_failed_is_told_once() -> None:
    [streak] = items(page(*(saying(red(minute), f"{minute % 2}") for minute in range(9))))
    assert re.findall('"below"><bdi>(.*?)<', streak) == ["0", "1"]


def test_what_failed_at_length_is_told_in_full_with_the_diff() -> None:
    [streak] = items(page(saying(red(0), "x" * 400)))
    assert [len(words) for words in re.findall("x+", streak)] == [160, 400]


def test_a_streak_is_of_the_colour_of_its_checks() -> None:
    shown = page(green(0), amber(1), green(2), red(3), green(4))
    assert re.findall('<li class="(.*?)"', shown) == ["green", "amber", "green", "red", "green"]


def test_every_step_can_be_linked_to() -> None:
    assert re.findall(r'id="(\d+)"', page(green(0), red(1), red(2), green(3))) == ["1", "2", "3", "4"]


def test_a_swap_stands_between_two_checks() -> None:
    swapped = page_of("Level 1", timeline_of([green(0), green(2)], [Swap(START, "Cleo and Bob", 1)]), {})
    assert [re.sub("<.*?>", "", item) for item in items(swapped)][1] == "swap: Cleo and Bob, 19:30"


def test_a_new_day_is_named() -> None:
    shown = page(green(0), green(1), green(24 * 60))
    assert [re.sub("<.*?>", "", item) for item in items(shown)][2] == "2026-11-22"


# The diffs.


def test_a_streak_opens_the_diffs_of_all_its_checks() -> None:
    _, streak = items(page(green(0), saying(red(1), "no"), red(2), diffs={2: DIFF, 3: DIFF}))
    headings = re.findall("<(h[45])>(.*?)</h", re.sub("</?(?:time|bdi).*?>| id=.[0-9]+.", "", streak))
    assert headings == [("h4", "2, 19:31, red: no"), ("h5", "x.py"), ("h4", "3, 19:32, red"), ("h5", "x.py")]


def test_a_check_whose_files_are_lost_says_so() -> None:
    assert "What changed here cannot be shown." in page(green(0))


@pytest.mark.parametrize(
    ("name", "said"), [("", "No file changed."), ("as in step 1 again", "The files were restored or reverted")]
)
def test_a_check_that_changed_no_file_says_so_and_whether_they_were_restored(name: str, said: str) -> None:
    assert f"<p>{said}" in page(green(0), replace(red(1), name=name), diffs={1: DIFF, 2: ""})


def test_without_scripts_a_diff_is_shut_and_can_be_opened() -> None:
    shown = page(green(0), diffs={1: DIFF})
    assert len(re.findall(r"<details>\s*<summary>", shown)) == 1
    assert not re.search("<script|onclick", shown)


# The table.


def test_a_table_of_several_days_says_which() -> None:
    shown = page(green(0), green(24 * 60))
    assert re.findall("</th><td>(.*?)</td>", shown) == ["2026-11-21 19:30", "2026-11-22 19:30"]


def test_a_table_without_scores_has_no_column_for_them() -> None:
    assert ["mutants killed" in page(green(0, score=score)) for score in (None, 0.5)] == [False, True]


# The page.


def test_the_title_says_whose_it_is_and_which_level() -> None:
    shown = page_of("since yesterday", numbered(green(0)), {}, "Ada")
    assert "<title>Ada: level 1, scoring</title>" in shown
    assert "<h1>Ada</h1>\n<p>since yesterday</p>" in shown


def test_the_title_of_a_blind_practice_says_so_also_after_a_check_with_the_golden_master() -> None:
    blind = replace(green(0), entry=replace(green(0).entry, blind=True))
    assert "<title>The timeline so far: level 1, scoring, blind</title>" in page(blind, green(1))


def a_name(name: str) -> Step:
    """Return a step whose longest method has this name."""
    step = green(0)
    assert step.measures is not None
    return replace(step, measures=replace(step.measures, longest_method=Longest(31, name)))


@pytest.mark.parametrize(
    "shown",
    [
        page_of(RUDE + RUDER, numbered(green(0)), {}),
        page_of("Level 1", numbered(green(0)), {}, RUDE + RUDER),
        page(replace(green(0), name=RUDE + RUDER)),
        page(a_name(RUDE + RUDER)),
        page(saying(red(0), RUDE + RUDER)),
        page(replace(red(0), name=RUDE + RUDER)),
        page_of("Level 1", timeline_of([green(0)], [Swap(START, RUDE + RUDER, 1)]), {}),
        page(green(0), diffs={1: f"{DIFF}+{RUDE}{RUDER}\n"}),
        page(green(0), diffs={1: DIFF.replace("x.py", RUDE + RUDER)}),
        page_of("Level 1", Timeline([green(0)], [Streak(1, START, 0, RUDE + RUDER, first=1)]), {}),
    ],
)
def test_all_texts_are_escaped(shown: str) -> None:
    assert f"{escape(RUDE, quote=False)}\\u202e\\x1b[2J" in shown.replace("&#34;", '"')
    assert RUDE not in shown
    assert not set(RUDER[:2]) & set(shown)


def test_a_page_needs_nothing_else_and_runs_nothing() -> None:
    shown = page(green(0), red(1), diffs={1: DIFF})
    assert not re.search(r"https?:|<script|<link|<img|src=|url\(|@import", shown)
    assert allows_its_own_script_alone(shown)
