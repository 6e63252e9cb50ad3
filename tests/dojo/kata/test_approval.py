"""Documents that are not as approved: how they differ, and how they are put in place."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from dojo.kata.approval import Change, Shelf, change_of

CHANGED = "two pairs\n    expected 8\n    got      0"
ADDED = "the column 'all even'\n    expected nothing\n    got      a column"
Write = Callable[..., Change]


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """Give a shelf without documents."""
    return Shelf(tmp_path / "approved", tmp_path / "home")


@pytest.fixture
def document(shelf: Shelf, tmp_path: Path) -> Write:
    """Give a way to write a document, approved and now, with its differences in words."""

    def write(name: str, *words: str, before: str = "before\n", now: str = "now\n") -> Change:
        approved, new = shelf.own / f"{name}.approved.txt", tmp_path / "now" / f"{name}.approved.txt"
        for path, text in ((approved, before), (new, now)):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        if words:
            added = [each for each in words if "expected nothing" in each]
            changed = [each for each in words if each not in added]
            kinds = {"changes": changed, "additions": added}
            found = {
                kind: {"summary": [f"{len(places)} {kind}"] if places else [], "places": places}
                for kind, places in kinds.items()
            }
            (new.parent / f"{name}.differences.json").write_text(json.dumps(found), encoding="utf-8")
        change = change_of(approved, new)
        assert change is not None
        return change

    return write


def test_what_changes_comes_before_what_is_new(document: Write) -> None:
    change = document("scores", ADDED, CHANGED)
    assert (change.changes.places, change.additions.places) == ([CHANGED], [ADDED])
    assert change.whole.index("two pairs") < change.whole.index("all even")


def test_documents_with_changes_come_before_those_with_additions_alone(document: Write, shelf: Shelf) -> None:
    found = shelf.changes([document("a", ADDED).now, document("b", ADDED, CHANGED).now])
    assert [change.headline for change in found] == [
        "b: 1 additions; also changed: 1 changes",
        "a: 1 additions",
    ]


def test_without_words_lines_are_compared(document: Write) -> None:
    change = document("looks", before="a\nb\n", now="a\nc\nd\n")
    assert (change.changes.places, change.headline) == (["@ line 2\n-b\n+c\n+d"], "looks: changed: 1 change")


def test_a_last_line_without_an_end_is_a_change(document: Write) -> None:
    assert document("looks", before="a\n", now="a").headline == "looks: changed: 1 change"


def test_a_document_that_agrees_is_no_change(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("same")
    assert change_of(tmp_path / "a", tmp_path / "a") is None


def test_what_is_replaced_is_kept(document: Write, shelf: Shelf) -> None:
    changes = [document("a", before="old", now="new")]
    shelf.write_down(changes)
    assert list(shelf.approve(changes)) == [shelf.own / "a.approved.txt"]
    assert (shelf.home / "a.approved.txt").read_text() == "old"
