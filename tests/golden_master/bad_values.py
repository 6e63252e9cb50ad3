"""Bad values, and unusual values that are valid. Calls use these types by their names.

The documents explain the types with their docstrings.
"""

import re
from collections import deque
from enum import Enum, IntEnum, StrEnum
from math import nan


class Unprintable:
    """Something that cannot be shown: its text fails."""

    def __repr__(self) -> str:
        message = "no text"
        raise RuntimeError(message)


class Pretender:
    """Something that is equal to everything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1

    def __repr__(self) -> str:
        return "Pretender()"


class Face(IntEnum):
    """Faces as a program may have them; they are equal to numbers, and are none."""

    ONE = 1


class Faulty:
    """Something that cannot be shown: its text raises what it was given."""

    def __init__(self, error: BaseException):
        self._error = error

    def __repr__(self) -> str:
        raise self._error.with_traceback(None)


class Nameless:
    """A player whose name cannot be had: to ask for it raises whatever it was given."""

    def __init__(self, error: BaseException):
        self._error = error

    @property
    def name(self) -> str:
        raise self._error.with_traceback(None)

    def __repr__(self) -> str:
        return f"Nameless({self._error!r})"


class Stopped(KeyboardInterrupt):
    """An interruption of another type."""


class Spots(int):
    """A number of another type, which looks like one."""

    __slots__ = ()


class Name(StrEnum):
    """Names as a program may have them: texts, for they are made of letters."""

    YATZY = "yatzy"
    YAHTZEE = "yahtzee"
    YACHT = "yacht"
    ACES = "aces"
    FULL_HOUSE = "full house"
    CHOICE = "choice"


class OldName(str, Enum):  # noqa: UP042 - StrEnum prints differently
    """Names as an older program may have them; they print differently."""

    YACHT = "yacht"
    YAHTZEE = "yahtzee"
    ACES = "aces"


class Words(str):
    """A text of another type."""

    __slots__ = ()


class Row(list[object]):
    """A list of another type."""


class Pair(tuple[object, ...]):
    """A tuple of another type."""

    __slots__ = ()


ODD_NAMES = [
    " Zoë ",
    "100 %s",
    "{0}, or O'Neill\\n",
    "Maximiliana the Third, Countess of Somewhere by the Sea, and of the Hills above it",
]
ODD_TEXT = "100 %s of {0}, \t\u00e5\n"

PRETENDER = Pretender()
UNPRINTABLE = Unprintable()
ALMOST_LISTS = [
    {1, 2, 3, 4, 5},
    frozenset({1, 2, 3, 4, 5}),
    deque([1, 2, 3, 4, 5]),
    bytes([1, 2, 3, 4, 5]),
    bytearray([1, 2, 3, 4, 5]),
    range(1, 6),
    {1: None, 2: None, 3: None, 4: None, 5: None},
]
TYPES = [
    Face,
    Faulty,
    Name,
    Nameless,
    OldName,
    Pair,
    Pretender,
    Row,
    Spots,
    Stopped,
    Unprintable,
    Words,
]
# What an expression can use by name.
NAMES: dict[str, object] = {"deque": deque, "nan": nan}
NAMES.update({each.__name__: each for each in TYPES})


def errors() -> list[BaseException]:
    """Return errors of all types that foreign code may raise, except interruptions."""
    return [
        OSError("no paper"),
        KeyError("yahtzee"),
        RuntimeError(),
        AssertionError(),
        RecursionError(),
        UnicodeError("utf-8"),
        ValueError("no luck"),
        TypeError(),
        AttributeError("name"),
        MemoryError(),
        NameError(),
        EOFError(),
        ImportError(),
        NotImplementedError(),
        ArithmeticError(),
        UserWarning("late"),
        StopIteration(),
        StopAsyncIteration(),
        GeneratorExit(),
        SystemExit(3),
        BaseException("that is all"),
    ]


def exceptions() -> list[Exception]:
    """Return the errors that do not end Python."""
    return [error for error in errors() if isinstance(error, Exception)]


def interruptions() -> list[KeyboardInterrupt]:
    """Return errors that end the program, wherever they are raised."""
    return [KeyboardInterrupt(), KeyboardInterrupt("enough"), Stopped("enough")]


def explain_types(heading: str, sections: dict[str, dict[str, str]]) -> str:
    """Explain the types that the calls use, below the heading."""
    calls = "\n".join("\n".join(section) for section in sections.values())
    explained = [
        f"  {each.__name__}: {each.__doc__}"
        for each in TYPES
        if re.search(rf"\b{each.__name__}[.(]", calls)
    ]
    if not explained:
        return heading
    return "\n".join([heading, "What it is given:", *explained])
