"""Documents are approved one by one: what changes beside additions first, and nothing cut without a path."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from dojo.kata import approval_questions
from dojo.kata.approval_questions import Change, agreed, change_of

CHANGED = "two pairs\n    expected 8\n    got      0"
ADDED = "the column 'all even'\n    expected nothing\n    got      a column"
Write = Callable[..., Change]


@pytest.fixture
def document(tmp_path: Path) -> Write:
    """Give a way to write a document, approved and now, with its differences in words."""

    def write(name: str, *words: str, before: str = "before\n", now: str = "now\n") -> Change:
        approved, new = tmp_path / "approved" / f"{name}.approved.txt", tmp_path / "now" / f"{name}.approved.txt"
        for path, text in ((approved, before), (new, now)):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        if words:
            (new.parent / f"{name}.differences.json").write_text(json.dumps(words), encoding="utf-8")
        change = change_of(approved, new)
        assert change is not None
        return change

    return write


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> list[bool | None]:
    """Give a list of answers to write, that are given to the questions in this order."""
    waiting: list[bool | None] = []
    monkeypatch.setattr(approval_questions, "_asked", lambda _: waiting.pop(0))
    return waiting


def test_what_changes_comes_before_what_is_new(document: Write) -> None:
    change = document("scores", ADDED, CHANGED)
    assert (change.changes, change.additions) == ([CHANGED], [ADDED])
    assert change.whole.index("two pairs") < change.whole.index("all even")


def test_documents_with_changes_come_before_those_with_additions_alone(
    document: Write, answers: list[bool | None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers += [False, False]
    agreed([document("a", ADDED), document("b", ADDED, CHANGED)], tmp_path / "all", "all", "Yes?", yes=False)
    told = capsys.readouterr().out
    assert told.startswith("2 documents differ, 1 in more than additions:\n  b.approved.txt: 1 change and 1 addition\n")
    assert told.rindex("b.approved.txt: 1 change and 1 addition") < told.rindex("a.approved.txt: 1 addition")


def test_each_document_is_a_question(document: Write, answers: list[bool | None], tmp_path: Path) -> None:
    answers += [True, False, True]
    found = [document(name, CHANGED) for name in ("a", "b", "c")]
    chosen = agreed(found, tmp_path / "all", "all", "Yes?", yes=False)
    assert [path.name for path in chosen] == ["a.approved.txt", "c.approved.txt"]


def test_the_end_of_input_is_a_no_to_all_that_is_left(
    document: Write, answers: list[bool | None], tmp_path: Path
) -> None:
    answers += [True, None]
    found = [document(name, CHANGED) for name in ("a", "b", "c")]
    assert [path.name for path in agreed(found, tmp_path / "all", "all", "?", yes=False)] == ["a.approved.txt"]


def test_all_of_a_long_difference_is_in_a_file_that_is_named(
    document: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change = document("scores", *(f"call {number}\n    expected 1\n    got      2" for number in range(500)))
    agreed([change], tmp_path / "all", "practice/.dojo/all", "?", yes=True)
    told = capsys.readouterr().out
    assert ["... and 488 more changes" in told, "all of it: practice/.dojo/all/scores.txt" in told] == [True, True]
    assert "call 499" in (tmp_path / "all/scores.txt").read_text(encoding="utf-8")


def test_without_words_lines_are_compared(document: Write) -> None:
    change = document("looks", before="a\nb\n", now="a\nc\nd\n")
    assert (change.changes, change.additions) == (["@ line 2\n-b\n+c\n+d"], [])


def test_lines_that_are_only_new_are_an_addition(document: Write) -> None:
    change = document("looks", before="a\nb\n", now="a\nnew\nb\n")
    assert (change.changes, change.additions) == ([], ["@ line 2\n+new"])


def test_a_document_that_agrees_is_no_change(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("same")
    assert change_of(tmp_path / "a", tmp_path / "a") is None
