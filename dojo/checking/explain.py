"""Errors in words: what an error means for the person whose code raised it, and where in the practice it arose."""

import os
import re
from collections import Counter
from difflib import unified_diff
from pathlib import Path
from reprlib import Repr
from traceback import walk_tb
from types import FrameType
from typing import NamedTuple, Self

from dojo.kata.golden_master import FRAME, TIMEOUT
from dojo.practice.model import Practice, is_no_source, workspace_of
from dojo.text import INDENT, WIDEST_CHARACTERS, printable, printable_lines, shortened

SHOWN_LINES = 12  # of a difference
YOUR_TEST = "your test: "
UNAPPROVED = "nothing is approved yet"
LONGER = "an endless loop? `--limit` gives it longer"
IN_THE_CALL = "in the call "
ASSERTIONS = ("ApprovalException", "Failed", "Mismatch")
ARGUMENT = Repr()
STACKS = "stacks.txt"  # where Python was when its time was over, or it crashed
SAID = "pytest.txt"  # what pytest said, in a process of its own
NO_END = "this run had no end: os._exit, a signal, or a full disk?"
RECEIVED_AND_APPROVED = re.compile(r"^\s*(?:Approved|Received): (.+?)\s*$", re.MULTILINE)


class Finding(NamedTuple):
    """What is wrong, in a few lines, the first of which names a call or a location; and how often it arose."""

    text: str
    times: int = 1

    def to_show(self) -> Self:
        """Return it as a terminal can show it, below its first line only what is indented: it holds words of others."""
        first, *others = printable_lines(self.text).split("\n")
        indented = [line if line.startswith(" ") else f"{INDENT}{line}" for line in others]
        return self._replace(text="\n".join([first, *indented]))


Step = tuple[FrameType, int]  # a line that an error went through, and the frame that it is in


class RefusedError(Exception):
    """Something that a practice must not do; its text says what."""


class EndlessLoopError(BaseException):
    """The time of a test is over; no `except Exception` catches it."""


def describe(error: BaseException, practice: Path, *, with_call: bool = True) -> str:
    """Say what an error is, and where in the practice and by which call it arose; nothing when elsewhere."""
    steps = [(frame, line) for frame, line in walk_tb(error.__traceback__) if is_in(practice, frame)]
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).is_relative_to(practice):
        place = location(Path(error.filename), error.lineno or 1, "", practice)
    elif steps:
        place = location_of(*where(error, steps), practice)
    else:
        return ""
    lines = [in_words(error), *not_approved(error, practice)]
    if isinstance(error, EndlessLoopError):
        lines.append(LONGER)
    code = [frame for frame, _ in steps if is_code(practice, frame)]
    if with_call and code and not code[0].f_code.co_name.startswith("<"):  # as at an import
        lines.append(f"{IN_THE_CALL}{call(code[0])}")
    tests = [step for step in steps[:-1] if step[0].f_code.co_name.startswith("test")]
    lines += [f"{YOUR_TEST}{location_of(*step, practice)}" for step in tests[:1]]
    return "\n".join([place, *(f"{INDENT}{line}" for line in lines)])


def where(error: BaseException, steps: list[Step]) -> Step:
    """Return where an error arose; of a recursion without end, that is in what was called most often."""
    if isinstance(error, RecursionError):
        most_often = Counter(frame.f_code for frame, _ in steps).most_common(1)[0][0]
        steps = [step for step in steps if step[0].f_code is most_often]
    return steps[-1]


def is_in(practice: Path, frame: FrameType) -> bool:
    """Tell whether a frame is of a file of a practice."""
    return Path(frame.f_code.co_filename).is_relative_to(practice)


def is_code(practice: Path, frame: FrameType) -> bool:
    """Tell whether a frame in a practice is of no test."""
    return not any(map(is_no_source, Path(frame.f_code.co_filename).relative_to(practice).parts))


