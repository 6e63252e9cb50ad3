"""What a check is asked and what it found, in words: what is wrong, and where in the practice it arose."""

import inspect
import os
import re
import reprlib
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from traceback import walk_tb
from types import FrameType

from dojo.errors import WorkspaceError
from dojo.practice.files import is_source
from dojo.practice.model import (
    AMBER,
    GREEN,
    NOTHING_APPROVED,
    Choices,
    Differences,
    Status,
    workspace_of,
)
from dojo.text import INDENT, WIDEST_CHARACTERS, printable, printable_lines, shorten

FINDINGS, PYTEST_OUTPUT = "findings.txt", "pytest.txt"  # all that the last check found; what its pytest printed
SHOWN_LINES = 12  # of a difference
NO_TESTS = f"""{{name}}/tests has no test that passes
{INDENT}Write one: a function test_... in a file {{name}}/tests/test_....py"""
NO_END = f"""the tests were not run to their end: os._exit, a signal, or a setting of pytest?
{INDENT}what pytest said: {{file}}"""
UNAPPROVED = "nothing is approved yet"
UNREADABLE = "Unreadable"  # the name of an error: a document that nothing can be compared with


@dataclass(frozen=True)
class Job:
    """How a practice is guarded, and what a command wants of its tests.

    `report`: the file for the outcome. `documents`: the folder to write the documents of the level into. `with_shared`:
    compare with the kata's documents; only what the practice approved otherwise may differ. `limit`: in seconds.
    """

    choices: Choices
    report: str = ""
    documents: str | None = None
    with_shared: bool = False
    limit: float | None = None


@dataclass(frozen=True)
class Outcome:
    """Green, red or amber, and why: each finding is a few lines, the first of which names a call or a location.

    `left_out`: how many of the person's own tests were skipped, or expected to fail. `asserted`: of what failed, some
    was an assertion. `of_the_kata`: what was found is no fault of the code, but of the kata around it.
    `differences`: how many of the findings are differences of a document; `additions`: of documents that only grew.
    `approved`: how much the practice's own documents have beside the kata's; `as_approved`: that, place by place.
    """

    status: Status
    findings: tuple[str, ...] = ()
    passed: int = 0
    left_out: int = 0
    asserted: bool = False
    of_the_kata: bool = False
    differences: int = 0
    additions: int = 0
    approved: Differences = NOTHING_APPROVED
    as_approved: tuple[str, ...] = ()

    @property
    def green(self) -> bool:
        return self.status == GREEN


def amber(*texts: str, of_the_kata: bool = False) -> Outcome:
    """Return the outcome where the code could not be asked."""
    return Outcome(AMBER, distinct(texts), of_the_kata=of_the_kata)


def distinct(texts: Iterable[str]) -> tuple[str, ...]:
    """Return findings as a terminal can show them; of those that differ only in how code was called, the first."""
    findings: dict[str, str] = {}
    for text in texts:
        findings.setdefault(re.split(rf"\n{INDENT}(?:in the call |your test: )", text)[0], printable_lines(text))
    return tuple(findings.values())


class StopError(BaseException):
    """Code takes too long, or imports a solution; no `except Exception` catches it."""


def is_assertion(error: BaseException) -> bool:
    """Tell whether a test compared what came with what it expected; any other error, and it never got as far."""
    return isinstance(error, AssertionError) or type(error).__name__ in ("ApprovalException", "Failed", "Mismatch")


def describe(error: BaseException, practice: Path, elsewhere: str) -> str:
    """Say what an error is, in its own words, or where in the practice and by which call it arose, or else where."""
    if isinstance(error, WorkspaceError) or type(error).__name__ == UNREADABLE:
        return re.sub(r"\n *", f"\n{INDENT}", str(error))
    frames = [step for step in walk_tb(error.__traceback__) if Path(_file(step[0])).is_relative_to(practice)]
    places = [(_file(frame), line, frame.f_code.co_name) for frame, line in frames]
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).is_relative_to(practice):
        places.append((error.filename, error.lineno or 1, "<module>"))
    lines = [_location(*places[-1], practice) if places else elsewhere, in_words(error)]
    if type(error).__name__ == "ApprovalException":
        lines += _approval_in_words(error, practice)
    code = [frame for frame, _ in frames if is_source(Path(_file(frame)).relative_to(practice))]
    if code and not code[0].f_code.co_name.startswith("<"):  # as at an import
        lines.append(f"in the call {_call(code[0])}")
    tests = [place for place in places[:-1] if place[2].startswith("test")]
    lines += [f"your test: {_location(*place, practice)}" for place in tests[:1]]
    return f"\n{INDENT}".join(lines)


def _file(frame: FrameType) -> str:
    return frame.f_code.co_filename


def _location(file: str, line: int, name: str, practice: Path) -> str:
    inside = "" if name.startswith("<") else f", in {name}()"
    return printable(f"{Path(file).relative_to(workspace_of(practice)).as_posix()}:{line}") + inside


def _call(frame: FrameType) -> str:
    values = inspect.getargvalues(frame)
    names = [name for name in values.args if name in values.locals and name not in ("self", "cls")]
    arguments = ", ".join(f"{name}={reprlib.repr(values.locals[name])}" for name in names)
    return shorten(f"{frame.f_code.co_name}({arguments})", WIDEST_CHARACTERS)


def in_words(error: BaseException) -> str:
    """Return an error's own words in one line; of a failed assertion, without pytest's explanation."""
    text = str(error)
    if isinstance(error, StopError):
        return text
    if isinstance(error, SyntaxError):
        text = error.msg
    elif isinstance(error, AssertionError):
        text = text.partition("\n")[0]
    elif type(error).__name__ == "ApprovalException":
        text = "not as approved"
    return shorten(": ".join(filter(None, (type(error).__name__, text))), WIDEST_CHARACTERS)


def _approval_in_words(error: BaseException, practice: Path) -> list[str]:
    """Show both files of an approval test, how they differ, and how to approve what came."""
    files = [Path(name) for name in re.findall(r"(?m)^\s*(?:Approved|Received): (.+?)\s*$", str(error))]
    if len(files) != 2:
        return []
    before, after = (file.read_text(errors="replace") if file.is_file() else "" for file in files)
    approved, received = (os.path.relpath(file, workspace_of(practice)).replace(os.sep, "/") for file in files)
    nothing = "" if before else f" (empty: {UNAPPROVED})"
    difference = list(unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=1))[2:]
    more = len(difference) - SHOWN_LINES
    lines = [*difference[:SHOWN_LINES], *[f"... and {more} more lines"] * (more > 0)]
    to_approve = ["If that is right, approve it:", f"mv {received} {approved}"]
    return [f"approved: {approved}{nothing}", f"received: {received}", *lines, *to_approve]
