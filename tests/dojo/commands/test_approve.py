"""Test `dojo approve`: the questions, the files it writes, and the copies it keeps."""

import re
from pathlib import Path

import click
import pytest

from dojo.commands.approve import Archive, Change, choose_changes, replace_approved
from dojo.practice.model import Practice
from tests.dojo.practising import YATZY, findings_of
from tests.dojo.small_kata import APPROVED, SmallKata

MANY = [f"call {number}\n    expected 1\n    actual   2" for number in range(500)]
ENTRY_POINT_FILES = ("first + second", "first * 2 + 1")
APPROVAL_TEST = "practice/tests/test_pairs.py"
OWN_DOCUMENT = "practice/tests/test_pairs.test_pairs.approved.txt"
VERIFIES_PAIRS = """from approvaltests import verify
from yatzy import Yatzy


def test_pairs():
    verify(Yatzy.pair(6, 6))
"""
OWN = "practice/approved_files/pairs.approved.txt"


def change(folder: Path, name: str, *places: str) -> Change:
    approved = folder / f"{name}.approved.txt"
    return Change(approved, None, b"now\n", f"{name}: changed", list(places))


@pytest.mark.parametrize(
    ("answers", "approved"),
    [
        ("yny", ["now\n", "before\n", "now\n"]),
        ("nay", ["before\n", "now\n", "now\n"]),
        ("an", ["now\n", *["before\n"] * 2]),
        ("nna", ["before\n", "before\n", "now\n"]),
        ("yq", ["now\n", *["before\n"] * 2]),
    ],
    ids=[
        "each document is a question",
        "yes to this and all that are left",
        "yes to this, and no to all that are left",
        "yes to the last",
        "no to this and all that are left",
    ],
)
def test_what_is_agreed_to_is_approved_and_what_is_replaced_is_kept(
    answers: str, approved: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes = [change(tmp_path, name, *MANY[:1]) for name in "abc"]
    archive = Archive(tmp_path / "kept", tmp_path)
    for each in changes:
        each.approved.write_text("before\n", encoding="utf-8")
    waiting = iter(answers)
    monkeypatch.setattr(click, "prompt", lambda *_, **__: next(waiting))
    for each in choose_changes(changes, "Yes?", archive, yes=False):
        replace_approved(each, archive)
    assert [each.approved.read_text(encoding="utf-8") for each in changes] == approved
    assert [(archive.folder / each.approved.name).exists() for each in changes] == [
        text == "now\n" for text in approved
    ]


def test_all_that_are_left_are_shown_before_they_are_approved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown: list[str] = []

    def answer(*_: object, **__: object) -> str:
        shown.append(capsys.readouterr().out)
        return "a" if len(shown) == 1 else "y"

    monkeypatch.setattr(click, "prompt", answer)
    changes = [change(tmp_path, name) for name in "abc"]
    choose_changes(changes, "Yes?", Archive(tmp_path, tmp_path), yes=False)
    assert [re.findall("(.): changed", text) for text in shown] == [["a"], ["b", "c"]]


def test_all_of_a_long_difference_is_in_a_file_and_none_of_it_is_obeyed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scores = change(tmp_path, "scores", "\x1b]0;forged\x07\u202ered", *MANY)
    choose_changes([scores], "Yes?", Archive(tmp_path, tmp_path), yes=True)
    printed, whole = capsys.readouterr().out, (tmp_path / "scores.txt").read_text(encoding="utf-8")
    assert ["... and 489 more" in printed, "all differences: scores.txt" in printed] == [True, True]
    assert "call 499" in whole
    for shown in (printed, whole):
        assert ("\\x1b]0;forged\\x07\\u202ered" in shown, "\x1b]0" in shown) == (True, False)


# The golden master of the kata.


def test_what_legacy_does_is_approved_and_never_what_refactored_does(kata: SmallKata) -> None:
    kata.change("legacy/yatzy.py", *ENTRY_POINT_FILES)
    kata.change("refactored/yatzy.py", "return 0", "return 1")
    assert kata.dojo("approve", answer="y\n").returncode == 0
    assert kata.read("approved_files/pairs.approved.txt") == APPROVED.replace("4", "5").replace(
        "12", "13"
    ).replace("(1, 1) -> 2", "(1, 1) -> 3")


def test_a_legacy_that_does_not_run_writes_nothing(kata: SmallKata) -> None:
    kata.change("legacy/yatzy.py", "return 0", "return (")
    done = kata.dojo("approve", "--yes")
    assert (done.returncode, kata.read("approved_files/pairs.approved.txt")) == (1, APPROVED)
    assert done.stderr.startswith(
        "Error: legacy could not write the golden master. Output of pytest:\n"
    )
    assert re.search(r'legacy/yatzy.py", line \d+\n.*SyntaxError: ', done.stderr, re.DOTALL)


# A practice: a change that is meant is kept there, and nowhere else.


def test_a_change_that_is_meant_stays_in_the_practice_until_it_is_taken_back(
    kata: SmallKata, practice: Practice
) -> None:
    kata.change(YATZY, *ENTRY_POINT_FILES)
    assert kata.dojo("approve", "practice", answer="y\n").returncode == 0
    assert findings_of(practice) == []
    approved = kata.read(OWN)
    assert kata.read("approved_files/pairs.approved.txt") == APPROVED
    kata.change(YATZY, *reversed(ENTRY_POINT_FILES))
    taken_back = kata.dojo("approve", "practice", "--yes").stdout
    assert "approved  pairs.approved.txt: the same as in the kata again\n" in taken_back
    assert (findings_of(practice), (kata.folder / OWN).exists()) == ([], False)
    [kept] = practice.state_directory.glob("replaced/*/pairs.approved.txt")
    assert kept.read_text(encoding="utf-8") == approved


def test_a_practice_that_breaks_approves_nothing(kata: SmallKata, practice: Practice) -> None:
    kata.change(YATZY, "first + second", "first.add(second)")
    done = kata.dojo("approve", "practice", "--yes")
    assert (done.returncode, practice.own_documents.exists()) == (1, False)
    assert "practice/yatzy.py:12, in pair" in done.stderr


# Approval tests of one's own.


def test_the_document_of_an_own_test_is_approved(kata: SmallKata, blind: Practice) -> None:
    kata.write(APPROVAL_TEST, VERIFIES_PAIRS)
    done = kata.dojo("approve", "practice", answer="y\n")
    assert "\n  +12\n" in done.stdout
    assert (kata.folder / OWN_DOCUMENT).read_text() == "12\n"
    assert findings_of(blind) == []


def test_a_document_of_an_own_test_is_approved_only_after_a_yes(
    kata: SmallKata, blind: Practice
) -> None:
    kata.write(APPROVAL_TEST, VERIFIES_PAIRS)
    done = kata.dojo("approve", "practice", answer="n\n")
    assert (done.returncode, len(findings_of(blind))) == (1, 1)


def test_approving_leaves_no_received_file(kata: SmallKata, blind: Practice) -> None:
    kata.write(APPROVAL_TEST, VERIFIES_PAIRS)
    kata.dojo("check")
    kata.dojo("approve", "practice", "--yes")
    assert list(blind.folder.glob("tests/*received*")) == []


def test_an_own_test_that_fails_otherwise_comes_first(kata: SmallKata, blind: Practice) -> None:
    kata.write(APPROVAL_TEST, VERIFIES_PAIRS + "\n\ndef test_six():\n    assert False\n")
    done = kata.dojo("approve", "practice", "--yes")
    assert "practice/ is red. Correct this before you approve:" in done.stderr
    assert list(blind.folder.glob("tests/*.approved.txt")) == []


def test_own_documents_are_approved_with_those_of_the_golden_master(
    kata: SmallKata, practice: Practice
) -> None:
    kata.write(APPROVAL_TEST, VERIFIES_PAIRS)
    kata.change(YATZY, *ENTRY_POINT_FILES)
    kata.dojo("approve", "practice", "--yes")
    assert findings_of(practice) == []
    assert (kata.folder / OWN).exists()
    assert (kata.folder / OWN_DOCUMENT).exists()
