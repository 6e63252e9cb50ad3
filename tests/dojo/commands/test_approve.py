"""`dojo approve`: what changed is shown, each document is asked about, and what is replaced is kept."""

import json
from collections.abc import Callable
from pathlib import Path
from shutil import copy

import click
import pytest

from dojo.commands import main
from dojo.commands.approve import Approving, carry_out, changes_of
from dojo.practice.model import Practice
from tests.dojo.practising import YATZY, findings_of
from tests.dojo.small_kata import APPROVED, SmallKata

CHANGED = "two pairs\n    expected 8\n    got      0"
ADDED = "the column 'all even'\n    expected nothing\n    got      a column"
MANY = [f"call {number}\n    expected 1\n    got      2" for number in range(500)]
MEANT = ("first + second", "first * 2 + 1")
OWN = "practice/approved_files/pairs.approved.txt"
Write = Callable[..., Path]
Approve = Callable[..., int]


@pytest.fixture
def approving(tmp_path: Path) -> Approving:
    """Give what approves documents that a test wrote."""

    def write(folder: Path) -> list[Path]:
        written = [Path(copy(path, folder)) for path in sorted((tmp_path / "now").iterdir())]
        return [path for path in written if path.suffix == ".txt"]

    return Approving("it", "Yes?", write, tmp_path / "approved", tmp_path / "kept")


