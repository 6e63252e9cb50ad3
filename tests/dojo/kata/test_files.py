"""Files that are read, and replaced, as a whole, and the records in them."""

import errno
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from dojo.kata.workspace import DamagedError, read_record, text_of, write_record
from dojo.pages import write_whole


@dataclass(frozen=True)
class Player:
    """A record."""

    name: str
    dice: list[int] = field(default_factory=list)


def test_a_file_is_written_and_keeps_its_mode(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"old")
    (tmp_path / "file").chmod(0o640)
    write_whole(tmp_path / "file", b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("file", b"new")]
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o640


def test_on_a_full_disk_the_old_one_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, content: bytes) -> None:
        with path.open("wb") as file:
            file.write(content[:1])
        raise OSError(errno.ENOSPC, "No space left on device")

    (tmp_path / "file").write_bytes(b"old")
    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_bytes() == b"old"


def test_text_is_read_whatever_its_lines_end_with(tmp_path: Path) -> None:
    (tmp_path / "rules.md").write_bytes("\ufeffÅ\r\n5\n".encode())
    assert text_of(tmp_path / "rules.md") == "Å\n5\n"


def test_a_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    write_record(tmp_path / "player.json", Player("Ann", [1, 2]))
    assert read_record(tmp_path / "player.json", Player) == Player("Ann", [1, 2])


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b"{}", b'{"name": 1}', b'{"name": "Ann", "dice": ["2"]}'])
def test_anything_else_is_damaged(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "player.json").write_bytes(content)
    with pytest.raises(DamagedError):
        read_record(tmp_path / "player.json", Player)
