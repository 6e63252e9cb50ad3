"""`dojo check`: green in a line, red in words, and never stuck or broken by what is in a practice."""

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from dojo.checking import runner
from dojo.checking.check import Job
from dojo.checking.runner import Caller, SupersededError, check, run
from dojo.commands.check import render
from dojo.practice.model import AMBER, RED, Differences, Practice
from dojo.practice.snapshots import Repository
from dojo.practice.story import read_story
from tests.dojo.conftest import start_pytest
from tests.dojo.practising import TEST, YATZY, findings_of, git, outcome_of, save_during_a_check, started
from tests.dojo.small_kata import SmallKata

SLIP = ("first + second", "first + 1")
GOES_ROUND = ("return first + second", "while True: pass")
TIME_IS_UP = ("return first + second", "__import__('signal').raise_signal(__import__('signal').SIGPROF)")
WAITS = ("return first + second", "__import__('time').sleep(10**6)")
LIMIT = 300  # seconds; only a test that hangs takes as long


def test_green_is_one_line_with_the_time(kata: SmallKata, practice: Practice) -> None:
    done = kata.dojo("check")
    assert done.returncode == 0
    assert re.match(rf"green: level {practice.choices.level}, scoring, 1 test, \d+\.\d s\nNext: ", done.stdout)


def test_red_names_the_call_what_was_expected_and_what_came(kata: SmallKata, practice: Practice) -> None:
    kata.change(YATZY, *SLIP)
    done = kata.dojo("check")
    assert (done.returncode, practice.choices.blind) == (1, False)
    assert done.stdout.splitlines()[1:4] == ["Yatzy.pair(2, 2)", "    expected 4", "    got      3"]


def test_a_published_method_that_is_gone_is_named(kata: SmallKata, practice: Practice) -> None:
    kata.change(YATZY, "def pair(", "def a_pair(")
    assert findings_of(practice) == ["pairs\n    type object 'Yatzy' has no attribute 'pair'"]


def test_code_that_ends_the_program_is_named_by_its_call(kata: SmallKata, practice: Practice) -> None:
    kata.change(YATZY, "first + second", "exit(3)")
    assert findings_of(practice)[0] == "Yatzy.pair(1, 1)\n    expected 2\n    got      SystemExit: 3"


def test_red_shows_three_findings_and_how_many_more(kata: SmallKata, practice: Practice) -> None:
    kata.change("tests/golden_master/test_scores.py", "(6, 6),", "(6, 6), (5, 5), (4, 4),")
    kata.change(YATZY, "first + second", "first - second")
    lines = render(practice, check(practice, LIMIT))
    assert sum("expected" in line for line in lines) == 3
    assert lines[-1] == "... and 2 more: practice/.dojo/findings.txt"


@pytest.mark.parametrize(
    ("old", "new", "place", "said"),
    [
        ("return first + second", "return first +", "practice/yatzy.py:12", "SyntaxError: invalid syntax"),
        ("class Yatzy:", "import scorng\nclass Yatzy:", "practice/yatzy.py:4", "ModuleNotFoundError: No module named"),
        (
            "first + second",
            "first.add(second)",
            "practice/yatzy.py:12, in pair()",
            "AttributeError: 'int' object has no",
        ),
        ("first + second", "input()", "practice/yatzy.py:12, in pair()", "OSError: pytest: reading from stdin"),
        ("first + second", "Yatzy.pair(1, 1)", "practice/yatzy.py:12, in pair()", "RecursionError: maximum recursion"),
        ("class Yatzy:", "from types import Yatzy\nclass Yatzy:", "practice/yatzy.py:4", "ImportError: cannot import"),
    ],
)
def test_what_breaks_is_named_with_its_place(old: str, new: str, place: str, said: str, kata: SmallKata) -> None:
    practice = started(kata)
    kata.change(YATZY, old, new)
    first, second, *call = findings_of(practice)[0].splitlines()
    assert (first, second.strip()[: len(said)]) == (place, said)
    assert call == (["    in the call pair(first=1, second=1)"] if "in pair()" in place else [])