@pytest.fixture
def document(approving: Approving, tmp_path: Path) -> Write:
    """Give a way to write a document, approved and now, with its differences in words; it returns the new one."""

    def write(name: str, *words: str, before: str = "before\n", now: str = "now\n") -> Path:
        new = tmp_path / "now" / f"{name}.approved.txt"
        for path, text in ((approving.own / new.name, before), (new, now)):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        if words:
            added = [each for each in words if "expected nothing" in each]
            kinds = {"changes": [each for each in words if each not in added], "additions": added}
            found = {
                kind: {"summary": [f"{len(places)} {kind}"] if places else [], "places": places}
                for kind, places in kinds.items()
            }
            new.with_name(f"{name}.differences.json").write_text(json.dumps(found), encoding="utf-8")
        return new

    return write


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give what is shown page by page."""
    found: list[str] = []
    monkeypatch.setattr(click, "echo_via_pager", found.append)
    return found


@pytest.fixture
def approve(approving: Approving, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Approve:
    """Give a way to have the documents approved, with answers in this order, or without a question."""

    def approve(*answers: str) -> int:
        waiting = iter(answers)
        monkeypatch.setattr(click, "prompt", lambda *_, **__: next(waiting))
        return carry_out(approving, tmp_path, yes=not answers)

    return approve


# How documents differ.


def test_what_changes_comes_before_what_is_new(document: Write, approving: Approving) -> None:
    found = changes_of(approving, [document("a", ADDED), document("b", ADDED, CHANGED)])
    assert [change.headline for change in found] == ["b: 1 additions; also changed: 1 changes", "a: 1 additions"]
    assert found[0].whole.index("two pairs") < found[0].whole.index("all even")


@pytest.mark.parametrize(
    ("before", "now", "places"),
    [("a\nb\n", "a\nc\nd\n", ["@ line 2\n-b\n+c\n+d"]), ("a\n", "a", ["@ line 2\n-"]), ("a\n", "a\n", None)],
)
def test_without_words_lines_are_compared(
    before: str, now: str, places: list[str] | None, document: Write, approving: Approving
) -> None:
    found = changes_of(approving, [document("looks", before=before, now=now)])
    assert [change.changes.places for change in found] == [each for each in [places] if each]


# What is asked and shown.


@pytest.mark.parametrize(
    ("given", "approved"),
    [
        ("yny", ["now\n", "before\n", "now\n"]),
        ("na", ["before\n", "now\n", "now\n"]),
        ("yq", ["now\n", "before\n", "before\n"]),
    ],
    ids=["each document is a question", "yes to this and all that are left", "no to this and all that are left"],
)
def test_what_is_agreed_to_is_approved_and_what_is_replaced_is_kept(
    given: str, approved: list[str], document: Write, approving: Approving, approve: Approve
) -> None:
    names = [document(name, CHANGED).name for name in ("a", "b", "c")]
    assert approve(*given) == approved.count("before\n")
    assert [(approving.own / name).read_text(encoding="utf-8") for name in names] == approved
    kept = [(approving.kept / name).exists() for name in names]
    assert kept == [text == "now\n" for text in approved]


def test_all_of_a_long_difference_is_in_a_file_that_is_named_and_shown_before_the_question_is_asked_again(
    document: Write, approving: Approving, approve: Approve, pages: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    document("scores", *MANY)
    assert approve("s", "y") == 0
    printed, whole = capsys.readouterr().out, (approving.kept / "scores.txt").read_text(encoding="utf-8")
    assert ["... and 488 more changes" in printed, "all of it: kept/scores.txt" in printed] == [True, True]
    assert ("call 499" in whole, pages) == (True, [whole])


def test_what_stands_in_a_document_is_shown_and_not_obeyed(
    document: Write, approve: Approve, approving: Approving, capsys: pytest.CaptureFixture[str]
) -> None:
    forged = "\x1b]0;forged\x07\u202ered"
    document("scores", f"{forged}\n    expected 1\n    got      2", before=f"{forged}\n")
    approve()
    whole = (approving.kept / "scores.txt").read_text(encoding="utf-8")
    for shown in (capsys.readouterr().out, whole):
        assert ("\\x1b]0;forged\\x07\\u202ered" in shown, "\x1b]0" in shown) == (True, False)


# The golden master of the kata.


def test_what_legacy_does_is_approved_and_never_what_refactored_does(kata: SmallKata) -> None:
    kata.change("legacy/yatzy.py", *MEANT)
    kata.change("refactored/yatzy.py", "return 0", "return 1")
    assert kata.dojo("approve", answer="y\n").returncode == 0
    assert kata.read("approved_files/pairs.approved.txt") == APPROVED.replace("4", "5").replace("12", "13").replace(
        "(1, 1) -> 2", "(1, 1) -> 3"
    )


def test_a_legacy_that_does_not_run_writes_nothing(kata: SmallKata) -> None:
    kata.change("legacy/yatzy.py", "return 0", "return nothing")
    done = kata.dojo("approve", "--yes")
    assert (done.returncode, kata.read("approved_files/pairs.approved.txt")) == (1, APPROVED)
    assert done.stderr.startswith("Error: legacy cannot write the golden master; pytest said:\n")


# A practice: a change that is meant is kept there, and nowhere else.


def test_a_change_that_is_meant_stays_in_the_practice_until_it_is_taken_back(
    kata: SmallKata, practice: Practice
) -> None:
    kata.change(YATZY, *MEANT)
    assert kata.dojo("approve", "practice", answer="y\n").returncode == 0
    assert findings_of(practice) == []
    approved = kata.read(OWN)
    assert kata.read("approved_files/pairs.approved.txt") == APPROVED
    kata.change(YATZY, *reversed(MEANT))
    taken_back = kata.dojo("approve", "practice", "--yes").stdout
    assert "approved  pairs.approved.txt: as the shared golden master has it\n" in taken_back
    assert (findings_of(practice), (kata.folder / OWN).exists()) == ([], False)
    [kept] = practice.home.glob("replaced/*/pairs.approved.txt")
    assert kept.read_text(encoding="utf-8") == approved


def test_a_practice_that_breaks_approves_nothing(kata: SmallKata, practice: Practice) -> None:
    kata.change(YATZY, "first + second", "first.add(second)")
    done = kata.dojo("approve", "practice", "--yes")
    assert (done.returncode, practice.own_documents.exists()) == (1, False)
    assert "practice/yatzy.py:12, in pair" in done.stderr


@pytest.mark.usefixtures("blind")
def test_a_blind_practice_has_nothing_to_approve(kata: SmallKata) -> None:
    assert kata.dojo("approve", "practice").returncode == 2


def test_ctrl_c_at_a_question_approves_nothing(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(_: str) -> str:
        raise KeyboardInterrupt

    kata.change(YATZY, *MEANT)
    monkeypatch.chdir(practice.workspace)
    monkeypatch.setattr("click.termui.visible_prompt_func", answer)
    code = main(["approve", "practice"], standalone_mode=False)
    assert (code, practice.own_documents.exists()) == (130, False)
