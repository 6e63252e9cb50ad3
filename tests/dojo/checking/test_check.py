"""Test `dojo check`: its results, its findings, and its limits of time."""

import os
import py_compile
import sys
from typing import NoReturn

import pytest

from dojo.checking import runner
from dojo.checking.display import check_lines
from dojo.checking.outcome import Finding, FindingKind
from dojo.checking.reports import Reports
from dojo.checking.runner import run_check
from dojo.cli import show_waiting
from dojo.practice.history import Step, read_history
from dojo.practice.model import AMBER, GREEN, RED, ChangedExpectations, Practice
from dojo.practice.snapshots import CHECKS, Repository
from tests.dojo.practising import (
    TEST,
    YATZY,
    findings_of,
    git,
    outcome_of,
    save_during_a_check,
    started,
)
from tests.dojo.small_kata import RULE, SmallKata

SLIP = ("first + second", "first + 1")
LIMIT = 300  # seconds; only a test that hangs takes as long
IN_PAIR, BY_WHICH = (
    "practice/yatzy.py:12, in pair()\n    ",
    "\n    in the call pair(first=1, second=1)",
)
ANSWERS = "    a practice may not import {}/: delete this line"
AN_ANSWER = "from refactored.yatzy import Yatzy as other"
OWN = "practice/tests/test_own.py"


def last_check(practice: Practice) -> Step:
    return read_history(Repository(practice.folder)).steps[-1]


# What is told of the code: by what is put into yatzy.py, in the place of which text.

RED_CODE = {
    SLIP: "Yatzy.pair(2, 2)\n    expected 4\n    actual   3",
    (
        "def pair(",
        "def a_pair(",
    ): "pairs\n    AttributeError: type object 'Yatzy' has no attribute 'pair'",
    ("first + second", "exit(3)"): "Yatzy.pair(1, 1)\n    expected 2\n    actual   SystemExit: 3",
    ("first + second", "unknown"): f"{IN_PAIR}NameError: name 'unknown' is not defined{BY_WHICH}",
}
AMBER_CODE = {
    (
        "return first + second",
        "return first +",
    ): "practice/yatzy.py:12\n    SyntaxError: invalid syntax",
    (
        "class Yatzy:",
        "import scorng\nclass Yatzy:",
    ): "practice/yatzy.py:4\n    ModuleNotFoundError: No module named",
    (
        "class Yatzy",
        "class Dice",
    ): "practice/yatzy.py has no class Yatzy.\n    Define the class there",
    (
        "return first",
        "__import__('os')._exit(0)",
    ): "practice/\n    pytest ended before the tests did",
    (
        "class Yatzy:",
        f"{AN_ANSWER}\nclass Yatzy:",
    ): f"practice/yatzy.py:4\n{ANSWERS.format('refactored')}",
    (
        *(
            "        if",
            f"        with __import__('contextlib').suppress(Exception): {AN_ANSWER}\n        if",
        ),
    ): f"practice/yatzy.py:10, in pair()\n{ANSWERS.format('refactored')}",
    (
        *("class Yatzy:", "__import__('importlib').import_module('legacy.yatzy')\nclass Yatzy:"),
    ): f"practice/yatzy.py:4\n{ANSWERS.format('legacy')}",
}


@pytest.mark.parametrize(
    ("status", "change", "finding"),
    [
        *((RED, *each) for each in RED_CODE.items()),
        *((AMBER, *each) for each in AMBER_CODE.items()),
    ],
)
def test_what_is_wrong_is_told_with_its_call_or_its_place(
    status: str, change: tuple[str, str], finding: str, kata: SmallKata, practice: Practice
) -> None:
    kata.change(YATZY, *change)
    outcome = outcome_of(practice)
    assert outcome.status == status
    assert outcome.texts[0].startswith(finding)


@pytest.mark.parametrize(("change", "status"), [(SLIP, RED), (("0", "0"), AMBER)])
def test_own_tests_that_cannot_be_run_are_amber_unless_the_golden_master_is_red(
    change: tuple[str, str], status: str, kata: SmallKata, practice: Practice
) -> None:
    kata.change(YATZY, *change)
    kata.write(OWN, "def test_own(:\n")
    assert outcome_of(practice).status == status


