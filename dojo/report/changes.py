"""What a mutant changes, to the letter.

position: a line and a column of a source, both from 1. token: a word, a number, a string, a sign, or a space. change:
the smallest run of whole tokens that differs, from a position up to another, which is not in it; never an empty one, so
that there is something to point at.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from dojo.mutation import Mutant, in_common

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
    first = mutant.line - 1
    last = first + len(mutant.removed)
    after = [] if mutant.removed else source[last : last + 1]  # lines that come in between: take one more, too
    old = _tokens([*source[first:last], *after])
    new = _tokens([*mutant.written, *after])
    start, end = in_common(old, new)
    if start + end == len(old):  # something comes in between: take what comes after it, too, or before
        start, end = (start, end - 1) if end else (start - 1, end)
    before = "".join(old[:start])
    removed = "".join(old[start : len(old) - end])
    replacement = "".join(new[start : len(new) - end])
    place = _moved(Position(mutant.line, 1), before)
    in_its_line = before.rpartition("\n")[2]
    return Change(place, _moved(place, removed), in_its_line, removed, replacement)


def _tokens(lines: Sequence[str]) -> list[str]:
    return TOKEN.findall("".join(f"{line}\n" for line in lines))


def _moved(start: Position, text: str) -> Position:
    """Return where a text ends that begins somewhere."""
    breaks = text.count("\n")
    if not breaks:
        return Position(start.line, start.column + len(text))
    last_line = text.rpartition("\n")[2]
    return Position(start.line + breaks, len(last_line) + 1)
