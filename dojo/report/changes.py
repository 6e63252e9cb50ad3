"""What a mutant changes, to the letter.

position: a line and a column of a source, both from 1. token: a word, a number, a string, a sign, or a space. change:
the smallest run of whole tokens that differs, from a position up to another, which is not in it; never an empty one, so
that there is something to point at.
"""

import re
from collections.abc import Sequence
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
    if start + end == len(old):  # something comes in between: take what comes after it, too, or before
        start, end = (start, end - 1) if end else (start - 1, end)
    before, removed = "".join(old[:start]), "".join(old[start : len(old) - end])
    replacement = "".join(new[start : len(new) - end])
    place = _moved(Position(mutant.line, 1), before)
    return Change(place, _moved(place, removed), before.rpartition("\n")[2], removed, replacement)


def _tokens(lines: Sequence[str]) -> list[str]:
    return TOKEN.findall("".join(f"{line}\n" for line in lines))


def _in_common(old: list[str], new: list[str]) -> tuple[int, int]:
    """Return how many tokens are the same in front, and how many at the end."""
    start = alike(old, new)
    return start, alike(old[start:][::-1], new[start:][::-1])


def _moved(start: Position, text: str) -> Position:
    """Return where a text ends that begins somewhere."""
    breaks = text.count("\n")
    rest = text.rpartition("\n")[2]
    return Position(start.line + breaks, len(rest) + (1 if breaks else start.column))
