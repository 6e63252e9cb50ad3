"""Test the workspace: finding it, restoring its files, and its levels."""

import errno
from itertools import pairwise
from pathlib import Path

import pytest

from dojo.errors import WorkspaceError
from dojo.files import DamagedError, read_json, write_atomically, write_json
from dojo.kata import workspace
from dojo.kata.workspace import (
    LAST_LEVEL,
    LEVELS,
    checkout_command,
    find_workspace,
    read_tangle,
    scenario_files,
)
from dojo.practice.model import Practice
from dojo.room.membership import Membership
from tests.dojo.practising import findings_of, started
from tests.dojo.printed import RealKata
from tests.dojo.small_kata import WORKSPACE, SmallKata


def test_the_workspace_is_around_the_current_folder_or_that_of_the_command(
    kata: SmallKata, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(kata.folder / "legacy")
    assert find_workspace() == kata.folder.resolve()
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert find_workspace() == WORKSPACE
    monkeypatch.setattr(workspace, "__file__", str(Path.cwd() / "dojo/kata/workspace.py"))
    with pytest.raises(WorkspaceError, match=r"in no clone of the kata"):
        find_workspace()


@pytest.mark.parametrize(("here", "told"), [(".", "git"), ("practice/tests", "git -C ../..")])
def test_what_brings_files_back_does_so_wherever_it_is_typed(
    here: str, told: str, kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    (kata.folder / ".git").mkdir()
    monkeypatch.chdir(practice.workspace / here)
    assert checkout_command(kata.folder, "the rules.txt") == f"`{told} checkout -- 'the rules.txt'`"


# Levels.


@pytest.mark.parametrize("number", LEVELS)
@pytest.mark.usefixtures("compiled")
def test_the_part_of_a_level_passes_the_levels_golden_master(number: int, tmp_path: Path) -> None:
    assert findings_of(started(RealKata(tmp_path), level=number)) == []


def test_each_level_is_the_tangle_from_its_first_line_and_adds_to_the_one_before() -> None:
    parts = [read_tangle(WORKSPACE, level) for level in LEVELS.values()]
    whole = (WORKSPACE / "legacy/yatzy.py").read_text(encoding="utf-8")
    assert parts[-1] == whole
    for part, larger in pairwise(parts):
        assert len(part) < len(larger)
        assert larger.startswith(part.rstrip())


def test_the_last_level_has_every_scenario() -> None:
    there = {
        path.relative_to(WORKSPACE).as_posix()
        for path in (WORKSPACE / "tests/golden_master").glob("test_*.py")
    }
    assert set(scenario_files(WORKSPACE, LAST_LEVEL)) == there


# Files that are read, and replaced, as a whole, and the records in them.


def test_a_file_is_written_and_on_a_full_disk_the_old_one_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, content: bytes) -> None:
        with path.open("wb") as file:
            file.write(content[:1])
        raise OSError(errno.ENOSPC, "No space left on device")

    (tmp_path / "file").write_bytes(b"old")
    write_atomically(tmp_path / "file", b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("file", b"new")]
    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(tmp_path / "file", b"newer")
    assert (tmp_path / "file").read_bytes() == b"new"


@pytest.mark.parametrize(
    "content", [b"", b"\xff", b"{}", b'{"url": 1, "pair": "Ann", "folder": "practice"}']
)
def test_a_record_is_read_as_it_was_written_and_anything_else_is_damaged(
    content: bytes, tmp_path: Path
) -> None:
    room = Membership("room.git", "Ann", "practice")
    write_json(tmp_path / "room.json", room)
    assert read_json(tmp_path / "room.json", Membership) == room
    (tmp_path / "room.json").write_bytes(content)
    with pytest.raises(DamagedError):
        read_json(tmp_path / "room.json", Membership)
