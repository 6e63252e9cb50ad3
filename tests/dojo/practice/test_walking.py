"""The steps become commits, and the commits states."""

import subprocess
from pathlib import Path

import pytest

from dojo.errors import WorkspaceError
from dojo.kata import worked_steps
from dojo.practice import walk
from dojo.practice.snapshots import run_git
from tests.dojo.practice.way_in_git import GUARDED, HEAD, RENAME, lay_out_in_git, worked_states
from tests.dojo.small_kata import RULE, SmallKata

FOREIGN = "[Rename Variable]: „zwei“ heißt überall zwei"


def test_the_first_state_is_the_tangle(kata: SmallKata) -> None:
    lay_out_in_git(kata)
    assert worked_states(kata.folder, worked_steps(kata.folder))[0] == {"yatzy.py": RULE}


def test_the_last_state_has_the_files_of_the_last_step(kata: SmallKata) -> None:
    lay_out_in_git(kata)
    last = worked_states(kata.folder, worked_steps(kata.folder))[-1]
    assert last == {"yatzy/yatzy.py": GUARDED, "yatzy/__init__.py": HEAD}


@pytest.mark.parametrize("title", [RENAME, FOREIGN])
def test_a_commit_has_the_title_of_its_step(kata: SmallKata, tmp_path: Path, title: str) -> None:
    lay_out_in_git(kata, title)
    (tmp_path / "walked").mkdir()
    repository = walk(kata.folder, tmp_path / "walked", worked_steps(kata.folder)[:1])
    assert repository.git("log", "-1", "--format=%s") == title


def test_a_step_that_does_not_apply_is_named(kata: SmallKata) -> None:
    lay_out_in_git(kata)
    first, _, *others = worked_steps(kata.folder)
    with pytest.raises(WorkspaceError, match=f"{others[0].path.name} does not apply"):
        worked_states(kata.folder, [first, *others])


def test_a_disk_that_is_full_is_not_the_fault_of_a_step(kata: SmallKata, monkeypatch: pytest.MonkeyPatch) -> None:
    def git(folder: Path, *arguments: str, given: bytes = b"", **variables: str) -> subprocess.CompletedProcess[bytes]:
        if "am" in arguments:
            return subprocess.CompletedProcess(arguments, 128, b"", b"fatal: cannot write: No space left on device")
        return run_git(folder, *arguments, given=given, **variables)

    lay_out_in_git(kata)
    monkeypatch.setattr("dojo.practice.snapshots.run_git", git)
    with pytest.raises(WorkspaceError, match=r"No space left on device\nThe disk keeps git from its work"):
        worked_states(kata.folder, worked_steps(kata.folder))


def test_a_way_of_no_steps_is_the_tangle(kata: SmallKata) -> None:
    assert worked_states(kata.folder, []) == [
        {"yatzy.py": (kata.folder / "legacy/yatzy.py").read_text(encoding="utf-8")}
    ]
