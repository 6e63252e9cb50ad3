"""The line at the end of a command: what to do next, when there is something."""

import shlex

import pytest

from dojo import next_step
from dojo.checking.outcome import UNAPPROVED, Finding, FindingKind, Outcome
from dojo.practice.model import GREEN, Practice
from tests.dojo.practising import YATZY, checked
from tests.dojo.small_kata import RULE, SmallKata

BETTER = RULE.replace("first + second", "2 * first")
BROKEN = RULE.replace("first + second", "first")
GREEN_RESULT, RED_RESULT = Outcome(passed=1), Outcome((Finding(FindingKind.ERROR, "it broke"),))
AMBER_RESULT = Outcome((Finding(FindingKind.NOT_RUN, "it broke"),))


def command_in(step: str) -> list[str]:
    """Return the arguments of the command that the advice names."""
    return shlex.split(step.partition(": dojo ")[2].partition(",")[0])


@pytest.fixture
def green(practice: Practice, monkeypatch: pytest.MonkeyPatch) -> Practice:
    """Enter a practice whose last check was green and whose files are not committed."""
    (practice.folder / "yatzy.py").write_text(BETTER, encoding="utf-8")
    checked(practice, GREEN)
    monkeypatch.chdir(practice.workspace)
    return practice


def test_a_green_that_is_not_committed_is_committed_with_new_files(
    kata: SmallKata, green: Practice
) -> None:
    (green.folder / "dice.py").touch()
    step = next_step.after_check(green, GREEN_RESULT)
    assert kata.dojo(*command_in(step)).returncode == 0
    assert next_step.after_check(green, GREEN_RESULT) == next_step.AFTER["green"]


def test_a_print_is_mentioned_before_it_is_committed(green: Practice) -> None:
    step = next_step.after_check(green, Outcome(passed=1, printed="dice 6\n"))
    assert step == next_step.AFTER["to commit, with prints"]


@pytest.mark.parametrize(("greens", "advice"), [(3, next_step.AFTER["green"]), (4, "")])
def test_the_first_three_greens_say_how_to_go_on(
    greens: int, advice: str, practice: Practice
) -> None:
    for number in range(greens):
        kept = RULE + f"# {number}\n"
        (practice.folder / "yatzy.py").write_text(kept, encoding="utf-8")
        checked(practice, GREEN)
    (practice.folder / "yatzy.py").write_text(RULE, encoding="utf-8")
    assert next_step.after_check(practice, GREEN_RESULT) == advice


def test_what_is_not_green_goes_back_to_the_last_green(kata: SmallKata, green: Practice) -> None:
    kata.write(YATZY, BROKEN)
    step = next_step.after_check(green, AMBER_RESULT)
    assert kata.dojo(*command_in(step)).returncode == 0
    assert kata.read(YATZY) == BETTER


def test_what_own_tests_miss_wants_a_test_and_is_not_taken_back_by_their_next_green(
    kata: SmallKata, blind: Practice
) -> None:
    kata.write(YATZY, RULE.replace("first + second", "12"))
    before = kata.dojo("check").stdout + kata.dojo("check", "--golden-master").stdout
    assert before.endswith(
        "Next: write a test that fails for this, then correct the code "
        "(a customer's wish may stay)\n"
    )
    kata.dojo("check")
    shown = kata.dojo("progress").stdout
    assert ("with the golden master" in shown, "undone" in shown) == (True, False)
    kata.write(YATZY, RULE)
    kata.dojo("check", "--golden-master")
    kata.write(YATZY, BROKEN)
    step = next_step.after_check(blind.with_guard(blind=False), RED_RESULT)
    assert kata.dojo(*command_in(step)).returncode == 0
    assert kata.read(YATZY) == RULE


def test_code_that_could_not_be_asked_and_did_not_change_has_nothing_to_take_back(
    practice: Practice,
) -> None:
    assert next_step.after_check(practice, AMBER_RESULT) == ""


@pytest.mark.parametrize(
    "new", ["tests/test_new.py", "approved_files/pairs.approved.txt", "new.approved.txt"]
)
def test_where_the_code_is_as_in_the_commit_it_is_to_be_written_and_no_new_test_is_taken_away(
    practice: Practice, new: str
) -> None:
    (practice.folder / new).parent.mkdir(exist_ok=True)
    (practice.folder / new).write_text("new", encoding="utf-8")
    assert next_step.after_check(practice, RED_RESULT) == next_step.AFTER["red, same code"]


def test_an_edited_approved_file_can_be_restored(practice: Practice) -> None:
    document = practice.folder / "approved_files" / "pairs.approved.txt"
    document.parent.mkdir()
    document.write_text("12", encoding="utf-8")
    checked(practice, GREEN)
    document.write_text("junk", encoding="utf-8")
    assert "dojo restore green" in next_step.after_check(practice, RED_RESULT)


DIFFERS, ADDS = Finding(FindingKind.DIFFERENCE, "one"), Finding(FindingKind.ADDITION, "two")
CHANGED = Finding(FindingKind.CHANGED_EXPECTATION, "three")


@pytest.mark.parametrize(
    ("findings", "changed", "told"),
    [
        ((DIFFERS, ADDS), (), next_step.OR_WISHED),
        ((ADDS,), (), next_step.OR_MEAN_IT),
        ((DIFFERS,), (CHANGED,), next_step.OR_AGAIN),
    ],
)
def test_what_differs_is_to_be_approved_where_it_only_adds_or_was_approved_otherwise(
    findings: tuple[Finding, ...],
    changed: tuple[Finding, ...],
    told: str,
    kata: SmallKata,
    practice: Practice,
) -> None:
    kata.write(YATZY, BROKEN)
    outcome = Outcome(findings, changed_expectations=changed)
    first, second = next_step.after_check(practice, outcome).splitlines()
    assert first.startswith("correct the code now, or restore the last commit: dojo restore ")
    assert second == told


def test_what_says_itself_what_to_do_needs_no_next_step(kata: SmallKata, green: Practice) -> None:
    kata.write(YATZY, BROKEN)
    assert (
        next_step.after_check(
            green, Outcome((Finding(FindingKind.ASSERTION, f"it broke\n    {UNAPPROVED}"),))
        )
        == ""
    )
