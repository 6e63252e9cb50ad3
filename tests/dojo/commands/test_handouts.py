"""Test the handouts: texts that differ by pair, level and time, and their length on paper."""

import re
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner

from dojo.commands.handouts import parse_time
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.kata.handouts import (
    key_page,
    pairs_page,
    read_section,
    session_page,
    wall_page,
)
from dojo.kata.workspace import read_tangle
from dojo.main import main
from legacy.yatzy import Yatzy
from tests.dojo.commands.paper import count_printed_pages, needs_browser
from tests.dojo.practising import write_files
from tests.dojo.small_kata import WORKSPACE
from tests.yatzy_kata import DESCRIPTION, FIRST_HOUR, KATA, LAST_LEVEL, LEVELS

ROOM = "git://192.168.1.20/tuesday.git"
START = re.compile("<code>(dojo start .*?)</code>")
LISTED = re.compile("<span> *[0-9]+  (.*?)</span>")
EXAMPLE = re.compile(r'aria-label="(\w+), ([\w ]+): ([1-6 ]+) is (\d+)">(.*?)<b>\4</b></span>')
SMELLS = """# The key

## The smells

How to read it.

### The first hour

Mutable Data

### Level 1

Large Class

### Level 2

Data Clumps

## Looks like a smell, but must stay

All of these:

### Level 1, what must stay

A first line.
"""


# The sheets of the pairs.


def test_each_pair_starts_with_its_own_name():
    page = pairs_page(WORKSPACE, LEVELS[3], ["Panda", "Otter"], ROOM)
    command = "dojo start --again --level 3 --name"
    assert START.findall(page) == [f"{command} {name} --room {ROOM}" for name in ("Panda", "Otter")]


def test_a_pair_starts_with_the_first_hour_and_its_wish():
    page = pairs_page(WORKSPACE, FIRST_HOUR, ["Panda"])
    assert START.findall(page) == ["dojo start --again --level hour --name Panda"]
    assert "eight sides" in page


def test_without_pairs_the_sheet_has_a_blank_for_the_name():
    page = pairs_page(WORKSPACE, LEVELS[1], [])
    assert START.findall(page) == ["dojo start --again --name NAME"]
    assert page.count('<span class="blank">') == 1


def test_an_example_scores_what_the_page_says():
    examples = EXAMPLE.findall(pairs_page(WORKSPACE, LEVELS[1], ["Otter"]))
    assert examples
    for game, category, dice, points, drawing in examples:
        assert Yatzy.score(game, category, [int(die) for die in dice.split()]) == int(points)
        assert re.findall(r'href="#picture(\d)"', drawing) == dice.split()


# The pages for the room.


def test_the_listing_has_each_line_of_the_level():
    listed = LISTED.findall(wall_page(WORKSPACE, LAST_LEVEL))
    assert [unescape(line) for line in listed] == read_tangle(WORKSPACE, LAST_LEVEL).splitlines()


def test_the_run_sheet_closes_the_room():
    page = session_page(WORKSPACE, LEVELS[1], ROOM, None, [])
    assert f"<code>dojo room close {ROOM}</code>" in page


def test_the_run_sheet_of_the_first_hour_has_its_smells():
    page = session_page(WORKSPACE, FIRST_HOUR, "", None, [], session_format="hour")
    assert "The wish, test first" in page
    assert "<code>tally</code>" in page
    assert "Flag Argument" not in page


@pytest.mark.parametrize(
    ("level", "paragraphs"),
    [
        (-1, ["How to read it.", "Mutable Data", "All of these:"]),
        (1, ["How to read it.", "Large Class", "All of these:", "A first line."]),
        (2, ["How to read it.", "Data Clumps", "All of these:"]),
        (3, ["How to read it.", "All of these:"]),
    ],
)
def test_the_key_is_about_one_level(level: int, paragraphs: list[str], tmp_path: Path):
    write_files(tmp_path, {"kata.toml": DESCRIPTION, "docs/smells.md": SMELLS})
    assert re.findall("<p>(.*?)</p>", key_page(tmp_path, KATA.level(level))) == paragraphs


def test_a_missing_section_is_named(tmp_path: Path):
    (tmp_path / "KATA.md").write_text("# The kata\n", encoding="utf-8")
    with pytest.raises(WorkspaceError, match=r"^KATA.md has no section 'Cards'\. Add it\.$"):
        read_section(tmp_path / "KATA.md", "Cards")


# The command.


@pytest.mark.parametrize("text", ["18:30", "18.30"])
def test_a_time_has_a_colon_or_a_point(text: str):
    assert parse_time(None, None, text) == datetime(1900, 1, 1, 18, 30, tzinfo=UTC)


@pytest.mark.parametrize("text", ["6pm", "25:00"])
def test_a_text_that_is_no_time_is_wrong_usage(text: str):
    with pytest.raises(WrongUsageError, match="Use hours and minutes: --at 18:30"):
        parse_time(None, None, text)


def test_a_plan_begins_at_the_time_of_the_option(tmp_path: Path):
    file = tmp_path / "plan.html"
    options = ["--session", "--at=18:30", f"--html={file}"]
    CliRunner().invoke(main, ["handouts", *options])
    assert "<td>18:30</td>" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "sides"), [([], "single-sided"), (["--session", "--at=18:30"], "double-sided")]
)
def test_the_plan_of_attack_has_two_sides_and_its_sheets_have_one(
    options: list[str], sides: str, tmp_path: Path
):
    page = f"--html={tmp_path / 'page.html'}"
    shown = CliRunner().invoke(main, ["handouts", "--format=attack", page, *options]).output
    assert sides in shown


# On paper, as a real browser prints it.


@needs_browser
def test_each_side_of_a_sheet_is_one_page(tmp_path: Path):
    page = pairs_page(WORKSPACE, LEVELS[4], ["Otter"], ROOM)
    assert count_printed_pages(page, tmp_path) == 2
