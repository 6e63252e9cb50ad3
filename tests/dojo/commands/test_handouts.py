"""Test the handouts: their sections, examples, and how many pages they are on paper."""

import re
import shutil
import subprocess
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dojo.errors import WorkspaceError
from dojo.kata.handouts import (
    PLAN,
    SESSIONS,
    key_page,
    pairs_page,
    read_section,
    session_page,
    table_rows,
    to_html,
    wall_page,
)
from dojo.kata.workspace import LEVELS, Level, read_tangle
from dojo.main import COMMANDS, main
from legacy.yatzy import Yatzy
from tests.dojo.small_kata import WORKSPACE

LISTED = re.compile(r"<span> *(\d+)  (.*?)</span>")
DRAWN = re.compile(r'aria-label="(\w+), ([\w ]+): ([1-6 ]+) scores (\d+)">(.*?)<b>(\d+)</b></span>')
ROOM = "git://192.168.1.20/tuesday.git"
PAIRS = ["Panda", "Otter", "Lynx", "Heron", "Fox", "Badger"]
WALL = ("listing", "games", "cards", "glossary")
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
PAGE_OF_PDF = re.compile(rb"/Type ?/Page\b")

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

## Looks like a smell, but must stay

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


# The sheets of the pairs.


def test_each_pair_starts_with_its_own_name() -> None:
    page = pairs_page(WORKSPACE, LEVELS[1], ["Panda", "Otter"], ROOM)
    assert re.findall("<code>(dojo start .*?)</code>", page) == [
        f"dojo start --again --name Panda --room {ROOM}",
        f"dojo start --again --name Otter --room {ROOM}",
    ]


def test_without_pairs_the_sheet_has_a_blank_for_the_name() -> None:
    page = pairs_page(WORKSPACE, LEVELS[1], [], ROOM)
    assert page.count('<span class="blank">') == 1
    assert f"<code>dojo start --again --name NAME --room {ROOM}</code>" in page


def test_a_sheet_says_how_to_activate_the_environment() -> None:
    page = pairs_page(WORKSPACE, LEVELS[1], ["Otter"], ROOM)
    activate = [r"source .venv/bin/activate", r".venv\Scripts\activate"]
    assert re.findall("<code>(.*activate)</code>", page) == activate


@pytest.mark.parametrize(("url", "is_said"), [(ROOM, True), ("", False)])
def test_a_sheet_says_that_a_room_gets_the_files(url: str, is_said: bool) -> None:  # noqa: FBT001
    page = pairs_page(WORKSPACE, LEVELS[1], ["Otter"], url)
    assert ("Your files are shared." in page) is is_said


@pytest.mark.parametrize("level", LEVELS.values(), ids=lambda level: str(level.number))
def test_a_sheet_has_the_wish_of_its_level(level: Level) -> None:
    [wishes] = (
        block for block in read_section(WORKSPACE / "KATA.md", "Levels") if block.type == "table"
    )
    [wish] = (
        to_html(row.children[1].children)
        for row in table_rows(wishes)
        if level.title in to_html(row.children)
    )
    assert wish in pairs_page(WORKSPACE, level, ["Otter"])


def test_a_sheet_starts_the_practice_of_its_level() -> None:
    page = pairs_page(WORKSPACE, LEVELS[3], ["Otter"])
    assert "<code>dojo start --again --level 3 --name Otter</code>" in page


def test_a_sheet_shows_only_commands_that_exist() -> None:
    page = pairs_page(WORKSPACE, LEVELS[1], ["Otter"], ROOM)
    assert {*re.findall(r"<code>dojo (\w+)", page)} <= COMMANDS.keys()


# The wall.


@pytest.mark.parametrize("level", LEVELS.values(), ids=lambda level: str(level.number))
def test_the_listing_is_the_tangle_of_the_level_line_by_line(level: Level) -> None:
    listed = [
        (int(number), unescape(line))
        for number, line in LISTED.findall(wall_page(WORKSPACE, level))
    ]
    assert listed == [*enumerate(read_tangle(WORKSPACE, level).splitlines(), 1)]


@pytest.mark.parametrize(
    "page",
    [wall_page(WORKSPACE, LEVELS[1]), pairs_page(WORKSPACE, LEVELS[1], ["Otter"])],
    ids=["wall", "pair"],
)
def test_an_example_pays_what_the_page_says(page: str) -> None:
    examples = DRAWN.findall(page)
    assert examples
    for game, category, dice, points, drawing, shown in examples:
        assert (
            Yatzy.score(game, category, [int(die) for die in dice.split()])
            == int(points)
            == int(shown)
        ), category
        assert re.findall(r'href="#die(\d)"', drawing) == dice.split()


# The run sheet.


@pytest.fixture(scope="module")
def run_sheet() -> str:
    """Return the run sheet of a session in a room that begins at half past six."""
    start = datetime(1900, 1, 1, 18, 30, tzinfo=UTC)
    return session_page(WORKSPACE, LEVELS[1], ROOM, start, ["Panda", "Otter"])


