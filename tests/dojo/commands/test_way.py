"""`dojo way`: the list of the steps, a step by itself, the page, and what a program gets."""

import re

import click
import pytest
from click.testing import CliRunner, Result
from rich.text import Text

from dojo.commands import main, way
from dojo.commands.lines import show
from tests.dojo.small_kata import SmallKata
from tests.dojo.small_way import WAY, lay_out

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


def test_of_a_level_without_steps_there_is_no_list_and_no_page() -> None:
    assert [run("--level", 3, *more).exit_code for more in ([], ["--html", "x"])] == [0, 2]


@pytest.mark.parametrize(
    ("number", "words"), [(2, "`dojo way 3`"), (4, "go on from here yourself: `dojo start --again --at 4`")]
)
def test_nobody_goes_on_from_red_and_nothing_follows_the_last(number: int, words: str) -> None:
    assert run(number).stdout.splitlines()[-1] == f"Next: {words}."


@pytest.mark.parametrize(
    ("arguments", "pair"),
    [
        ((1, "--level", 1), "STEP and --level"),
        (("pair", "--html", "x"), "STEP and --html"),
        (("--json", "--html", "x"), "--html and --json"),
    ],
)
def test_what_does_not_go_together_is_named(arguments: tuple[object, ...], pair: str, small: SmallKata) -> None:
    done = run(*arguments)
    assert (done.exit_code, (small.folder / "x").exists()) == (2, False)
    assert done.stderr == f"Error: {pair} do not go together: choose one.\n"


@pytest.mark.parametrize(("rows", "paged"), [(10, 1), (11, 0)])
def test_what_is_longer_than_the_terminal_goes_through_a_pager(
    rows: int, paged: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages: list[str] = []
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", str(rows))
    monkeypatch.setattr(click, "echo_via_pager", pages.append)
    show([Text(str(number)) for number in range(10)])
    assert len(pages) == paged


def test_the_page_has_every_step_and_what_was_measured_after_it(small: SmallKata) -> None:
    done = run("--html", "all.html")
    page = small.read("all.html")
    assert done.stdout == "all.html: 4 steps. Open it in a browser; the arrow keys walk.\n"
    assert re.findall(r"<article id=\"(\d)\"", page) == ["1", "2", "3", "4"]
    assert page.count("worst 1, mean 1.0") == len(WAY)


@pytest.mark.parametrize("name", ["mine.html", "nowhere/all.html"])
def test_what_is_refused_is_refused_before_anything_is_measured(
    name: str, small: SmallKata, monkeypatch: pytest.MonkeyPatch
) -> None:
    small.write("mine.html", "mine")
    monkeypatch.setattr(way, "complexities", None)
    done = run("--html", name)
    assert (done.exit_code, done.stderr.startswith(f"Error: {name} ")) == (1, True)
