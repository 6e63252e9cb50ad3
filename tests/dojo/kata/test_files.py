"""Files that are replaced as a whole."""

import errno
from pathlib import Path

import pytest

from dojo.kata.files import write_whole


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
