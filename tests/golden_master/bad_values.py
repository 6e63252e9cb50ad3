"""Bad values, and odd ones that are valid; their text is the code that a person would type."""

import re
from collections import deque
from enum import Enum, IntEnum, StrEnum

from tests.golden_master.calls import Spelled


class Unprintable:
    """Something that cannot be shown: its text fails."""

    def __repr__(self) -> str:
        """Fail."""
        message = "no text"
        raise RuntimeError(message)


class Pretender:
    """Something that is equal to everything."""

    def __eq__(self, other: object) -> bool:
        """Agree."""
        return True

    def __hash__(self) -> int:
        """Be as good as any."""
        return 1

    def __repr__(self) -> str:
        """Admit it."""
        return "Pretender()"


class Face(IntEnum):
    """Faces as a program may have them; they are equal to numbers, and are none."""

    ONE = 1


class Faulty:
    """Something that cannot be shown: its text raises what it was given."""

    def __init__(self, error: BaseException) -> None:
        """Take the error."""
        self._error = error

    def __repr__(self) -> str:
        """Raise it."""
        raise self._error


class Nameless:
    """A player whose name cannot be had: to ask for it raises whatever it was given."""

    def __init__(self, error: BaseException) -> None:
        """Take the error."""
        self._error = error

    @property
    def name(self) -> str:
        """Raise it."""
        raise self._error

    def __repr__(self) -> str:
        """Show it as it is made."""
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


class OldName(str, Enum):  # noqa: UP042 - the older way, still common, prints differently from StrEnum
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

GOOD = [1, 2, 3, 4, 5]
HUGE = Spelled("10**5000", 10**5000)
UNPRINTABLE = Spelled("Unprintable()", Unprintable())
ALMOST_LISTS = [
    *(set(GOOD), frozenset(GOOD), deque(GOOD), bytes(GOOD), bytearray(GOOD)),
    *(Spelled("range(1, 6)", range(1, 6)), dict.fromkeys(GOOD)),
]
THOUSAND_DICE = Spelled("[1] * 1000", [1] * 1000)

PRETENDER = Spelled("Pretender()", Pretender())
HUGE_NEGATIVE = Spelled("-10**5000", -(10**5000))


def errors() -> list[BaseException]:
    """Return errors of all types that foreign code may raise, except interruptions."""
    return [
        *(
            OSError("no paper"),
            KeyError("yahtzee"),
            RuntimeError(),
            AssertionError(),
            RecursionError(),
        ),
        *(
            UnicodeError("utf-8"),
            ValueError("no luck"),
            TypeError(),
            AttributeError("name"),
            MemoryError(),
        ),
        *(
            NameError(),
            EOFError(),
            ImportError(),
            NotImplementedError(),
            ArithmeticError(),
            UserWarning("late"),
        ),
        *(
            StopIteration(),
            StopAsyncIteration(),
            GeneratorExit(),
            SystemExit(3),
            BaseException("that is all"),
        ),
    ]


def exceptions() -> list[Exception]:
    """Return those of the errors that do not end Python."""
    return [error for error in errors() if isinstance(error, Exception)]


def interruptions() -> list[KeyboardInterrupt]:
    """Return what ends the program, whoever is at it."""
    return [KeyboardInterrupt(), KeyboardInterrupt("enough"), Stopped("enough")]


def enum_member(member: Enum) -> Spelled:
    """Spell a member of an enumeration."""
    return Spelled(f"{type(member).__name__}.{member.name}", member)


def row(*things: object) -> Spelled:
    """Spell a list of another type; the things in it are no spelled ones."""
    return Spelled(f"Row({list(things)})", Row(things))


def words(text: str) -> Spelled:
    """Spell a text of another type."""
    return Spelled(f"Words({text!r})", Words(text))


def explained(heading: str, sections: dict[str, dict[str, str]]) -> str:
    """Explain below the heading the types that are defined here and that the calls use."""
    calls = "\n".join(call for each in sections.values() for call in each)
    kinds = [
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
    told = [
        f"  {kind.__name__}: {kind.__doc__}"
        for kind in kinds
        if re.search(rf"\b{kind.__name__}[.(]", calls)
    ]
    return "\n".join([heading, "What it is given:", *told]) if told else heading
