"""Test the run sheets of other formats: `dojo handouts --session --format ensemble`."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from dojo.kata.handouts import PAIRS, PLANS, session_page
from dojo.main import main
from tests.dojo.commands.paper import count_printed_pages, needs_browser
from tests.dojo.small_kata import WORKSPACE
from tests.yatzy_kata import LEVELS

ROOM = "git://192.168.1.20/tuesday.git"
NAMES = ["Panda", "Otter"]
OTHERS = [name for name in PLANS if name != PAIRS]
START = datetime(1900, 1, 1, 18, 30, tzinfo=UTC)


def run_sheet(session_format: str) -> str:
    return session_page(WORKSPACE, LEVELS[1], ROOM, START, NAMES, session_format=session_format)


@pytest.mark.parametrize("session_format", OTHERS)
def test_a_plan_takes_two_hours(session_format: str):
    rows = re.findall(r"<td>(\d\d):(\d\d)</td>\s*<td>(\d+)</td>", run_sheet(session_format))
    minutes = [60 * int(hour) + int(minute) for hour, minute, _ in rows]
    lasts = [int(length) for _, _, length in rows]
    ends = [start + length for start, length in zip(minutes, lasts, strict=True)]
    assert [*minutes[1:], 20 * 60 + 30] == ends


@pytest.mark.parametrize("session_format", OTHERS)
def test_commands_name_the_room(session_format: str):
    assert not re.findall(r"<code>[^<]*\bURL\b", run_sheet(session_format))


@pytest.mark.parametrize(
    ("session_format", "text"),
    [
        ("pairs", "one person stays and explains the smell"),
        ("ensemble", "The navigator</strong> is the person who drives next"),
        ("randori", "A pair has five minutes"),
        ("attack", "Your tests run on the sender"),
    ],
)
def test_the_back_page_explains_the_format(session_format: str, text: str):
    assert text in run_sheet(session_format)


def test_the_usual_format_is_pairs():
    page = session_page(WORKSPACE, LEVELS[1], ROOM, START, NAMES)
    assert page == run_sheet("pairs")


@pytest.mark.parametrize("options", ["--format randori", "--session --format mob"])
def test_options_that_cannot_work_make_no_page(options: str, tmp_path: Path):
    page = tmp_path / "page.html"
    done = CliRunner().invoke(main, ["handouts", "--html", str(page), *options.split()])
    assert (done.exit_code, page.exists()) == (2, False)


@needs_browser
def test_the_longest_run_sheet_is_two_pages(tmp_path: Path):
    page = max(map(run_sheet, OTHERS), key=len)
    assert count_printed_pages(page, tmp_path) == 2
