"""Errors in words: what an error means for the person whose code raised it, and where in the practice it arose."""

import os
import re
from collections import Counter
from difflib import unified_diff
from pathlib import Path
from reprlib import Repr
from traceback import walk_tb
from types import CodeType
from typing import NamedTuple, Self

from dojo.kata import FRAME, TIMEOUT
from dojo.practice import Practice, is_no_source, workspace_of
from dojo.text import INDENT, WIDEST_CHARACTERS, printable, printable_lines, shortened

SHOWN_LINES = 12  # of a difference
YOUR_TEST = "your test: "
UNAPPROVED = "nothing is approved yet"
LONGER = "an endless loop? `--limit` gives it longer"
IN_THE_CALL = "in the call "
UNSAID = ("self", "cls")
ARGUMENT = Repr()
STACKS = "stacks.txt"  # where Python was when its time was over, or it crashed
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


class RefusedError(Exception):
    """Something that a practice must not do; its text says what."""


class EndlessLoopError(BaseException):
    """The time of a test is over; no `except Exception` catches it."""


def describe(error: BaseException, practice: Path, call: str = "") -> str:
    """Say what an error is, and where in the practice and by which call it arose; nothing when elsewhere."""
    place = place_of(error, practice)
    lines = [in_words(error), *not_approved(error, practice)]
    lines += [LONGER] if isinstance(error, EndlessLoopError) else []
    lines += [f"{IN_THE_CALL}{call}"] if call else []
    lines += own_test_of(error, practice)
    return "\n".join([place, *(f"{INDENT}{line}" for line in lines)]) if place else ""


def call_of(error: BaseException, practice: Path) -> str:
    """Return the call by which a test went into the code of the practice, with its arguments."""
    frames = [frame for frame, _ in walk_tb(error.__traceback__)]
    own = [frame for frame in frames if is_code_of(practice, frame.f_code.co_filename)]
    for code, values in [(frame.f_code, frame.f_locals) for frame in own[:1]]:
        if code.co_name.startswith("<"):
            return ""
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        given = (f"{name}={ARGUMENT.repr(values[name])}" for name in names if name in values and name not in UNSAID)
        return shortened(f"{code.co_name}({', '.join(given)})", WIDEST_CHARACTERS)
    return ""


def is_code_of(practice: Path, file: str) -> bool:
    """Tell whether a file is part of a practice, and no test."""
    path = Path(file)
    return path.is_relative_to(practice) and not any(map(is_no_source, path.relative_to(practice).parts))


def cause_of(finding: str, practice: str) -> str:
    """Return what findings of one cause have in common: of one with a location, its error, and not by which call."""
    first, *lines = finding.split("\n")
    is_location = lines and first.startswith(f"{practice}/")
    by_which = (INDENT + IN_THE_CALL, INDENT + YOUR_TEST)
    return "\n".join(line for line in lines if not line.startswith(by_which)) if is_location else finding


def place_of(error: BaseException, practice: Path) -> str:
    """Return the last line of the practice that an error went through."""
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).is_relative_to(practice):
        return location(Path(error.filename), error.lineno or 1, "", practice)
    own = own_steps(error, practice)
    if isinstance(error, RecursionError) and own:
        most_often = Counter(code for code, _ in own).most_common(1)[0][0]
        own = [(code, line) for code, line in own if code is most_often]
    return location(Path(own[-1][0].co_filename), own[-1][1], own[-1][0].co_name, practice) if own else ""


def own_test_of(error: BaseException, practice: Path) -> list[str]:
    """Name the test of the person's own by which an error arose in their code."""
    called = [(code, line) for code, line in own_steps(error, practice)[:-1] if code.co_name.startswith("test")]
    return [YOUR_TEST + location(Path(code.co_filename), line, code.co_name, practice) for code, line in called[:1]]


def own_steps(error: BaseException, practice: Path) -> list[tuple[CodeType, int]]:
    """Return the lines of the practice that an error went through, and the code that each is in."""
    steps = [(frame.f_code, line) for frame, line in walk_tb(error.__traceback__)]
    return [(code, line) for code, line in steps if Path(code.co_filename).is_relative_to(practice)]


