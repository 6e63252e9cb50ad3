"""`dojo slips`: how a person's own tests notice slips."""

import json
from difflib import unified_diff
from pathlib import Path

import pytest
from approvaltests.approval_exception import ApprovalException

from dojo.inside.failures import is_assertion
from dojo.kata.description import Level
from dojo.practice.events import Event, SlipsGraded, parse_entry
from dojo.practice.model import Practice
from dojo.practice.snapshots import CHECKS, Repository
from dojo.room.remote import read_room
from dojo.room.sharing import join_room
from dojo.slips.grade import SlipsReport, slips_lines
from dojo.slips.patches import Slip
from tests.dojo.practising import TEST, YATZY
from tests.dojo.small_kata import RULE, SmallKata
from tests.yatzy_kata import FIRST_HOUR, KATA, LEVELS

pytestmark = pytest.mark.usefixtures("slips_in_turn", "blind")

TESTS = "practice/tests/test_yatzy.py"
PATCH = "{story}\n\ndiff --git a/legacy/yatzy.py b/legacy/yatzy.py\n{diff}\n"


def add_slip(kata: SmallKata, number: int, story: str, new: str):
    """Add a slip to level 1, in which `new` replaces the sum of the dice."""
    before = RULE.splitlines()
    after = RULE.replace("first + second", new).splitlines()
    diff = "\n".join(
        unified_diff(before, after, "a/legacy/yatzy.py", "b/legacy/yatzy.py", lineterm="")
    )
    kata.write(f"tests/slips/level1/00{number}.patch", PATCH.format(story=story, diff=diff))


def test_a_slip_is_made_where_the_class_is(kata: SmallKata, blind: Practice):
    add_slip(kata, 1, "A pair pays one of its dice.", "first")
    add_slip(kata, 2, "A pair breaks.", "first.sum(second)")
    add_slip(kata, 3, "A pair is added in the other order.", "second + first")
    (kata.folder / YATZY).unlink()
    kata.write("practice/yatzy/__init__.py", "from yatzy.pairs import Yatzy\n")
    kata.write("practice/yatzy/pairs.py", RULE)
    before = Repository(blind.folder).tree()
    graded = json.loads(kata.dojo("slips", "--json").stdout)
    assert (graded["tests"], graded["slips"], graded["noticed_by_assertion"]) == (1, 3, 1)
    assert [slip["story"] for slip in graded["noticed_by_crash"]] == ["A pair breaks."]
    missed = [slip["story"] for slip in graded["missed"]]
    assert missed == ["A pair is added in the other order."]
    assert Repository(blind.folder).tree() == before


def test_text_and_json_have_the_same_numbers_and_stories(
    kata: SmallKata, monkeypatch: pytest.MonkeyPatch
):
    add_slip(kata, 1, "A pair pays one of its dice.", "first")
    crashed = [Slip("level1/002", "A pair breaks.", "", 1, "2.patch")]
    missed = [Slip("level1/003", "A pair is added in the other order.", "", 1, "3.patch")]
    graded = SlipsReport(level=1, guard="", tests=1, slips=3, noticed_by_assertion=1)
    graded.noticed_by_crash = crashed
    graded.missed = missed
    monkeypatch.setattr("dojo.commands.slips.grade_with_slips", lambda *_: graded)
    text = kata.dojo("slips", "--show").stdout
    report = json.loads(kata.dojo("slips", "--json").stdout)
    assert f"{report['tests']} test of your own noticed 2 of {report['slips']} slips" in text
    assert f"{report['noticed_by_assertion']} noticed by an assertion" in text
    for kind in ("noticed_by_crash", "missed"):
        [slip] = report[kind]
        assert f"  - {slip['story']}\n    {slip['path']}\n" in text


def test_without_tests_of_your_own_nothing_runs(kata: SmallKata):
    add_slip(kata, 1, "A pair pays one of its dice.", "first")
    kata.dojo("start", "--again")
    text = kata.dojo("slips").stdout
    report = json.loads(kata.dojo("slips", "--json").stdout)
    assert f"to grade with the {report['slips']} slip" in text
    assert (report["guard"], report["tests"], report["missed"]) == ("golden master", 0, [])


