"""The repository of a practice: snapshots, restoring, and errors of git."""

import os
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pygit2
import pytest
from pygit2.enums import ConfigLevel

from dojo.errors import WrongUsageError
from dojo.practice.git import GitError
from dojo.practice.model import GREEN, RED, Practice
from dojo.practice.recording import restore_snapshot
from dojo.practice.snapshots import CHECKS, Repository, SavedAgainError
from tests.dojo.practice.histories import new_practice
from tests.dojo.practising import checked, write_files


@contextmanager
def own_settings_in(folder: Path) -> Iterator[None]:
    """Let libgit2 read the global git settings in a folder."""
    paths = pygit2.settings.search_path
    before = {level: paths[level] for level in (ConfigLevel.GLOBAL, ConfigLevel.XDG)}
    for level in before:
        paths[level] = str(folder)
    try:
        yield
    finally:
        for level, path in before.items():
            paths[level] = path


@pytest.fixture
def practice(tmp_path: Path) -> Practice:
    """Give a practice that was never checked."""
    return new_practice(tmp_path / "kata")


@pytest.fixture
def code(practice: Practice) -> Path:
    """Give the file with the code."""
    return practice.folder / "yatzy.py"


# Storing.


def test_a_file_that_is_being_saved_is_read_again(practice: Practice, code: Path):
    """An editor empties a file before it writes it, so its size changes while it is read."""

    def save_often():
        for lines in range(300):
            code.write_text("one = 1\n" * (1 + lines % 2 * 50_000), encoding="utf-8")

    with ThreadPoolExecutor() as editor:
        saving = editor.submit(save_often)
        while not saving.done():
            assert Repository(practice.folder).tree()


# Restoring.


@pytest.mark.parametrize("name", ["nonsense", "--all", "^HEAD", "", "0", "2"])
def test_only_a_snapshot_can_be_restored(name: str, practice: Practice):
    checked(practice, RED)
    with pytest.raises(WrongUsageError, match=re.escape(f"no check and no commit {name!r}")):
        restore_snapshot(practice, name)


@pytest.mark.parametrize("name", [None, GREEN])
def test_without_a_snapshot_another_one_is_advised(name: str | None, practice: Practice):
    with pytest.raises(WrongUsageError, match=r"`dojo restore (green|HEAD)` restores"):
        restore_snapshot(practice, name)


@pytest.mark.parametrize(
    ("name", "title"),
    [("1", "check 1"), (GREEN, "the last green check (2)"), ("HEAD", "HEAD")],
)
def test_a_restored_snapshot_is_named_by_the_number_of_its_check(
    name: str, title: str, practice: Practice, code: Path
):
    checked(practice, RED)
    code.write_bytes(b"two = 2\n")
    checked(practice, GREEN)
    code.write_bytes(b"three = 3\n")
    restored, _ = restore_snapshot(practice, name)
    assert restored == title


def test_a_check_is_restored_by_its_number(practice: Practice, code: Path):
    checked(practice, RED)
    code.write_bytes(b"two = 2\n")
    checked(practice, GREEN)
    restore_snapshot(practice, "1")
    assert code.read_bytes() == b"one = 1\n"


def test_a_restore_can_be_undone(practice: Practice, code: Path):
    step = checked(practice, RED)
    code.write_bytes(b"two\r\n")
    restore_snapshot(practice, step.commit[:7])
    assert code.read_bytes() == b"one = 1\n"
    restore_snapshot(practice, None)
    assert code.read_bytes() == b"two\r\n"


def test_new_files_of_any_kind_come_back(practice: Practice, repository: Repository):
    before = repository.snapshot("before")
    folder = practice.folder
    write_files(folder, {".gitattributes": "* text=auto\n", "two words/ü.sh": "1\r\n"})
    script = folder / "two words/ü.sh"
    script.chmod(0o755)
    link = folder / "link.py"
    link.symlink_to("yatzy.py")
    restore_snapshot(practice, before)
    assert not script.exists()
    assert not link.is_symlink()
    restore_snapshot(practice, None)
    assert link.readlink() == Path("yatzy.py")
    assert script.read_bytes() == b"1\r\n"
    assert os.access(script, os.X_OK)


def test_a_file_that_git_ignores_by_now_stays(practice: Practice, repository: Repository):
    notes = practice.folder / "notes.txt"
    notes.write_text("as it was\n", encoding="utf-8")
    snapshot = repository.snapshot("checked")
    notes.unlink()
    write_files(practice.folder, {".gitignore": "notes.txt\n", "notes.txt": "as it is\n"})
    restore_snapshot(practice, snapshot)
    assert notes.read_text(encoding="utf-8") == "as it is\n"


def test_a_file_that_is_saved_meanwhile_stays(repository: Repository, code: Path):
    first = repository.snapshot("first")
    code.write_text("two\n", encoding="utf-8")
    snapshot = repository.snapshot("before a restore")
    code.write_text("saved again\n", encoding="utf-8")
    with pytest.raises(SavedAgainError, match=r"yatzy\.py was saved meanwhile"):
        repository.restore(snapshot, first)
    assert code.read_text(encoding="utf-8") == "saved again\n"


# Settings of a person, and of a repository.


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    """Give settings that convert line ends and ignore a folder in every repository."""
    config = "[user]\n\tname = Ada\n\temail = ada@localhost\n[core]\n\tautocrlf = true\n"
    files = {"config": config, "attributes": "*.py text\n", "ignore": "lib/\n"}
    return write_files(tmp_path / "settings", files)


def test_settings_of_the_person_change_no_file(settings: Path, tmp_path: Path):
    with own_settings_in(settings):
        repository = Repository(new_practice(tmp_path / "kata").folder)
        write_files(repository.folder, {"lib/rules.py": "1\r\n"})
        files = repository.files(repository.tree())
    assert files["lib/rules.py"] == "1\r\n"


def test_advice_follows_the_message_of_git(repository: Repository):
    Path(repository.git.path, f"{CHECKS}.lock").touch()
    with pytest.raises(GitError, match=r"git failed in practice/: .*\nIf no other git process is"):
        repository.record("checked")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows starts no such script")
def test_git_starts_no_program_that_a_repository_names(repository: Repository, tmp_path: Path):
    program = tmp_path / "reference-transaction"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path / 'ran'}\ncat\n", encoding="utf-8")
    program.chmod(0o755)
    config = repository.git.config
    config["core.hooksPath"] = str(tmp_path)
    config["core.fsmonitor"] = str(program)
    config["filter.own.clean"] = str(program)
    write_files(repository.folder, {".gitattributes": "* filter=own\n"})
    repository.restore(repository.snapshot("checked"), CHECKS)
    assert not (tmp_path / "ran").exists()
