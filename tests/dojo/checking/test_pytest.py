"""pytest, as people type it and editors start it: in a practice, it is a check."""

import pytest

from dojo.practice.history import read_history
from dojo.practice.model import AMBER, GREEN, RED, Practice
from dojo.practice.snapshots import Repository
from tests.dojo.practising import TEST, YATZY, outcome_of
from tests.dojo.small_kata import SmallKata

PAIRS = "practice/golden_master.md::scores.test_pairs"
OWN = "practice/tests/test_own.py"
FIXTURE = "import pytest\n\n\n@pytest.fixture\ndef yatzy():\n    raise ValueError\n"
APPROVAL_TEST = "from approvaltests import verify\n\n\ndef test_it():\n    verify('new line')\n"


def statuses(practice: Practice) -> list[str]:
    return [step.status for step in read_history(Repository(practice.folder)).steps]


# A check.


@pytest.mark.parametrize("name", ["practice", "blind"])
def test_all_tests_are_a_check(name: str, kata: SmallKata, request: pytest.FixtureRequest):
    practice = request.getfixturevalue(name)
    done = kata.pytest(folder=practice.folder)
    assert done.returncode == 0
    assert "green: recorded as a check" in done.stdout
    assert statuses(practice) == [GREEN]


def test_without_the_environment_the_error_says_to_activate_it(kata: SmallKata, practice: Practice):
    without_dojo = "import sys, pytest; sys.modules['dojo'] = None; pytest.main()"
    done = kata.run("-P", "-c", without_dojo, folder=practice.folder)
    assert 'Error importing plugin "dojo.checking.activate_the_environment": ' in done.stderr


@pytest.mark.parametrize("root", ["", "--rootdir=."])
def test_an_editor_may_start_it_in_a_folder_above(root: str, kata: SmallKata, practice: Practice):
    options = root.split()
    listed = kata.pytest(*options, "practice", "--collect-only").stdout
    assert "test_pairs" in listed
    assert kata.pytest(*options, "practice").returncode == 0
    assert statuses(practice) == [GREEN]


def test_a_failing_check_has_the_exit_code_of_a_failure(kata: SmallKata, practice: Practice):
    kata.change(YATZY, "return first + second", "return {}[first]")
    done = kata.pytest(folder=practice.folder)
    assert done.returncode == 1
    assert "    KeyError: 1\n    in the call pair(first=1, second=1)\n" in done.stdout
    assert statuses(practice) == [RED]


@pytest.mark.parametrize("line", ["return return", "raise SystemExit", "import refactored"])
def test_code_that_cannot_run_is_no_failure(line: str, kata: SmallKata, practice: Practice):
    kata.change(YATZY, "class Yatzy", f"{line}\nclass Yatzy")
    done = kata.pytest(folder=practice.folder)
    assert done.returncode > 1
    assert statuses(practice) == [AMBER]


def test_a_fixture_of_the_person_reaches_no_scenario(kata: SmallKata, practice: Practice):
    kata.write("practice/conftest.py", FIXTURE)
    assert outcome_of(practice).is_green


# No check.


@pytest.mark.parametrize(
    "part",
    ["-k pairs", "golden_master.md", "tests", "--deselect tests/test_own.py"],
)
def test_some_of_the_tests_are_no_check(part: str, kata: SmallKata, practice: Practice):
    kata.write(OWN, TEST)
    done = kata.pytest(*part.split(), folder=practice.folder)
    assert done.returncode == 0
    assert "not recorded as a check: this run had only some of the tests" in done.stdout
    assert statuses(practice) == []


def test_a_run_that_stopped_early_is_no_check(kata: SmallKata, practice: Practice):
    kata.write(OWN, "import nothing\n")
    kata.write("practice/tests/test_two.py", "")
    done = kata.pytest("-x", folder=practice.folder)
    assert "not recorded as a check: this run stopped early, after 0 of 1 test\n" in done.stdout
    assert statuses(practice) == []


@pytest.mark.parametrize("option", ["--collect-only", "--help"])
def test_a_run_without_tests_is_no_check(option: str, kata: SmallKata, practice: Practice):
    kata.pytest(option, folder=practice.folder)
    assert statuses(practice) == []


# Approval tests.


def test_a_received_line_is_marked_as_added(kata: SmallKata, blind: Practice):
    kata.write(OWN, APPROVAL_TEST)
    assert "+new line" in kata.pytest(folder=blind.folder).stdout


def test_a_check_prints_no_report_of_approvaltests(kata: SmallKata, blind: Practice):
    kata.write(OWN, APPROVAL_TEST)
    assert outcome_of(blind).printed == ""