@pytest.mark.parametrize("path", [TESTS, "practice/tests"])
def test_if_all_tests_are_skipped_there_is_nothing_to_grade(kata: SmallKata, path: str):
    add_slip(kata, 1, "A pair pays one of its dice.", "first")
    assert "no test in practice/tests passed" in kata.dojo("slips", "--without", path).stderr
    kata.dojo("start", "--again")
    kata.write(TESTS, "def test_a_wish():\n    assert False\n")
    assert "fail on the original tangle" in kata.dojo("slips").stderr
    assert "has no tests of your own to grade" in kata.dojo("slips", "--without", path).stdout


def test_tests_that_pass_without_code_get_no_grade(kata: SmallKata):
    add_slip(kata, 1, "A pair pays one of its dice.", "first")
    kata.write(TESTS, "def test_it():\n    assert True\n")
    done = kata.dojo("slips")
    assert "Your tests pass even without practice/yatzy.py" in done.stderr
    assert done.returncode == 3


def last_events(practice: Practice) -> list[Event]:
    """Return the events of the last commit of the history."""
    last = next(Repository(practice.folder).log(CHECKS))
    return parse_entry(last).events


@pytest.mark.usefixtures("pushed_at_once")
def test_a_grade_is_sent_to_the_room(kata: SmallKata, blind: Practice, room: Path):
    join_room(blind.folder, str(room), "Panda")
    add_slip(kata, 1, "A pair pays one of its dice.", "first")
    kata.dojo("slips")
    assert last_events(blind) == [SlipsGraded(slips=100)]
    graded = Repository(blind.folder).find_commit(CHECKS)
    assert read_room(str(room)).pairs["Panda"] == graded


def test_a_grade_without_some_tests_is_not_recorded(kata: SmallKata, blind: Practice):
    add_slip(kata, 1, "A pair pays one of its dice.", "first")
    kata.write("practice/tests/test_more.py", TEST)
    assert kata.dojo("slips", "--without", "practice/tests/test_more.py").returncode == 0
    assert not any(isinstance(event, SlipsGraded) for event in last_events(blind))


def test_a_slip_that_does_not_fit_the_tangle_is_named(kata: SmallKata):
    add_slip(kata, 1, "A pair pays one of its dice.", "first")
    kata.change("legacy/yatzy.py", "return first + second", "return second + first")
    assert "level1/001.patch does not apply to legacy/yatzy.py" in kata.dojo("slips").stderr


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (AssertionError("3 is not 4"), True),
        (pytest.fail.Exception("DID NOT RAISE"), True),
        (ApprovalException("Approval Mismatch"), True),
        (ValueError("not five dice"), False),
        (SystemExit(1), False),
    ],
)
def test_other_errors_than_of_assertions_are_crashes(error: BaseException, *, expected: bool):
    assert is_assertion(error) == expected


@pytest.mark.parametrize(
    ("level", "words"),
    [(FIRST_HOUR, "the first hour"), (LEVELS[1], "level 1"), (LEVELS[2], "levels 1 to 2")],
)
def test_a_grade_names_its_levels(level: Level, words: str):
    report = SlipsReport(level=level.number, guard="", tests=1, slips=1, noticed_by_assertion=0)
    lines = slips_lines(report, KATA, show=False, every=False)
    assert lines[0].endswith(f" of 1 slip of {words}.\x1b[0m")


def test_ten_missed_slips_are_shown_or_all(kata: SmallKata, monkeypatch: pytest.MonkeyPatch):
    add_slip(kata, 1, "A pair pays one of its dice.", "first")
    slips = [Slip(f"{number}", f"Story {number}.", "", 1, "") for number in range(12)]
    report = SlipsReport(level=1, guard="", tests=1, slips=12, noticed_by_assertion=0, missed=slips)
    monkeypatch.setattr("dojo.commands.slips.grade_with_slips", lambda *_: report)
    few = kata.dojo("slips").stdout
    every = kata.dojo("slips", "--all").stdout
    assert "  ... and 2 more; --all shows them" in few
    assert "  - Story 11." not in few
    assert "  - Story 11." in every
