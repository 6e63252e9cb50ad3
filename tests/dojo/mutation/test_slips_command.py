"""`dojo slips`: how a person's own tests notice slips, and what is told of those that they miss."""

import json
from collections.abc import Callable
from difflib import unified_diff

import pytest
from approvaltests.approval_exception import ApprovalException
from click.testing import CliRunner, Result

from dojo.checking.describe import is_assertion
from dojo.commands.slips import slips_lines
from dojo.kata.workspace import LEVELS
from dojo.main import main
from dojo.mutation import slips as slips_run
from dojo.mutation.slips import MISSED, Slip, SlipGrades
from dojo.practice.model import Practice
from tests.dojo.forked import Alone
from tests.dojo.practising import YATZY, started
from tests.dojo.small_kata import RULE, SmallKata

TESTS = "practice/tests/test_yatzy.py"
HEADING = "diff --git a/legacy/yatzy.py b/legacy/yatzy.py"
PAYS_ONE = ("A pair pays one of its dice.", "first + second", "first")
APPROVAL = """
from approvaltests import Options, verify
from approvaltests.namer.cli_namer import CliNamer
from yatzy import Yatzy


def test_it():
    verify(Yatzy.pair(6, 6), options=Options().with_namer(CliNamer("tests/twelve")))
"""


@pytest.fixture
def dojo_slips(kata: SmallKata, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Return a function that runs `dojo slips` in a kata, one slip at a time."""
    monkeypatch.setattr(slips_run, "ThreadPoolExecutor", Alone)
    monkeypatch.chdir(kata.folder)
    return lambda *options: CliRunner().invoke(main, ["slips", *options])


def slip(kata: SmallKata, story: str, old: str, new: str, level: int = 1) -> None:
    """Add a slip to a level of a kata."""
    number = len(list((kata.folder / f"tests/slips/level{level}").glob("*"))) + 1
    changed = RULE.replace(old, new)
    lines = unified_diff(
        RULE.splitlines(),
        changed.splitlines(),
        "a/legacy/yatzy.py",
        "b/legacy/yatzy.py",
        lineterm="",
    )
    kata.write(
        f"tests/slips/level{level}/{number:03}-a-slip.patch",
        "\n".join([story, "", HEADING, *lines, ""]),
    )


def test_slips_are_made_in_the_tangle_wherever_its_class_is_and_noticed_without_a_trace(
    kata: SmallKata, blind: Practice, dojo_slips: Callable[..., Result]
) -> None:
    slip(kata, *PAYS_ONE)
    slip(kata, "A pair breaks.", "first + second", "first.sum(second)")
    (kata.folder / YATZY).unlink()
    kata.write("practice/yatzy/__init__.py", "from yatzy.pairs import Yatzy\n")
    kata.write("practice/yatzy/pairs.py", RULE)
    kata.write(TESTS, APPROVAL)
    kata.write("practice/tests/twelve.approved.txt", "12\n")
    kata.write("practice/tests/test_parts.py", "from yatzy import Roll\n")
    before = sorted(blind.folder.rglob("*"))
    done = dojo_slips("--json", "--without", "practice/tests/test_parts.py")
    graded = json.loads(done.stdout)
    assert graded | {"tests": 1, "slips": 2, "noticed_by_assertion": 1, "missed": []} == graded
    assert [each["story"] for each in graded["noticed_by_crash"]] == ["A pair breaks."]
    assert (done.exit_code, sorted(blind.folder.rglob("*"))) == (0, before)


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


def test_ten_stories_are_told_and_all_to_who_asks() -> None:
    slips = [Slip(1, f"level1/{number}", f"Story {number}.", "") for number in range(12)]
    graded = SlipGrades(tests=1, outcomes=dict.fromkeys(slips, MISSED))
    few = slips_lines(graded, LEVELS[1], show=False, every=False)
    every = slips_lines(graded, LEVELS[1], show=False, every=True)
    assert ("  ... and 2 more; --all shows them" in few, "  - Story 11." in few) == (True, False)
    assert "  - Story 11." in every


@pytest.mark.usefixtures("blind")
def test_tests_that_cannot_tell_grade_nothing(
    kata: SmallKata, dojo_slips: Callable[..., Result]
) -> None:
    slip(kata, *PAYS_ONE)
    kata.write(TESTS, "def test_it():\n    assert True\n")
    done = dojo_slips()
    assert (
        done.exit_code,
        "Your tests pass even without practice/yatzy.py" in done.stderr,
    ) == (3, True)


def test_a_practice_without_tests_of_its_own_has_the_golden_master(
    kata: SmallKata, dojo_slips: Callable[..., Result]
) -> None:
    started(kata)
    slip(kata, *PAYS_ONE)
    slip(kata, "Any two dice are paid.", "first != second", "first < 1", level=2)
    done = dojo_slips()
    assert "The golden master notices all\n1 slip of level 1" in done.stdout
    assert done.exit_code == 0


@pytest.mark.usefixtures("blind")
def test_a_slip_that_does_not_fit_the_tangle_is_named(
    kata: SmallKata, dojo_slips: Callable[..., Result]
) -> None:
    slip(kata, *PAYS_ONE)
    kata.change("legacy/yatzy.py", "return first + second", "return second + first")
    assert "level1/001-a-slip.patch does not apply to legacy/yatzy.py" in dojo_slips().stderr
