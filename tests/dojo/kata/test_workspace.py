"""Test the workspace: finding it, its levels, and files that are read and written as a whole."""

import errno
from pathlib import Path

import pytest

from dojo.files import DamagedError, read_json, write_atomically
from dojo.kata.description import Level
from dojo.kata.workspace import (
    NoKataError,
    checkout_command,
    cut_to_level,
    find_workspace,
    read_tangle,
)
from dojo.room.membership import Membership
from tests.dojo.small_kata import WORKSPACE, SmallKata
from tests.worked.examine import failures, scenarios, scenarios_in
from tests.yatzy_kata import FIRST_HOUR, KATA, LAST_LEVEL, LEVELS


def test_the_workspace_is_around_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    kata = SmallKata(tmp_path)
    monkeypatch.chdir(kata.folder / "legacy")
    assert find_workspace() == kata.folder.resolve()


def test_outside_of_a_kata_no_other_one_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NoKataError):
        find_workspace()


@pytest.mark.parametrize(("folder", "git"), [(".", "git"), ("practice/tests", "git -C ../..")])
def test_a_checkout_works_in_the_current_folder(folder: str, git: str, tmp_path: Path):
    command = checkout_command(tmp_path, "the rules.txt", here=tmp_path / folder)
    assert command == f"`{git} checkout -- 'the rules.txt'`"


# Levels.


@pytest.mark.parametrize("number", LEVELS)
def test_the_part_of_a_level_passes_its_scenarios(number: int, tmp_path: Path):
    code = {"yatzy.py": read_tangle(WORKSPACE, LEVELS[number])}
    assert failures(code, scenarios(range(1, number + 1)), tmp_path) == {}


def test_the_part_of_the_first_hour_passes_its_scenarios(tmp_path: Path):
    code = {"yatzy.py": read_tangle(WORKSPACE, FIRST_HOUR)}
    assert failures(code, scenarios_in(FIRST_HOUR), tmp_path) == {}


def test_the_first_hour_has_its_sections_and_what_is_above():
    text = "0\n\n# -- v1\n1\n\n# -- v2\n2\n# -- v3.1\n3.1\n\n# -- v31\n31\n"
    assert cut_to_level(text, FIRST_HOUR) == "0\n\n# -- v1\n1\n\n# -- v3.1\n3.1\n"


@pytest.mark.parametrize("level", LEVELS.values(), ids=lambda level: str(level.number))
def test_a_level_ends_before_its_mark(level: Level):
    text = "1\n\n    # ---- v5\n2\n    # ---- v6\n3\n    # ---- v0\n4\n"
    assert cut_to_level(text, level).endswith(f"{level.number}\n")


def test_the_last_level_has_every_scenario():
    paths = (WORKSPACE / KATA.golden_master).glob("test_*.py")
    assert set(LAST_LEVEL.scenarios) == {path.stem for path in paths}


# Files.


def test_on_a_full_disk_the_old_file_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def fill_disk(path: Path, _: bytes):
        path.open("wb").close()
        raise OSError(errno.ENOSPC, "No space left on device")

    write_atomically(tmp_path / "file", b"old")
    monkeypatch.setattr(Path, "write_bytes", fill_disk)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_bytes() == b"old"


@pytest.mark.parametrize(
    "content", [b"", b"\xff", b"{}", b'{"url": 1, "pair": "Ann", "folder": "practice"}']
)
def test_a_record_with_other_fields_is_damaged(content: bytes, tmp_path: Path):
    (tmp_path / "room.json").write_bytes(content)
    with pytest.raises(DamagedError):
        read_json(tmp_path / "room.json", Membership)
