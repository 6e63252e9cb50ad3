"""Test the text of each page, and the output of a watch: `approved/page_*`."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.dojo.practising import TEST
from tests.dojo.printed import (
    Story,
    page_as_text,
    verify_document,
    without_chance,
)
from tests.dojo.small_kata import WORKSPACE, variables
from tests.dojo.test_printed import (
    EXACT_PAIRS,
    OWN_TEST,
    PAIRS,
    PAYS,
    PAYS_TOO_MUCH,
    YATZY,
    small_story,
    story,
)

__all__ = ["small_story", "story"]

LOOP = """        n = []
        for face in counts:
            if counts[face] > 1:
                n.append(face)
"""
PIPELINE = "        n = [face for face in counts if counts[face] > 1]\n"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the commands are run in forks")


def verify_page(story: Story, name: str, path: str) -> None:
    """Compare what a page of the kata says with the approved document."""
    text = page_as_text(story.kata.read(path))
    verify_document(name, without_chance(text, story.kata.folder))


@pytest.fixture
def practised(story: Story) -> Story:
    """Give a kata in which somebody was green, red, and green again."""
    story.dojo("start --name Panda", "check")
    story.save(YATZY, PAYS, PAYS_TOO_MUCH)
    story.dojo("check")
    story.save(YATZY, PAYS_TOO_MUCH, PAYS)
    story.kata.change(YATZY, "counts", "tallies")
    story.dojo("check")
    return story


def test_the_page_of_a_timeline(practised: Story) -> None:
    practised.dojo("progress --html timeline.html")
    verify_page(practised, "page_of_a_timeline", "timeline.html")


@pytest.mark.usefixtures("pushed_at_once")
def test_the_pages_of_a_room(practised: Story) -> None:
    practised.dojo("room new room.git", "join room.git", "check", "room room.git --html board.html")
    verify_page(practised, "page_of_a_board", "board.html")
    verify_page(practised, "page_of_a_pair", "board-pairs/Panda.html")


@pytest.mark.usefixtures("pushed_at_once")
def test_pairs_side_by_side_and_what_is_kept_of_their_room(story: Story, tmp_path: Path) -> None:
    story.dojo(
        "room new tuesday.git",
        "room compare tuesday.git",
        "start --name Panda --room tuesday.git",
        "check",
    )
    story.save(YATZY, PAYS, PAYS_TOO_MUCH)
    story.dojo("check", "check")
    story.save(YATZY, PAYS_TOO_MUCH, PAYS)
    story.dojo("check")
    story.save(YATZY, LOOP, PIPELINE)
    story.dojo('check -m "Replace Loop with Pipeline: two_pair collects the faces of its pairs"')
    story.note("another pair, at another computer")
    (story.kata.folder / "practice").rename(tmp_path / "practice-of-Panda")
    story.dojo("start --name Lynx --room tuesday.git", "check")
    story.save(YATZY, "return 15", "return 16")
    story.dojo(
        "approve practice --yes",
        'check -m "A small straight pays 16"',
        "join tuesday.git --name Ann-and-Cem",
        "room compare tuesday.git --html pairs.html",
        "room compare tuesday.git --json",
        "room close tuesday.git",
        "room close tuesday.git",
        "room tuesday.bundle",
        "room compare tuesday.bundle",
        "progress tuesday.bundle",
        "progress tuesday.bundle --name Panda",
    )
    story.verify("printed_pairs_side_by_side")
    verify_page(story, "page_of_pairs_side_by_side", "pairs.html")


@pytest.mark.usefixtures("pushed_at_once")
def test_the_pages_of_a_pair_that_approved_its_bug(story: Story) -> None:
    story.dojo("start --name Lynx", "check")
    story.save(YATZY, PAIRS, EXACT_PAIRS)
    story.dojo(
        "check",
        "approve practice --yes",
        "check",
        "room new room.git",
        "join room.git",
        "room room.git --html board.html",
    )
    verify_page(story, "page_of_a_board_with_an_approved_bug", "board.html")
    verify_page(story, "page_of_a_pair_that_approved_its_bug", "board-pairs/Lynx.html")


def test_the_page_of_the_worked_way(story: Story) -> None:
    story.dojo("way --level 4 --html way.html")
    page = story.kata.read("way.html")
    headings = [line for line in page_as_text(page).split("\n") if line.startswith("#")]
    verify_document("page_of_the_way", "\n".join(headings) + "\n")


def test_the_pages_to_print(story: Story) -> None:
    story.dojo("handouts --html handouts.html --pairs Otter --room room.git")
    verify_page(story, "page_of_handouts", "handouts.html")
    story.dojo("handouts --wall --html wall.html")
    verify_page(story, "page_of_the_wall", "wall.html")
    story.dojo("handouts --session --html sheet.html --pairs Otter")
    verify_page(story, "page_of_the_run_sheet", "sheet.html")
    story.dojo("handouts --key --html key.html")
    verify_page(story, "page_of_the_key", "key.html")


def test_the_page_of_mutants(small_story: Story) -> None:
    small_story.dojo("start --blind")
    small_story.kata.write(OWN_TEST, TEST)
    small_story.dojo("mutants --report mutants.html")
    verify_page(small_story, "page_of_mutants", "mutants.html")


def read_until(process: subprocess.Popen[str], word: str) -> list[str]:
    """Return what a watch prints, up to a line with a word."""
    lines: list[str] = []
    while word not in (line := process.stdout.readline() if process.stdout else ""):
        assert line, "".join(lines)
        lines.append(line.rstrip("\n"))
    return [*lines, line.rstrip("\n")]


def test_a_watch_by_tcr(story: Story) -> None:
    story.dojo("start")
    process = subprocess.Popen(
        [sys.executable, "-m", "dojo", "watch", "--tcr"],
        cwd=story.kata.folder,
        env=variables() | {"PYTHONPATH": str(WORKSPACE), "PYTHONUNBUFFERED": "1", "TZ": "UTC"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    story.lines += ["$ dojo watch --tcr", *read_until(process, "green"), ""]
    story.save(YATZY, PAYS, PAYS_TOO_MUCH)
    story.lines += read_until(process, "to undo this")
    time.sleep(1)  # until it watches again: Python may write a line twice that is interrupted
    process.send_signal(signal.SIGINT)
    story.lines += process.communicate()[0].split("\n")
    assert (process.returncode, PAYS in story.kata.read(YATZY)) == (0, True)
    story.verify("printed_watch")
