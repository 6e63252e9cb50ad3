"""What is set around a command is put right before it begins."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dojo.commands.surroundings import put_right

CHILDREN = None if sys.platform == "win32" else signal.SIGCHLD


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Leave the signals as they were."""
    before = CHILDREN and signal.getsignal(CHILDREN)
    yield
    if CHILDREN:
        signal.signal(CHILDREN, before)


@pytest.mark.skipif(CHILDREN is None, reason="Windows has no such signal")
def test_the_end_of_what_is_started_is_heard_of() -> None:
    assert CHILDREN
    signal.signal(CHILDREN, signal.SIG_IGN)
    put_right()
    assert signal.getsignal(CHILDREN) == signal.SIG_DFL


@pytest.mark.parametrize(
    ("size", "kept"),
    [("80", True), ("0100", True), ("999", True)]
    + [(odd, False) for odd in ("", "0", "-5", "abc", " 7", "\u00b2", "\u0661", "1000", "1000000000", "9" * 5000)],
)
def test_a_size_that_no_terminal_has_is_forgotten(size: str, kept: bool, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: FBT001 - a row
    monkeypatch.setenv("COLUMNS", size)
    put_right()
    assert ("COLUMNS" in os.environ) == kept


def test_a_place_for_temporary_files_is_the_same_in_every_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", "here")
    put_right()
    monkeypatch.chdir("/")
    assert Path(os.environ["TMPDIR"]) == tmp_path / "here"
