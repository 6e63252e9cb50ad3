"""The comparison of a document with its approved file.

Approved files are the same for all implementations. The document of an implementation that differs
is kept as a received file, by approvaltests. A practice can approve documents of its own.
"""

import json
import os
from collections.abc import Callable, Sequence
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import pytest
from _pytest.outcomes import Failed

from dojo.documents.differences import AROUND, Difference, summary
from dojo.documents.documents import Document, Verify

MAX_DIFFERENCES = 5  # shown of a document

# The summary and the places of changes, and those of additions.
ByKind = dict[str, dict[str, list[str]]]


class Mismatch(Failed):
    """A document differs from the approved one. `additions` is the number of additions."""

    def __init__(self, message: str, differences: Sequence[Difference | str]) -> None:
        super().__init__(message, pytrace=False)
        self.differences = [str(each) for each in differences]
        additions = [each for each in differences if _is_addition(each)]
        self.additions = len(additions)


class Unreadable(Failed):
    """An approved file is missing or unreadable. `document` is its path."""

    def __init__(self, document: Path) -> None:
        folder = document.parent.name
        super().__init__(
            f"{folder}/{document.name} is missing, or cannot be read, "
            "so there are no expected results.\n"
            f"`git checkout {folder}` restores it; "
            "for a new document, `dojo approve` writes it.",
            pytrace=False,
        )
        self.document = str(document)


class Places(NamedTuple):
    """The folders of approved files, first the one with priority, and of received files."""

    approved: tuple[Path, ...]
    received: Path

    def approved_file(self, document: Document) -> Path:
        """Return the approved file of a document, or where a new one belongs: the last folder."""
        files = [folder / f"{document.name}.approved.txt" for folder in self.approved]
        existing = [file for file in files if file.exists()]
        return existing[0] if existing else files[-1]

    def display(self, path: Path) -> str:
        """Return a path from the folder that has the approved files of all."""
        root = self.approved[-1].parent
        if path.is_relative_to(root):
            return path.relative_to(root).as_posix()
        return str(path)


def verifier(
    implementation: str,
    places: Places,
    received_to: str | None = None,
    *,
    for_mutants: bool = False,
) -> Verify:
    """Return a function that compares a document, or writes it to the folder `received_to`."""
    if received_to is not None:
        return partial(write, places=places, folder=Path(received_to))
    return partial(compare, implementation=implementation, places=places, for_mutants=for_mutants)


def write(document: Document, places: Places, folder: Path) -> None:
    """Write a document into a folder, and beside it its differences from the approved file."""
    file = folder / f"{document.name}.approved.txt"
    file.write_text(document.text, encoding="utf-8", newline="\n")
    approved = _text(places.approved_file(document))
    differences = by_kind(list(document.differences(approved, document.text)))
    file = folder / f"{document.name}.differences.json"
    file.write_text(json.dumps(differences), encoding="utf-8")


def by_kind(differences: list[Difference]) -> ByKind:
    """Return the summary and the places of changes and of additions."""
    changes = [each for each in differences if not each.is_addition]
    additions = [each for each in differences if each.is_addition]
    return {"changes": _in_words(changes), "additions": _in_words(additions)}


def _in_words(differences: list[Difference]) -> dict[str, list[str]]:
    return {"summary": summary(differences), "places": [str(each) for each in differences]}


def compare_as_agreed(
    document: Document,
    implementation: str,
    places: Places,
    note: Callable[[ByKind], object],
    *,
    with_shared: bool,
) -> None:
    """Compare a document, and note the differences that were agreed for a practice.

    `with_shared`: compare with the shared document; only agreed differences may occur.
    """
    known = agreed(document, places)
    if not known:
        compare(document, implementation, places, for_mutants=False)
    elif with_shared:
        as_agreed, others = beside(known, document, places)
        note(by_kind(as_agreed))
        if others:
            raise Mismatch(f"{document.name} has differences that nobody approved", others)
    else:
        note(by_kind(known))
        compare(document, implementation, places, for_mutants=False)


