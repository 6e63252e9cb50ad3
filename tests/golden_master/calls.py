"""Calls of the published interface, written as a person types them.

A document shows each call with its result: the value that it returns, or the error that it raises.
"""

from collections.abc import Iterable
from types import CodeType
from typing import Any, NamedTuple

# The repr of a value of these types shows the type.
PLAIN_TYPES = {int, str, bool, type(None)}


class Expression(NamedTuple):
    """A line of Python, for example `Yatzy.score('yatzy', 'pair', [1, 1, 2, 3, 4])`."""

    text: str
    code: CodeType

    def evaluate(self, **objects: object) -> Any:
        """Return the value. The expression names the objects."""
        return eval(self.code, objects)  # noqa: S307 - the scenarios contain the code

    def result(self, **objects: object) -> str:
        """Show the value, or the error of a call that is refused or that ends the program."""
        try:
            return exact_repr(self.evaluate(**objects))
        except (ValueError, SystemExit) as error:
            return error_text(error)


def parse(text: str) -> list[Expression]:
    """Parse expressions, one on each line."""
    return parse_lines(text.strip().splitlines())


def parse_lines(lines: Iterable[str]) -> list[Expression]:
    """Compile expressions now, not in a test: mutants are tested in forks, after the import."""
    texts = [line.strip() for line in lines]
    return [Expression(text, compile(text, "<call>", "eval")) for text in texts]


def results(calls: Iterable[Expression], **objects: object) -> dict[str, str]:
    """Make all calls. Returns each result by the text of its call."""
    return {call.text: call.result(**objects) for call in calls}


def common_result(calls: Iterable[Expression], **objects: object) -> str:
    """Make calls that should have the same result. If they differ, names a call for each."""
    first_calls: dict[str, str] = {}
    for call in calls:
        first_calls.setdefault(call.result(**objects), call.text)
    if len(first_calls) == 1:
        [result] = first_calls
        return result
    return "; ".join(f"{call} -> {result}" for result, call in first_calls.items())


def exact_repr(value: object) -> str:
    """Return the repr of a value, with its type if the repr does not show it."""
    if type(value) in PLAIN_TYPES:
        return repr(value)
    if type(value) is list:
        return f"[{', '.join(map(exact_repr, value))}]"
    if type(value) is dict:
        items = [f"{exact_repr(key)}: {exact_repr(item)}" for key, item in value.items()]
        return f"{{{', '.join(items)}}}"
    return f"{type(value).__name__}({value!r})"


def exact_text(text: object) -> str:
    """Return a text as it is. If it is of another type than str, the type shows."""
    if type(text) is str:
        return text
    return exact_repr(text)


def copy_of(text: str) -> str:
    """Copy a text, so that code which compares by identity fails."""
    return "".join(list(text))


def error_text(error: BaseException) -> str:
    """Show an error with its own type, not with a base class."""
    return f"{type(error).__name__}: {error}"
