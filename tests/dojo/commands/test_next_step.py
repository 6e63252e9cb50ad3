"""Test the advice after a check."""

from pathlib import Path

import pytest

from dojo import next_step
from dojo.checking.outcome import UNAPPROVED, Finding, FindingKind, Outcome
from dojo.checking.runner import RecordedCheck
from dojo.kata.description import FIRST_HOUR
from dojo.mutation.grade import Grade
from dojo.practice.create import begin_in_place
from dojo.practice.history import read_history
from dojo.practice.model import GREEN, RED, Choices, Practice, Prediction
from dojo.practice.snapshots import Repository
from dojo.practice.steps import Step
from tests.dojo.practising import MOMENT, check_of, checked, started, write_files
from tests.dojo.small_kata import RULE, SmallKata

SLIP = "tests/slips/level1/001-once.patch"
BROKEN = RULE.replace("first + second", "first")
GREEN_RESULT = Outcome(passed=1)


def failed(kind: FindingKind, text: str = "it broke") -> Outcome:
    return Outcome((Finding(kind, text),))


def write(practice: Practice, name: str, text: str):
    (practice.folder / name).parent.mkdir(exist_ok=True)
    (practice.folder / name).write_text(text, encoding="utf-8")


def advice_after(practice: Practice, outcome: Outcome, expected: Prediction = "") -> str:
    """Return the advice after a check that was not recorded."""
    repository = Repository(practice.folder)
    tree = repository.tree()
    event = check_of(outcome.status, expected=expected)
    step = Step(event, "", tree, MOMENT, checked=MOMENT)
    recorded = RecordedCheck(outcome, step, {}, tree, read_history(repository))
    return next_step.after_check(practice, recorded)


# After green.


def test_a_green_change_is_to_be_committed(practice: Practice):
    write(practice, "dice.py", "")
    advice = 'commit it: dojo check -m "what you did"'
    assert advice_after(practice, GREEN_RESULT) == advice


@pytest.mark.parametrize(
    ("greens_before", "advice"),
    [(2, "change one small thing, then run `dojo check` again."), (3, "")],
)
def test_the_first_three_greens_have_advice(greens_before: int, advice: str, practice: Practice):
    for number in range(greens_before):
        write(practice, "yatzy.py", f"{RULE}# {number}\n")
        checked(practice, GREEN)
    write(practice, "yatzy.py", RULE)
    assert advice_after(practice, GREEN_RESULT) == advice


def test_after_the_first_hour_comes_level_1(kata: SmallKata):
    advice = next_step.after_no_hint(started(kata, level=FIRST_HOUR))
    assert "the wish of the first hour" in advice
    assert advice.endswith("`dojo start --again --level 1`.")


# After red or amber.


@pytest.mark.parametrize("kind", [FindingKind.ERROR, FindingKind.NOT_RUN])
def test_broken_code_goes_back_to_the_last_green(kind: FindingKind, practice: Practice):
    checked(practice, GREEN)
    write(practice, "yatzy.py", BROKEN)
    advice = "correct the code now, or restore the last green check: dojo restore green"
    assert advice_after(practice, failed(kind)) == advice


def test_unchanged_code_has_nothing_to_restore(practice: Practice):
    assert advice_after(practice, failed(FindingKind.NOT_RUN)) == ""


@pytest.mark.parametrize("new", ["tests/test_new.py", "approved_files/pairs.approved.txt"])
def test_a_new_test_is_not_restored_away(new: str, practice: Practice):
    write(practice, new, "new")
    advice = advice_after(practice, failed(FindingKind.ERROR))
    assert advice.startswith("change the code if the test is right")


def test_an_edited_approved_file_can_be_restored(practice: Practice):
    write(practice, "approved_files/pairs.approved.txt", "12")
    checked(practice, GREEN)
    write(practice, "approved_files/pairs.approved.txt", "junk")
    advice = advice_after(practice, failed(FindingKind.ERROR))
    assert advice == "to undo your edits of approved files: dojo restore green"


def test_an_expected_difference_may_be_a_wish(practice: Practice):
    advice = advice_after(practice, failed(FindingKind.DIFFERENCE), RED)
    assert advice.endswith(f",\n{next_step.OR_WISHED}")


def test_an_expected_failure_of_an_own_test_is_to_be_made_green(practice: Practice):
    advice = advice_after(practice, failed(FindingKind.ASSERTION), RED)
    assert advice == "make it green, then run `dojo check --expect green`."


def test_a_finding_with_advice_needs_no_other(practice: Practice):
    write(practice, "yatzy.py", BROKEN)
    outcome = failed(FindingKind.ASSERTION, f"it broke\n    {UNAPPROVED}")
    assert advice_after(practice, outcome) == ""


# The golden master in a blind practice.


def test_a_mistake_that_own_tests_miss_needs_a_test(blind: Practice):
    checked(blind, GREEN, blind="yes")
    guarded = blind.with_guard(blind=False)
    advice = advice_after(guarded, failed(FindingKind.DIFFERENCE))
    assert advice.startswith("write a test that fails for this, then correct the code")
    assert "restore" not in advice


def test_the_last_green_of_the_golden_master_is_restored(blind: Practice):
    passed = checked(blind, GREEN)
    checked(blind, GREEN, blind="yes")
    checked(blind, RED)
    guarded = blind.with_guard(blind=False)
    advice = advice_after(guarded, failed(FindingKind.DIFFERENCE))
    assert advice.endswith(f"dojo restore {passed.number}")


# After all mutants are killed.


@pytest.mark.parametrize(("slips", "is_advised"), [([SLIP], True), ([], False)])
def test_slips_are_advised_where_there_are_some(
    slips: list[str], blind: Practice, kata: SmallKata, *, is_advised: bool
):
    for slip in slips:
        kata.write(slip, "A pair counts once.\n\n")
    advice = next_step.after_mutants(blind, Grade())
    assert ("dojo slips" in advice) == is_advised


# With the dojo's own Python.


@pytest.mark.parametrize(
    ("name", "is_missing"), [("numpy", True), ("numpy.linalg", True), ("shop", False)]
)
def test_a_package_may_be_in_another_python(name: str, tmp_path: Path, *, is_missing: bool):
    write_files(tmp_path, {"shop.py": ""})
    practice = begin_in_place(tmp_path, Choices(0, blind=True, code="shop"), again=False)
    text = f"tests/test_shop.py:1\n    ModuleNotFoundError: No module named '{name}'"
    advice = advice_after(practice, failed(FindingKind.NOT_RUN, text))
    assert ("or name it: dojo start --here --again --python PATH" in advice) == is_missing
