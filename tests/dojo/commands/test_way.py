"""`dojo way`: the list of the steps, a step by itself, the page, and what a program gets."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dojo.commands import way
from dojo.commands.way import way_page
from dojo.kata.way import WorkedStep
from dojo.main import main
from tests.dojo.printed import page_as_text, verify_document
from tests.dojo.progress.timelines import measures
from tests.dojo.small_kata import RULE, SmallKata
from tests.dojo.small_steps import PATCH, diff_of

BETTER = {"yatzy.py": RULE.replace("first + second", "2 * first")}
TRAP = {"yatzy.py": BETTER["yatzy.py"].replace("!=", ">")}
WHY = (
    "Whoever reads it asks why there is a second die. "
    "There is nothing to add up: both dice show the same."
)
LESSON = {"Smell": "Mysterious Name", "Where": "level 1, pair, Yatzy", "Why": WHY}
LOOK = {**LESSON, "Look": "Two alike."}
NOT = {**LESSON, "Not": "More is not less. pairs is red."}
MUTANT = {**LESSON, "Where": "level 2, pair", "Mutant": "`return 0` as `return -0`"}
MOVED = diff_of(BETTER, {"game/yatzy.py": BETTER["yatzy.py"]})


def step(number: int, title: str, lesson: dict[str, str], diff: str) -> WorkedStep:
    return WorkedStep(Path(f"{number:04}.patch"), number, title, lesson, diff)


WAY = [
    step(
        1,
        "Substitute Algorithm: a pair is twice its face",
        LOOK,
        diff_of({"yatzy.py": RULE}, BETTER),
    ),
    step(2, "Consolidate Conditional: no pair falls", NOT, diff_of(BETTER, TRAP)),
    step(3, 'Revert "Consolidate Conditional: no pair falls"', LOOK, diff_of(TRAP, BETTER)),
    step(4, "Move File: the game gets a folder", MUTANT, MOVED),
]

LIST_OF = (
    "`dojo way {}` shows the first step,\n"
    "      `dojo way --html worked.html` writes all steps to a page."
)


@pytest.fixture(autouse=True)
def small(kata: SmallKata, monkeypatch: pytest.MonkeyPatch) -> SmallKata:
    """Be in a small kata with a worked way, at a terminal that is none."""
    for each in WAY:
        lines = "".join(f"{name}: {words}\n" for name, words in each.lesson.items())
        kata.write(
            f"worked/{each.path}",
            PATCH.format(number=each.number, title=each.title, lesson=lines, diff=each.diff),
        )
    monkeypatch.chdir(kata.folder)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    return kata


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["way", *map(str, arguments)])


# The list, and a step.


@pytest.mark.parametrize(
    ("words", "numbers", "after"),
    [
        (["--level", 1], [1, 2, 3], LIST_OF.format(1)),
        (["--level", 2], [4], LIST_OF.format(4)),
        (["Yatzy"], [1, 2, 3], LIST_OF.format(1)),
        (
            [1],
            [],
            (
                "`dojo way 2` shows the next step,\n"
                "      `dojo start --again --at 1` starts your practice here."
            ),
        ),
        ([2], [], "`dojo way 3` shows the next step."),
        ([4], [], "`dojo start --again --at 4` starts your practice here."),
    ],
    ids=[
        "of a level",
        "from another",
        "about a method",
        "a step",
        "nobody goes on from red",
        "the last",
    ],
)
def test_it_is_said_what_comes_next(words: list[object], numbers: list[int], after: str) -> None:
    shown = run(*words).stdout
    assert [int(number) for number in re.findall(r"^ +(\d+) ", shown, re.MULTILINE)] == numbers
    assert shown.endswith(f"\nNext: {after}\n")


def test_what_is_special_and_a_diff_have_colours() -> None:
    listed, step = (
        CliRunner().invoke(main, ["way", *words], color=True).stdout for words in ([], ["1"])
    )
    assert re.findall(r"\x1b\[(\d+)m +\d", listed) == ["31", "33", "35"]
    assert re.findall(r"\x1b\[(\d+)m[-+@ ]{3}", step) == ["31", "32", "36", "31", "32"]


# The page.


@pytest.mark.parametrize(
    ("words", "said", "numbers"),
    [([], "4 steps", ["1", "2", "3", "4"]), (["--level", 2], "1 step", ["4"])],
)
def test_the_page_has_the_steps_and_what_was_measured(
    words: list[object], said: str, numbers: list[str], small: SmallKata
) -> None:
    small.write("all.html", "<!-- made by dojo way -->\n")
    done = run("--html", "all.html", *words)
    page = small.read("all.html")
    assert (
        done.stdout
        == f"all.html: {said}. Open it in a browser; the arrow keys move between steps.\n"
    )
    assert re.findall(r"<article id=\"(\d)\"", page) == numbers
    assert page.count("worst 1, total 1") == len(numbers)


@pytest.mark.parametrize("name", ["mine.html", "nowhere/all.html"])
def test_what_is_refused_is_refused_before_anything_is_measured(
    name: str, small: SmallKata, monkeypatch: pytest.MonkeyPatch
) -> None:
    small.write("mine.html", "mine")
    monkeypatch.setattr(way, "measure_states", None)
    done = run("--html", name)
    assert (done.exit_code, name.partition("/")[0] in done.stderr, small.read("mine.html")) == (
        1,
        True,
        "mine",
    )


MEASURED = [
    measures(worst_complexity=worst, total_complexity=total)
    for worst, total in ((31, 61), (31, 61), (31, 59), (30, 61), (2, 14))
]
PAGE = way_page(WAY, MEASURED, 4)
RUDE = '</pre>"<b>&amp;'


def article(page: str, number: int) -> str:
    """Return what a page has of a step."""
    [found] = re.findall(rf'<article id="{number}".*?</article>', page, re.DOTALL)
    return str(found)


def test_the_page_says_what_is_wrong_then_why_then_the_diff_then_what_to_see() -> None:
    verify_document("page_of_a_small_way", page_as_text(PAGE))


def test_a_step_is_told_in_parts_of_which_the_first_is_the_smell_and_the_method() -> None:
    parts = re.findall(r'class="told(\d)">\s*(?:<dt>)?(.*?)[<\n]', article(PAGE, 2))
    assert parts == [
        ("1", ", meant to fail"),
        ("1", ""),  # the title, which begins with a sign
        ("1", "Why"),
        ("2", ""),  # the diff
        ("3", "Not"),
    ]


def test_a_part_of_the_way_keeps_its_numbers_has_a_chart_of_its_own_and_leads_nowhere_else() -> (
    None
):
    last_two = way_page(WAY[2:], MEASURED[2:], 4)
    assert ">step 4</a> of 4" in article(last_two, 4)
    assert re.findall(r"<tr><td>(\d)</td>", last_two) == ["2", "3", "4"]
    assert set(re.findall(r'href="#(\d)">(?:previous|next)', last_two)) == {"3", "4"}
    assert '<p class="axis">steps, from step 3 on<' in last_two


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
def test_all_texts_are_escaped(rude: WorkedStep) -> None:
    shown = article(way_page([rude], MEASURED[:2], 1), 1)
    assert "&lt;/pre&gt;&#34;&lt;" in re.sub('<i class="t">|</i>', "", shown)
    assert RUDE not in shown
