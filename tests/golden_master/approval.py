"""How a document is compared with the approved one, by approvaltests.

approved file: the document as a person signed it off, one for all implementations. received file: what an
implementation gave instead, kept beside it after a mismatch, under the implementation's name.
mismatch: the failure of a document that is not as approved; it carries the differences, in words.
"""

import json
import os
from collections.abc import Callable
from functools import partial
from itertools import islice, zip_longest
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

from tests.golden_master.differences import summary
from tests.golden_master.documents import Document

ROOT = Path(__file__).resolve().parents[2]
APPROVED_FILES = ROOT / "approved_files"
DIFFERENCES_SHOWN = 5
KINDS = {"changes": False, "additions": True}  # of differences

# All implementations share the approved files, so each file is verified more than once.
FileApprover.add_allowed_duplicates(lambda approved: Path(approved).parent == APPROVED_FILES)


class Mismatch(pytest.fail.Exception):
    """A document is not as approved, in so many places."""

    def __init__(self, message: str, differences: list[str]) -> None:
        """Say it in short, and place by place."""
        super().__init__(message, pytrace=False)
        self.differences = differences


class Unreadable(pytest.fail.Exception):
    """An approved document is not there, or nobody may read it; `document` is where it should be."""

    def __init__(self, document: Path) -> None:
        """Say it, and how to have it."""
        super().__init__(
            f"approved_files/{document.name} is missing, or cannot be read, so nothing can be compared with it.\n"
            "`git checkout approved_files` brings it back; for a new document, `dojo approve` writes it.",
            pytrace=False,
        )
        self.document = str(document)


class Places(NamedTuple):
    """Where documents are: the folders with approved files, the first that has one counts; and the received ones'."""

    approved: tuple[Path, ...] = (APPROVED_FILES,)
    received: Path = APPROVED_FILES


class SharedNamer(Namer):
    """Names the approved file after the document, and a received file after the process that writes it.

    Mutants are tested in many processes at once: with a path in common, one would compare another's document.
    """

    def __init__(self, document: str, implementation: str, places: Places, suffix: str = "txt") -> None:
        """Name the files of a document as an implementation shows it."""
        files = [folder / f"{document}.approved.{suffix}" for folder in places.approved]
        self.approved = next((file for file in files if file.exists()), files[-1])
        self.received = places.received / f"{document}.{implementation}.{os.getpid()}.received.{suffix}"

    def get_approved_filename(self) -> str:
        """Return the path of the approved file."""
        return str(self.approved)

    def get_received_filename(self) -> str:
        """Return the path of the received file."""
        return str(self.received)


def verifier(
    implementation: str, places: Places, received_to: str | None = None, *, for_mutants: bool = False
) -> Callable[[Document], None]:
    """Return the function that compares a document with the approved one, or writes it into a folder."""
    if received_to is not None:
        return partial(write, implementation=implementation, places=places, folder=Path(received_to))
    return partial(compare, implementation=implementation, places=places, for_mutants=for_mutants)


def write(document: Document, implementation: str, places: Places, folder: Path) -> None:
    """Write a document into a folder, and beside it how it differs from the approved one."""
    (folder / f"{document.name}.approved.txt").write_text(document.text, encoding="utf-8", newline="\n")
    approved = SharedNamer(document.name, implementation, places).approved
    before = approved.read_text(encoding="utf-8", errors="replace") if approved.is_file() else ""
    found = list(document.differences(before, document.text))
    parts = {name: [each for each in found if each.is_addition is kind] for name, kind in KINDS.items()}
    told = {name: {"summary": summary(part), "places": list(map(str, part))} for name, part in parts.items()}
    (folder / f"{document.name}.differences.json").write_text(json.dumps(told), encoding="utf-8")


def compare(document: Document, implementation: str, places: Places, *, for_mutants: bool) -> None:
    """Fail unless the document is as approved; `for_mutants`, without a word, else with a Mismatch."""
    namer = SharedNamer(document.name, implementation, places)
    if not (namer.approved.is_file() and os.access(namer.approved, os.R_OK)):
        raise Unreadable(namer.approved)
    # A diff tool opens only for those who set one up, in approvaltests' own way: APPROVAL_TESTS_USE_REPORTER.
    tool = ReportQuietly() if for_mutants else FirstWorkingReporter(EnvironmentVariableReporter(), ReportQuietly())
    if _matches(document, namer, tool):
        _kept(namer, document, implementation).unlink(missing_ok=True)
        return
    if for_mutants:
        namer.received.unlink()
        pytest.fail("differs", pytrace=False)
    raise _mismatch(document, namer, implementation)


def _matches(document: Document, namer: SharedNamer, tool: Reporter) -> bool:
    try:
        verify(document.text, options=Options().with_namer(namer).with_reporter(tool), newline="\n")
    except ApprovalException:
        return False
    return True


def _kept(namer: SharedNamer, document: Document, implementation: str) -> Path:
    return namer.received.with_name(f"{document.name}.{implementation}.received.txt")


def _mismatch(document: Document, namer: SharedNamer, implementation: str) -> Mismatch:
    approved = namer.approved.read_bytes().decode(errors="replace").replace("\r\n", "\n")
    found = map(str, document.differences(approved, document.text))
    differences = [*found] or [_first_line(approved, document.text)]
    kept = _kept(namer, document, implementation)
    namer.received.replace(kept)
    places = "1 place" if len(differences) == 1 else f"{len(differences)} places"
    lines = [f"{implementation} differs from {_shown(namer.approved)} in {places}:"]
    lines += islice(differences, DIFFERENCES_SHOWN)
    if len(differences) > DIFFERENCES_SHOWN:
        lines.append(f"... and {len(differences) - DIFFERENCES_SHOWN} more")
    lines.append(f"what it gave: {_shown(kept)}")
    return Mismatch("\n".join(lines), differences)


def _first_line(approved: str, got: str) -> str:
    """Say where texts differ that are alike in all that can be seen: in spaces, or in how a line ends."""
    pairs = zip_longest(approved.splitlines(keepends=True), got.splitlines(keepends=True), fillvalue="")
    number, (one, other) = next(found for found in enumerate(pairs, start=1) if found[1][0] != found[1][1])
    return f"line {number}\n    expected {one!r}\n    got      {other!r}"


def _shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)