@pytest.mark.parametrize("text", ["", None])
def test_a_practice_without_the_class_is_amber(text: str | None, kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, text or "")
    if text is None:
        (kata.folder / YATZY).unlink()
    result = outcome_of(practice)
    assert (result.status, " offers no class Yatzy.\n    Define it " in result.findings[0].text) == (AMBER, True)


UNASKED = {  # by what is put into yatzy.py, in the place of which text
    "another class": ("class Yatzy", "class Dice"),
    "the end of the process": ("return first", "__import__('os')._exit(0)\n        return first"),
}


@pytest.mark.parametrize("how", UNASKED)
def test_code_that_cannot_be_asked_is_amber(how: str, kata: SmallKata, practice: Practice) -> None:
    kata.change(YATZY, *UNASKED[how])
    assert outcome_of(practice).status == AMBER


@pytest.mark.parametrize("instead", ["first", "unknown", "exit(3)"])
def test_code_that_answers_otherwise_or_breaks_when_asked_is_red(
    instead: str, kata: SmallKata, practice: Practice
) -> None:
    kata.change(YATZY, "return first", f"return {instead} + first")
    assert outcome_of(practice).status == RED


@pytest.mark.parametrize(("change", "status"), [(SLIP, RED), (("0", "0"), AMBER)])
def test_own_tests_that_cannot_be_run_are_amber_unless_the_golden_master_is_red(
    change: tuple[str, str], status: str, kata: SmallKata, practice: Practice
) -> None:
    kata.change(YATZY, *change)
    kata.write("practice/tests/test_own.py", "def test_own(:\n")
    assert outcome_of(practice).status == status


@pytest.mark.parametrize(
    ("file", "text", "status"),
    [
        ("tests/test_yatzy.py", "import nothing\n", AMBER),
        ("tests/conftest.py", "import nothing\n", AMBER),
        ("tests/test_yatzy.py", "", AMBER),
        ("tests/test_yatzy.py", "import pytest\n\n\ndef test_it():\n    pytest.skip('later')\n", AMBER),
        ("yatzy.py", "class Yatzy:\n    pass\n", RED),
    ],
)
def test_blind_it_is_amber_where_no_test_was_run_to_its_end(
    file: str, text: str, status: str, kata: SmallKata, blind: Practice
) -> None:
    kata.write(f"practice/{file}", text)
    assert outcome_of(blind).status == status


def test_one_cause_is_one_finding_however_often_it_arises(kata: SmallKata, practice: Practice) -> None:
    kata.change(
        "tests/golden_master/test_scores.py",
        "def test_pairs",
        "def test_again(yatzy):\n    yatzy.pair(1, 1)\n\ndef test_pairs",
    )
    kata.change(YATZY, "first + second", "first.add(second)")
    assert [count for _, count in outcome_of(practice).findings] == [2]


def test_code_that_only_waits_is_ended_and_is_amber(kata: SmallKata, practice: Practice) -> None:
    kata.change(YATZY, *WAITS)
    result = outcome_of(practice, 1)
    assert (result.status, "did not end in " in result.findings[0][0]) == (AMBER, True)


@pytest.mark.skipif(sys.platform == "win32", reason="there, only the clock ends a check")
def test_amber_is_one_line_with_the_time_and_an_exit_code(kata: SmallKata, practice: Practice) -> None:
    kata.change(YATZY, *TIME_IS_UP)
    done = kata.dojo("check")
    assert (done.returncode, done.stderr) == (1, "")
    assert re.match(rf"amber: level {practice.choices.level}, scoring, \d+\.\d s\n", done.stdout)


@pytest.mark.skipif(sys.platform == "win32", reason="there, only the clock ends a check")
def test_a_wrong_answer_is_red_even_when_another_does_not_come(kata: SmallKata, practice: Practice) -> None:
    kata.change(YATZY, *SLIP)
    kata.write("practice/tests/test_yatzy.py", f"{TEST}    {TIME_IS_UP[1]}\n".replace("12", "7"))
    report = check(practice, LIMIT)
    assert (report.outcome.status, len(report.outcome.findings)) == (RED, 3)


