"""The failure of a test or of an import, as data. `dojo.checking.describe` puts it into words."""

import inspect
import re
import reprlib
import sys
from dataclasses import dataclass, field
from pathlib import Path
from traceback import walk_tb
from types import FrameType
from typing import Literal

import pytest

# Errors of approvaltests and of doctest that say how two results differ.
COMPARISONS = ("ApprovalException", "DocTestFailure")
MAX_CALLS = 20  # a traceback of a recursion has a thousand
# The paths of both files in the message of approvaltests.
APPROVAL_FILES = re.compile(r"Approved: (.+?)\s*\n\s*Received: (.+?)\s*$")


class StoppedError(BaseException):
    """Code took too long, or imported a solution. No `except Exception` catches it."""


@dataclass(frozen=True)
class Place:
    """A line in a traceback. `call`: its function, with the present values of the parameters."""

    file: str
    line: int
    function: str
    call: str = ""


@dataclass(frozen=True)
class Approval:
    """The files of an approval test that failed, and their lines."""

    approved: str
    received: str
    approved_lines: list[str]
    received_lines: list[str]


@dataclass(frozen=True)
class Failure:
    """An error of somebody's code. `places`: the lines of that code, the one that raised it last.

    `kind` has the values of `FindingKind`. `fallback` names the failure if there are no places.
    `explanation`: further lines of the message, such as the difference that pytest shows.
    """

    kind: Literal["assertion", "error", "not run"]
    fallback: str
    error: str  # the name of its class
    message: str
    places: list[Place]
    approval: Approval | None = None
    explanation: list[str] = field(default_factory=list)


def failure_of(
    error: BaseException, folder: Path, fallback: str, *, in_test: bool = True
) -> Failure:
    """Describe an error of code in a folder. `in_test`: a test raised it, and not an import."""
    kind: Literal["assertion", "error", "not run"] = "not run"
    if in_test and not isinstance(error, StoppedError):
        kind = "assertion" if is_assertion(error) else "error"
    return Failure(
        kind,
        fallback,
        type(error).__name__,
        _message(error),
        _places(error, folder),
        _approval(error),
        _explanation(error),
    )


def failure_without_error(item: pytest.Item, report: pytest.TestReport) -> Failure:
    """Describe a test that failed without an error: an xfail of pytest that is strict passed."""
    file, line, _ = report.location
    place = Place(str(item.path), (line or 0) + 1, getattr(item, "originalname", item.name))
    message = encodable(report.longreprtext)
    return Failure("assertion", file, "", message, [place])


def is_approval_error(error: BaseException) -> bool:
    """Return whether approvaltests raised an error, as it does for a difference."""
    # If nothing has imported approvaltests, nothing has raised its error.
    module = sys.modules.get("approvaltests.approval_exception")
    return module is not None and isinstance(error, module.ApprovalException)


def _message(error: BaseException) -> str:
    """Return the message, without the place or the explanation that Python or pytest adds."""
    message = str(error)
    if isinstance(error, SyntaxError):
        message = error.msg
    elif isinstance(error, AssertionError):
        message = message.partition("\n")[0]  # the explanation follows
    return encodable(message)


def _explanation(error: BaseException) -> list[str]:
    """Return the lines after the message of a failed assertion, which pytest adds."""
    if not isinstance(error, AssertionError) or is_approval_error(error):
        return []
    _, _, lines = str(error).partition("\n")
    return encodable(lines).splitlines()


def encodable(text: str) -> str:
    """Escape surrogates, which have no encoding."""
    return text.encode("utf-8", "backslashreplace").decode()


def _places(error: BaseException, folder: Path) -> list[Place]:
    """Return the lines of a traceback in somebody's own code, the outermost call first.

    A syntax error adds its own line, which no call has reached. The first MAX_CALLS lines have a
    `call`.
    """
    places: list[Place] = []
    for frame, line in walk_tb(error.__traceback__):
        file = frame.f_code.co_filename
        if not _is_own(file, folder):
            continue
        call = ""
        if len(places) < MAX_CALLS:
            call = _call(frame)
        places.append(Place(file, line, frame.f_code.co_name, call))
    if isinstance(error, SyntaxError) and error.filename and _is_own(error.filename, folder):
        places.append(Place(error.filename, error.lineno or 1, "<module>"))
    return places


def _is_own(file: str, folder: Path) -> bool:
    """Return whether a file is in a folder, and not in an environment there."""
    path = Path(file)
    if not path.is_relative_to(folder):
        return False
    return sys.prefix == sys.base_prefix or not path.is_relative_to(sys.prefix)


def _call(frame: FrameType) -> str:
    """Show the call of a frame with its arguments. They may have other values by now."""
    values = inspect.getargvalues(frame)
    names = [name for name in values.args if name in values.locals and name not in ("self", "cls")]
    arguments = ", ".join(f"{name}={reprlib.repr(values.locals[name])}" for name in names)
    return encodable(f"{frame.f_code.co_name}({arguments})")


def _approval(error: BaseException) -> Approval | None:
    """Return the files of an approval test that failed, else None."""
    match = APPROVAL_FILES.search(str(error))
    if match is None or not is_approval_error(error):
        return None
    return Approval(match[1], match[2], _read_lines(match[1]), _read_lines(match[2]))


def _read_lines(path: str) -> list[str]:
    file = Path(path)
    if not file.is_file():
        return []
    return file.read_text(encoding="utf-8", errors="replace").splitlines()


def is_assertion(error: BaseException) -> bool:
    """Return whether a test compared two results. Any other error came before it could."""
    name = type(error).__name__
    if name == "MultipleDoctestFailures":
        return all(is_assertion(each) for each in vars(error)["failures"])
    return name in COMPARISONS or isinstance(error, (AssertionError, pytest.fail.Exception))
