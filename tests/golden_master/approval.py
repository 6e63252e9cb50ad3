"""How a document is compared with the approved one, by approvaltests.

approved file: the document as a person signed it off, one for all implementations.
received file: the document of an implementation that differs, kept beside the approved file.
mismatch: the failure of a document that is not as approved; it carries the differences, in words.
agreed: a difference from the shared document that was approved for a practice.
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
from tests.golden_master.documents import Document

ROOT = Path(__file__).resolve().parents[2]
APPROVED_FILES = ROOT / "approved_files"
DIFFERENCES_SHOWN = 5
KINDS = {"changes": False, "additions": True}  # of differences

# All implementations share the approved files, so each file is verified more than once.
FileApprover.add_allowed_duplicates(lambda approved: Path(approved).parent == APPROVED_FILES)


class Mismatch(pytest.fail.Exception):
    """A document is not as approved, in so many places, some of which are additions."""

    def __init__(self, message: str, differences: Sequence[Difference | str]) -> None:
        """Say it in short, and place by place."""
        super().__init__(message, pytrace=False)
        self.differences = list(map(str, differences))
        self.additions = sum(
            isinstance(each, Difference) and each.is_addition for each in differences
        )


class Unreadable(pytest.fail.Exception):
    """An approved document is missing or unreadable; `document` is its path."""

    def __init__(self, document: Path) -> None:
        """Say it, and how to have it."""
        super().__init__(
            f"approved_files/{document.name} is missing, or cannot be read, "
            "so there are no expected results.\n"
            "`git checkout approved_files` restores it; "
            "for a new document, `dojo approve` writes it.",
            pytrace=False,
        )
        self.document = str(document)


class Places(NamedTuple):
    """The folders of approved files, in the order of their priority, and of received files."""

    approved: tuple[Path, ...] = (APPROVED_FILES,)
    received: Path = APPROVED_FILES


class SharedNamer(Namer):
    """Names the approved file after the document, and a received file after the process.

    Mutants are tested in parallel: processes that share a path would mix up their documents.
    """

    def __init__(
        self, document: str, implementation: str, places: Places, suffix: str = "txt"
    ) -> None:
        """Name the files of a document as an implementation shows it."""
        files = [folder / f"{document}.approved.{suffix}" for folder in places.approved]
        self.approved = next((file for file in files if file.exists()), files[-1])
        self.received = (
            places.received / f"{document}.{implementation}.{os.getpid()}.received.{suffix}"
        )

    def get_approved_filename(self) -> str:
        """Return the path of the approved file."""
        return str(self.approved)

    def get_received_filename(self) -> str:
        """Return the path of the received file."""
        return str(self.received)


def verifier(
    implementation: str,
    places: Places,
    received_to: str | None = None,
    *,
    for_mutants: bool = False,
) -> Callable[[Document], None]:
    """Return a function that compares a document with the approved one, or writes it."""
    if received_to is not None:
        return partial(
            write, implementation=implementation, places=places, folder=Path(received_to)
        )
    return partial(compare, implementation=implementation, places=places, for_mutants=for_mutants)


def write(document: Document, implementation: str, places: Places, folder: Path) -> None:
    """Write a document into a folder, and beside it how it differs from the approved one."""
    (folder / f"{document.name}.approved.txt").write_text(
        document.text, encoding="utf-8", newline="\n"
    )
    before = _text(SharedNamer(document.name, implementation, places).approved)
    told = json.dumps(by_kind(list(document.differences(before, document.text))))
    (folder / f"{document.name}.differences.json").write_text(told, encoding="utf-8")


ByKind = dict[str, dict[str, str | list[str]]]


def by_kind(found: list[Difference]) -> ByKind:
    """Return changes and additions, each summed up and place by place."""
    parts = {
        name: [each for each in found if each.is_addition is kind] for name, kind in KINDS.items()
    }
    return {
        name: {"summary": summary(part), "places": list(map(str, part))}
        for name, part in parts.items()
    }


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
    if known and with_shared:
        known, others = beside(known, document, places)
        note(by_kind(known))
        if others:
            raise Mismatch(f"{document.name} has differences that nobody approved", others)
        return
    if known:
        note(by_kind(known))
    compare(document, implementation, places, for_mutants=False)


def compare(document: Document, implementation: str, places: Places, *, for_mutants: bool) -> None:
    """Raise Mismatch if the document differs; `for_mutants`, fail without describing how."""
    namer = SharedNamer(document.name, implementation, places)
    if not _is_readable(namer.approved):
        raise Unreadable(namer.approved)
    # approvaltests opens a diff tool only if APPROVAL_TESTS_USE_REPORTER names one.
    tool = (
        ReportQuietly()
        if for_mutants
        else FirstWorkingReporter(EnvironmentVariableReporter(), ReportQuietly())
    )
    if _matches(document, namer, tool):
        _kept(namer, document, implementation).unlink(missing_ok=True)
        return
    if for_mutants:
        namer.received.unlink()
        pytest.fail("differs", pytrace=False)
    raise _mismatch(document, namer, implementation)


def agreed(document: Document, places: Places) -> list[Difference]:
    """Return the differences of a practice's own approved document from the shared one."""
    own, shared = _own_and_shared(document, places)
    return (
        list(document.differences(_text(shared), _text(own)))
        if own != shared and _is_readable(own)
        else []
    )


