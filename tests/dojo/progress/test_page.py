"""The page of a timeline: what opens, what can be linked to, what a stranger can do with it."""

import re
from dataclasses import replace
from html import escape

import pytest

from dojo.practice.model import Differences
from dojo.practice.story import Swap
from dojo.progress.differences import FileChange, changes_in
from dojo.progress.metrics import Longest
from dojo.progress.page import page_of
from dojo.progress.steps import Step
from dojo.progress.timeline import Timeline, timeline_of
from tests.dojo.policy import allows_its_own_script_alone
from tests.dojo.progress.timelines import START, green, red

DIFF = "diff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-one\n+two\n"
CHANGES = changes_in(DIFF)
RUDE = '</script>"<b>&amp;'
RUDER = "\N{RIGHT-TO-LEFT OVERRIDE}\x1b[2J"


def numbered(*steps: Step) -> Timeline:
    return timeline_of([replace(step, number=number) for number, step in enumerate(steps, start=1)])


def page(*steps: Step, diffs: dict[int, list[FileChange]] | None = None) -> str:
    return page_of("Level 1", numbered(*steps), diffs or {})


def items(shown: str) -> list[str]:
    """Return what the list has, an item each."""
    return re.findall(r"<li.*?</li>", shown, re.DOTALL)


def saying(step: Step, message: str) -> Step:
    """Return a check that found this."""
    return replace(step, entry=replace(step.entry, message=message))


def test_a_green_step_says_what_it_goes_by_beside_the_kata() -> None:
    step = green(0)
    html = page(replace(step, entry=replace(step.entry, approved=Differences(30))))
    assert html.count("30 places approved otherwise") == 2


def test_what_failed_at_length_is_told_in_full_with_the_diff() -> None:
    [streak] = items(page(saying(red(0), "x" * 400)))
    assert [len(words) for words in re.findall("x+", streak)] == [160, 400]


def test_of_much_that_failed_the_first_three_are_told() -> None:
    [streak] = items(page(*(saying(red(minute), f"no {minute}") for minute in range(5))))
    assert re.findall('"below"><bdi>(.*?)<', streak) == ["no 0", "no 1", "no 2", "and 2 more"]


def test_every_step_can_be_linked_to() -> None:
    assert re.findall(r'id="(\d+)"', page(green(0), red(1), red(2), green(3))) == ["1", "2", "3", "4"]


def test_a_streak_opens_the_diffs_of_all_its_checks() -> None:
    _, streak = items(page(green(0), saying(red(1), "no"), red(2), diffs={2: CHANGES, 3: CHANGES}))
    headings = re.findall("<(h[45])>(.*?)</h", re.sub("</?(?:time|bdi).*?>| id=.[0-9]+.", "", streak))
    assert headings == [("h4", "2, 19:31, red: no"), ("h5", "x.py"), ("h4", "3, 19:32, red"), ("h5", "x.py")]


def test_a_check_whose_files_are_lost_says_so() -> None:
    assert "What changed here cannot be shown." in page(green(0))


@pytest.mark.parametrize(
    ("name", "said"), [("", "No file changed."), ("as in step 1 again", "The files were restored or reverted")]
)
def test_a_check_that_changed_no_file_says_so_and_whether_they_were_restored(name: str, said: str) -> None:
    assert f"<p>{said}" in page(green(0), replace(red(1), name=name), diffs={1: CHANGES, 2: []})


def test_a_table_of_several_days_says_which() -> None:
    shown = page(green(0), green(24 * 60))
    assert re.findall("</th><td>(.*?)</td>", shown) == ["2026-11-21 19:30", "2026-11-22 19:30"]


def test_a_table_without_scores_has_no_column_for_them() -> None:
    columns = [page(green(0, score=score)).count('<th scope="col">mutants killed') for score in (None, 0.5)]
    assert columns == [0, 1]


def test_the_title_says_whose_it_is_and_which_level_and_that_it_began_blind() -> None:
    assert "<title>Ada: level 1, scoring</title>" in page_of("since yesterday", numbered(green(0)), {}, "Ada")
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
    shown = page(green(0), red(1), diffs={1: CHANGES})
    assert len(re.findall(r"<details>\s*<summary>", shown)) == 2
    assert not re.search(r"https?:|<script|onclick|<link|<img|src=|url\(|@import", shown)
    assert allows_its_own_script_alone(shown)
