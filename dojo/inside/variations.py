"""Variations of the arguments that a function was called with."""

import copy
import enum
from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random
from types import CodeType
from typing import Any

MAX_ITEMS = 6  # varied items of a list
MAX_VARIATIONS = 150  # a limit for one call
SIMPLE = (bool, int, float, str, bytes, list, tuple, dict, set, frozenset, enum.Enum, type(None))

Variation = dict[str, Any]  # values by the names of parameters


class Varied:
    """Varies the calls of a function. `codes`: its versions, whose literals are tried, too."""

    def __init__(self, codes: Iterable[CodeType]) -> None:
        self.literals: list[Any] = []
        for code in codes:
            for each in code.co_consts:
                if isinstance(each, (int, float, str, bytes)) and each not in self.literals:
                    self.literals.append(each)

    def of(self, arguments: dict[str, Any]) -> list[Variation]:
        """Return variations of one argument, and then of two."""
        singles: list[Variation] = []
        simple = {name: each for name, each in arguments.items() if isinstance(each, SIMPLE)}
        for name, value in simple.items():
            others = [other for other in self._others(value) if not is_same(other, value)]
            singles += [{name: other} for other in others]
        pairs: list[Variation] = []
        for one, other in combinations(simple, 2):
            if type(simple[one]) is type(simple[other]):
                pairs.append({one: simple[other], other: simple[one]})
        chance = Random(0)  # noqa: S311 - no secret
        for _ in range(MAX_VARIATIONS if singles else 0):
            first = chance.choice(singles)
            second = chance.choice(singles)
            if first.keys().isdisjoint(second):
                pairs.append({**first, **second})
        return [*singles, *pairs][:MAX_VARIATIONS]

    def _others(self, value: Any) -> Iterator[object]:  # noqa: ANN401 - an argument
        """Yield values of the same type: near ones, and ones from the literals of the code.

        Some may be the value itself. Those for None have other types.
        """
        kind: Any = type(value)
        if isinstance(value, enum.Enum):
            yield from kind
        elif value is None:  # most often a default that no test replaces
            yield from (True, 1, "a", [], *self.literals)
        elif isinstance(value, bool):
            yield not value
        elif isinstance(value, (int, float)):
            yield from (value + 1, value - 1, kind(0), -value)
        elif isinstance(value, (str, bytes)):
            yield from other_texts(value)
        elif kind in (list, tuple):
            yield from self._other_lists(value)
        elif isinstance(value, (dict, set)):
            yield from other_containers(value)
        yield from self._other_literals(value)

    def _other_literals(self, value: Any) -> Iterator[object]:  # noqa: ANN401 - an argument
        """Yield the literals of a value's type, and values near them. Texts are also joined."""
        for literal in self.literals:
            if type(literal) is not type(value):
                continue
            yield literal
            if isinstance(value, (str, bytes)):
                yield from (value + literal, literal + value)
            elif not isinstance(value, bool):  # a number
                yield from (literal + 1, literal - 1)

    def _other_lists(self, value: Any) -> Iterator[object]:  # noqa: ANN401 - a list or a tuple
        """Yield lists: empty, with an item more or less, reversed, and with one item varied."""
        kind = type(value)
        yield from (value[1:], value[:-1], kind(), value + value[-1:], value[::-1])
        for index, item in enumerate(value[:MAX_ITEMS]):
            for other in self._others(item):
                yield kind([*value[:index], other, *value[index + 1 :]])


def other_texts(value: Any) -> Iterator[object]:  # noqa: ANN401 - a string or bytes
    """Yield the text with a character more or less, in reverse, or in the other case."""
    yield from (value[1:], value[:-1], value[:0], value + value[-1:], value[::-1])
    yield from (value.swapcase(), value + value[:1], value.strip())


def other_containers(value: Any) -> Iterator[object]:  # noqa: ANN401 - a dictionary or a set
    """Yield an empty container, and copies that each lack one item."""
    yield type(value)()
    for each in list(value)[:MAX_ITEMS]:
        fewer = copy.copy(value)
        if isinstance(fewer, dict):
            del fewer[each]
        else:
            fewer.remove(each)
        yield fewer


def is_same(one: object, other: object) -> bool:
    """Return whether two values look the same. Equal ones may not: 1 and True, 0.0 and -0.0."""
    return type(one) is type(other) and repr(one) == repr(other)
