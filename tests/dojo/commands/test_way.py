"""`dojo way`: the list of the steps, a step by itself, the page, and what a program gets."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from rich.text import Text

from dojo.commands import main, way
from dojo.commands.lines import show
from dojo.kata.way import Step
from tests.dojo.small_kata import SmallKata
from tests.dojo.small_way import LOOK, WAY, WHY, lay_out, step

LONGEST = "Replace Nested Conditional with Guard Clauses: no longer may a title be!"  # 72 characters


@pytest.fixture(autouse=True)
def small(kata: SmallKata, monkeypatch: pytest.MonkeyPatch) -> SmallKata:
    """Be in a small kata with a worked way, at a terminal that is none."""
    lay_out(kata, WAY)
    monkeypatch.chdir(kata.folder)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    return kata


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["way", *map(str, arguments)])


def plain(lines: list[Text]) -> list[str]:
    return [line.plain for line in lines]


def lines_about(special: Step) -> list[Text]:
    """Return the lines of the list that are about a step."""
    return way.listed([special])[3:-1]


# The list.


def test_the_steps_are_listed_by_level() -> None:
    assert run().stdout.splitlines() == [
        "x red: falls into a trap  < revert: goes back  * mutant: removes a survivor",
        "",
        "Level 1, scoring",
        "  1   Substitute Algorithm: a pair is twice its face",
        "  2 x Consolidate Conditional: no pair falls (red)",
        "  3 < Revert of 2",
        "",
        "Level 2, cards",
        "  4 * Move File: the game gets a folder (mutant)",
        "",
        "Next: `dojo way 1` shows the first; `dojo way --html worked.html`, all of them.",
    ]


def test_the_steps_of_one_level_are_listed_alone() -> None:
    assert re.findall(r"^ +\d+", run("--level", 2).stdout, re.MULTILINE) == ["  4"]


@pytest.mark.parametrize(
    ("level", "words"),
    [
        (1, "`dojo way 1` shows the first; begin there yourself: `dojo start`."),
        (2, "`dojo way 4` shows the first; begin there yourself: `dojo start --again --at 3`."),
    ],
)
def test_the_list_of_a_level_says_how_to_begin_there(level: int, words: str) -> None:
    assert run("--level", level).stdout.splitlines()[-1] == f"Next: {words}"


def test_of_a_level_without_steps_there_is_no_list_and_no_page() -> None:
    assert [run("--level", 3, *more).exit_code for more in ([], ["--html", "x"])] == [0, 2]


def test_the_longest_title_needs_one_line() -> None:
    [line] = lines_about(step(100, LONGEST, LOOK, ""))
    assert (line.plain, len(line) <= 80) == (f"100   {LONGEST}", True)


def test_what_is_longer_goes_on_below_its_beginning() -> None:
    red = replace(WAY[1], title=LONGEST)
    assert plain(lines_about(red)) == [f"  2 x {LONGEST}", "      (red)"]


def test_what_is_special_has_a_colour_too() -> None:
    assert [lines_about(each)[0].style for each in WAY] == ["", "red", "yellow", "magenta"]


# A step.


def test_a_step_is_its_lesson_and_its_diff() -> None:
    assert run(1).stdout.splitlines() == [
        "Level 1, scoring: step 1 of 4",
        "Substitute Algorithm: a pair is twice its face",
        "",
        "Smell:  Mysterious Name",
        "Where:  level 1, pair, Yatzy",
        "Why:    Whoever reads it asks why there is a second die. There is nothing to add",
        "        up: both dice show the same.",
        "",
        "diff --git a/yatzy.py b/yatzy.py",
        "--- a/yatzy.py",
        "+++ b/yatzy.py",
        "@@ -9,4 +9,4 @@",
        '         """Score two dice alike."""',
        "         if first != second:",
        "             return 0",
        "-        return first + second",
        "+        return 2 * first",
        "",
        "Look:   Two alike.",
        "",
        "Next: `dojo way 2`, or go on from here yourself: `dojo start --again --at 1`.",
    ]


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (2, "step 2 of 4, x red: falls into a trap"),
        (3, "step 3 of 4, < revert: goes back"),
        (4, "step 4 of 4, * mutant: removes a survivor"),
    ],
)
def test_a_step_says_what_is_special_about_it(number: int, words: str) -> None:
    assert words in run(number).stdout.splitlines()[0]


def test_nobody_goes_on_from_red() -> None:
    assert run(2).stdout.splitlines()[-1] == "Next: `dojo way 3`."


def test_after_the_last_step_there_is_none() -> None:
    assert run(4).stdout.splitlines()[-1] == "Next: go on from here yourself: `dojo start --again --at 4`."


def test_a_diff_has_colours_by_its_signs() -> None:
    styles = {line.plain[:3]: line.style for line in way.shown(WAY[0], 4)}
    assert [styles[sign] for sign in ("dif", "---", "+++", "@@ ", "-  ", "+  ")] == [
        *("bold", "bold", "bold"),
        *("cyan", "red", "green"),
    ]


@pytest.mark.parametrize("number", [0, 5])
def test_a_number_that_is_none_gets_the_range(number: int) -> None:
    done = run(number)
    assert (done.exit_code, done.stderr) == (
        2,
        f"Error: There is no step {number}: the worked way has steps 1 to 4.\n",
    )


@pytest.mark.parametrize(
    ("arguments", "pair"),
    [
        ((1, "--level", 1), "STEP and --level"),
        (("pair", "--html", "x"), "STEP and --html"),
    ],
)
def test_what_does_not_go_together_is_named(arguments: tuple[object, ...], pair: str, small: SmallKata) -> None:
    done = run(*arguments)
    assert (done.exit_code, (small.folder / "x").exists()) == (2, False)
    assert done.stderr == f"Error: {pair} do not go together: choose one.\n"


def test_a_page_is_no_json(small: SmallKata) -> None:
    done = run("--json", "--html", "x")
    assert (done.exit_code, (small.folder / "x").exists()) == (2, False)
    assert done.stderr == "Error: --html and --json do not go together: choose one.\n"


def test_a_mutant_that_is_gone_is_told_in_words() -> None:
    told = " ".join(run(4).stdout.partition("Gone:")[2].split())
    assert told.startswith("a surviving mutant: `return 0` could be written `return -0`, and no test noticed. Next:")


# The steps about a method.


def test_a_name_lists_the_steps_about_that_method() -> None:
    assert re.findall(r"^ +\d+", run("Yatzy").stdout, re.MULTILINE) == ["  1", "  2", "  3"]
    assert run("Yatzy").stdout.splitlines()[-1] == "Next: `dojo way 1` shows the first."


def test_a_name_of_no_method_gets_a_line() -> None:
    done = run("triple")
    assert (done.exit_code, done.stderr) == (
        2,
        "Error: No step of the worked way is about `triple`: `dojo way` lists them all.\n",
    )


# A terminal.


def pages(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], rows: int) -> list[str]:
    """Show ten lines at a terminal of so many rows; return what goes through a pager, or else what is printed."""
    paged: list[str] = []
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", str(rows))
    monkeypatch.setattr(click, "echo_via_pager", paged.append)
    show([Text(str(number)) for number in range(10)])
    return ["paged" for _ in paged] + ["printed" for _ in capsys.readouterr().out.split()[:1]]


def test_what_is_longer_than_the_terminal_goes_through_a_pager(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert pages(monkeypatch, capsys, rows=10) == ["paged"]


def test_what_fits_is_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert pages(monkeypatch, capsys, rows=11) == ["printed"]


def test_elsewhere_nothing_is_paged_or_coloured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINES", "1")
    monkeypatch.setattr(click, "echo_via_pager", None)
    done = run(1)
    assert (done.exit_code, "\x1b" in done.stdout) == (0, False)


# A program.


def told(*arguments: object) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = json.loads(run("--json", *arguments).stdout)["steps"]
    return steps


def test_a_program_gets_all_there_is_to_know_of_a_step() -> None:
    assert told(1) == [
        {
            "number": 1,
            "level": 1,
            "refactoring": "Substitute Algorithm",
            "title": "Substitute Algorithm: a pair is twice its face",
            "smell": "Mysterious Name",
            "methods": ["pair", "Yatzy"],
            "why": WHY,
            "look": "Two alike.",
            "not": None,
            "mutant": None,
            "file": "worked/0001.patch",
        }
    ]


def test_a_program_gets_what_is_special() -> None:
    assert [(each["refactoring"], each["not"], each["mutant"]) for each in told()[1:]] == [
        ("Consolidate Conditional", "More is not less. pairs is red.", None),
        ("Revert", None, None),
        ("Move File", None, {"line": "return 0", "replacement": "return -0"}),
    ]


def test_a_program_gets_one_level() -> None:
    assert [each["number"] for each in told("--level", 1)] == [1, 2, 3]


# The page.


def test_the_page_has_every_step_and_what_was_measured_after_it(small: SmallKata) -> None:
    done = run("--html", "all.html")
    page = small.read("all.html")
    assert done.stdout == "all.html: 4 steps. Open it in a browser; the arrow keys walk.\n"
    assert re.findall(r"<article id=\"(\d)\"", page) == ["1", "2", "3", "4"]
    assert page.count("worst 1, mean 1.0") == len(WAY)


def test_a_page_may_have_one_level_alone(small: SmallKata) -> None:
    done = run("--html", "two.html", "--level", 2)
    page = small.read("two.html")
    assert done.stdout == "two.html: 1 step. Open it in a browser; the arrow keys walk.\n"
    assert re.findall(r"<article id=\"(\d)\"", page) == ["4"]


@pytest.mark.parametrize("name", ["mine.html", "nowhere/all.html"])
def test_what_is_refused_is_refused_before_anything_is_measured(
    name: str, small: SmallKata, monkeypatch: pytest.MonkeyPatch
) -> None:
    small.write("mine.html", "mine")
    monkeypatch.setattr(way, "complexities", None)
    done = run("--html", name)
    assert (done.exit_code, done.stderr.startswith(f"Error: {name} ")) == (1, True)


def test_a_page_is_made_again(small: SmallKata) -> None:
    small.write("all.html", "<!-- made by dojo way -->\n")
    assert (run("--html", "all.html").exit_code, "<article" in small.read("all.html")) == (0, True)


def test_a_file_that_is_no_such_page_stays(small: SmallKata) -> None:
    small.write("mine.html", "mine")
    assert (run("--html", "mine.html").exit_code, small.read("mine.html")) == (1, "mine")


def test_there_is_no_page_of_steps_that_do_not_fit(small: SmallKata, tmp_path: Path) -> None:
    small.write("worked/0001.patch", small.read("worked/0001.patch").replace("\n-  ", "\n-x ", 1))
    done = run("--html", tmp_path / "all.html")
    assert (done.exit_code, (tmp_path / "all.html").exists()) == (1, False)
    assert "0001.patch does not fit" in done.stderr