def beside(
    known: list[Difference], document: Document, places: Places
) -> tuple[list[Difference], list[Difference]]:
    """Return the agreed differences of a document from the shared one, and the others."""
    own, shared = map(_text, _own_and_shared(document, places))
    found = list(document.differences(shared, document.text))
    as_agreed, others = (
        [each for each in found if each in known],
        [each for each in found if each not in known],
    )
    known_places = {each.place for each in known}
    inside = [
        each for each in document.differences(own, document.text) if each.place not in known_places
    ]
    return as_agreed, others or inside  # a column that is new is told by some of its cells only


def _own_and_shared(document: Document, places: Places) -> list[Path]:
    return [
        folder / f"{document.name}.approved.txt"
        for folder in (places.approved[0], places.approved[-1])
    ]


def _is_readable(file: Path) -> bool:
    return file.is_file() and os.access(file, os.R_OK)


def _text(file: Path) -> str:
    return (
        file.read_bytes().decode(errors="replace").replace("\r\n", "\n")
        if _is_readable(file)
        else ""
    )


def _matches(document: Document, namer: SharedNamer, tool: Reporter) -> bool:
    """Compare the texts before calling approvaltests, which takes longer: it writes two files."""
    if namer.approved.read_bytes() == document.text.encode():
        return True
    try:
        verify(document.text, options=Options().with_namer(namer).with_reporter(tool), newline="\n")
    except ApprovalException:
        return False
    return True


def _kept(namer: SharedNamer, document: Document, implementation: str) -> Path:
    return namer.received.with_name(f"{document.name}.{implementation}.received.txt")


def _mismatch(document: Document, namer: SharedNamer, implementation: str) -> Mismatch:
    approved = _text(namer.approved)
    differences = list(document.differences(approved, document.text)) or [
        _first_line(approved, document.text)
    ]
    differences = [_with_file(each, namer.approved) for each in differences]
    kept = _kept(namer, document, implementation)
    namer.received.replace(kept)
    results = "1 result" if len(differences) == 1 else f"{len(differences)} results"
    lines = [f"{implementation} differs from {_shown(namer.approved)} in {results}:"]
    lines += map(str, differences[:DIFFERENCES_SHOWN])
    if len(differences) > DIFFERENCES_SHOWN:
        lines.append(f"... and {len(differences) - DIFFERENCES_SHOWN} more")
    lines.append(f"received file: {_shown(kept)}")
    return Mismatch("\n".join(lines), differences)


def _with_file(difference: Difference | str, approved: Path) -> Difference | str:
    """Name the file of a difference in the text around the results: its place alone is in each."""
    if isinstance(difference, str) or difference.subject != AROUND:
        return difference
    return difference._replace(place=f"{_shown(approved)}, {difference.place}")


def _first_line(approved: str, got: str) -> str:
    """Describe the first line that differs, with its invisible characters."""
    pairs = zip_longest(
        approved.splitlines(keepends=True), got.splitlines(keepends=True), fillvalue=""
    )
    number, (one, other) = next(
        found for found in enumerate(pairs, start=1) if found[1][0] != found[1][1]
    )
    return f"line {number}\n    expected {one!r}\n    actual   {other!r}"


def _shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)