def test_one_cause_is_one_finding_however_often_it_arises(
    kata: SmallKata, practice: Practice
) -> None:
    kata.write(
        "tests/golden_master/test_by_name.py", "def test_again(yatzy):\n    yatzy.pair(2, 2)\n"
    )
    test = "from yatzy import Yatzy\n\n\ndef test_{}():\n    Yatzy.pair('a', 'a')\n"
    for name in ("a", "b"):
        kata.write(f"practice/tests/test_{name}.py", test.format(name))
    kata.change(YATZY, "first + second", "first.add(second)")
    by_scenarios, by_tests = findings_of(practice)
    assert "your test" not in by_scenarios
    assert by_tests.endswith("\n    your test: practice/tests/test_a.py:5, in test_a()")


def test_a_practice_may_have_several_modules_called_as_one_likes_and_runs_in_its_own_folder(
    kata: SmallKata,
) -> None:
    (kata.folder / "a [kata] of {mine}::x, 100%").mkdir()
    kata = SmallKata(kata.folder / "a [kata] of {mine}::x, 100%")
    practice = started(kata)
    kata.write("practice/legacy.py", f"open('notes.txt', 'a').write('here')\n{RULE}")
    kata.write(YATZY, "from legacy import Yatzy\n")
    assert (run_check(practice, LIMIT).outcome.status, kata.read("practice/notes.txt")) == (
        GREEN,
        "here",
    )


def test_bytecode_from_before_is_not_taken_for_the_source(
    kata: SmallKata, practice: Practice
) -> None:
    module = kata.folder / YATZY
    py_compile.compile(str(module))
    saved = module.stat()
    kata.change(YATZY, "first + second", "first * second")
    os.utime(module, ns=(saved.st_atime_ns, saved.st_mtime_ns))
    assert findings_of(practice)[0].startswith("Yatzy.pair(1, 1)")


# Prints for debugging.

NO_TEXT = """
class NoText:
    def __repr__(self):
        raise SystemExit


def test_no_text(yatzy):
    yatzy.pair(NoText(), 10**5000)
"""


@pytest.mark.parametrize("printed", ["first", "second", "f'{first=}'", "'here', str(second)"])
def test_a_print_of_a_value_without_text_fails_no_test(
    printed: str, kata: SmallKata, practice: Practice
) -> None:
    kata.write("tests/golden_master/test_by_name.py", NO_TEXT)
    kata.change(YATZY, "        if first", f"        print({printed})\n        if first")
    outcome = outcome_of(practice)
    assert (outcome.findings, "(cannot be printed: " in outcome.printed) == ((), True)


def test_a_print_that_never_ends_is_amber(kata: SmallKata, practice: Practice) -> None:
    kata.change(
        YATZY,
        "        if first",
        "        print(any(each for each in iter(int, 1)))\n        if first",
    )
    assert "timed out after 0.3 s" in outcome_of(practice, 0.3).texts[0]


def test_a_green_check_shows_the_printed_lines(kata: SmallKata, practice: Practice) -> None:
    kata.change(YATZY, "        if first", "        print('dice', first)\n        if first")
    lines = check_lines(practice, run_check(practice, LIMIT))
    assert lines[1:] == [
        "Your code printed 4 lines (in practice/.dojo/printed.txt):",
        "    dice 1",
        "    dice 2",
        "    dice 6",
        "    dice 1",
    ]


def test_printed_lines_keep_their_indentation(kata: SmallKata, practice: Practice) -> None:
    kata.change(YATZY, "        if first", "        print('  ' + 99 * 'a')\n        if first")
    *_, last = check_lines(practice, run_check(practice, LIMIT))
    assert last == "      " + 74 * "a"


def test_ctrl_c_in_a_print_is_not_hidden(kata: SmallKata, practice: Practice) -> None:
    stop = "(_ for _ in ()).throw(KeyboardInterrupt)"
    kata.change(YATZY, "        if first", f"        print(*{stop})\n        if first")
    assert outcome_of(practice).printed == ""


