"""Records: what a file of ours says, checked against a type on the way in.

damaged: a file that is no such record, whatever else it is: cut short, not JSON, or of other types.
"""

from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from dojo.pages import write_whole

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Record = TypeVar("Record")


class DamagedError(ValueError):
    """What was read is no such record; its text says why, in a line."""


def read_record(path: Path, kind: type[Record]) -> Record:
    """Return the record in a file; DamagedError when it is none, FileNotFoundError where there is nothing."""
    return record_of(path.read_bytes(), kind)


def record_of(content: bytes, kind: type[Record]) -> Record:
    """Return the record that a text in JSON is; DamagedError when it is none."""
    try:
        return msgspec.json.decode(content, type=kind)
    except ValueError as error:
        raise DamagedError(str(error)) from None


def settings_of(text: str, kind: type[Record]) -> Record:
    """Return the record that a text in TOML is; DamagedError when it is none."""
    try:
        return msgspec.toml.decode(text, type=kind)
    except ValueError as error:
        raise DamagedError(str(error)) from None


def write_record(path: Path, record: "DataclassInstance") -> None:
    """Write a record, or leave the file that is there as it is and raise OSError."""
    write_whole(path, msgspec.json.encode(record))
