"""`dojo approve`: what changed is shown, each document is asked about, and what is replaced is kept."""

from collections.abc import Callable
from pathlib import Path
from shutil import copy

import click
import pytest

from dojo.commands.approve import Approving, carry_out
from dojo.kata import Shelf
from tests.dojo.kata.test_approval import CHANGED, Write, document, shelf
from tests.dojo.small_kata import APPROVED, SmallKata

__all__ = ["document", "shelf"]

MEANT = ("first + second", "first * 2 + 1")
Answers = list[str]
CarryOut = Callable[..., int]


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Answers:
    """Give a list of answers to write, that are given to the questions in this order."""
    waiting: Answers = []

    def prompt(*_: str, **__: object) -> str:
        return waiting.pop(0)

    monkeypatch.setattr(click, "prompt", prompt)
    return waiting


@pytest.fixture
def approve(shelf: Shelf, tmp_path: Path) -> CarryOut:
    """Give a way to have the documents that were written approved."""

    def write(folder: Path) -> list[Path]:
        written = [Path(copy(path, folder)) for path in sorted((tmp_path / "now").iterdir())]
        return [path for path in written if path.suffix == ".txt"]

    return lambda *, yes=False: carry_out(Approving("it", write, shelf, "Yes?"), tmp_path, yes=yes)


@pytest.mark.parametrize(
    ("given", "approved"),
    [
        (["y", "n", "y"], ["now\n", "before\n", "now\n"]),
        (["n", "a"], ["before\n", "now\n", "now\n"]),
        (["y", "q"], ["now\n", "before\n", "before\n"]),
    ],
    ids=[
        "each document is a question",
        "all is a yes to this one and all that are left",
        "none is a no to this one and all that are left",
    ],
)
def test_what_is_agreed_to_is_approved(
    given: Answers, approved: list[str], document: Write, answers: Answers, approve: CarryOut
) -> None:
    changes = [document(name, CHANGED) for name in ("a", "b", "c")]
    answers += given
    assert approve() == approved.count("before\n")
    assert [change.approved.read_text(encoding="utf-8") for change in changes] == approved


def test_all_of_a_difference_is_shown_before_the_question_is_asked_again(
    document: Write, answers: Answers, approve: CarryOut, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages: list[str] = []
    monkeypatch.setattr(click, "echo_via_pager", pages.append)
    change = document("scores", *(f"call {number}\n    expected 1\n    got      2" for number in range(500)))
    answers += ["s", "y"]
    whole = change.whole
    assert (approve(), pages) == (0, [whole])


def test_what_stands_in_a_document_is_shown_and_not_obeyed(
    document: Write, approve: CarryOut, shelf: Shelf, capsys: pytest.CaptureFixture[str]
) -> None:
    forged = "\x1b]0;forged\x07\u202ered"
    document("scores", f"{forged}\n    expected 1\n    got      2", before=f"{forged}\n")
    approve(yes=True)
    whole = (shelf.home / "scores.txt").read_text(encoding="utf-8")
    for shown in (capsys.readouterr().out, whole):
        assert ("\\x1b]0;forged\\x07\\u202ered" in shown, "\x1b]0" in shown) == (True, False)


def test_all_of_a_long_difference_is_in_a_file_that_is_named(
    document: Write, approve: CarryOut, shelf: Shelf, capsys: pytest.CaptureFixture[str]
) -> None:
    document("scores", *(f"call {number}\n    expected 1\n    got      2" for number in range(500)))
    approve(yes=True)
    printed = capsys.readouterr().out
    assert ["... and 488 more changes" in printed, "all of it: home/scores.txt" in printed] == [True, True]
    assert "call 499" in (shelf.home / "scores.txt").read_text(encoding="utf-8")


def test_yes_writes_what_legacy_does_and_what_is_replaced_is_kept_each_time(kata: SmallKata) -> None:
    kata.change("legacy/yatzy.py", *MEANT)
    assert kata.dojo("approve", answer="y\n").returncode == 0
    first = kata.read("approved_files/pairs.approved.txt")
    assert "Yatzy.pair(6, 6) -> 13" in first
    kata.change("legacy/yatzy.py", "* 2 + 1", "* 2 + 2")
    kata.dojo("approve", "--yes")
    kept = sorted(kata.folder.glob("approved_files/.replaced/*/pairs.approved.txt"))
    assert [path.read_text(encoding="utf-8") for path in kept] == [APPROVED, first]


def test_what_refactored_does_is_never_approved(kata: SmallKata) -> None:
    kata.change("refactored/yatzy.py", *MEANT)
    kata.dojo("approve", "--yes")
    assert kata.read("approved_files/pairs.approved.txt") == APPROVED


def test_a_legacy_that_does_not_run_writes_nothing(kata: SmallKata) -> None:
    kata.change("legacy/yatzy.py", "return 0", "return nothing")
    done = kata.dojo("approve", "--yes")
    assert (done.returncode, kata.read("approved_files/pairs.approved.txt")) == (1, APPROVED)
    assert done.stderr.startswith("Error: legacy cannot write the golden master; pytest said:\n")