def compare(document: Document, implementation: str, places: Places, *, for_mutants: bool) -> None:
    """Raise Mismatch if the document differs. `for_mutants`: fail without the differences."""
    approved = places.approved_file(document)
    if not _is_readable(approved):
        raise Unreadable(approved)
    received = places.received / f"{document.name}.{implementation}.received.txt"
    if _text(approved) == document.text:
        received.unlink(missing_ok=True)
        return
    if for_mutants:
        pytest.fail("differs", pytrace=False)
    from dojo.documents.received import keep_received  # noqa: PLC0415 - approvaltests takes 100 ms

    keep_received(document.text, approved, received)
    raise _mismatch(document, approved, received, implementation, places)


def agreed(document: Document, places: Places) -> list[Difference]:
    """Return the differences of a practice's own approved document from the shared one.

    There are none if it has no file of its own, or one that cannot be read.
    """
    own, shared = _own_and_shared(document, places)
    if own == shared or not _is_readable(own):
        return []
    return list(document.differences(_text(shared), _text(own)))


def beside(
    known: list[Difference], document: Document, places: Places
) -> tuple[list[Difference], list[Difference]]:
    """Return the agreed differences of a document from the shared one, and the others."""
    own, shared = _own_and_shared(document, places)
    differences = list(document.differences(_text(shared), document.text))
    as_agreed = [each for each in differences if each in known]
    others = [each for each in differences if each not in known]
    if not others:
        # A new column is described by some of its cells only, so compare the others, too.
        known_places = {each.place for each in known}
        differences = list(document.differences(_text(own), document.text))
        others = [each for each in differences if each.place not in known_places]
    return as_agreed, others


def _own_and_shared(document: Document, places: Places) -> tuple[Path, Path]:
    name = f"{document.name}.approved.txt"
    return places.approved[0] / name, places.approved[-1] / name


def _is_readable(file: Path) -> bool:
    return file.is_file() and os.access(file, os.R_OK)


def _text(file: Path) -> str:
    if not _is_readable(file):
        return ""
    return file.read_bytes().decode(errors="replace").replace("\r\n", "\n")


def _mismatch(
    document: Document, approved: Path, received: Path, implementation: str, places: Places
) -> Mismatch:
    """Describe the first differences."""
    text = _text(approved)
    file = places.display(approved)
    differences: list[Difference | str] = [
        _with_file(each, file) for each in document.differences(text, document.text)
    ]
    if not differences:
        differences.append(_first_line(text, document.text))
    results = f"{len(differences)} results"
    if len(differences) == 1:
        results = "1 result"
    lines = [f"{implementation} differs from {file} in {results}:"]
    lines += [str(each) for each in differences[:MAX_DIFFERENCES]]
    if len(differences) > MAX_DIFFERENCES:
        lines.append(f"... and {len(differences) - MAX_DIFFERENCES} more")
    lines.append(f"received file: {places.display(received)}")
    return Mismatch("\n".join(lines), differences)


def _is_addition(difference: Difference | str) -> bool:
    return isinstance(difference, Difference) and difference.is_addition


def _with_file(difference: Difference, file: str) -> Difference:
    """Name the file of a difference in the text around the results: all documents have that."""
    if difference.subject != AROUND:
        return difference
    return difference._replace(place=f"{file}, {difference.place}")


def _first_line(approved: str, got: str) -> str:
    """Describe the first line that differs, with its invisible characters."""
    expected_lines = approved.splitlines(keepends=True)
    lines = got.splitlines(keepends=True)
    pairs = zip_longest(expected_lines, lines, fillvalue="")
    for number, (expected, line) in enumerate(pairs, start=1):
        if expected != line:
            return f"line {number}\n    expected {expected!r}\n    actual   {line!r}"
    return "the files differ in their bytes"
