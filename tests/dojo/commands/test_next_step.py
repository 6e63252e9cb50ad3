"""The line at the end of a command: what to do next, when there is something."""

import re
import subprocess
from pathlib import Path

import pytest

from dojo.checking.check import Finding, Outcome
from dojo.checking.runner import check
from dojo.commands import next_step
from dojo.practice.model import AMBER, GREEN, RED, Choices, Practice
from dojo.practice.snapshots import Repository
from tests.dojo.practising import YATZY
from tests.dojo.small_kata import RULE, SmallKata

BETTER = RULE.replace("first + second", "2 * first")
BROKEN = RULE.replace("first + second", "first")
ANYWHERE = Path("anywhere")
GREEN_RESULT, RED_RESULT = Outcome(GREEN, passed=1), Outcome(RED, (Finding("it broke"),))


def told(done: subprocess.CompletedProcess[str]) -> str:
    """Return all that is said of what to do next, without the word itself."""
    return done.stdout.partition("Next: ")[2]


def command_in(step: str) -> list[str]:
    """Return what to type to take it back, without the word `dojo`."""
    return step.partition(": dojo ")[2].partition(",")[0].replace('"', "").split()


@pytest.fixture
def green(practice: Practice, monkeypatch: pytest.MonkeyPatch) -> Practice:
    """Give a practice whose last check was green, on files that are not committed, in the current folder."""
    (practice.folder / "yatzy.py").write_text(BETTER, encoding="utf-8")
    check(practice, 60)
    monkeypatch.chdir(practice.workspace)
    return practice


def test_a_green_that_is_not_committed_is_committed_with_new_files(kata: SmallKata, green: Practice) -> None:
    (green.folder / "dice.py").touch()
    step = next_step.after_check(green, GREEN_RESULT)
    assert kata.dojo(*command_in(step)).returncode == 0
    assert next_step.after_check(green, GREEN_RESULT) == next_step.AFTER["green"]


@pytest.mark.parametrize("status", [RED, AMBER])
def test_what_is_not_green_goes_back_to_the_last_green(kata: SmallKata, green: Practice, status: str) -> None:
    kata.write(YATZY, BROKEN)
    step = next_step.after_check(green, Outcome(status, (Finding("it broke"),)))
    assert kata.dojo(*command_in(step)).returncode == 0
    assert kata.read(YATZY) == BETTER


def test_code_that_could_not_be_asked_and_did_not_change_has_nothing_to_take_back(practice: Practice) -> None:
    assert next_step.after_check(practice, Outcome(AMBER, (Finding("it broke"),))) == ""


@pytest.mark.parametrize("new", ["tests/test_new.py", "approved_files/pairs.approved.txt", "new.approved.txt"])
def test_where_the_code_is_as_in_the_commit_it_is_to_be_written_and_no_new_test_is_taken_away(
    practice: Practice, new: str
) -> None:
    (practice.folder / new).parent.mkdir(exist_ok=True)
    (practice.folder / new).write_text("new", encoding="utf-8")
    assert next_step.after_check(practice, RED_RESULT) == next_step.AFTER["red, code as it was"]


@pytest.mark.parametrize("options", [[], ["--golden-master"]])
def test_after_a_blind_start_nothing_is_approved(kata: SmallKata, blind: Practice, options: list[str]) -> None:
    kata.write(YATZY, BROKEN)
    assert "dojo restore" in told(done := kata.dojo("check", *options))
    assert (blind.folder.is_dir(), next_step.OR_MEAN_IT in done.stdout) == (True, False)


NEW_CALL = ("(1, 2)]", "(1, 2), (5, 5)]")


def test_what_changed_is_not_to_be_approved_by_the_way(kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, BROKEN)
    step = told(kata.dojo("check"))
    assert step.startswith("mend it at once, or take it back to the last commit: dojo restore ")
    assert (next_step.OR_WISHED in step, "approve" in step, practice.choices.blind) == (True, False, False)


def test_a_bug_that_was_approved_may_be_taken_back(kata: SmallKata, practice: Practice) -> None:
    right = kata.read(YATZY)
    kata.write(YATZY, BROKEN)
    kata.dojo("approve", "practice", "--yes")
    check(practice, 60)
    kata.write(YATZY, right)
    assert next_step.OR_AGAIN in told(kata.dojo("check"))


def test_what_only_adds_may_be_approved(kata: SmallKata, practice: Practice) -> None:
    kata.change("tests/golden_master/test_scores.py", *NEW_CALL)
    assert (next_step.OR_MEAN_IT in told(kata.dojo("check")), practice.choices.blind) == (True, False)


def test_what_changes_beside_an_addition_is_no_addition(kata: SmallKata, practice: Practice) -> None:
    kata.change("tests/golden_master/test_scores.py", *NEW_CALL)
    kata.write(YATZY, BROKEN)
    assert (next_step.OR_MEAN_IT in told(kata.dojo("check")), practice.choices.blind) == (False, False)


def test_approving_the_kata_names_what_approves_a_red_practice(kata: SmallKata, practice: Practice) -> None:
    said = ["dojo approve practice" in kata.dojo("approve", "--yes").stdout]
    for code in (BROKEN, RULE):
        (practice.folder / "yatzy.py").write_text(code, encoding="utf-8")
        kata.dojo("check")
        said.append("dojo approve practice" in kata.dojo("approve", "--yes").stdout)
    assert said == [False, True, False]


def test_approving_the_kata_names_nothing_for_a_blind_practice(kata: SmallKata, blind: Practice) -> None:
    kata.write(YATZY, BROKEN)
    assert kata.dojo("check", "--golden-master").stdout.startswith("red")
    assert ("dojo approve practice" in kata.dojo("approve", "--yes").stdout, blind.choices.blind) == (False, True)


def test_what_the_kata_needs_is_brought_back_and_no_step_is_taken_back(kata: SmallKata, green: Practice) -> None:
    kata.write(YATZY, BROKEN)
    (green.workspace / "tests/golden_master/calls.py").unlink()
    done = kata.dojo("check")
    said = re.search("`git checkout -- tests\\S*` brings back", done.stdout) is not None
    assert (done.stdout.startswith("amber"), said, told(done)) == (True, True, "")


@pytest.mark.usefixtures("process_of_its_own")
def test_an_approval_test_without_an_approved_file_says_itself_what_to_do(kata: SmallKata, blind: Practice) -> None:
    new = "from approvaltests import verify\n\n\ndef test_new():\n    verify('new')\n"
    (blind.folder / "tests/test_yatzy.py").write_text(new, encoding="utf-8")
    (blind.folder / "yatzy.py").write_text(BETTER, encoding="utf-8")
    done = kata.dojo("check")
    assert ("approve it:" in done.stdout, told(done)) == (True, "")


def test_a_committed_green_of_ones_own_tests_asks_for_another_test(blind: Practice) -> None:
    repository = Repository(blind.folder)
    repository.commit(repository.tree(), "a test")
    assert next_step.after_check(blind, GREEN_RESULT) == next_step.AFTER["green, blind"]


@pytest.mark.parametrize(
    ("level", "blind", "following"),
    [
        (1, False, ", or `dojo start --level 2 --again`."),
        (3, True, ", or `dojo start --level 4 --again`."),
        (4, False, ", or `dojo start --blind --again`."),
        (4, True, "KATA.md."),
    ],
)
def test_at_the_full_score_one_goes_on(level: int, blind: bool, following: str) -> None:  # noqa: FBT001 - from a table
    practice = Practice(ANYWHERE, Choices(level, blind))
    assert next_step.at_full_score(practice).endswith(following)
