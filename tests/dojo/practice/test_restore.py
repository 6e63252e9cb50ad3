"""`dojo restore`: a snapshot comes back, and what was there before is kept."""

import os
import re
from pathlib import Path
from typing import Any

import pytest

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.practice.model import Practice
from dojo.practice.restoring import restore
from dojo.practice.snapshots import GitError, Repository
from tests.dojo.practising import YATZY
from tests.dojo.small_kata import RULE, SmallKata

CLEANER = RULE.replace("return 0", "return  0")


@pytest.fixture
def before(kata: SmallKata, practice: Practice) -> str:
    """Give the snapshot of a practice that went on afterwards."""
    snapshot = Repository(practice.folder).snapshot("checked")
    kata.write(YATZY, CLEANER)
    return snapshot


def test_a_snapshot_comes_back_by_its_name_and_once_more_goes_back(
    kata: SmallKata, practice: Practice, before: str
) -> None:
    assert (restore(practice, before[:7]).commit, kata.read(YATZY)) == (before[:7], RULE)
    restore(practice, None)
    assert kata.read(YATZY) == CLEANER
    restore(practice, None)
    assert kata.read(YATZY) == RULE


def test_the_command_says_what_is_there_and_where_the_rest_is(kata: SmallKata, practice: Practice, before: str) -> None:
    done = kata.dojo("restore", before)
    name = before[:7]
    assert re.fullmatch(
        rf"practice/ is as in {name} again:\n  yatzy.py \+1 -1\n"
        r"What was there is kept as \w{7}: `dojo restore` brings it back.\nNext: `dojo check`.\n",
        done.stdout,
    )
    assert kata.dojo("restore", name).stdout == f"{practice.name}/ is as in {name} already.\n"


def test_of_many_files_the_command_names_some(kata: SmallKata, before: str) -> None:
    for number in range(100):
        kata.write(f"practice/module_{number:02}.py", "1\n")
    lines = kata.dojo("restore", before).stdout.splitlines()
    assert lines[1:14] == [*(f"  module_{number:02}.py +0 -1" for number in range(12)), "  ... and 89 more files"]
    assert (len(lines), max(map(len, lines)) <= 80) == (16, True)


def test_what_a_persons_own_attributes_would_change_comes_back_to_the_byte(practice: Practice) -> None:
    (practice.folder / ".gitattributes").write_text("* text=auto\n")
    file = practice.folder / "windows.txt"
    file.write_bytes(b"a\r\nb\r\n")
    snapshot = Repository(practice.folder).snapshot("checked")
    file.write_bytes(b"a\n")
    restore(practice, snapshot)
    assert file.read_bytes() == b"a\r\nb\r\n"
    restore(practice, None)
    assert file.read_bytes() == b"a\n"


@pytest.mark.parametrize("name", ["nonsense", "--all", "^HEAD", "", None])
def test_what_is_not_there_is_wrong_usage(name: str | None, practice: Practice) -> None:
    with pytest.raises(WrongUsageError, match=r"`git -C .*practice log refs/dojo/checks` lists"):
        restore(practice, name)


def content(path: Path) -> tuple[bytes, bool, int]:
    """Return all that there is to a file."""
    text = os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes()
    return text, path.is_symlink(), path.lstat().st_mode


def everything(folder: Path) -> dict[str, tuple[bytes, bool, int]]:
    """Return all files of a practice, whatever git thinks of them."""
    paths = (path for path in folder.rglob("*") if path.is_symlink() or path.is_file())
    relative = {path.relative_to(folder).as_posix(): path for path in paths}
    return {name: content(path) for name, path in relative.items() if not name.startswith((".git/", ".dojo/"))}


def test_there_and_back_loses_nothing(kata: SmallKata, practice: Practice, before: str) -> None:
    (practice.folder / "picture.png").write_bytes(bytes(range(256)))
    (practice.folder / "ends.txt").write_bytes(b"one\r\ntwo\r\n")
    (practice.folder / "link.py").symlink_to("yatzy.py")
    (practice.folder / "run.sh").write_text("true\n")
    (practice.folder / "run.sh").chmod(0o755)
    kata.write("practice/two words/ümläut.py", "1\n")
    kata.write("practice/notes.bak", "git ignores it\n")
    there = everything(practice.folder)
    restore(practice, before)
    assert everything(practice.folder).keys() == there.keys() - {
        "picture.png", "ends.txt", "link.py", "run.sh", "two words/ümläut.py"
    }  # fmt: skip
    restore(practice, None)
    assert everything(practice.folder) == there


@pytest.mark.parametrize("name", ["notes.txt", "notes.txt/deep/inside.txt"])
def test_what_git_ignores_by_now_is_kept_as_well(name: str, kata: SmallKata, practice: Practice) -> None:
    kata.write("practice/notes.txt", "as they were\n")
    snapshot = Repository(practice.folder).snapshot("checked")
    (practice.folder / "notes.txt").unlink()
    kata.write("practice/.gitignore", "notes.txt\n")
    kata.write(f"practice/{name}", "as they are\n")
    restore(practice, snapshot)
    assert kata.read("practice/notes.txt") == "as they were\n"
    restore(practice, None)
    assert kata.read(f"practice/{name}") == "as they are\n"


def test_without_a_snapshot_of_what_is_there_nothing_comes_back(
    kata: SmallKata, practice: Practice, before: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> str:
        raise GitError("no space")

    monkeypatch.setattr(Repository, "snapshot", refuse)
    with pytest.raises(GitError):
        restore(practice, before)
    assert kata.read(YATZY) == CLEANER


def test_what_is_saved_after_the_snapshot_stays(
    kata: SmallKata, practice: Practice, before: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def save(*arguments: Any) -> list[str]:
        kata.write(YATZY, "saved again\n")
        return put_back(*arguments)

    put_back = Repository.put_back
    monkeypatch.setattr(Repository, "put_back", save)
    with pytest.raises(WorkspaceError, match=r"yatzy\.py was saved again meanwhile, so nothing was restored"):
        restore(practice, before)
    assert kata.read(YATZY) == "saved again\n"


def test_a_repository_inside_is_left_alone(practice: Practice, before: str) -> None:
    (practice.folder / "inside").mkdir()
    Repository(practice.folder / "inside").create("begun")
    (practice.folder / "inside/mine.py").write_text("1\n")
    with pytest.raises(GitError, match=r"A repository inside another is not kept\. Move it out of practice/"):
        restore(practice, before)
    assert (practice.folder / "inside/mine.py").read_text() == "1\n"
