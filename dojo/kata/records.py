"""Records: what a file of ours says, checked against a type on the way in.

damaged: a file that is no such record, whatever else it is: cut short, not JSON, or of other types.
"""

import json
import math
import tomllib
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from dojo.errors import words_of
from dojo.kata.files import content_of, write_whole

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Record = TypeVar("Record")


class DamagedError(ValueError):
    """What was read is no such record; its text says why, in a line."""


def read_record(path: Path, kind: type[Record]) -> Record:
    """Return the record in a file; DamagedError when it is none, FileNotFoundError where there is nothing."""
    try:
        content = content_of(path)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise DamagedError(words_of(error)) from None
    return record_of(content, kind)


def record_of(content: bytes, kind: type[Record]) -> Record:
    """Return the record that a text in JSON is; DamagedError when it is none."""
    return _checked(partial(json.loads, content, parse_constant=_number, parse_float=_number), kind)


def settings_of(text: str, kind: type[Record]) -> Record:
    """Return the record that a text in TOML is; DamagedError when it is none."""
    return _checked(partial(tomllib.loads, text), kind)


def _checked(read: Callable[[], object], kind: type[Record]) -> Record:
    """Return the record that is read; DamagedError when it is none."""
    try:
        return msgspec.convert(read(), kind)
    except (ValueError, RecursionError) as error:
        raise DamagedError(str(error)) from None


def write_record(path: Path, record: "DataclassInstance") -> None:
    """Write a record, or leave the file that is there as it is and raise OSError."""
    write_whole(path, json.dumps(asdict(record)).encode())


def _number(text: str) -> float:
    """Return a number; ValueError for one without end, or for what is none."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is no number to reckon with")
    return number
