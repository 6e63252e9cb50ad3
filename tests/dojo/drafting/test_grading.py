"""Rules of the grade of a kata, and of drafted slips."""

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from dojo.drafting import create, grading, slips
from dojo.drafting.create import create_kata
from dojo.drafting.exploring import Findings, Story, explore
from dojo.drafting.grading import (
    SURVIVES,
    UNSETTLED,
    KataGrade,
    explain_grade,
    grade_kata,
    text_of_mutant,
    write_stories,
)
from dojo.drafting.slips import (
    LOST_DEFAULT,
    LOST_GUARD,
    MOVED_BOUNDARY,
    SWAPPED,
    draft_slips,
    mistakes_in,
    next_number,
)
from dojo.errors import UngradedError
from dojo.kata.description import read_kata
from dojo.kata.golden_master import GoldenMasterResult
from dojo.mutation.grade import Verdict
from dojo.mutation.results import SURVIVED, Mutant
from dojo.practice.model import silent
from dojo.slips.patches import apply_slip, read_slips
from tests.dojo.drafting.conftest import TRIES
from tests.dojo.small_kata import WORKSPACE

TICKETS = WORKSPACE / "tests/katas/tickets"
STORY = Story("price", ["1", "3"], [])

# No call can tell whether 45 days are over the limit.
FINE = """\
def fine(days, kind):
    if kind == "film":
        return days * 50
    if days > 45:
        return 900
    return days * 20
"""

pytestmark = pytest.mark.usefixtures("one_order")
needs_fork = pytest.mark.skipif(sys.platform == "win32", reason="without fork, mutants take long")


def ignore(_done: int, _of: int) -> None:
    """Show no progress."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give a kata with few mutants, and let few calls be tried."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "fines.py").write_text(FINE, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        for module in (create, grading, slips):
            patch.setattr(module, "explore", partial(explore, tries=TRIES))
        create_kata(folder / "library", folder / "fines.py", None, silent)
        yield folder / "library"


@needs_fork
def test_calls_are_added_until_few_survivors_are_left(own: Path):
    grade = grade_kata(own, ignore)
    before = grade.verdict.report
    grade = explain_grade(own, write_stories(own, grade, ignore), ignore)
    assert not grade.reasons
    after = grade.verdict.report
    assert after.made == before.made
    assert after.killed > before.killed
    [left] = grade.verdict.to_kill
    assert left.added == ("    if days >= 45:",)
    assert left.kind == "no difference"
    paths = draft_slips(own, grade.verdict.mutants)
    level = read_kata(own).level(1)
    drafts = read_slips(own, level)
    assert len(drafts) == len(paths) > 2
    for slip in drafts:
        assert slip.story.startswith("TODO: tell in one sentence what goes wrong")
        assert apply_slip(own, level, slip) != FINE


def test_a_draft_replaces_no_slip_although_others_are_deleted(tmp_path: Path):
    numbers = [next_number(tmp_path)]
    (tmp_path / "002-a-boundary-moved.patch").touch()
    numbers.append(next_number(tmp_path))
    assert numbers == [1, 3]


@pytest.mark.parametrize(("stories", "reason"), [([STORY], SURVIVES), ([], UNSETTLED)])
def test_a_call_that_does_not_help_has_a_reason(
    stories: list[Story], reason: str, monkeypatch: pytest.MonkeyPatch
):
    passed = GoldenMasterResult("legacy", passed=True, seconds=0, report="")
    mutant = Mutant("m", "legacy/desk.py", "price", 3, ("a",), ("b",), SURVIVED, number=1)
    verdict = Verdict(kata=read_kata(TICKETS), golden_master=passed, mutants=[mutant])
    monkeypatch.setattr(grading, "settled", lambda *_: stories)
    monkeypatch.setattr(grading, "write_scenarios", lambda *_: None)
    monkeypatch.setattr(grading, "verdict_on_tangle", lambda *_: verdict)
    grade = KataGrade(verdict, Findings([], [STORY], {"m": 0}))
    assert write_stories(TICKETS, grade, ignore).reasons == {"m": reason}


def test_a_golden_master_that_fails_is_not_graded(own: Path):
    file = own / "approved_files/fine.approved.txt"
    file.write_text("changed\n", encoding="utf-8")
    with pytest.raises(UngradedError, match="fails on the tangle"):
        grade_kata(own, ignore)


def test_a_mutant_replaces_its_lines():
    mutant = Mutant("m", "legacy/a.py", "a", 2, ("b",), ("x", "y"), "Survived")
    assert text_of_mutant("a\nb\nc\n", mutant) == "a\nx\ny\nc\n"


@pytest.mark.parametrize(
    ("text", "mistake", "changed"),
    [
        ("if a < 3:\n    pass\n", MOVED_BOUNDARY, "if a <= 3:\n    pass\n"),
        ("a = (b or c) > 3\n", MOVED_BOUNDARY, "a = (b or c) >= 3\n"),
        ("def f(a, b): ...\nf(1, 2)\n", SWAPPED, "def f(a, b): ...\nf(2, 1)\n"),
        ("def f(a=False): ...\n", LOST_DEFAULT, "def f(a=True): ...\n"),
        (
            "def f(a):\n    if a:\n        return 1\n",
            LOST_GUARD,
            "def f(a):\n    if False:\n        return 1\n",
        ),
    ],
)
def test_a_mistake_of_a_refactoring_changes_one_place(text: str, mistake: str, changed: str):
    (found,) = mistakes_in(text)
    assert (found.mistake, found.text) == (mistake, changed)
