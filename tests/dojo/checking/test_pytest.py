"""pytest, as people type it and editors start it: in a practice, it is a check."""

import re
import sys

import pytest

from dojo.practice.history import Step, read_history
from dojo.practice.model import AMBER, GREEN, RED, Practice
from dojo.practice.snapshots import Repository
from tests.dojo.practising import TEST, YATZY, outcome_of
from tests.dojo.small_kata import RULE, SmallKata

IS_A_CHECK = "recorded as a check"
NO_CHECK = "not recorded as a check: this run had only some of the tests"
OWN = "practice/tests/test_own.py"
SECOND = "\n\ndef test_more(yatzy):\n    assert yatzy.pair(3, 3) == 6\n"


def history(practice: Practice) -> list[Step]:
    return read_history(Repository(practice.folder)).steps


def statuses(practice: Practice) -> list[str]:
    return [each.status for each in history(practice)]


# A check.


@pytest.mark.parametrize("name", ["practice", "blind"])
def test_in_a_practice_it_runs_the_golden_master_or_after_a_blind_start_own_tests_and_is_a_check(
    name: str, kata: SmallKata, request: pytest.FixtureRequest
) -> None:
    practice = request.getfixturevalue(name)
    done = kata.pytest(folder=practice.folder)
    assert (done.returncode, "1 passed" in done.stdout, f"green: {IS_A_CHECK}" in done.stdout) == (
        0,
        True,
        True,
    )
    [green] = history(practice)
    assert (green.status, Repository(practice.folder).files(green.commit)["yatzy.py"]) == (
        GREEN,
        RULE,
    )


def test_from_above_the_scenarios_are_tests_of_the_practice(
    kata: SmallKata, practice: Practice
) -> None:
    assert kata.pytest("practice").returncode == 0
    assert statuses(practice) == [GREEN]
    listed = kata.pytest("practice", "--collect-only", "-v").stdout
    assert re.search(
        r"<Dir practice>\s+<GoldenMasterFile golden_master.md>\s+<\w+ scores.test_pairs>", listed
    )
    assert "1 passed" in kata.pytest("practice/golden_master.md::scores.test_pairs").stdout


def test_an_editor_may_have_another_folder_be_the_root(kata: SmallKata, practice: Practice) -> None:
    kata.write(OWN, TEST)
    root = f"--rootdir={kata.folder}"
    listed = kata.pytest(root, "practice", "--collect-only").stdout.splitlines()
    assert listed[:2] == [
        "practice/golden_master.md::scores.test_pairs",
        "practice/tests/test_own.py::test_a_pair_of_sixes",
    ]
    assert kata.pytest(root, listed[0]).returncode == 0
    assert statuses(practice) == []
    assert kata.pytest(root, "practice").returncode == 0
    assert statuses(practice) == [GREEN]


def test_red_says_by_which_call_the_code_broke_and_shows_five_places_of_a_document(
    kata: SmallKata, practice: Practice
) -> None:
    pairs = ", ".join(f"({face}, {face})" for face in range(1, 7))
    kata.change(
        "tests/golden_master/test_scores.py", "[(1, 1), (2, 2), (6, 6), (1, 2)]", f"[{pairs}]"
    )
    kata.change(YATZY, "return first + second", "return {}[first] if first == 7 else 0")
    kata.write(
        "tests/golden_master/test_by_name.py",
        "def test_sevens(yatzy):\n    yatzy.pair(7, second=7)\n",
    )
    done = kata.pytest(folder=practice.folder)
    assert (
        "practice/yatzy.py:12, in pair()\n"
        "    KeyError: 7\n"
        "    in the call pair(first=7, second=7)\n"
    ) in done.stdout
    assert (done.returncode, statuses(practice), f"red: {IS_A_CHECK}" in done.stdout) == (
        1,
        [RED],
        True,
    )
    assert (done.stdout.count("    expected "), "practice/.dojo/findings.txt" in done.stdout) == (
        5,
        True,
    )
    assert kata.read("practice/.dojo/findings.txt").count("    expected ") > 5


def test_own_tests_are_part_of_it_and_no_fixture_of_theirs_reaches_a_scenario(
    kata: SmallKata, practice: Practice
) -> None:
    fixture = "import pytest\n\n\n@pytest.fixture{}\ndef yatzy():\n    raise ValueError\n"
    kata.write("practice/conftest.py", fixture.format(""))
    kata.write("practice/tests/__init__.py", "")
    kata.write(OWN, TEST.replace("12", "13"))
    done = kata.pytest(folder=practice.folder)
    assert (done.returncode, "1 failed, 1 passed" in done.stdout, statuses(practice)) == (
        1,
        True,
        [RED],
    )


