"""Describing an error of somebody's code: its message, its place, and the call that led there."""

import re
import textwrap
from collections.abc import Sequence
from os.path import relpath
from pathlib import Path

import click

from dojo.checking.outcome import (
    APPROVE_ADVICE,
    CALL_LABEL,
    NOT_AS_APPROVED,
    TEST_LABEL,
    UNAPPROVED,
)
from dojo.errors import WorkspaceError
from dojo.inside.failures import Approval, Failure, Place, StoppedError, failure_of
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
MORE_DIFF = "Use -v to get more diff"  # pytest's advice, which helps nobody who runs a check
APPROVAL_ERROR = "ApprovalException"
VERIFIED_TWICE = "called verify more than once"  # it is in the message of approvaltests
VERIFY_ONCE = (
    "ApprovalException: one test called verify() twice for the same approved file",
    "Write a test for each call, or pass options=NamerFactory.with_parameters(...),",
    "with NamerFactory from approvaltests.namer.",
)


def describe(error: BaseException, folder: Path, fallback: str) -> str:
    """Return the lines of a finding: where code in a folder raised an error, and its message.

    `fallback` is the first line if the error is not from code in the folder.
    """
    if isinstance(error, WorkspaceError):
        return indent(str(error))
    return describe_failure(failure_of(error, folder, fallback), folder)


def describe_failure(failure: Failure, folder: Path) -> str:
    """Return the lines of a finding about code in a folder."""
    workspace = workspace_of(folder)
    lines = [failure.fallback]
    if failure.places:
        lines = [_display(failure.places[-1], workspace)]
    if failure.error == APPROVAL_ERROR and VERIFIED_TWICE in failure.message:
        lines += VERIFY_ONCE
    elif failure.approval is None:
        lines.append(_message(failure))
        lines += _explanation_lines(failure)
    else:
        lines += _approval_lines(failure.approval, workspace)
        # In a project in place, the name of the practice is not needed.
        is_in_place = workspace == folder
        lines.append(APPROVE_ADVICE.removesuffix(" practice") if is_in_place else APPROVE_ADVICE)
    lines += _call_lines(failure.places, folder)
    tests = [place for place in failure.places[:-1] if place.function.startswith("test")]
    if tests:
        lines.append(TEST_LABEL + _display(tests[0], workspace))
    return f"\n{INDENT}".join(lines)


def indent(text: str) -> str:
    """Indent all lines but the first."""
    return re.sub(r"\n *", f"\n{INDENT}", text)


def _display(place: Place, workspace: Path) -> str:
    """Return a line of a file and its function, if it is in one."""
    path = Path(place.file).relative_to(workspace).as_posix()
    text = printable(f"{path}:{place.line}")
    if not place.function.startswith("<"):
        text += f", in {place.function}()"
    return text


def _message(failure: Failure) -> str:
    """Return the class and the message of an error in one line."""
    if failure.error == StoppedError.__name__:
        return indent(failure.message)
    if not failure.message:
        return failure.error
    if not failure.error:
        return shorten(failure.message, MAX_ERROR_CHARACTERS)
    return shorten(f"{failure.error}: {failure.message}", MAX_ERROR_CHARACTERS)


def _explanation_lines(failure: Failure) -> list[str]:
    """Return the first lines of pytest's explanation: the difference, for example."""
    text = textwrap.dedent(click.unstyle("\n".join(failure.explanation)))
    lines = [line[:MAX_ERROR_CHARACTERS] for line in text.splitlines()]
    return _first_lines([line for line in lines if line.strip() and line != MORE_DIFF])


def _first_lines(lines: list[str]) -> list[str]:
    """Return the first lines, and how many are hidden."""
    hidden = len(lines) - MAX_DIFF_LINES
    if hidden <= 0:
        return lines
    return [*lines[:MAX_DIFF_LINES], f"... and {quantity(hidden, 'more line')}"]


def _call_lines(places: Sequence[Place], folder: Path) -> list[str]:
    """Return a line with the first call of code that is no test, unless that was an import."""
    for place in places:
        if not is_source(Path(place.file).relative_to(folder)):
            continue
        if place.function.startswith("<") or not place.call:
            break
        return [CALL_LABEL + shorten(place.call, MAX_ERROR_CHARACTERS)]
    return []


def _approval_lines(approval: Approval, workspace: Path) -> list[str]:
    """Return both files, and how they differ."""
    approved_path = Path(relpath(approval.approved, workspace)).as_posix()
    received_path = Path(relpath(approval.received, workspace)).as_posix()
    lines = [NOT_AS_APPROVED, f"approved: {approved_path}"]
    if not approval.approved_lines:
        lines[1] += f" (empty: {UNAPPROVED})"
    lines.append(f"received: {received_path}")
    changes = line_changes(approval.approved_lines, approval.received_lines)
    difference = "\n".join(changes).splitlines()
    lines += _first_lines(difference)
    if not changes:
        lines.append("the files differ only in their line ends")
    return lines
