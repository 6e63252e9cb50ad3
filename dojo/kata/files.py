"""Files of the kata, folders for as long as something is done, and records: what a file of ours says, as a type."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from dojo.pages import write_whole

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Record = TypeVar("Record")
DamagedError = ValueError  # what was read is no such record: cut short, not JSON, or of other types


def text_of(path: Path) -> str:
    """Return the text of a file that people edit: it may begin with the mark that some editors put there."""
    return path.read_text(encoding="utf-8-sig")


@contextmanager
def temporary_folder(name: str) -> Iterator[Path]:
    """Have an empty folder where the system has such folders, for as long as something is done."""
    with tempfile.TemporaryDirectory(prefix=f"dojo-{name}-") as folder:
        yield Path(folder)


def read_record(path: Path, kind: type[Record]) -> Record:
    """Return the record in a file; DamagedError when it is none."""
    return record_of(path.read_bytes(), kind)


def record_of(content: bytes, kind: type[Record]) -> Record:
    """Return the record that a text in JSON is; DamagedError when it is none."""
    return msgspec.json.decode(content, type=kind)


def write_record(path: Path, record: "DataclassInstance") -> None:
    """Write a record, or leave the file that is there as it is and raise OSError."""
    write_whole(path, msgspec.json.encode(record))