def test_lines_that_a_failed_test_printed_come_first(kata: SmallKata, blind: Practice) -> None:
    kata.write(OWN, "def test_a():\n    print('a')\n\n\ndef test_b():\n    assert print('b')\n")
    assert outcome_of(blind).printed == "b\na\n"


def test_all_printed_lines_are_in_a_file(kata: SmallKata, practice: Practice) -> None:
    kata.change(YATZY, "class Yatzy:", "for each in range(9):\n    print(each)\nclass Yatzy:")
    run_check(practice, LIMIT)
    assert kata.read("practice/.dojo/printed.txt") == "".join(f"{each}\n" for each in range(9))


# What it goes by.


@pytest.mark.parametrize(
    ("lost", "said"),
    [
        (
            "tests/golden_master/test_every_order.py",
            "No module named 'tests.golden_master.test_every_order'\n    `git checkout ",
        ),
        (
            "approved_files/pairs.approved.txt",
            "approved_files/pairs.approved.txt is missing, or cannot be read, so",
        ),
    ],
)
def test_nothing_is_said_of_the_code_for_what_the_kata_lacks(
    lost: str, said: str, kata: SmallKata, practice: Practice
) -> None:
    (kata.folder / lost).unlink()
    result = outcome_of(practice)
    assert (result.status, result.is_kata_fault) == (AMBER, True)
    assert result.texts[0].startswith(said)


def approve(kata: SmallKata, *changes: tuple[str, str]) -> None:
    """Have a document of one's own, edited by hand."""
    text = kata.read("approved_files/pairs.approved.txt")
    for old, new in changes:
        text = text.replace(old, new)
    kata.write("practice/approved_files/pairs.approved.txt", text)


@pytest.mark.parametrize(
    ("approved", "code", "options", "said", "differences"),
    [
        (
            ["3", "7"],
            "first + 1",
            [],
            "green, 2 expected results changed: level 1, scoring, 1 test, ",
            (2, 0),
        ),
        ([], "first + second", [], "green: ", (0, 0)),
        (["3"], "first + second", [], "red, 1 expected result changed: ", (1, 0)),
        (["3"], "first + second", ["--golden-master"], "green: ", (0, 0)),
    ],
)
def test_a_check_counts_the_expected_results_that_were_changed(  # noqa: PLR0913 - a table
    *,
    approved: list[str],
    code: str,
    options: list[str],
    said: str,
    differences: tuple[int, int],
    kata: SmallKata,
    practice: Practice,
) -> None:
    places = [("(2, 2) -> 4", "(2, 2) -> {}"), ("(6, 6) -> 12", "(6, 6) -> {}")]
    approve(
        kata,
        *((old, new.format(points)) for (old, new), points in zip(places, approved, strict=False)),
    )
    kata.change(YATZY, "first + second", code)
    kata.write("practice/approved_files/of_no_scenario.approved.txt", "")
    done = kata.dojo("check", *options)
    assert (done.stdout[: len(said)], done.returncode) == (said, int(said.startswith("red")))
    assert last_check(practice).approved == ChangedExpectations(*differences)


def test_a_result_that_stands_in_two_documents_counts_once(practice: Practice) -> None:
    reports = Reports(practice)
    reports.passed = {"test_scores"}
    changed = Finding(FindingKind.CHANGED_EXPECTATION, "pair(2, 2)\n    expected 4\n    actual   3")
    reports.findings = [changed, changed]
    assert reports.outcome(0).approved == ChangedExpectations(1, 0)


# After a blind start.