def call(frame: FrameType) -> str:
    """Return the call that a frame is of, with its arguments."""
    code, values = frame.f_code, frame.f_locals
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    given = {name: values[name] for name in names if name in values and name not in ("self", "cls")}
    arguments = ", ".join(f"{name}={ARGUMENT.repr(value)}" for name, value in given.items())
    return shortened(f"{code.co_name}({arguments})", WIDEST_CHARACTERS)


def cause_of(finding: str, practice: str) -> str:
    """Return what findings of one cause have in common: of one with a location, its error, and not by which call."""
    first, *lines = finding.split("\n")
    if not first.startswith(f"{practice}/"):
        return finding
    by_which = (INDENT + IN_THE_CALL, INDENT + YOUR_TEST)
    return "\n".join(line for line in lines if not line.startswith(by_which)) or finding


def location_of(frame: FrameType, line: int, practice: Path) -> str:
    """Show the place of a line in a frame."""
    return location(Path(frame.f_code.co_filename), line, frame.f_code.co_name, practice)


def location(file: Path, line: int, function: str, practice: Path) -> str:
    """Show a place as an editor would take it."""
    inside = "" if not function or function.startswith("<") else f", in {function}()"
    return printable(f"{file.relative_to(workspace_of(practice)).as_posix()}:{line}{inside}")


def in_words(error: BaseException) -> str:
    """Return an error's own words in one line."""
    text = " ".join(own_words(error).split())
    if isinstance(error, RefusedError | EndlessLoopError):
        return text
    kind = printable(type(error).__name__)
    return shortened(f"{kind}: {text}" if text else kind, WIDEST_CHARACTERS)


def own_words(error: BaseException) -> str:
    """Return what an error says; of a failed assertion, what was asserted, without pytest's explanation."""
    if isinstance(error, SyntaxError):
        return error.msg
    if type(error).__name__ == "ApprovalException":
        return "not as approved"
    return str(error).partition("\n")[0] if isinstance(error, AssertionError) else str(error)


def not_approved(error: BaseException, practice: Path) -> list[str]:
    """Of an approval test that failed, show both files, how they differ, and how to approve what came."""
    files = [Path(name) for name in RECEIVED_AND_APPROVED.findall(str(error))]
    if type(error).__name__ != "ApprovalException" or len(files) != 2:
        return []
    before, after = (file.read_text(errors="replace") if file.is_file() else "" for file in files)
    approved, received = (os.path.relpath(file, workspace_of(practice)).replace(os.sep, "/") for file in files)
    nothing = "" if before else f" (empty: {UNAPPROVED})"
    difference = list(unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=1))[2:]
    more = len(difference) - SHOWN_LINES
    return [
        f"approved: {approved}{nothing}",
        f"received: {received}",
        *difference[:SHOWN_LINES],
        *([f"... and {more} more lines"] if more > 0 else []),
        "If that is right, approve it:",
        f"mv {received} {approved}",
    ]


def broken_rule(error: BaseException, test: str) -> str:
    """Say which scenario failed, by its name, where no line of the practice did."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return "\n".join([in_plain_english(test), *(f"{INDENT}{line[:WIDEST_CHARACTERS]}" for line in lines[:2])])


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


def explain_end(practice: Practice, seconds: float = 0, *, is_late: bool = False) -> str:
    """Say why a process told nothing, and where it was: what Python wrote down at last, or else a reason."""
    file = practice.home / STACKS
    stacks = file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""
    if is_late or stacks.startswith(TIMEOUT):
        why = f"did not end in {seconds:.1f} s\n{INDENT}{LONGER}"
    else:
        why = f"crashed Python itself: {stacks.splitlines()[0]}" if stacks else NO_END
    for path, line, function in FRAME.findall(stacks):  # innermost first
        if Path(path).is_relative_to(practice.folder):
            return f"{location(Path(path), int(line), function, practice.folder)}\n{INDENT}{why}"
    return f"{practice.name}/\n{INDENT}{why}"
