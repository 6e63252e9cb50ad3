"""Test the run sheets of other formats: `dojo handouts --session --format ensemble`."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from dojo.kata.handouts import FORMATS, pairs_page, session_page
from dojo.main import main
from tests.dojo.commands.paper import count_printed_pages, needs_browser
from tests.dojo.small_kata import WORKSPACE
from tests.yatzy_kata import LEVELS

ROOM = "git://192.168.1.20/tuesday.git"
NAMES = ["Panda", "Otter"]
ENDS = {
    "short": (19, 10),
    "ensemble": (20, 30),
    "randori": (20, 30),
    "attack": (20, 30),
    "evening": (21, 0),
    "pairs": (20, 30),
}
START = datetime(1900, 1, 1, 18, 30, tzinfo=UTC)


def run_sheet(session_format: str) -> str:
    return session_page(WORKSPACE, LEVELS[1], ROOM, START, NAMES, session_format=session_format)


@pytest.mark.parametrize(("session_format", "end"), ENDS.items())
def test_the_parts_of_a_plan_follow_each_other(session_format: str, end: tuple[int, int]):
    rows = re.findall(r"<td>(\d\d):(\d\d)</td>\s*<td>(\d+)</td>", run_sheet(session_format))
    minutes = [60 * int(hour) + int(minute) for hour, minute, _ in rows]
    lasts = [int(length) for _, _, length in rows]
    ends = [start + length for start, length in zip(minutes, lasts, strict=True)]
    assert [*minutes[1:], 60 * end[0] + end[1]] == ends


@pytest.mark.parametrize("session_format", FORMATS)
def test_commands_name_the_room(session_format: str):
    assert not re.findall(r"<code>[^<]*\bURL\b", run_sheet(session_format))


@pytest.mark.parametrize(
    ("session_format", "text"),
    [
        ("pairs", "one person stays and explains the smell"),
        ("ensemble", "The navigator</strong> is the person who drives next"),
        ("randori", "A pair has five minutes"),
        ("attack", "Your tests run on the sender"),
        ("evening", "Your tests run on the sender"),
        ("short", "Read aloud the call"),
    ],
)
def test_the_back_page_explains_the_format(session_format: str, text: str):
    assert text in run_sheet(session_format)


def test_the_usual_format_is_pairs():
    page = session_page(WORKSPACE, LEVELS[1], ROOM, START, NAMES)
    assert page == run_sheet("pairs")


@pytest.mark.parametrize(
    "options",
    ["--wall --format randori", "--key --format attack", "--session --format mob", "--at 18:30"],
)
def test_options_that_cannot_work_make_no_page(options: str, tmp_path: Path):
    page = tmp_path / "page.html"
    done = CliRunner().invoke(main, ["handouts", "--html", str(page), *options.split()])
    assert (done.exit_code, page.exists()) == (2, False)


@pytest.mark.parametrize("session_format", FORMATS)
def test_smells_are_on_all_run_sheets_but_that_of_an_attack(session_format: str):
    has_smells = "<h2>The smells</h2>" in run_sheet(session_format)
    assert has_smells == (session_format != "attack")


# The sheets of the pairs.


@pytest.fixture
def sheet(tmp_path: Path) -> str:
    """Return the sheet of a pair for an attack, as the command writes it."""
    page = tmp_path / "page.html"
    options = f"--format attack --level 2 --pairs Panda --room {ROOM} --html {page}"
    CliRunner().invoke(main, ["handouts", *options.split()])
    return page.read_text(encoding="utf-8")


def test_to_attack_and_defend_a_pair_starts_blind(sheet: str):
    assert f"<code>dojo start --again --blind --level 2 --name Panda --room {ROOM}</code>" in sheet


def test_the_sheet_of_an_attack_explains_slips(sheet: str):
    assert "Your tests run on the sender" in sheet
    assert "<code>dojo slips --from-room</code>" in sheet
    assert "Nobody is red for longer" not in sheet
    assert 'class="games"' not in sheet


@pytest.mark.parametrize(
    ("session_format", "sides"), [("attack", "single-sided"), ("pairs", "double-sided")]
)
def test_sheets_of_one_page_are_printed_single_sided(
    session_format: str, sides: str, tmp_path: Path
):
    options = [
        "--format",
        session_format,
        "--pairs",
        "Panda",
        "--html",
        str(tmp_path / "page.html"),
    ]
    assert sides in CliRunner().invoke(main, ["handouts", *options]).output


@needs_browser
def test_a_sheet_of_an_attack_is_one_page(tmp_path: Path):
    page = pairs_page(WORKSPACE, LEVELS[1], ["Panda"], ROOM, session_format="attack")
    assert count_printed_pages(page, tmp_path) == 1


@needs_browser
def test_the_longest_run_sheet_is_two_pages(tmp_path: Path):
    page = max(map(run_sheet, ENDS), key=len)
    assert count_printed_pages(page, tmp_path) == 2