def location(file: Path, line: int, function: str, practice: Path) -> str:
    """Show a place as an editor would take it."""
    inside = "" if not function or function.startswith("<") else f", in {function}()"
    return printable(f"{file.relative_to(workspace_of(practice)).as_posix()}:{line}{inside}")


def in_words(error: BaseException) -> str:
    """Return an error's own words in one line."""
    try:
        text = " ".join(own_words(error).split())
    except Exception:  # noqa: BLE001 - somebody's own exception class, broken
        text = "(its text cannot be shown)"
    if isinstance(error, RefusedError | EndlessLoopError):
        return text
    kind = printable(type(error).__name__)
    line = f"{kind}: {text}" if text else kind
    return line if len(line) <= WIDEST_CHARACTERS else line[: WIDEST_CHARACTERS - 3] + "..."


def own_words(error: BaseException) -> str:
    """Return what an error says; of a failed assertion, what was asserted, without pytest's explanation."""
    if isinstance(error, SyntaxError):
        return error.msg
    if type(error).__name__ == "ApprovalException":
        return "not as approved" if RECEIVED_AND_APPROVED.search(str(error)) else str(error)
    return str(error).partition("\n")[0] if isinstance(error, AssertionError) else str(error)


def not_approved(error: BaseException, practice: Path) -> list[str]:
    """Of an approval test that failed, show both files, how they differ, and how to approve what came."""
    files = [Path(name) for name in RECEIVED_AND_APPROVED.findall(str(error))]
    if type(error).__name__ != "ApprovalException" or len(files) != 2:
        return []
    before, after = (file.read_bytes() if file.is_file() else b"" for file in files)
    approved, received = (os.path.relpath(file, workspace_of(practice)).replace(os.sep, "/") for file in files)
    nothing = "" if before else f" (empty: {UNAPPROVED})"
    shown_files = [f"approved: {approved}{nothing}", f"received: {received}"]
    return [*shown_files, *difference(before, after), "If that is right, approve it:", f"mv {received} {approved}"]


def difference(before: bytes, after: bytes) -> list[str]:
    """Show how two texts differ, the first lines of it; of pictures and the like, nothing."""
    if b"\0" in before + after:
        return []
    old, new = (each.decode(errors="replace").splitlines() for each in (before, after))
    lines = list(unified_diff(old, new, lineterm="", n=1))[2:]
    more = [f"... and {len(lines) - SHOWN_LINES} more lines"] if len(lines) > SHOWN_LINES else []
    return [*lines[:SHOWN_LINES], *more]


def broken_rule(error: BaseException, test: str) -> str:
    """Say which scenario failed, by its name, where no line of the practice did."""
    rule = in_plain_english(test)
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return "\n".join([rule, *(f"{INDENT}{line[:WIDEST_CHARACTERS]}" for line in lines[:2])])


def in_plain_english(test: str) -> str:
    """Say the rule that a test has for a name."""
    return test.rpartition("::")[2].removeprefix("test_").partition("[")[0].replace("_", " ")


def is_assertion(error: BaseException) -> bool:
    """Tell whether a test compared what came with what it expected; any other error, and it never got as far."""
    return isinstance(error, AssertionError) or type(error).__name__ in ("ApprovalException", "Failed", "Mismatch")


def unreadable(error: BaseException) -> str:
    """Return the path of the approved document that nothing could be compared with, if that is what failed."""
    return getattr(error, "document", "") if type(error).__name__ == "Unreadable" else ""


def explain_end(practice: Practice, why: str, seconds: float = 0) -> str:
    """Say why a process told nothing, and where it was: what Python wrote down at last, or else a reason."""
    file = practice.home / STACKS
    stacks = file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""
    if stacks.startswith(TIMEOUT):
        why = f"did not end in {seconds:.1f} s\n{INDENT}{LONGER}"
    elif stacks:
        why = f"crashed Python itself: {stacks.splitlines()[0]}"
    own = (frame for frame in FRAME.findall(stacks) if Path(frame[0]).is_relative_to(practice.folder))
    locations = [location(Path(file), int(line), name, practice.folder) for file, line, name in own]  # innermost first
    return f"{locations[0] if locations else f'{practice.name}/'}\n{INDENT}{why}"
