"""The pieces of somebody's code: functions, and what a class or a file has besides, with their lines.

line: what it says, wherever it is indented; if `alike`, whatever local names are called, and whoever owns what it asks
for: `self.total`, `Yatzy.total` and `total` are one.
"""

import ast
import re
from collections import Counter
from functools import lru_cache
from pathlib import PurePosixPath
from typing import NamedTuple

from dojo.progress.definitions import Function, Node, definitions_of, owners_of

State = dict[str, str]  # the text of each file, by its path
Lines = Counter[str]

SAYS_NOTHING = ("#", "import ", "from ", '"""', "else:", "try:", ")", "]", "}")
OWNER = re.compile(r"\b(?:self|cls|[A-Z]\w*)\.")


class Piece(NamedTuple):
    """A piece of code: its name with those of the classes around it, its file, and its lines by their numbers."""

    name: str
    file: str
    lines: dict[int, str]

    @property
    def short_name(self) -> str:
        """Return its name alone."""
        return self.name.rpartition(".")[2]

    def counted(self) -> Lines:
        """Return how often it has each line."""
        return Counter(self.lines.values())


def pieces_of(code: State, *, alike: bool) -> list[Piece]:
    """Return the pieces of all files, the lines as they are, or `alike`."""
    return [piece for file, text in code.items() for piece in _pieces_of(file, text, alike=alike)]


@lru_cache(maxsize=1000)
def _pieces_of(file: str, text: str, *, alike: bool) -> list[Piece]:
    """Return the pieces of a file, the lines as they are, or `alike`."""
    found: dict[str, dict[int, str]] = {}
    for number, (owner, line) in enumerate(zip(owners_of(text), text.split("\n"), strict=True), start=1):
        words = line.partition("  #")[0].strip()
        if words and not words.startswith(SAYS_NOTHING):
            found.setdefault(owner, {})[number] = words
    if alike:
        nodes = {each.name: each.node for each in definitions_of(text)}
        for name, lines in found.items():
            found[name] = dict(zip(lines, _alike("\n".join(lines.values()), nodes.get(name)).split("\n"), strict=True))
    return [Piece(name or PurePosixPath(file).stem, file, lines) for name, lines in found.items()]


@lru_cache(maxsize=10_000)
def _alike(lines: str, node: Node | None) -> str:
    """Return lines without the names that a function binds, and without owners."""
    names: set[str] = set()
    if isinstance(node, Function):
        nodes = list(ast.walk(node))
        names = {each.id for each in nodes if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
        names |= {each.arg for each in nodes if isinstance(each, ast.arg)} - {"self", "cls"}
    anonymous = re.sub(rf"\b(?:{'|'.join(names)})\b", "_", lines) if names else lines
    return OWNER.sub("", anonymous)
