"""The comparison of a document with its approved file, by approvaltests.

Approved files are the same for all implementations. The document of an implementation that differs
is kept beside them, as a received file. A practice can approve documents of its own.
"""

import json
import os
from collections.abc import Callable, Sequence
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import pytest
from approvaltests import Options, verify
from approvaltests.approval_exception import ApprovalException
from approvaltests.core.namer import Namer
from approvaltests.core.reporter import Reporter
from approvaltests.file_approver import FileApprover
from approvaltests.reporters.environment_variable_reporter import EnvironmentVariableReporter
from approvaltests.reporters.first_working_reporter import FirstWorkingReporter
from approvaltests.reporters.report_quietly import ReportQuietly

from tests.golden_master.differences import AROUND, Difference, summary
from tests.golden_master.documents import Document, Verify

ROOT = Path(__file__).resolve().parents[2]
APPROVED_FILES = ROOT / "approved_files"
MAX_DIFFERENCES = 5  # shown of a document

# All implementations share the approved files, so each file is verified more than once.
FileApprover.add_allowed_duplicates(lambda approved: Path(approved).parent == APPROVED_FILES)

# The summary and the places of changes, and those of additions.
ByKind = dict[str, dict[str, list[str]]]


class Mismatch(pytest.fail.Exception):
    """A document differs from the approved one. `additions` is the number of additions."""

    def __init__(self, message: str, differences: Sequence[Difference | str]):
        super().__init__(message, pytrace=False)
        self.differences = [str(each) for each in differences]
        additions = [each for each in differences if _is_addition(each)]
        self.additions = len(additions)


class Unreadable(pytest.fail.Exception):
    """An approved file is missing or unreadable. `document` is its path."""

    def __init__(self, document: Path):
        super().__init__(
            f"approved_files/{document.name} is missing, or cannot be read, "
            "so there are no expected results.\n"
            "`git checkout approved_files` restores it; "
            "for a new document, `dojo approve` writes it.",
            pytrace=False,
        )
        self.document = str(document)


class Places(NamedTuple):
    """The folders of approved files, first the one with priority, and of received files."""

    approved: tuple[Path, ...] = (APPROVED_FILES,)
    received: Path = APPROVED_FILES


class SharedNamer(Namer):
    """Names the files of a document. A received file has the number of the process.

    Mutants are tested in parallel: processes that share a path would mix up their documents.
    """

    def __init__(self, document: str, implementation: str, places: Places):
        files = [folder / f"{document}.approved.txt" for folder in places.approved]
        existing = [file for file in files if file.exists()]
        self.approved = files[-1]
        if existing:
            self.approved = existing[0]
        self.received = places.received / f"{document}.{implementation}.{os.getpid()}.received.txt"
        self.kept = places.received / f"{document}.{implementation}.received.txt"

    def get_approved_filename(self) -> str:
        return str(self.approved)

    def get_received_filename(self) -> str:
        return str(self.received)


def verifier(
    implementation: str,
    places: Places,
    received_to: str | None = None,
    *,
    for_mutants: bool = False,
) -> Verify:
    """Return a function that compares a document, or writes it to the folder `received_to`."""
    if received_to is not None:
        folder = Path(received_to)
        return partial(write, implementation=implementation, places=places, folder=folder)
    return partial(compare, implementation=implementation, places=places, for_mutants=for_mutants)


def write(document: Document, implementation: str, places: Places, folder: Path):
    """Write a document into a folder, and beside it its differences from the approved file."""
    file = folder / f"{document.name}.approved.txt"
    file.write_text(document.text, encoding="utf-8", newline="\n")
    approved = _text(SharedNamer(document.name, implementation, places).approved)
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
):
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


def compare(document: Document, implementation: str, places: Places, *, for_mutants: bool):
    """Raise Mismatch if the document differs. `for_mutants`: fail without the differences."""
    namer = SharedNamer(document.name, implementation, places)
    if not _is_readable(namer.approved):
        raise Unreadable(namer.approved)
    if _matches(document, namer, for_mutants=for_mutants):
        namer.kept.unlink(missing_ok=True)
        return
    if for_mutants:
        namer.received.unlink()
        pytest.fail("differs", pytrace=False)
    raise _mismatch(document, namer, implementation)


def _matches(document: Document, namer: SharedNamer, *, for_mutants: bool) -> bool:
    """Compare the texts before calling approvaltests, which takes longer: it writes two files."""
    if namer.approved.read_bytes() == document.text.encode():
        return True
    options = Options().with_namer(namer).with_reporter(_reporter(for_mutants=for_mutants))
    try:
        verify(document.text, options=options, newline="\n")
    except ApprovalException:
        return False
    return True


def _reporter(*, for_mutants: bool) -> Reporter:
    if for_mutants:
        return ReportQuietly()
    # approvaltests opens a diff tool only if APPROVAL_TESTS_USE_REPORTER names one.
    return FirstWorkingReporter(EnvironmentVariableReporter(), ReportQuietly())


def agreed(document: Document, places: Places) -> list[Difference]:
    """Return the differences of a practice's own approved document from the shared one."""
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


def _mismatch(document: Document, namer: SharedNamer, implementation: str) -> Mismatch:
    """Keep the received file, and describe the first differences."""
    namer.received.replace(namer.kept)
    approved = _text(namer.approved)
    differences: list[Difference | str] = [
        _with_file(each, namer.approved) for each in document.differences(approved, document.text)
    ]
    if not differences:
        differences.append(_first_line(approved, document.text))
    results = f"{len(differences)} results"
    if len(differences) == 1:
        results = "1 result"
    lines = [f"{implementation} differs from {_display(namer.approved)} in {results}:"]
    lines += [str(each) for each in differences[:MAX_DIFFERENCES]]
    if len(differences) > MAX_DIFFERENCES:
        lines.append(f"... and {len(differences) - MAX_DIFFERENCES} more")
    lines.append(f"received file: {_display(namer.kept)}")
    return Mismatch("\n".join(lines), differences)


def _is_addition(difference: Difference | str) -> bool:
    return isinstance(difference, Difference) and difference.is_addition


def _with_file(difference: Difference, approved: Path) -> Difference:
    """Name the file of a difference in the text around the results: all documents have that."""
    if difference.subject != AROUND:
        return difference
    return difference._replace(place=f"{_display(approved)}, {difference.place}")


def _first_line(approved: str, got: str) -> str:
    """Describe the first line that differs, with its invisible characters."""
    expected_lines = approved.splitlines(keepends=True)
    lines = got.splitlines(keepends=True)
    pairs = zip_longest(expected_lines, lines, fillvalue="")
    for number, (expected, line) in enumerate(pairs, start=1):
        if expected != line:
            return f"line {number}\n    expected {expected!r}\n    actual   {line!r}"
    return "the files differ in their bytes"


def _display(path: Path) -> str:
    if path.is_relative_to(ROOT):
        return path.relative_to(ROOT).as_posix()
    return str(path)