@pytest.mark.skipif(sys.platform == "win32", reason="crashes differ")
def test_a_crash_of_python_is_named_with_its_place(kata: SmallKata, practice: Practice) -> None:
    kata.change(YATZY, "return first + second", "import os; os.abort()")
    assert (
        findings_of(practice)[0]
        == "practice/yatzy.py:12, in pair()\n    crashed Python itself: Fatal Python error: Aborted"
    )


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux")
def test_running_out_of_memory_is_named_with_its_place(kata: SmallKata, practice: Practice) -> None:
    kata.change(YATZY, "return first + second", "return bytearray(3 * 10**9)")
    assert (
        findings_of(practice)[0]
        == "practice/yatzy.py:12, in pair()\n    MemoryError\n    in the call pair(first=1, second=1)"
    )


@pytest.mark.parametrize(("change", "lines"), [("print('here'); return first + second", 1), ("print('here')", 11)])
def test_red_says_where_to_read_what_the_code_printed(
    change: str, lines: int, kata: SmallKata, practice: Practice
) -> None:
    kata.change(YATZY, "return first + second", change)
    said = render(practice, check(practice, LIMIT))
    assert len(said) == lines
    assert lines == 1 or said[-1] == "What your code printed: practice/.dojo/pytest.txt"


def test_what_pytest_said_is_not_taken_for_what_the_code_printed(kata: SmallKata, practice: Practice) -> None:
    kata.write("practice/pyproject.toml", "[[[\n")
    assert render(practice, check(practice, LIMIT))[1:] == [
        "the tests could not be run to their end",
        "    what pytest said: practice/.dojo/pytest.txt",
    ]


def test_a_failed_assertion_of_ones_own_tests_counts_beside_the_golden_master(
    kata: SmallKata, practice: Practice
) -> None:
    kata.write("practice/tests/test_own.py", "def test_own():\n    assert False\n")
    result = outcome_of(practice)
    assert (result.status, result.asserted) == (RED, True)


def test_an_error_that_a_test_of_ones_own_met_names_that_test(kata: SmallKata, practice: Practice) -> None:
    test = "from yatzy import Yatzy\n\n\ndef test_{}():\n    Yatzy.pair('a', None)\n"
    for name in ("a", "b"):
        kata.write(f"practice/tests/test_{name}.py", test.format(name))
    kata.change(YATZY, "if first", "if first + 0")
    found = outcome_of(practice).findings
    assert [each.times for each in found] == [2]
    assert found[0].text.endswith("\n    your test: practice/tests/test_a.py:5, in test_a()")


@pytest.mark.parametrize(
    "change",
    [("first + second", "print() or first - second"), ("return", "import os; os._exit"), ("class Yatzy", "class No")],
)
@pytest.mark.parametrize("name", ["practices/2026-01-02", "practice-2026-01-02"])
def test_messages_name_the_practice_that_was_checked(
    name: str, change: tuple[str, str], kata: SmallKata, practice: Practice
) -> None:
    kata.change("tests/golden_master/test_scores.py", "(6, 6),", "(6, 6), (5, 5), (4, 4),")
    kata.change(YATZY, *change)
    (kata.folder / "practices").mkdir()
    practice.folder.rename(kata.folder / name)
    said = kata.dojo("check", folder=kata.folder / name).stdout
    assert (f"{name}/" in said, "practice/" in said) == (True, False)


def test_an_answer_that_nobody_waits_for_is_given_up(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "QUIET_SECONDS", 0.1)
    kata.change(YATZY, *GOES_ROUND)
    with pytest.raises(SupersededError):
        run(practice, replace(Job.typed(practice.choices), is_check=False), Caller(lambda: True))


def test_a_practice_in_several_modules_is_checked(kata: SmallKata, practice: Practice) -> None:
    kata.write("practice/pairs.py", kata.read(YATZY))
    kata.write(YATZY, "from pairs import Yatzy\n")
    assert findings_of(practice) == []


def test_blind_a_test_that_fails_is_named_with_its_place(kata: SmallKata, blind: Practice) -> None:
    kata.write("practice/tests/test_yatzy.py", TEST.replace("12", "13"))
    place, said = findings_of(blind)[0].splitlines()
    assert (place, said.strip()) == (
        "practice/tests/test_yatzy.py:5, in test_a_pair_of_sixes()",
        "AssertionError: assert 12 == 13",
    )


