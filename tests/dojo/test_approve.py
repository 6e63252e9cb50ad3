"""Approving the documents of the tool."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.dojo.approve import approve

FOOTER = "Next: go on.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give two documents with the same difference, and one with another one."""
    for name, before, after in (
        ("a", f"One\nTwo\n{FOOTER}", "One\nTwo\nNext: stop.\n"),
        ("b", f"Three\nTwo\n{FOOTER}", "Three\nTwo\nNext: stop.\n"),
        ("c", "Four\n", "Five\n"),
    ):
        (tmp_path / f"{name}.approved.txt").write_text(before)
        (tmp_path / f"{name}.received.txt").write_text(after)
    return tmp_path


def run(folder: Path, *options: str, answers: str = "") -> str:
    return CliRunner().invoke(approve, ["--folder", str(folder), *options], answers).stdout


def test_a_difference_is_shown_once_with_its_documents(folder: Path):
    shown = run(folder, "--yes")
    assert shown.count("+Next: stop.") == 1
    assert "a, b:\n Two\n-Next: go on.\n+Next: stop.\n" in shown


def test_a_document_with_a_wrong_difference_is_not_approved(folder: Path):
    run(folder, answers="y\nn\n")
    assert (folder / "b.approved.txt").read_text() == "Three\nTwo\nNext: stop.\n"
    assert [path.name for path in folder.glob("*.received.*")] == ["c.received.txt"]
    assert (folder / "c.approved.txt").read_text() == "Four\n"


def test_a_new_document_is_shown_as_a_whole(folder: Path):
    (folder / "d.received.txt").write_text("New\n")
    assert "d:\n+New\n" in run(folder, "--yes")
    assert (folder / "d.approved.txt").read_text() == "New\n"
