"""A check of a practice: its status, and its findings."""

import os
import py_compile
from collections import Counter
from typing import Any

import pytest
from click.testing import CliRunner

from dojo.checking import runner
from dojo.checking.outcome import Outcome
from dojo.main import main
from dojo.practice.history import read_history
from dojo.practice.model import AMBER, GREEN, RED, ChangedExpectations, Practice
from dojo.practice.snapshots import Repository
from tests.dojo.practising import (
    TEST,
    YATZY,
    check,
    findings_of,
    git,
    outcome_of,
    started,
)
from tests.dojo.small_kata import RULE, SmallKata

SUM = "return first + second"
CLASS = "class Yatzy:"
CONDITION = "        if first"
OWN = "practice/tests/test_yatzy.py"
BY_NAME = "tests/golden_master/test_by_name.py"
PAIRS = "approved_files/pairs.approved.txt"
SOLUTION = "from refactored.yatzy import Yatzy as other"
SUPPRESSED = f"with __import__('contextlib').suppress(Exception): {SOLUTION}"
LATER_SOLUTION = "__import__('importlib').import_module('legacy.yatzy')"
STORY = """
from dojo.documents.documents import story


def test_pairs(yatzy, verify_document):
    lines = [f"It pays {yatzy.pair(die, die)}." for die in (6, 6, 5)]
    verify_document(story("pairs", "What pairs pay.", {"Pairs": lines}))
"""
STORY_TEXT = "What pairs pay.\n\n\nPairs\n-----\n\nIt pays 12.\nIt pays 12.\nIt pays 10.\n"
IN_PAIR = "practice/yatzy.py:12, in pair()"
MAY_NOT = "a practice may not import"


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        (SUM, "return first + 1", "Yatzy.pair(2, 2)\n    expected 4\n    actual   3"),
        (SUM, "exit(3)", "Yatzy.pair(1, 1)\n    expected 2\n    actual   SystemExit: 3"),
        ("def pair", "def a_pair", "pairs\n    AttributeError: type object 'Yatzy' has no"),
        (SUM, "a", f"{IN_PAIR}\n    NameError: name 'a' is not defined\n    in the call pair("),
    ],
)
def test_code_that_fails_is_red(
    old: str, new: str, finding: str, kata: SmallKata, practice: Practice
):
    kata.change(YATZY, old, new)
    outcome = outcome_of(practice)
    assert outcome.status == RED
    assert outcome.texts[0].startswith(finding)


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        (SUM, "return first +", "practice/yatzy.py:12\n    SyntaxError: invalid syntax"),
        (CLASS, f"import scorng\n{CLASS}", "practice/yatzy.py:4\n    ModuleNotFoundError: No"),
        (CLASS, "class Dice:", "practice/yatzy.py does not define Yatzy.\n    Define it there"),
        (SUM, "__import__('os')._exit(0)", "practice/\n    pytest ended before the tests did"),
        (CLASS, f"{SOLUTION}\n{CLASS}", f"practice/yatzy.py:4\n    {MAY_NOT} refactored/"),
        (SUM, SUPPRESSED, f"{IN_PAIR}\n    {MAY_NOT} refactored/"),
        (CLASS, f"{LATER_SOLUTION}\n{CLASS}", f"practice/yatzy.py:4\n    {MAY_NOT} legacy/"),
    ],
)
def test_code_that_cannot_run_is_amber(
    old: str, new: str, finding: str, kata: SmallKata, practice: Practice
):
    kata.change(YATZY, old, new)
    outcome = outcome_of(practice)
    assert outcome.status == AMBER
    assert outcome.texts[0].startswith(finding)


@pytest.mark.parametrize(
    ("file", "text", "status", "finding"),
    [
        ("tests/test_yatzy.py", "import nothing\n", AMBER, ":1\n    ModuleNotFoundError"),
        ("tests/conftest.py", "import nothing\n", AMBER, ":1\n    ModuleNotFoundError"),
        ("tests/test_yatzy.py", f"{SOLUTION}\n", AMBER, f":1\n    {MAY_NOT} refactored/"),
        ("tests/test_yatzy.py", TEST.replace("12", "13"), RED, ":5, in test_a_pair_of_sixes()"),
    ],
)
def test_own_tests_are_named_in_findings(  # noqa: PLR0913, PLR0917 - a table
    file: str, text: str, status: str, finding: str, kata: SmallKata, blind: Practice
):
    kata.write(f"practice/{file}", text)
    outcome = outcome_of(blind)
    assert outcome.status == status
    assert outcome.texts[0].startswith(f"practice/{file}{finding}")


def test_a_finding_names_the_own_test_that_failed(kata: SmallKata, blind: Practice):
    kata.change(YATZY, SUM, "return first.add(second)")
    [finding] = findings_of(blind)
    assert finding.endswith(f"\n    your test: {OWN}:5, in test_a_pair_of_sixes()")


