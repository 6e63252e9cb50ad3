"""Calls of the published interface, as data.

call: a method with its arguments, and the text a person would type.
outcome: what it returns, or the error it raises.
spelled: a value that shows as the expression which makes it, because its own text would not do.
exactly: a value as Python shows it, with the name of its type wherever the text could hide it.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

# Their repr shows their type. Compare by identity: other types may claim to be equal to these.
PLAIN = set(map(id, (int, str, bool, type(None))))


class Spelled(NamedTuple):
    """A value with the expression that makes it."""

    expression: str
    value: object


class Call(NamedTuple):
    """A method call on the class Yatzy, on an object, or on an object made from `held` dice."""

    method: str
    arguments: tuple[object, ...] = ()
    held: tuple[object, ...] | None = None
    named: tuple[tuple[str, object], ...] = ()
    receiver: str = "Yatzy"

    def __str__(self) -> str:
        """Show the call as a person would type it."""
        receiver = (
            self.receiver if self.held is None else f"Yatzy({', '.join(map(spelling, self.held))})"
        )
        named = [f"{name}={spelling(value)}" for name, value in self.named]
        return f"{receiver}.{self.method}({', '.join([*map(spelling, self.arguments), *named])})"

    def outcome(self, yatzy: Any) -> str:
        """Make the call on `yatzy` and tell what came of it."""
        try:
            receiver = yatzy if self.held is None else yatzy(*map(value_of, self.held))
            named = {name: value_of(value) for name, value in self.named}
            return exactly(getattr(receiver, self.method)(*map(value_of, self.arguments), **named))
        except (ValueError, SystemExit) as error:  # an end of the program is told, not followed
            return refusal(error)


def exactly(value: object) -> str:
    """Return the repr of a value, with its type if the repr does not show it."""
    if id(type(value)) in PLAIN or (
        type(value) is list and PLAIN.issuperset(map(id, map(type, value)))
    ):
        return repr(value)
    if type(value) is list:
        return f"[{', '.join(map(exactly, value))}]"
    if type(value) is dict:
        return f"{{{', '.join(f'{exactly(key)}: {exactly(each)}' for key, each in value.items())}}}"
    return f"{type(value).__name__}({value!r})"


def plain(text: object) -> str:
    """Show a text as it is, but of another type than text, with its type."""
    return text if type(text) is str else exactly(text)


def same_letters(text: str) -> str:
    """Copy a text, so that a comparison by identity fails."""
    return "".join(list(text))


def refusal(error: BaseException) -> str:
    """Show an error with its own type, and no type above it."""
    return f"{type(error).__name__}: {error}"


def on_class(method: str, *arguments: object) -> Call:
    """Spell a call of a static method."""
    return Call(method, arguments)


def on_object(held: tuple[object, ...], method: str, *arguments: object) -> Call:
    """Spell a call on an object made from five dice, or from none."""
    return Call(method, arguments, held)


def on_table(method: str, *arguments: object) -> Call:
    """Spell a call on an object that keeps the cards of a game."""
    return Call(method, arguments, receiver="table")


def by_keyword(method: str, receiver: str = "Yatzy", **named: object) -> Call:
    """Spell a call with its arguments by name."""
    return Call(method, named=tuple(named.items()), receiver=receiver)


def outcomes(yatzy: Any, calls: Iterator[Call] | list[Call]) -> dict[str, str]:
    """Make all calls; the outcome of each, by the text of the call."""
    return {str(call): call.outcome(yatzy) for call in calls}


def answer_of_all(yatzy: Any, *calls: Call) -> str:
    """Make calls that should answer alike; their one outcome, or all of them where they differ."""
    return " / ".join(dict.fromkeys(call.outcome(yatzy) for call in calls))


def spelling(argument: object) -> str:
    """Show an argument as a person would type it."""
    if isinstance(argument, Spelled):
        return argument.expression
    if isinstance(argument, list):
        return f"[{', '.join(map(spelling, argument))}]"
    return repr(argument)


def value_of(argument: object) -> object:
    """Return an argument itself, whatever spells it."""
    if isinstance(argument, Spelled):
        return argument.value
    if isinstance(argument, list):
        return list(map(value_of, argument))
    return argument
