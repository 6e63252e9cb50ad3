"""Files that are replaced as a whole."""

import errno
import os
from pathlib import Path

import pytest

from dojo.kata.files import unfinished_folder, write_whole

ENDED = 99_999_999  # no process has this number


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
