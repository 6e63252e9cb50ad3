"""`dojo slips`: how a person's own tests notice slips, and what is told of those that they miss."""

import json
from collections.abc import Callable
from concurrent.futures import Executor, Future
from difflib import unified_diff
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from approvaltests.approval_exception import ApprovalException
from click.testing import CliRunner, Result

from dojo.checking.explain import is_assertion
from dojo.commands import main
from dojo.commands.slips import render
from dojo.errors import UngradedError, WorkspaceError
from dojo.mutation import slips as slips_run
from dojo.mutation.slips import ASSERTION, CRASH, MISSED, Bench, Graded, Slip, grade_with_slips, slips_of
from dojo.practice.model import Practice
from tests.dojo.practising import YATZY, started
from tests.dojo.small_kata import RULE, SmallKata

TESTS = "practice/tests/test_yatzy.py"
HEADING = "diff --git a/legacy/yatzy.py b/legacy/yatzy.py"
PAYS_ONE = ("A pair pays one of its dice.", "first + second", "first")
BREAKS = ("A pair breaks.", "first + second", "first.sum(second)")
PAYS_ALL = ("Any two dice are paid.", "first != second", "first < 1")
GREEN_TWICE = """
from pathlib import Path
from tempfile import mkdtemp
import yatzy


def test_it():
    mkdtemp(dir={folder!r})
    assert len(list(Path({folder!r}).iterdir())) <= 2
"""
APPROVAL = (
    "from approvaltests import verify\nfrom yatzy import Yatzy\n\n\ndef test_it():\n    verify(Yatzy.pair(6, 6))\n"
)


class Alone(Executor):
    """Does one thing after the other, in the main thread: there, a check is a fork of the tests' own process."""

    def __init__(self, _workers: int | None) -> None:
        """Have one worker, whatever is asked for."""

    def submit(self, work: Callable[..., Any], /, *arguments: object, **named: object) -> Future[Any]:
        """Do it now."""
        future: Future[Any] = Future()
        future.set_result(work(*arguments, **named))
        return future


@pytest.fixture(autouse=True)
def _one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the tests on one slip after the other."""
    monkeypatch.setattr(slips_run, "ThreadPoolExecutor", Alone)


def slip(kata: SmallKata, story: str, old: str, new: str, level: int = 1) -> None:
    """Add a slip to a level of a kata."""
    number = len(list((kata.folder / f"tests/slips/level{level}").glob("*"))) + 1
    changed = RULE.replace(old, new)
    lines = unified_diff(RULE.splitlines(), changed.splitlines(), "a/legacy/yatzy.py", "b/legacy/yatzy.py", lineterm="")
    kata.write(f"tests/slips/level{level}/{number:03}-a-slip.patch", "\n".join([story, "", HEADING, *lines, ""]))


def outcome(practice: Practice, folder: Path) -> str:
    """Return what the tests of a practice make of the kata's only slip."""
    [only] = slips_of(practice.workspace, practice.level)
    return Bench(practice, folder, (), Event()).outcome(only)


def dojo_slips(kata: SmallKata, *options: str) -> Result:
    """Run the command in a kata."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(kata.folder)
        return CliRunner().invoke(main, ["slips", *options])


@pytest.fixture
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder outside of the kata."""
    return tmp_path_factory.mktemp("bench")


def test_a_slip_is_noticed_by_a_crash(kata: SmallKata, blind: Practice, bench: Path) -> None:
    slip(kata, *BREAKS)
    assert outcome(blind, bench) == CRASH


def test_an_approval_test_that_differs_is_an_assertion_and_leaves_no_file(
    kata: SmallKata, blind: Practice, bench: Path
) -> None:
    kata.write(TESTS, APPROVAL)
    kata.write("practice/tests/test_yatzy.test_it.approved.txt", "12\n")
    slip(kata, *PAYS_ONE)
    before = sorted(blind.folder.rglob("*"))
    assert (outcome(blind, bench), sorted(blind.folder.rglob("*"))) == (ASSERTION, before)


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (AssertionError("3 is not 4"), True),
        (pytest.fail.Exception("DID NOT RAISE"), True),
        (ApprovalException("Approval Mismatch"), True),
        (ValueError("not five dice"), False),
        (SystemExit(1), False),
    ],
)
def test_only_an_assertion_says_what_was_expected(error: BaseException, *, says: bool) -> None:
    assert is_assertion(error) == says