@pytest.mark.parametrize(
    ("file", "text", "status", "finding"),
    [
        (
            "tests/test_yatzy.py",
            "import nothing\n",
            AMBER,
            "practice/tests/test_yatzy.py:1\n    ModuleNotFoundError",
        ),
        (
            "tests/conftest.py",
            "import nothing\n",
            AMBER,
            "practice/tests/conftest.py:1\n    ModuleNotFoundError",
        ),
        (
            "tests/test_yatzy.py",
            f"{AN_ANSWER}\n",
            AMBER,
            f"practice/tests/test_yatzy.py:1\n{ANSWERS[:30]}",
        ),
        ("tests/test_yatzy.py", "", AMBER, "no test in practice/tests passed"),
        (
            "yatzy.py",
            "class Yatzy:\n    pass\n",
            RED,
            "practice/tests/test_yatzy.py:5, in test_a_pair_of_sixes()",
        ),
        (
            *("tests/test_yatzy.py", TEST.replace("12", "13"), RED),
            (
                "practice/tests/test_yatzy.py:5, in test_a_pair_of_sixes()\n"
                "    AssertionError: assert 12 == 13"
            ),
        ),
    ],
)
def test_blind_own_tests_say_what_is_wrong(  # noqa: PLR0913 - a table
    *, file: str, text: str, status: str, finding: str, kata: SmallKata, blind: Practice
) -> None:
    kata.write(f"practice/{file}", text)
    outcome = outcome_of(blind)
    assert (outcome.status, outcome.texts[0][: len(finding)]) == (status, finding)


@pytest.mark.parametrize(
    "how", ["@pytest.mark.xfail", "pytest.skip('later', allow_module_level=True)"]
)
def test_a_test_that_is_left_out_need_not_pass_and_green_says_so_but_blind_one_has_to(
    how: str, kata: SmallKata, practice: Practice
) -> None:
    kata.write(
        "practice/tests/test_yatzy.py", f"import pytest\n{how}\ndef test_it():\n    assert 1 == 2\n"
    )
    line = check_lines(practice, run_check(practice, LIMIT))[0]
    assert ("green: " in line, "1 test, " in line, "; 1 of your tests skipped" in line) == (
        True,
        True,
        True,
    )
    assert findings_of(practice.with_guard(blind=True))[0].startswith(
        "no test in practice/tests passed"
    )


