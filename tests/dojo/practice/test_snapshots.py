"""Test the repository of a practice: snapshots, restoring, and git errors."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.practice.model import Practice
from dojo.practice.recording import restore_snapshot
from dojo.practice.snapshots import CHECKS, Changes, GitError, Repository
from tests.dojo.practising import YATZY, git, own_settings_in, started
from tests.dojo.small_kata import RULE, SmallKata

LONGER = RULE.replace("return 0", "return 0  # nothing")


@pytest.fixture
def before(kata: SmallKata, practice: Practice) -> str:
    """Give the snapshot of a practice that went on afterwards."""
    snapshot = Repository(practice.folder).snapshot("checked")
    kata.write(YATZY, LONGER)
    return snapshot


# `dojo restore`: a snapshot comes back, and what was there before is kept.


@pytest.mark.parametrize("name", ["nonsense", "--all", "^HEAD", "", None])
def test_what_is_not_there_is_wrong_usage(name: str | None, practice: Practice) -> None:
    with pytest.raises(WrongUsageError, match=r"`git -C .*practice log refs/dojo/checks` lists"):
        restore_snapshot(practice, name)


def everything(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Return all that there is to each file of a practice, whatever git thinks of it."""
    paths = (path for path in folder.rglob("*") if path.is_symlink() or path.is_file())
    return {
        name: (
            os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes(),
            path.lstat().st_mode,
        )
        for path in paths
        if not (name := path.relative_to(folder).as_posix()).startswith((".git/", ".dojo/"))
    }


def test_there_and_back_loses_nothing(kata: SmallKata, practice: Practice, before: str) -> None:
    kata.write("practice/.gitattributes", "* text=auto\n")
    (practice.folder / "picture.png").write_bytes(bytes(range(256)))
    (practice.folder / "ends.txt").write_bytes(b"one\r\ntwo\r\n")
    (practice.folder / "link.py").symlink_to("yatzy.py")
    kata.write("practice/run.sh", "true\n")
    (practice.folder / "run.sh").chmod(0o755)
    kata.write("practice/two words/ümläut.py", "1\n")
    kata.write("practice/.yatzy.py.swp", "git ignores it\n")
    there = everything(practice.folder)
    assert restore_snapshot(practice, before[:7])[0] == before[:7]
    new = {".gitattributes", "picture.png", "ends.txt", "link.py", "run.sh", "two words/ümläut.py"}
    assert (everything(practice.folder).keys(), kata.read(YATZY)) == (there.keys() - new, RULE)
    assert git(practice.folder, "log", "--format=%s", CHECKS).splitlines()[1] == "before a restore"
    restore_snapshot(practice, None)
    assert everything(practice.folder) == there
    restore_snapshot(practice, None)
    assert kata.read(YATZY) == RULE


def test_what_git_ignores_by_now_stays_as_it_is(kata: SmallKata, practice: Practice) -> None:
    kata.write("practice/notes.txt", "as they were\n")
    snapshot = Repository(practice.folder).snapshot("checked")
    (practice.folder / "notes.txt").unlink()
    kata.write("practice/.gitignore", "notes.txt\n")
    kata.write("practice/notes.txt", "as they are\n")
    restore_snapshot(practice, snapshot)
    assert kata.read("practice/notes.txt") == "as they are\n"


def test_without_a_snapshot_of_what_is_there_nothing_comes_back(
    kata: SmallKata, practice: Practice, before: str
) -> None:
    Repository(practice.folder / "inside").folder.mkdir()
    Repository(practice.folder / "inside").create("begun")
    kata.write("practice/inside/mine.py", "1\n")
    with pytest.raises(GitError, match=r"practice/: invalid path: 'inside/'"):
        restore_snapshot(practice, before)
    assert (kata.read(YATZY), kata.read("practice/inside/mine.py")) == (LONGER, "1\n")


def test_what_is_saved_after_the_snapshot_stays(
    kata: SmallKata, practice: Practice, before: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def save(*arguments: Any) -> Changes:
        kata.write(YATZY, "saved again\n")
        return go_back(*arguments)

    go_back = Repository.restore
    monkeypatch.setattr(Repository, "restore", save)
    with pytest.raises(
        WorkspaceError, match=r"yatzy\.py was saved meanwhile, so nothing was restored"
    ):
        restore_snapshot(practice, before)
    assert kata.read(YATZY) == "saved again\n"


# A repository that is broken, and settings of a person's own.


def test_a_commit_is_in_the_persons_name_and_has_the_files_to_the_byte_whatever_they_set(
    tmp_path: Path, kata: SmallKata
) -> None:
    own_settings = tmp_path / "settings"
    own_settings.mkdir()
    ignores = f"[core]\n\tautocrlf = true\n\texcludesFile = {own_settings / 'another'}\n"
    (own_settings / "config").write_text(
        f"[user]\n\tname = Ada\n\temail = ada@localhost\n{ignores}"
    )
    (own_settings / "attributes").write_text("*.py text\n")
    (own_settings / "ignore").write_text("lib/\n")
    (own_settings / "another").write_text("dice/\n")
    with own_settings_in(own_settings):
        repository = Repository(started(kata).folder)
        kata.write("practice/lib/rules.py", "1\r\n")
        kata.write("practice/dice/rules.py", "1\r\n")
        repository.commit(repository.tree(), "mine")
    assert git(repository.folder, "log", "-1", "--format=%an <%ae>") == "Ada <ada@localhost>"
    files = repository.files("HEAD")
    assert (files["lib/rules.py"], files["dice/rules.py"]) == ("1\r\n", "1\r\n")


def test_what_git_refuses_is_told_with_what_helps(practice: Practice) -> None:
    repository = Repository(practice.folder)
    (practice.folder / ".git/index.lock").touch()
    with pytest.raises(
        GitError, match=r"git failed in practice/: .* locked.*\nIf no other git process is running"
    ):
        repository.commit(repository.tree(), "mine")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows starts no such script")
def test_git_starts_no_program_that_a_repository_names(practice: Practice, tmp_path: Path) -> None:
    program = tmp_path / "program" / "reference-transaction"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\ntouch {tmp_path / 'ran'}\ncat\n")
    program.chmod(0o755)
    settings = {
        "filter.own.required": "true",
        "core.hooksPath": program.parent,
        "core.fsmonitor": program,
    }
    for key, value in {**settings, "filter.own.clean": program}.items():
        git(practice.folder, "config", key, str(value))
    (practice.folder / ".gitattributes").write_text("* filter=own\n")
    (tmp_path / "ran").unlink(missing_ok=True)
    repository = Repository(practice.folder)
    repository.restore(repository.snapshot("checked"), "HEAD")
    assert not (tmp_path / "ran").exists()
