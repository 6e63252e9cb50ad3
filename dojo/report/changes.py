"""What a mutant changes, to the letter.

position: a line and a column of a source, both from 1. token: a word, a number, a string, a sign, or a space. change:
the smallest run of whole tokens that differs, from a position up to another, which is not in it; never an empty one, so
that there is something to point at.
"""

import re
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from dojo.mutation import Mutant, alike

TOKEN = re.compile(
    r"""  # the first of a pair of quotes may be in a comment, and has no second then
    \#.*
    | (?i:f|fr|rf)? (?: "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' )
    | \d[\w.]* | \w+
    | \*\*=? | //=? | <<=? | >>=? | [-+*/%&|^<>=!:@]=
    | \n | .
    """,
    re.VERBOSE,
)
FORMATTED, IN_FORMATTED = (
    re.compile(r"(?i:f|fr|rf)[\"']"),
    re.compile(r"'[^'{}]*'|\w+|."),
)  # such a string has code in it


class Position(NamedTuple):
    """A place in a source."""

    line: int
    column: int


class Change(NamedTuple):
    """A change, and what stands before it in its line."""

    start: Position
    end: Position
    before: str
    removed: str
    replacement: str


def change_of(mutant: Mutant, source: Sequence[str]) -> Change:
    """Return what a mutant changes in the lines of its source."""
    first, last = mutant.line - 1, mutant.line - 1 + len(mutant.removed)
    after = [] if mutant.removed else source[last : last + 1]  # lines that come in between: take one more, too
    old, new = _tokens([*source[first:last], *after]), _tokens([*mutant.written, *after])
    start, end = _in_common(old, new)
    old, new = _opened(old, start, end), _opened(new, start, end)
    start, end = _in_common(old, new)
    if start + end == len(old):  # something comes in between: take what comes after it, too, or before
        start, end = (start, end - 1) if end else (start - 1, end)
    before, removed = "".join(old[:start]), "".join(old[start : len(old) - end])
    replacement = "".join(new[start : len(new) - end])
    place = _moved(Position(mutant.line, 1), before)
    return Change(place, _moved(place, removed), before.rpartition("\n")[2], removed, replacement)


def applied(change: Change, source: str) -> str:
    """Return a source with a change made."""
    lines = source.split("\n")
    start, end = (sum(len(each) + 1 for each in lines[: at.line - 1]) + at.column - 1 for at in change[:2])
    return source[:start] + change.replacement + source[end:]


def _tokens(lines: Sequence[str]) -> list[str]:
    return TOKEN.findall("".join(f"{line}\n" for line in lines))


def _in_common(old: list[str], new: list[str]) -> tuple[int, int]:
    """Return how many tokens are the same in front, and how many at the end."""
    start = alike(old, new)
    return start, alike(old[start:][::-1], new[start:][::-1])


def _opened(tokens: list[str], start: int, end: int) -> list[str]:
    """Return tokens with those that differ as smaller ones, where they are strings with code in them."""
    differing = tokens[start : len(tokens) - end]
    smaller = [IN_FORMATTED.findall(each) if FORMATTED.match(each) else [each] for each in differing]
    return [*tokens[:start], *chain.from_iterable(smaller), *tokens[len(tokens) - end :]]


def _moved(start: Position, text: str) -> Position:
    """Return where a text ends that begins somewhere."""
    breaks = text.count("\n")
    rest = text.rpartition("\n")[2]
    return Position(start.line + breaks, len(rest) + (1 if breaks else start.column))