def test_slips_are_made_in_the_tangle_wherever_the_practice_has_its_class(
    kata: SmallKata, blind: Practice, bench: Path
) -> None:
    (kata.folder / YATZY).unlink()
    kata.write("practice/yatzy/__init__.py", "from yatzy.pairs import Yatzy\n")
    kata.write("practice/yatzy/pairs.py", RULE)
    slip(kata, *PAYS_ONE)
    assert outcome(blind, bench) == ASSERTION


def test_ten_stories_are_told_and_all_to_who_asks(tmp_path: Path) -> None:
    slips = [Slip(1, tmp_path / f"{number}.patch", f"Story {number}.", "") for number in range(12)]
    graded = Graded(1, tests=1, outcomes=dict.fromkeys(slips, MISSED))
    few, every = (render(graded, show=False, every=every) for every in (False, True))
    assert ("  ... and 2 more; --all shows them" in few, "  - Story 11." in few) == (True, False)
    assert "  - Story 11." in every


def test_tests_that_are_red_without_a_slip_grade_nothing(kata: SmallKata, blind: Practice) -> None:
    slip(kata, *PAYS_ONE)
    kata.write(YATZY, RULE + "\n\nclass Roll:\n    pass\n")
    kata.write(TESTS, "from yatzy import Roll\n\n\ndef test_it():\n    Roll()\n")
    done = dojo_slips(kata)
    assert (done.exit_code, done.stdout, blind.choices.blind) == (3, "", True)
    assert "without a slip:\npractice/tests/test_yatzy.py:1\n    ImportError: cannot import" in done.stderr


def test_when_none_is_missed_all_is_fine_and_some_tests_can_be_left_out(kata: SmallKata, blind: Practice) -> None:
    slip(kata, *PAYS_ONE)
    kata.write("practice/tests/test_parts.py", "from yatzy import Roll\n")
    done = dojo_slips(kata, "--json", "--without", "practice/tests/test_parts.py")
    assert (done.exit_code, blind.choices.blind) == (0, True)
    graded = json.loads(done.stdout)
    assert graded | {"tests": 1, "slips": 1, "noticed_by_assertion": 1, "missed": []} == graded


def test_without_slips_there_is_no_full_score(kata: SmallKata, blind: Practice) -> None:
    done = dojo_slips(kata)
    assert (done.exit_code, blind.choices.blind) == (3, True)
    assert "Error: tests/slips/ has no slip." in done.stderr


def test_tests_that_pass_without_the_class_grade_nothing(kata: SmallKata, blind: Practice) -> None:
    slip(kata, *PAYS_ONE)
    kata.write(TESTS, "def test_it():\n    assert True\n")
    with pytest.raises(UngradedError, match=r"Your tests pass without practice/yatzy\.py, and cannot"):
        grade_with_slips(blind, (), lambda *_: None)


def test_tests_that_are_red_by_chance_grade_nothing(
    kata: SmallKata, blind: Practice, bench: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slips_run, "SLIPS_TO_AN_ALARM", 1)
    slip(kata, *PAYS_ALL)
    kata.write(TESTS, GREEN_TWICE.format(folder=str(bench)))
    with pytest.raises(UngradedError, match="AssertionError"):
        grade_with_slips(blind, (), lambda *_: None)


def test_a_practice_without_tests_of_its_own_has_the_golden_master(kata: SmallKata) -> None:
    practice = started(kata)
    slip(kata, *PAYS_ONE)
    slip(kata, *PAYS_ALL, level=2)
    done = dojo_slips(kata)
    assert (done.exit_code, practice.choices.blind) == (0, False)
    assert "The golden master guards you, and\nnotices all 1 slip of level 1" in done.stdout


def test_a_slip_that_does_not_fit_the_tangle_is_named(kata: SmallKata, blind: Practice, bench: Path) -> None:
    slip(kata, *PAYS_ONE)
    kata.change("legacy/yatzy.py", "return first + second", "return second + first")
    with pytest.raises(WorkspaceError, match=r"level1/001-a-slip\.patch does not fit legacy/yatzy\.py"):
        outcome(blind, bench)
