"""Errors in words: what an error means for the person whose code raised it, and where in the practice it arose."""

import inspect
import os
import re
import reprlib
from difflib import unified_diff
from pathlib import Path
from traceback import walk_tb
from types import FrameType

from dojo.kata.golden_master import FRAME, TIMEOUT
from dojo.practice.code import is_no_source
from dojo.practice.model import Practice, workspace_of
from dojo.text import INDENT, WIDEST_CHARACTERS, WorkspaceError, printable, shortened

SHOWN_LINES = 12  # of a difference
UNAPPROVED = "nothing is approved yet"
LONGER = f"\n{INDENT}an endless loop? `--limit` gives it longer"
BY_WHICH = re.compile(rf"\n{INDENT}(?:in the call |your test: )")
ASSERTIONS = ("ApprovalException", "Failed", "Mismatch")
STACKS = "stacks.txt"  # where Python was when its time was over, or it crashed
SAID = "pytest.txt"  # what pytest said, in a process of its own
NO_END = "this run had no end: os._exit, a signal, or a full disk?"
RECEIVED_AND_APPROVED = re.compile(r"^\s*(?:Approved|Received): (.+?)\s*$", re.MULTILINE)


class RefusedError(Exception):
    """Something that a practice must not do; its text says what."""


class EndlessLoopError(BaseException):
    """The time of a test is over; no `except Exception` catches it."""


def describe(error: BaseException, practice: Path, *, with_call: bool = True) -> str:
    """Say what an error is, and where in the practice and by which call it arose; nothing when elsewhere."""
    steps = [(frame, line) for frame, line in walk_tb(error.__traceback__) if _file(frame).is_relative_to(practice)]
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).is_relative_to(practice):
        place = location(Path(error.filename), error.lineno or 1, "", practice)
    elif steps:
        place = _location_of(*steps[-1], practice)
    else:
        return ""
    lines = [in_words(error), *_not_approved(error, practice)]
    code = [frame for frame, _ in steps if _is_code(practice, frame)]
    if with_call and code and not code[0].f_code.co_name.startswith("<"):  # as at an import
        lines.append(f"in the call {_call(code[0])}")
    tests = [step for step in steps[:-1] if step[0].f_code.co_name.startswith("test")]
    lines += [f"your test: {_location_of(*step, practice)}" for step in tests[:1]]
    return "\n".join([place, *(f"{INDENT}{line}" for line in lines)])


def _file(frame: FrameType) -> Path:
    return Path(frame.f_code.co_filename)


def _is_code(practice: Path, frame: FrameType) -> bool:
    """Tell whether a frame in a practice is of no test."""
    return not any(map(is_no_source, _file(frame).relative_to(practice).parts))


def _call(frame: FrameType) -> str:
    """Return the call that a frame is of, with its arguments."""
    values = inspect.getargvalues(frame)
    names = [name for name in values.args if name in values.locals and name not in ("self", "cls")]
    arguments = ", ".join(f"{name}={reprlib.repr(values.locals[name])}" for name in names)
    return shortened(f"{frame.f_code.co_name}({arguments})", WIDEST_CHARACTERS)


def cause_of(finding: str) -> str:
    """Return what findings of one cause have in common: all but by which call, or test, it arose."""
    return BY_WHICH.split(finding)[0]


def _location_of(frame: FrameType, line: int, practice: Path) -> str:
    return location(_file(frame), line, frame.f_code.co_name, practice)


def location(file: Path, line: int, function: str, practice: Path) -> str:
    """Show a place as an editor would take it."""
    inside = "" if not function or function.startswith("<") else f", in {function}()"
    return printable(f"{file.relative_to(workspace_of(practice)).as_posix()}:{line}{inside}")


def in_words(error: BaseException) -> str:
    """Return an error's own words in one line; of a failed assertion, without pytest's explanation."""
    said = str(error)
    if isinstance(error, RefusedError | EndlessLoopError | WorkspaceError):
        return said
    if isinstance(error, SyntaxError):
        said = error.msg
    elif isinstance(error, AssertionError):
        said = said.partition("\n")[0]
    elif type(error).__name__ == "ApprovalException":
        said = "not as approved"
    return shortened(": ".join(filter(None, (type(error).__name__, said))), WIDEST_CHARACTERS)


def _not_approved(error: BaseException, practice: Path) -> list[str]:
    """Of an approval test that failed, show both files, how they differ, and how to approve what came."""
    files = [Path(name) for name in RECEIVED_AND_APPROVED.findall(str(error))]
    if type(error).__name__ != "ApprovalException" or len(files) != 2:
        return []
    before, after = (file.read_text(errors="replace") if file.is_file() else "" for file in files)
    approved, received = (os.path.relpath(file, workspace_of(practice)).replace(os.sep, "/") for file in files)
    nothing = "" if before else f" (empty: {UNAPPROVED})"
    difference = list(unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=1))[2:]
    shown = difference[:SHOWN_LINES]
    if len(difference) > SHOWN_LINES:
        shown.append(f"... and {len(difference) - SHOWN_LINES} more lines")
    to_approve = ["If that is right, approve it:", f"mv {received} {approved}"]
    return [f"approved: {approved}{nothing}", f"received: {received}", *shown, *to_approve]


def broken_rule(error: BaseException, test: str) -> str:
    """Say which scenario failed, by its name, where no line of the practice did."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    shown = [f"{INDENT}{line[:WIDEST_CHARACTERS]}" for line in lines[:2]]
    return "\n".join([in_plain_english(test), *shown])


def in_plain_english(test: str) -> str:
    """Say the rule that a test has for a name."""
    return test.rpartition("::")[2].removeprefix("test_").partition("[")[0].replace("_", " ")


def is_assertion(error: BaseException) -> bool:
    """Tell whether a test compared what came with what it expected; any other error, and it never got as far."""
    return isinstance(error, AssertionError) or type(error).__name__ in ASSERTIONS


def explain_pytest(practice: Practice) -> str:
    """Say that pytest broke off, for a reason of its own."""
    said = practice.shown(practice.home / SAID)
    return f"the tests could not be run to their end\n{INDENT}what pytest said: {said}"


def explain_end(practice: Practice, *, is_late: bool = False) -> str:
    """Say why a process told nothing, and where it was: what Python wrote down at last, or else a reason."""
    file = practice.home / STACKS
    stacks = file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""
    if is_late or stacks.startswith(TIMEOUT):
        why = f"did not end in time{LONGER}"
    else:
        why = f"crashed Python itself: {stacks.splitlines()[0]}" if stacks else NO_END
    places = (each for each in FRAME.findall(stacks) if Path(each[0]).is_relative_to(practice.folder))
    for path, line, function in places:  # innermost first
        return f"{location(Path(path), int(line), function, practice.folder)}\n{INDENT}{why}"
    return f"{practice.name}/\n{INDENT}{why}"