def test_the_run_sheet_has_the_times_of_the_clock(run_sheet: str) -> None:
    plan = to_html(read_section(WORKSPACE / SESSIONS, PLAN))
    since = [
        (int(hours), int(minutes)) for hours, minutes in re.findall(r"<td>(\d):(\d\d)</td>", plan)
    ]
    clock = [divmod(18 * 60 + 30 + hours * 60 + minutes, 60) for hours, minutes in since]
    assert re.findall(r"<td>(\d\d:\d\d)</td>", run_sheet) == [
        f"{hours}:{minutes:02}" for hours, minutes in clock
    ]


def test_the_run_sheet_has_a_box_for_each_pair(run_sheet: str) -> None:
    assert re.findall("<bdi>(.*?)</bdi>", run_sheet) == ["Panda", "Otter"]


@pytest.mark.parametrize(
    "part",
    [
        "<code>dojo room serve ~/rooms/tuesday.git</code>",
        "the left half of the room plays against the right half",
        "dojo check -m &quot;Extract Function: sum_of&quot;",
        "<td>Primitive Obsession (type code)</td>",
        "<code>dojo swap &quot;Ann and Cem&quot;</code>",
        "<code>red 3:12!</code>",
        f"<code>dojo start --again --at 17 --name Panda --room {ROOM}</code>",
        f"<code>dojo room close {ROOM}</code>",
        "<code>dojo start --again --name Panda --room NEXT_URL</code>",
    ],
)
def test_the_run_sheet_has_all_parts_of_a_session(part: str, run_sheet: str) -> None:
    assert part in run_sheet


def test_commands_of_the_run_sheet_name_the_room(run_sheet: str) -> None:
    assert not re.findall(r"<code>[^<]*\bURL\b", run_sheet)


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
        WorkspaceError, match=r"^KATA.md has no section 'Constraint cards'\. Add it again\.$"
    ):
        wall_page(small, LEVELS[1])


# The command.


@pytest.mark.parametrize(
    "options",
    [
        "--session --key",
        "--wall --key",
        "--session --level 2",
        "--at 18:30",
        "--wall --pairs Panda",
        "--session --at 6pm",
        "--session --at 25:00",
        "--pairs Panda/Otter",
    ],
)
def test_options_that_cannot_work_make_no_page(options: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = run_handouts(page, options)
    assert (done.exit_code, page.exists()) == (2, False)


@pytest.mark.parametrize("time", ["18:30", "18.30"])
def test_a_time_has_a_colon_or_a_point(time: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    run_handouts(page, f"--session --at {time}")
    assert "<td>18:45</td>" in page.read_text(encoding="utf-8")


def test_a_text_that_is_no_time_is_told_what_to_type(tmp_path: Path) -> None:
    done = run_handouts(tmp_path / "page.html", "--session --at 6pm")
    assert done.output == "Error: '6pm' is not a time. Use hours and minutes: --at 18:30\n"


def run_handouts(page: Path, options: str) -> Result:
    return CliRunner().invoke(main, ["handouts", "--html", str(page), *options.split()])


# On paper, as a real browser prints it.


@pytest.mark.parametrize("paper", ["A4", "letter"])
@pytest.mark.parametrize("level", [1, 4])
def test_the_sheet_of_a_pair_is_two_pages(level: int, paper: str, tmp_path: Path) -> None:
    page = pairs_page(WORKSPACE, LEVELS[level], PAIRS, ROOM)
    assert count_printed_pages(page, paper, tmp_path) == 2 * len(PAIRS)


@pytest.mark.parametrize("paper", ["A4", "letter"])
@pytest.mark.parametrize("topic", WALL)
def test_a_topic_on_the_wall_is_two_pages_at_most(topic: str, paper: str, tmp_path: Path) -> None:
    page = wall_page(WORKSPACE, LEVELS[1])
    assert f'<section class="{topic}">' in page
    hide_others = f"<style>section:not(.{topic}) {{ display: none; }}</style>"
    page = page.replace("</head>", f"{hide_others}</head>")
    assert count_printed_pages(page, paper, tmp_path) <= 2


@pytest.mark.parametrize("paper", ["A4", "letter"])
def test_the_run_sheet_is_two_pages(paper: str, tmp_path: Path) -> None:
    page = session_page(WORKSPACE, LEVELS[1], ROOM, None, PAIRS)
    assert count_printed_pages(page, paper, tmp_path) == 2


def count_printed_pages(page: str, paper: str, folder: Path) -> int:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on this machine")
    html = folder / "page.html"
    pdf = folder / "page.pdf"
    size = f"<style>@page {{ size: {paper}; }}</style>"
    html.write_text(page.replace("</head>", f"{size}</head>"), encoding="utf-8")
    options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/browser"]
    command = [CHROMIUM, *options, f"--print-to-pdf={pdf}", html.as_uri()]
    subprocess.run(command, check=True, capture_output=True, timeout=60)  # noqa: S603
    return len(PAGE_OF_PDF.findall(pdf.read_bytes()))