def test_a_folder_may_have_any_name(kata: SmallKata):
    folder = kata.folder / "a [kata] of {mine}::x, 100%"
    folder.mkdir()
    assert outcome_of(started(SmallKata(folder))).is_green


def test_older_bytecode_is_not_run(kata: SmallKata, practice: Practice):
    module = kata.folder / YATZY
    py_compile.compile(str(module))
    saved = module.stat()
    kata.change(YATZY, "first + second", "first * second")
    os.utime(module, ns=(saved.st_atime_ns, saved.st_mtime_ns))
    assert outcome_of(practice).status == RED


@pytest.mark.usefixtures("process_of_its_own")
def test_settings_of_python_change_no_status(
    kata: SmallKata, blind: Practice, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PYTHONWARNINGS", "error")
    monkeypatch.setenv("PYTHONOPTIMIZE", "1")
    monkeypatch.setenv("PYTEST_ADDOPTS", "--collect-only")
    kata.write(OWN, TEST.replace("12", "13"))
    assert outcome_of(blind).status == RED


def test_code_that_waits_is_amber(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(runner, "GRACE_SECONDS", 0)
    kata.change(YATZY, SUM, "__import__('time').sleep(10**6)")
    outcome = outcome_of(practice, 0.3)
    assert outcome.status == AMBER
    assert "timed out: does it wait" in outcome.texts[0]


def test_a_test_in_which_the_run_ended_is_named(kata: SmallKata, blind: Practice):
    kata.change(YATZY, SUM, "__import__('os')._exit(0)")
    [finding] = findings_of(blind)
    name = "tests/test_yatzy.py::test_a_pair_of_sixes"
    assert finding.endswith(f"\n    the test that was running: {name}")


# Expected results.


def test_a_missing_scenario_is_a_fault_of_the_kata(kata: SmallKata, practice: Practice):
    (kata.folder / "tests/golden_master/test_every_order.py").unlink()
    outcome = outcome_of(practice)
    assert outcome.is_kata_fault
    assert "\n    `git checkout " in outcome.texts[0]


# The record of a check.


def test_a_check_is_recorded_with_its_changes(kata: SmallKata, practice: Practice):
    check(practice)
    kata.change(YATZY, SUM, "return first + 1")
    checked = check(practice)
    green, red = read_history(Repository(practice.folder)).steps
    assert green.status == GREEN
    assert red.finding == "Yatzy.pair(2, 2) expected 4 actual 3"
    assert checked.changed == {"yatzy.py": (1, 1)}


def test_a_check_does_not_change_the_index(kata: SmallKata, practice: Practice):
    kata.change(YATZY, SUM, f"{SUM}  # staged")
    git(practice.folder, "add", "--all")
    kata.change(YATZY, "# staged", "# not staged")
    before = git(practice.folder, "status", "--porcelain=v2")
    check(practice)
    assert git(practice.folder, "status", "--porcelain=v2") == before


def test_a_save_during_a_check_repeats_it(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
):
    slip = RULE.replace(SUM, "return first")
    run_tests = runner.run_tests

    def save_and_run(*arguments: Any) -> Outcome:
        kata.write(YATZY, slip)
        return run_tests(*arguments)

    monkeypatch.setattr(runner, "run_tests", save_and_run)
    checked = check(practice)
    [step] = read_history(Repository(practice.folder)).steps
    assert checked.outcome.status == RED
    assert Repository(practice.folder).files(step.tree)["yatzy.py"] == slip


@pytest.mark.usefixtures("blind")
def test_the_golden_master_can_be_compared_after_a_blind_start(kata: SmallKata):
    kata.change(YATZY, "return 0", "return 1")
    assert kata.dojo("check").returncode == 0
    assert kata.dojo("check", "--golden-master").returncode == 1


def test_a_changed_line_counts_each_time_that_a_document_has_it(
    kata: SmallKata, practice: Practice
):
    kata.write("tests/golden_master/test_scores.py", STORY)
    kata.write(PAIRS, STORY_TEXT)
    kata.change(YATZY, SUM, "return 7")
    assert "changed: 'Pairs', 3 lines" in kata.dojo("approve", "practice", "--yes").stdout
    assert outcome_of(practice).approved == ChangedExpectations(3)


def test_a_check_reads_the_history_once_and_the_files_twice(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
):
    calls: Counter[str] = Counter()

    def count(name: str):
        method = getattr(Repository, name)

        def counted(*arguments: Any, **options: Any) -> Any:
            calls[name] += 1
            return method(*arguments, **options)

        monkeypatch.setattr(Repository, name, counted)

    kata.change(YATZY, SUM, "return first")
    count("log")
    count("tree")
    monkeypatch.chdir(practice.folder)
    assert CliRunner().invoke(main, ["check", "--expect", "green"]).exit_code == 1
    assert calls == {"log": 1, "tree": 2}
