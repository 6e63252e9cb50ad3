"""Python in colours, as lines of HTML.

shade: a class of the page's style, for keywords, comments, texts and numbers; the rest is plain.
"""

import io
import keyword
import tokenize
from collections.abc import Iterator
from html import escape
from typing import NamedTuple

COMMENT, WORD, TEXT, NUMBER = "c", "k", "t", "m"
SHADES = {tokenize.COMMENT: COMMENT, tokenize.STRING: TEXT, tokenize.NUMBER: NUMBER}


class Shade(NamedTuple):
    """A part of a line, from a column up to another, and its class."""

    start: int
    end: int
    name: str


def highlighted(source: str) -> list[str]:
    """Return the lines of a source as HTML; one that Python cannot read is plain from there on."""
    lines = source.split("\n")
    shades: list[list[Shade]] = [[] for _ in lines]
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            for number, shade in _shades(token, lines):
                shades[number].append(shade)
    except (tokenize.TokenError, SyntaxError):
        pass
    return [_drawn(line, parts) for line, parts in zip(lines, shades, strict=True)]


def _shades(token: tokenize.TokenInfo, lines: list[str]) -> Iterator[tuple[int, Shade]]:
    """Return what is shaded for a token, with the index of its line; a text may have several."""
    name = _shade_of(token)
    if not name:
        return
    (first, first_column), (last, last_column) = token.start, token.end
    for number in range(first, last + 1):
        index = number - 1
        start = first_column if number == first else 0
        end = last_column if number == last else len(lines[index])
        yield index, Shade(start, end, name)


def _shade_of(token: tokenize.TokenInfo) -> str:
    if token.type == tokenize.NAME:
        return WORD if keyword.iskeyword(token.string) else ""
    kind = tokenize.tok_name[token.type]
    if kind.startswith("FSTRING"):  # from Python 3.12 on, they have tokens of their own
        return TEXT
    return SHADES.get(token.type, "")


def _drawn(line: str, shades: list[Shade]) -> str:
    parts, at = [], 0
    for start, end, name in shades:
        plain = escape(line[at:start], quote=False)
        shaded = escape(line[start:end], quote=False)
        parts += [plain, f'<i class="{name}">{shaded}</i>']
        at = end
    rest = escape(line[at:], quote=False)
    return "".join([*parts, rest])
