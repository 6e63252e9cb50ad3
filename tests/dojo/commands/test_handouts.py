"""Test the handouts: their sections, examples, and listings."""

import re
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner

from dojo.errors import WorkspaceError
from dojo.kata.handouts import (
    PLAN,
    SESSIONS,
    handouts_page,
    key_page,
    read_section,
    session_page,
    table_rows,
    to_html,
)
from dojo.kata.workspace import LEVELS, Level, read_tangle
from dojo.main import COMMANDS, main
from legacy.yatzy import Yatzy
from tests.dojo.small_kata import WORKSPACE

LISTED = re.compile(r"<span> *(\d+)  (.*?)</span>")
DRAWN = re.compile(r'aria-label="(\w+), ([\w ]+): ([1-6 ]+) pays (\d+)">(.*?)<b>(\d+)</b></span>')
ROOM = "git://192.168.1.20/tuesday.git"

SMELLS = """# The key

## The smells

How to read it.

### Level 1

| smell | lines |
| --- | --- |
| Large Class | 1-9 |

### Level 2

| smell | lines |
| --- | --- |
| Data Clumps | 7 |

## Looks like a smell, and must stay

All of these:

### Level 1, what must stay

- **`ones`, 2**: a first line.

### Level 2, what must stay

- **`place`, 7-8**: a second line.
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Give a kata of a key alone."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "KATA.md").write_text("# The kata\n", encoding="utf-8")
    (tmp_path / "docs/smells.md").write_text(SMELLS, encoding="utf-8")
    return tmp_path


# The page for those who practise.


@pytest.mark.parametrize("level", LEVELS.values(), ids=lambda level: str(level.number))
def test_the_listing_is_the_tangle_of_the_level_line_by_line(level: Level) -> None:
    listed = [
        (int(number), unescape(line))
        for number, line in LISTED.findall(handouts_page(WORKSPACE, level))
    ]
    assert listed == [*enumerate(read_tangle(WORKSPACE, level).splitlines(), 1)]


def test_an_example_pays_what_the_page_says() -> None:
    examples = DRAWN.findall(handouts_page(WORKSPACE, LEVELS[1]))
    assert examples
    for game, category, dice, points, drawing, shown in examples:
        assert (
            Yatzy.score(game, category, [int(die) for die in dice.split()])
            == int(points)
            == int(shown)
        ), category
        assert re.findall(r'href="#die(\d)"', drawing) == dice.split()


@pytest.mark.parametrize("level", LEVELS.values(), ids=lambda level: str(level.number))
def test_the_page_begins_with_the_wish_of_its_level_and_with_commands_that_there_are(
    level: Level,
) -> None:
    [wishes] = (
        block for block in read_section(WORKSPACE / "KATA.md", "Levels") if block.type == "table"
    )
    [wish] = (
        to_html(row.children[1].children)
        for row in table_rows(wishes)
        if level.title in to_html(row.children)
    )
    today = handouts_page(WORKSPACE, level, ROOM).partition('class="listing"')[0]
    assert wish in today
    assert {*re.findall(r"<code>dojo (\w+)", today)} <= COMMANDS.keys()
    assert f" --level {level.number} --name" in today or level.number == 1
    assert f"--name Panda --room {ROOM}</code>" in today


# The run sheet.


def test_the_run_sheet_has_the_times_of_the_clock_the_room_and_the_pairs() -> None:
    plan = to_html(read_section(WORKSPACE / SESSIONS, PLAN))
    sheet = session_page(
        WORKSPACE, LEVELS[1], ROOM, datetime(1900, 1, 1, 18, 30, tzinfo=UTC), ["Panda", "Otter"]
    )
    since = [
        (int(hours), int(minutes)) for hours, minutes in re.findall(r"<td>(\d):(\d\d)</td>", plan)
    ]
    clock = [divmod(18 * 60 + 30 + hours * 60 + minutes, 60) for hours, minutes in since]
    assert re.findall(r"<td>(\d\d:\d\d)</td>", sheet) == [
        f"{hours}:{minutes:02}" for hours, minutes in clock
    ]
    assert ROOM in sheet
    assert "URL" not in sheet
    assert re.findall("<bdi>(.*?)</bdi>", sheet) == ["Panda", "Otter"]


# The key.


@pytest.mark.parametrize(
    ("level", "has"),
    [
        (1, ["How to read", "Large Class", "All of these", "first line"]),
        (2, ["How to read", "Data Clumps", "All of these", "second line"]),
        (3, ["How to read", "All of these"]),
    ],
)
def test_the_key_has_what_is_said_of_the_level_and_of_all(
    level: int, has: list[str], small: Path
) -> None:
    said = "How to read|All of these|Large Class|Data Clumps|first line|second line"
    assert re.findall(said, key_page(small, LEVELS[level])) == has


def test_a_section_that_is_gone_is_named(small: Path) -> None:
    with pytest.raises(
        WorkspaceError, match=r"^No section 'Constraint cards': put it back in KATA.md\.$"
    ):
        handouts_page(small, LEVELS[1])


# The command.


@pytest.mark.parametrize(
    "options", [("--session", "--key"), ("--session", "--level", "2"), ("--at", "18:30")]
)
def test_what_does_not_go_together_is_refused(options: tuple[str, ...], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = CliRunner().invoke(main, ["handouts", "--html", str(page), *options])
    assert (done.exit_code, page.exists()) == (2, False)
