"""`dojo approve`: the golden master is written from legacy, on request, and what it replaces is kept."""

import errno
from pathlib import Path

import pytest

from dojo.errors import WorkspaceError
from dojo.kata.approve import replace
from tests.dojo.small_kata import APPROVED, SmallKata

MEANT = ("first + second", "first * 2 + 1")


def test_nothing_is_asked_when_legacy_agrees(kata: SmallKata) -> None:
    done = kata.dojo("approve")
    assert (done.returncode, done.stdout) == (0, "Nothing to approve: legacy agrees with all 1 documents.\n")


def test_the_difference_is_shown_before_the_question(kata: SmallKata) -> None:
    kata.change("legacy/yatzy.py", *MEANT)
    shown = kata.dojo("approve", answer="n\n").stdout
    places = [shown.index(each) for each in ("Yatzy.pair(6, 6)", "expected 12", "got      13", "Approve pairs.app")]
    assert places == sorted(places)


def test_no_leaves_the_document_as_it_was(kata: SmallKata) -> None:
    kata.change("legacy/yatzy.py", *MEANT)
    done = kata.dojo("approve", answer="n\n")
    assert (done.returncode, kata.read("approved_files/pairs.approved.txt")) == (1, APPROVED)


def test_no_answer_is_a_no(kata: SmallKata) -> None:
    kata.change("legacy/yatzy.py", *MEANT)
    kata.dojo("approve")
    assert kata.read("approved_files/pairs.approved.txt") == APPROVED


def test_yes_writes_what_legacy_does(kata: SmallKata) -> None:
    kata.change("legacy/yatzy.py", *MEANT)
    done = kata.dojo("approve", answer="y\n")
    assert done.returncode == 0
    assert "Yatzy.pair(6, 6) -> 13" in kata.read("approved_files/pairs.approved.txt")


def test_what_is_replaced_is_kept_each_time(kata: SmallKata) -> None:
    kata.change("legacy/yatzy.py", *MEANT)
    kata.dojo("approve", "--yes")
    first = kata.read("approved_files/pairs.approved.txt")
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


def test_what_cannot_be_put_in_place_is_not_said_to_be_approved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def write(path: Path, content: bytes) -> None:
        if path.name == "b.approved.txt" and path.parent == tmp_path / "approved_files":
            raise OSError(errno.ENOSPC, "No space left on device")
        path.write_bytes(content)

    (tmp_path / "approved_files").mkdir()
    names = [f"{letter}.approved.txt" for letter in "abc"]
    for name in names:
        (tmp_path / name).write_text("new")
        (tmp_path / "approved_files" / name).write_text("old")
    monkeypatch.setattr("dojo.kata.approve.write_whole", write)
    with pytest.raises(
        WorkspaceError, match=r"No space left on device. Not approved: b.approved.txt, c.approved.txt.\n"
    ):
        replace(tmp_path, [tmp_path / name for name in names])
    said = capsys.readouterr().out
    assert said == (
        "approved  approved_files/a.approved.txt\n"
        "The old ones are in approved_files/.replaced/no-commit-1/ until your next commit.\n"
    )
    assert [(tmp_path / "approved_files" / name).read_text() for name in names] == ["new", "old", "old"]