@pytest.mark.parametrize("left", ["", None])
def test_blind_without_a_test_nothing_is_green(left: str | None, kata: SmallKata, blind: Practice) -> None:
    (kata.folder / "practice/tests/test_yatzy.py").write_text(left or "")
    if left is None:
        for path in (kata.folder / "practice/tests").iterdir():
            path.unlink()
        (kata.folder / "practice/tests").rmdir()
    assert findings_of(blind)[0].startswith("practice/tests has no test yet")


def test_the_blindfold_can_be_lifted(kata: SmallKata, blind: Practice) -> None:
    kata.change(YATZY, *SLIP)
    assert outcome_of(blind.guarded(blind=False)).count == 3


def test_every_check_is_logged_with_what_changed_and_the_files_as_they_were(
    kata: SmallKata, practice: Practice
) -> None:
    check(practice, LIMIT)
    kata.change(YATZY, *SLIP)
    check(practice, LIMIT, Caller(lambda: False))
    repository = Repository(practice.folder)
    green, red = read_story(repository).checks
    assert (green.status, red.status, red.message) == ("green", "red", "Yatzy.pair(2, 2) expected 4 got 3")
    assert repository.changes(green.snapshot, str(red.snapshot)) == {"yatzy.py": (1, 1)}


def test_a_check_leaves_the_persons_repository_as_it_was(kata: SmallKata, practice: Practice) -> None:
    kata.change(YATZY, *SLIP)
    repository = Repository(practice.folder)
    git(repository.folder, "add", "--all")
    kata.change(YATZY, "first + 1", "first + 2")
    before = git(repository.folder, "status", "--porcelain=v2", "--branch")
    check(practice, LIMIT)
    assert git(repository.folder, "status", "--porcelain=v2", "--branch") == before


def test_without_a_practice_the_way_to_one_is_said(kata: SmallKata) -> None:
    done = kata.dojo("check")
    assert (done.returncode, done.stderr) == (2, "Error: There is no practice/ yet. `dojo start` makes one.\n")


@pytest.mark.parametrize("how", ["pytest.skip('today')", "pytest.exit('enough', 0)"])
def test_a_golden_master_that_is_not_run_to_its_end_is_not_green(how: str, kata: SmallKata, practice: Practice) -> None:
    kata.write("tests/golden_master/test_by_name.py", "def test_pairs(yatzy):\n    yatzy.pair(5, 5)\n")
    kata.change(YATZY, "return first", f"import pytest\n        if first == 5: {how}\n        return first")
    assert findings_of(practice) == ["only 1 of the level's 2 scenarios were run to their end"]