@pytest.mark.skipif(sys.platform == "win32", reason="the first process takes too long there")
def test_with_workers_it_counts_once(kata: SmallKata, practice: Practice) -> None:
    kata.write(OWN, TEST.replace("6, 6", "1, 1").replace("12", "2"))
    kata.change(YATZY, "first + second", "first + 1")
    done = kata.pytest("-n", "2", folder=practice.folder)
    assert (done.returncode, "1 failed, 1 passed" in done.stdout) == (1, True)
    [red] = history(practice)
    assert (red.status, red.finding) == (RED, "Yatzy.pair(2, 2) expected 4 actual 3")


# Amber.


@pytest.mark.parametrize("line", ["return return", "raise SystemExit", "import refactored"])
def test_code_that_cannot_be_asked_is_amber_and_no_failure(
    line: str, kata: SmallKata, practice: Practice
) -> None:
    kata.change(YATZY, "class Yatzy", f"{line}\nclass Yatzy")
    assert kata.pytest(folder=practice.folder).returncode not in (0, 1)
    assert [(each.status, each.finding[:19]) for each in history(practice)] == [
        (AMBER, "practice/yatzy.py:4")
    ]


@pytest.mark.parametrize("file", ["practice/conftest.py", OWN])
@pytest.mark.parametrize("line", ["from refactored.yatzy import Yatzy", "raise SystemExit"])
def test_what_comes_first_is_guarded_like_the_code(
    line: str, file: str, kata: SmallKata, practice: Practice
) -> None:
    kata.write(file, f"{line}\n")
    assert kata.pytest(folder=practice.folder).returncode not in (0, 1)
    assert (statuses(practice), f"{file}:1" in kata.read("practice/.dojo/findings.txt")) == (
        [AMBER],
        True,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="the system counts no seconds of the processor")
def test_an_endless_loop_is_amber_with_its_line(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dojo.checking.plugin.TEST_SECONDS", 0.2)
    kata.change(YATZY, "return first", "while first: pass\n        return first")
    assert kata.pytest(folder=practice.folder).returncode not in (0, 1)
    assert history(practice)[0].finding.startswith(
        "practice/yatzy.py:12, in pair() timed out after 0.2 s of processor time"
    )


# No check.


@pytest.mark.parametrize(
    "part",
    [
        ["-k", "pairs"],
        ["golden_master.md::scores.test_pairs"],
        ["tests"],
        ["--deselect", "tests/test_own.py"],
    ],
)
def test_a_part_is_no_check_and_says_so(
    part: list[str], kata: SmallKata, practice: Practice
) -> None:
    kata.write("tests/golden_master/test_by_name.py", SECOND)
    kata.write(OWN, TEST)
    done = kata.pytest(*part, folder=practice.folder)
    assert (done.returncode, NO_CHECK in done.stdout, statuses(practice)) == (0, True, [])
    if part[0] == "-k":  # and leaves no files that the next check takes for its own
        kata.change(YATZY, "return", "return 7 +")
        assert kata.pytest(*part, folder=practice.folder).returncode == 1
        kata.dojo("check")
        assert statuses(practice) == [RED]


@pytest.mark.parametrize("option", ["--collect-only", "--help"])
def test_what_runs_no_test_is_no_check(option: str, kata: SmallKata, practice: Practice) -> None:
    done = kata.pytest(option, folder=practice.folder)
    assert (done.returncode, IS_A_CHECK in done.stdout, statuses(practice)) == (0, False, [])


APPROVAL_TEST = "from approvaltests import verify\n\n\ndef test_it():\n    verify('new line')\n"


def test_pytest_marks_a_received_line_as_a_check_does(kata: SmallKata, blind: Practice) -> None:
    kata.write("practice/tests/test_own.py", APPROVAL_TEST)
    assert "+new line" in kata.pytest(folder=blind.folder).stdout


def test_a_check_prints_no_report_of_approvaltests(kata: SmallKata, blind: Practice) -> None:
    kata.write("practice/tests/test_own.py", APPROVAL_TEST)
    assert outcome_of(blind).printed == ""


def test_a_run_that_stopped_early_is_no_check(kata: SmallKata, practice: Practice) -> None:
    kata.write("practice/tests/test_own.py", "import nothing\n")
    kata.write("practice/tests/test_two.py", "")
    done = kata.pytest("-x", folder=practice.folder)
    assert "not recorded as a check: this run stopped early, after 0 of 1 test\n" in done.stdout
    assert statuses(practice) == []
