"""What is read from a file is a record of the type that is asked for, or it is damaged."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from dojo.kata.records import DamagedError, read_record, write_record


@dataclass(frozen=True)
class Player:
    """A record."""

    name: str
    points: int = 0
    dice: list[int] = field(default_factory=list)


def test_a_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    write_record(tmp_path / "player.json", Player("Ann", 5, [1, 2]))
    assert read_record(tmp_path / "player.json", Player) == Player("Ann", 5, [1, 2])


def test_where_there_is_no_file_there_is_no_record(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_record(tmp_path / "player.json", Player)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\0",
        b"\xff",
        b"null",
        b"{}",
        b'{"name": 1}',
        b'{"name": "Ann", "points": "5"}',
        b'{"name": "Ann", "dice": [1, "2"]}',
    ],
    ids=lambda content: content[:40].decode(errors="replace"),
)
def test_anything_else_is_damaged(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "player.json").write_bytes(content)
    with pytest.raises(DamagedError):
        read_record(tmp_path / "player.json", Player)
