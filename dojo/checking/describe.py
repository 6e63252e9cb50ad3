"""Describing an error of somebody's code: its message, its place, and the call that led there."""

import inspect
import re
import reprlib
import sys
from os.path import relpath
from pathlib import Path
from traceback import FrameSummary, StackSummary, walk_tb
from types import FrameType

from dojo.checking.outcome import APPROVE_ADVICE, CALL_LABEL, TEST_LABEL, UNAPPROVED
from dojo.errors import WorkspaceError
from dojo.practice.code import is_source
from dojo.practice.model import workspace_of
from dojo.text import (
    INDENT,
    MAX_ERROR_CHARACTERS,
    line_changes,
    printable,
    quantity,
    shorten,
)

MAX_DIFF_LINES = 12
VERIFIED_TWICE = "called verify more than once"  # in the message of approvaltests
VERIFY_ONCE = (
    "ApprovalException: one test called verify() twice for the same approved file",
    "Write a test for each call, or pass options=NamerFactory.with_parameters(...),",
    "with NamerFactory from approvaltests.namer.",
)
# The paths of both files in the message of approvaltests.
APPROVAL_FILES = re.compile(r"Approved: (.+?)\s*\n\s*Received: (.+?)\s*$")


class StoppedError(BaseException):
    """Code took too long, or imported a solution. No `except Exception` catches it."""


def is_approval_error(error: BaseException) -> bool:
    # If nothing has imported approvaltests, nothing has raised its error.
    module = sys.modules.get("approvaltests.approval_exception")
    return module is not None and isinstance(error, module.ApprovalException)


def describe(error: BaseException, folder: Path, fallback: str) -> str:
    """Return the lines of a finding: where code in a folder raised an error, and its message.

    `fallback` is the first line if the error is not from code in the folder.
    """
    if isinstance(error, WorkspaceError):
        return indent(str(error))
    workspace = workspace_of(folder)
    trace = StackSummary.extract(walk_tb(error.__traceback__), lookup_lines=False)
    places = [place for place in trace if Path(place.filename).is_relative_to(folder)]
    if isinstance(error, SyntaxError) and error.filename:
        place = FrameSummary(error.filename, error.lineno or 1, "<module>", lookup_line=False)
        if Path(place.filename).is_relative_to(folder):
            places.append(place)
    lines = [fallback]
    if places:
        lines = [_display(places[-1], workspace)]
    files = _approval_files(error)
    if is_approval_error(error) and VERIFIED_TWICE in str(error):
        lines += VERIFY_ONCE
    elif files is None:
        lines.append(_message(error))
    else:
        lines += _approval_lines(*files, workspace)
    lines += _call_lines(error, folder)
    tests = [place for place in places[:-1] if place.name.startswith("test")]
    if tests:
        lines.append(TEST_LABEL + _display(tests[0], workspace))
    return f"\n{INDENT}".join(lines)


def indent(text: str) -> str:
    """Indent all lines but the first."""
    return re.sub(r"\n *", f"\n{INDENT}", text)


def _display(place: FrameSummary, workspace: Path) -> str:
    """Return a line of a file and its function, if it is in one."""
    path = Path(place.filename).relative_to(workspace).as_posix()
    text = printable(f"{path}:{place.lineno}")
    if not place.name.startswith("<"):
        text += f", in {place.name}()"
    return text


def _message(error: BaseException) -> str:
    """Return the class and the message of an error in one line."""
    message = str(error)
    if isinstance(error, StoppedError):
        return message
    if isinstance(error, SyntaxError):
        message = error.msg
    elif isinstance(error, AssertionError):
        message = message.partition("\n")[0]  # pytest's explanation follows
    name = type(error).__name__
    if not message:
        return name
    return shorten(f"{name}: {message}", MAX_ERROR_CHARACTERS)


def _call_lines(error: BaseException, folder: Path) -> list[str]:
    """Return a line with the first call of code that is no test, unless that was an import."""
    for frame, _ in walk_tb(error.__traceback__):
        file = Path(frame.f_code.co_filename)
        if not file.is_relative_to(folder):
            continue
        if not is_source(file.relative_to(folder)):
            continue
        if frame.f_code.co_name.startswith("<"):
            break
        return [CALL_LABEL + _call(frame)]
    return []


def _call(frame: FrameType) -> str:
    """Return the call of a function, with the present values of its parameters."""
    values = inspect.getargvalues(frame)
    names = [name for name in values.args if name in values.locals and name not in ("self", "cls")]
    arguments = ", ".join(f"{name}={reprlib.repr(values.locals[name])}" for name in names)
    return shorten(f"{frame.f_code.co_name}({arguments})", MAX_ERROR_CHARACTERS)


def _approval_files(error: BaseException) -> tuple[Path, Path] | None:
    """Return the approved and the received file of an approval test that failed, else None."""
    match = APPROVAL_FILES.search(str(error))
    if match is None or not is_approval_error(error):
        return None
    return Path(match[1]), Path(match[2])


def _approval_lines(approved: Path, received: Path, workspace: Path) -> list[str]:
    """Return both files, how they differ, and how to approve the received one."""
    approved_path = Path(relpath(approved, workspace)).as_posix()
    received_path = Path(relpath(received, workspace)).as_posix()
    before = _read_lines(approved)
    lines = ["ApprovalException: the result is not as approved", f"approved: {approved_path}"]
    if not before:
        lines[1] += f" (empty: {UNAPPROVED})"
    lines.append(f"received: {received_path}")
    changes = line_changes(before, _read_lines(received))
    difference = "\n".join(changes).splitlines()
    lines += difference[:MAX_DIFF_LINES]
    hidden = len(difference) - MAX_DIFF_LINES
    if hidden > 0:
        lines.append(f"... and {quantity(hidden, 'more line')}")
    if not changes:
        lines.append("the files differ only in their line ends")
    return [*lines, APPROVE_ADVICE]


def _read_lines(file: Path) -> list[str]:
    if not file.is_file():
        return []
    return file.read_text(encoding="utf-8", errors="replace").splitlines()