def test_a_golden_master_of_which_a_part_is_missing_is_not_green(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(kata.folder)
    (kata.folder / "tests/golden_master/test_every_order.py").unlink()
    assert findings_of(practice) == [
        (
            "ModuleNotFoundError: No module named 'tests.golden_master.test_every_order'\n"
            "    `git checkout -- tests` brings back what was committed"
        )
    ]


def test_nothing_is_said_of_the_code_without_a_document_to_compare_with(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(kata.folder)
    (kata.folder / "approved_files/pairs.approved.txt").unlink()
    result = outcome_of(practice)
    assert (result.status, result.of_the_kata) == (AMBER, True)
    assert result.findings[0].text == (
        "approved_files/pairs.approved.txt is missing, or cannot be read, so nothing can be compared with it.\n"
        "    `git checkout approved_files` brings it back; for a new document, `dojo approve` writes it."
    )


def test_the_folder_of_a_kata_may_have_any_name_that_is_a_text(tmp_path: Path) -> None:
    (tmp_path / "a [kata] of {mine}::x, 100%").mkdir()
    kata = SmallKata(tmp_path / "a [kata] of {mine}::x, 100%")
    assert findings_of(started(kata)) == []


def approve(kata: SmallKata, old: str, new: str) -> None:
    """Have a document of one's own, edited by hand."""
    kata.write("practice/approved_files/pairs.approved.txt", kata.read("approved_files/pairs.approved.txt"))
    kata.change("practice/approved_files/pairs.approved.txt", old, new)


def test_green_says_in_how_many_places_somebody_approved_it_otherwise(kata: SmallKata, practice: Practice) -> None:
    approve(kata, "(2, 2) -> 4", "(2, 2) -> 3")
    approve_more = kata.read("practice/approved_files/pairs.approved.txt").replace("(6, 6) -> 12", "(6, 6) -> 7")
    kata.write("practice/approved_files/pairs.approved.txt", approve_more)
    kata.change(YATZY, "return first + second", "return first + 1")
    kata.write("practice/approved_files/of_no_scenario.approved.txt", "")
    assert kata.dojo("check").stdout.startswith("green, 2 places approved otherwise: level 1, scoring, 1 test, ")
    entry = read_story(Repository(practice.folder)).checks[-1]
    assert (entry.approved, entry.message) == (Differences(2, 0), "")


def test_a_document_of_ones_own_that_says_the_same_is_not_worth_a_word(kata: SmallKata, practice: Practice) -> None:
    kata.write("practice/approved_files/pairs.approved.txt", kata.read("approved_files/pairs.approved.txt"))
    assert kata.dojo("check").stdout.startswith("green: ")
    assert read_story(Repository(practice.folder)).checks[-1].approved == Differences()


def test_an_addition_is_nothing_that_was_approved_otherwise(kata: SmallKata, practice: Practice) -> None:
    kata.change("tests/golden_master/test_scores.py", "(1, 2)]", "(1, 2), (5, 5)]")
    assert kata.dojo("approve", "practice", "--yes").returncode == 0
    assert kata.dojo("check").stdout.startswith("green, 1 addition approved: level 1")
    assert read_story(Repository(practice.folder)).checks[-1].approved == Differences(0, 1)


def test_red_says_too_in_how_many_places_somebody_approved_it_otherwise(kata: SmallKata, practice: Practice) -> None:
    approve(kata, "(2, 2) -> 4", "(2, 2) -> 3")
    assert kata.dojo("check").stdout.startswith("red, 1 place approved otherwise: level 1")
    assert read_story(Repository(practice.folder)).checks[-1].approved == Differences(1, 0)


def test_by_the_documents_of_the_kata_what_was_approved_is_told_as_that(kata: SmallKata, practice: Practice) -> None:
    approve(kata, "(2, 2) -> 4", "(2, 2) -> 3")
    kata.change(YATZY, "return first + second", "return {2: 3}.get(first, first + second)")
    lines = kata.dojo("check", "--golden-master").stdout.splitlines()
    assert lines[0].startswith("green, 1 place approved otherwise: ")
    assert lines[2:5] == ["Yatzy.pair(2, 2)", "    expected 4", "    got      3"]
    assert practice.own_documents.exists()


def test_by_the_documents_of_the_kata_anything_else_is_red(kata: SmallKata, practice: Practice) -> None:
    approve(kata, "(2, 2) -> 4", "(2, 2) -> 3")
    kata.change(YATZY, "return first + second", "return {2: 3, 6: 7}.get(first, first + second)")
    lines = kata.dojo("check", "--golden-master").stdout.splitlines()
    assert lines[0].startswith("red, 1 place approved otherwise: ")
    assert lines[1:4] == ["Yatzy.pair(6, 6)", "    expected 12", "    got      7"]
    assert lines[4].startswith("As approved here")
    assert (lines[5], practice.choices.blind) == ("Yatzy.pair(2, 2)", False)


def test_by_the_documents_of_the_kata_code_as_the_kata_is_green_whatever_was_approved(
    kata: SmallKata, practice: Practice
) -> None:
    approve(kata, "(2, 2) -> 4", "(2, 2) -> 3")
    assert kata.dojo("check").stdout.startswith("red, 1 place approved otherwise: ")
    assert kata.dojo("check", "--golden-master").stdout.startswith("green: ")
    assert practice.own_documents.exists()


def test_a_save_during_a_check_makes_it_anew(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    slip = kata.read(YATZY).replace(*SLIP)
    save_during_a_check(kata, monkeypatch, lambda: kata.write(YATZY, slip))
    report = check(practice, LIMIT)
    assert report.outcome.status == RED
    assert report.entry is not None
    assert Repository(practice.folder).files(str(report.entry.snapshot))["yatzy.py"] == slip
    assert len(read_story(Repository(practice.folder)).checks) == 1


def test_what_the_practice_itself_writes_is_no_save(kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, "open('debug.log', 'a').write('here')\n" + kata.read(YATZY))
    report = check(practice, LIMIT, Caller(lambda: False))
    assert (report.outcome.status, report.is_void) == ("green", False)


A_TEST = "def test_it():\n    assert 1 == 2\n"
LEFT_OUT = ["@pytest.mark.skip", "@pytest.mark.xfail", "pytest.skip('later', allow_module_level=True)"]


@pytest.mark.parametrize("how", LEFT_OUT)
def test_a_test_that_is_left_out_need_not_pass_and_green_says_so(how: str, kata: SmallKata, practice: Practice) -> None:
    kata.write("practice/tests/test_yatzy.py", f"import pytest\n{how}\n{A_TEST}")
    line = render(practice, check(practice, LIMIT))[0]
    assert ("1 test," in line, line.endswith(" s; of your own tests, 1 left out\x1b[0m")) == (True, True)


@pytest.mark.parametrize("how", LEFT_OUT)
def test_blind_tests_none_of_which_passes_are_not_green(how: str, kata: SmallKata, blind: Practice) -> None:
    kata.write("practice/tests/test_yatzy.py", f"import pytest\n{how}\n{A_TEST}")
    assert findings_of(blind) == [
        "none of your tests was run to its end: 1 left out\n    green is at least one that passes"
    ]


APPROVAL = "from approvaltests import verify\n\n\ndef test_it():\n    verify('x')\n"
APPROVED, RECEIVED = (f"practice/tests/test_yatzy.test_it.{kind}.txt" for kind in ("approved", "received"))
NEVER_APPROVED = {"new": "'x'", "long": "'x\\n' * 100"}


@pytest.fixture(scope="module")
def not_as_approved(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Check a practice once with an approval test of each kind in a file of its own; return the findings by file."""
    kata = SmallKata(tmp_path_factory.mktemp("approvals"))
    practice = started(kata, blind=True)
    kata.write("practice/tests/test_yatzy.py", APPROVAL)
    kata.write(APPROVED, "y\n")
    for name, text in NEVER_APPROVED.items():
        kata.write(f"practice/tests/test_{name}.py", APPROVAL.replace("'x'", text))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "start", start_pytest)  # approvaltests looks for a test in all that is around it
        return {Path(text.partition(":")[0]).stem: text for text in findings_of(practice)}


def test_an_approval_test_that_fails_shows_both_files_and_how_to_approve(not_as_approved: dict[str, str]) -> None:
    assert not_as_approved["test_yatzy"].splitlines() == [
        "practice/tests/test_yatzy.py:5, in test_it()",
        "    ApprovalException: not as approved",
        f"    approved: {APPROVED}",
        f"    received: {RECEIVED}",
        "    @@ -1 +1 @@",
        "    -y",
        "    +x",
        "    If that is right, approve it:",
        f"    mv {RECEIVED} {APPROVED}",
    ]


def test_an_approval_test_that_never_passed_says_that_nothing_is_approved_yet(not_as_approved: dict[str, str]) -> None:
    approved = APPROVED.replace("test_yatzy", "test_new")
    assert f"    approved: {approved} (empty: nothing is approved yet)\n" in not_as_approved["test_new"]


@pytest.mark.usefixtures("process_of_its_own")
def test_an_approval_test_is_green_once_approved_as_it_says(kata: SmallKata, blind: Practice) -> None:
    kata.write("practice/tests/test_yatzy.py", APPROVAL)
    [command] = [line.split() for line in findings_of(blind)[0].splitlines() if line.startswith("    mv ")]
    (kata.folder / command[1]).replace(kata.folder / command[2])
    assert findings_of(blind) == []


def test_of_a_long_difference_the_beginning_is_shown(not_as_approved: dict[str, str]) -> None:
    assert "    ... and 89 more lines\n" in not_as_approved["test_long"]


def test_what_cannot_be_kept_is_said(kata: SmallKata, practice: Practice) -> None:
    (practice.folder / ".git").rename(kata.folder / "elsewhere")
    report = check(practice, LIMIT)
    assert render(practice, report)[-1].endswith("keeps your files aside.")
