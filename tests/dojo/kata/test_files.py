"""Files that are read, and replaced, as a whole."""

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from dojo.errors import WorkspaceError
from dojo.kata.files import content_of, files_in, make_way, text_of, unfinished_folder, write_whole

ENDED = 99_999_999  # no process has this number
without_pipes = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")


def full(path: Path, content: bytes) -> None:
    """Write as much as a full disk takes."""
    with path.open("wb") as file:
        file.write(content[:1])
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_file_is_written(tmp_path: Path) -> None:
    write_whole(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_bytes() == b"new"


def test_a_file_keeps_its_mode(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"old")
    (tmp_path / "file").chmod(0o640)
    write_whole(tmp_path / "file", b"new")
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o640


def test_on_a_full_disk_the_old_one_stays_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_bytes(b"old")
    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(tmp_path / "file", b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("file", b"old")]


def test_what_a_process_that_was_killed_has_left_goes(tmp_path: Path) -> None:
    (tmp_path / f".file.{ENDED}.tmp").write_bytes(b"hal")
    write_whole(tmp_path / "file", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("name", [f".file.{os.getppid()}.tmp", f".file.{ENDED}.txt", f".other.{ENDED}.tmp"])
def test_what_is_somebody_elses_stays(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"mine")
    write_whole(tmp_path / "file", b"new")
    assert (tmp_path / name).read_bytes() == b"mine"


def test_an_unfinished_folder_goes_and_so_does_one_that_was_left(tmp_path: Path) -> None:
    (tmp_path / f"job-{ENDED}-x").mkdir()
    with unfinished_folder(tmp_path, "job") as folder:
        assert list(tmp_path.iterdir()) == [folder]
    assert not list(tmp_path.iterdir())


def test_text_is_read_whatever_its_lines_end_with(tmp_path: Path) -> None:
    (tmp_path / "rules.md").write_bytes("\ufeffÅ\r\n5\n".encode())
    assert text_of(tmp_path / "rules.md") == "Å\n5\n"


def test_what_is_no_text_is_told_with_what_brings_it_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rules.md").write_bytes(b"\xff")
    with pytest.raises(
        WorkspaceError, match=r"rules.md cannot be read: it is no text .*\n`git .*checkout -- rules.md` "
    ):
        text_of(tmp_path / "rules.md")


@pytest.mark.parametrize("make", [Path.mkdir, lambda path: path.symlink_to(path), lambda _: None])
def test_where_no_file_is_there_is_no_text(make: Callable[[Path], object], tmp_path: Path) -> None:
    make(tmp_path / "rules.md")
    with pytest.raises(WorkspaceError, match=r"cannot be read"):
        text_of(tmp_path / "rules.md")


@without_pipes
def test_nobody_waits_for_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="It is no file"):
        content_of(tmp_path / "pipe")


@without_pipes
def test_a_pipe_makes_way_for_a_file_of_our_own(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "lock")
    make_way(tmp_path / "lock")
    assert not (tmp_path / "lock").exists()


def test_a_link_makes_way_and_what_is_behind_it_stays(tmp_path: Path) -> None:
    (tmp_path / "own").write_bytes(b"own")
    (tmp_path / "lock").symlink_to("own")
    make_way(tmp_path / "lock")
    assert [path.name for path in tmp_path.iterdir()] == ["own"]


def test_a_file_stays_in_its_place(tmp_path: Path) -> None:
    (tmp_path / "lock").touch()
    make_way(tmp_path / "lock")
    assert (tmp_path / "lock").exists()


def test_a_folder_with_something_in_it_stays_and_is_told(tmp_path: Path) -> None:
    (tmp_path / "lock" / "own").mkdir(parents=True)
    with pytest.raises(OSError, match="not empty; move it"):
        make_way(tmp_path / "lock")


def test_a_folder_that_may_not_be_read_is_not_taken_for_an_empty_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> list[str]:  # whoever is root may read all
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr("dojo.kata.files.os.listdir", refuse)
    with pytest.raises(PermissionError):
        files_in(tmp_path, ".patch")


def test_where_no_folder_is_there_are_no_files(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert [files_in(tmp_path / name, "") for name in ("nowhere", "file", ".")] == [[], [], [tmp_path / "file"]]