@pytest.mark.usefixtures("process_of_its_own")
def test_red_is_the_same_whatever_is_set(
    kata: SmallKata, blind: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {
        "PYTHONWARNINGS": "error",
        "PYTHONUTF8": "0",
        "PYTHONOPTIMIZE": "1",
        "PYTEST_ADDOPTS": "--collect-only",
    }
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    kata.write("practice/names.txt", "Zo\u00eb\n")
    kata.write(YATZY, f"assert open('names.txt').read() == 'Zo\\u00eb\\n'\nODD = '\\d'\n{RULE}")
    kata.write("practice/tests/test_yatzy.py", TEST.replace("12", "13"))
    assert findings_of(blind)[0].startswith(
        "practice/tests/test_yatzy.py:5, in test_a_pair_of_sixes()"
    )


# Limits.


def test_code_that_only_waits_is_ended_and_is_amber(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "GRACE_SECONDS", 0)
    kata.change(YATZY, "return first + second", "__import__('time').sleep(10**6)")
    result = outcome_of(practice, 0.5)
    assert (result.status, "timed out" in result.texts[0]) == (AMBER, True)


@pytest.mark.skipif(sys.platform == "win32", reason="there, only the clock ends a check")
def test_each_test_has_its_time(
    kata: SmallKata, blind: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dojo.checking.plugin.TEST_SECONDS", 0.3)
    computes = (
        "    import time\n"
        "    end = time.process_time() + 0.18\n"
        "    while time.process_time() < end: pass\n"
    )
    kata.write(
        "practice/tests/test_slow.py", "".join(f"def test_{each}():\n{computes}" for each in "ab")
    )
    assert outcome_of(blind, None).findings == ()


def test_at_a_terminal_a_result_takes_the_place_of_a_notice_and_in_a_pipe_there_is_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    show_waiting("still running")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr("click.utils.should_strip_ansi", lambda *_: False)
    show_waiting("")
    assert capsys.readouterr().err == "\r\x1b[K"


# How it is told, and kept.


def test_red_names_the_files_of_the_practice_that_was_checked(
    kata: SmallKata, practice: Practice
) -> None:
    kata.change(YATZY, "first + second", "print('here') or [][first]")
    (kata.folder / "practices").mkdir()
    aside = practice.folder.rename(kata.folder / "practices/2026-01-02")
    said = kata.dojo("check", folder=aside).stdout
    assert said.count("practices/2026-01-02/") == 2, (
        "in the finding, and where to read what pytest printed"
    )
    assert "practice/" not in said


@pytest.mark.parametrize(
    ("settings", "old_settings"),
    [("[[[\n", None), (None, "[pytest]\ntestpaths = tests\npythonpath = .\n")],
)
def test_a_practice_with_other_settings_is_checked_and_with_broken_ones_it_says_where_to_read(
    settings: str | None, old_settings: str | None, kata: SmallKata, practice: Practice
) -> None:
    (practice.folder / "golden_master.md").unlink()
    (practice.folder / "pyproject.toml").unlink()
    for name, text in (("pyproject.toml", settings), ("pytest.ini", old_settings)):
        if text is not None:
            kata.write(f"practice/{name}", text)
    assert [
        "output of pytest: practice/.dojo/pytest.txt" in each for each in findings_of(practice)
    ] == [True] * bool(settings)


def test_every_check_is_logged_with_what_changed_and_the_files_as_they_were(
    kata: SmallKata, practice: Practice
) -> None:
    run_check(practice, LIMIT)
    kata.change(YATZY, *SLIP)
    repository = Repository(practice.folder)
    git(practice.folder, "add", "--all")
    kata.change(YATZY, "first + 1", "first + 1 ")
    before = git(practice.folder, "status", "--porcelain=v2", "--branch")
    run_check(practice, LIMIT)
    green, red = read_history(repository).steps
    assert (green.status, red.status, red.finding) == (
        "green",
        "red",
        "Yatzy.pair(2, 2) expected 4 actual 3",
    )
    assert repository.changes(green.commit, str(red.commit)) == {"yatzy.py": (1, 1)}
    assert git(practice.folder, "status", "--porcelain=v2", "--branch") == before, (
        "a person's index stays as it was"
    )


def test_a_save_during_a_check_makes_it_anew_and_nothing_is_counted_from_the_void_one(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    kata.write("practice/first.py", "1\n")
    slip = kata.read(YATZY).replace(*SLIP)
    save_during_a_check(kata, monkeypatch, lambda: kata.write(YATZY, slip))
    report = run_check(practice, LIMIT)
    assert (report.outcome.status, report.changed) == (
        RED,
        {"first.py": (1, 0), "yatzy.py": (1, 1)},
    )
    assert Repository(practice.folder).files(str(last_check(practice).commit))["yatzy.py"] == slip
    assert len(read_history(Repository(practice.folder)).steps) == 1


# What it says of the kata itself: somebody may have opened its file in place of their own.


def test_a_file_of_the_kata_that_was_changed_is_named_with_the_way_back(
    kata: SmallKata, practice: Practice
) -> None:
    for command in ("init -q", "add -A", "-c user.name=a -c user.email=a commit -qm kata"):
        git(kata.folder, *command.split())
    kata.write("legacy/yatzy.py", kata.read("legacy/yatzy.py"))
    assert "changed files of the kata" not in kata.dojo("check").stdout, "what was only saved again"
    kata.change("legacy/yatzy.py", "first + second", "second + first")
    warning = (
        "You changed files of the kata: legacy/yatzy.py.\n"
        "`git checkout -- legacy/yatzy.py` restores them.\n"
    )
    assert warning in kata.dojo("check").stdout
    assert last_check(practice).is_green


def test_a_check_that_is_interrupted_keeps_its_files(
    practice: Practice, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(runner, "run_tests", interrupt)
    (practice.folder / "yatzy.py").write_text("half = (\n", encoding="utf-8")
    with pytest.raises(KeyboardInterrupt):
        run_check(practice)
    assert repository.files(CHECKS)["yatzy.py"] == "half = (\n"
    assert read_history(repository).steps == []
