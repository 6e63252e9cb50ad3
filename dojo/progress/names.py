"""What a step is called: the functions, classes and files that it changed, by their names.

piece: a function or a method with all that is inside it; what a class has besides; what a file has besides. Pieces are
found by how far lines are indented: code that does not parse has a name, too, and Python's own parser takes some ten
times as long, where the code of hundreds of checks is looked at.
mark: + for what came, ~ for what is another now, - for what went.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import PurePosixPath
from typing import NamedTuple

from dojo.practice import is_no_source
from dojo.progress.files import Blobs
from dojo.text import printable

SHOWN = 3  # names
WIDEST = 60  # characters of one
HEAD = re.compile(r"^( *)(?:@.*\n\1){0,9}(?:async +)?(def|class) +(\w+)", re.MULTILINE)
QUOTES = '"""'

Pieces = dict[str, str]  # by name


class Scope(NamedTuple):
    """A function or a class: its name with those of the classes around it, and how far it is indented."""

    name: str
    indent: int
    is_class: bool


def name_of(before: Blobs, after: Blobs, texts: Mapping[str, str]) -> str:
    """Name what changed from some files to others, the code by its pieces; `texts` are those of code, by blob."""
    paths = [path for path in sorted(before | after) if before.get(path) != after.get(path)]
    (old, old_files), (new, new_files) = (_split(files, paths, texts) for files in (before, after))
    names = [*_changed(old, new), *_changed(old_files, new_files)] or [f"~ {printable(path)}" for path in paths]
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more


@lru_cache(maxsize=1000)
def is_code(path: str) -> bool:
    """Tell whether a file is code: neither a test nor hidden nor somebody else's."""
    return path.endswith(".py") and not any(map(is_no_source, PurePosixPath(path).parts))


def _split(files: Blobs, paths: list[str], texts: Mapping[str, str]) -> tuple[Pieces, Pieces]:
    """Return the functions and classes of these files, and what each file has besides; of no code, its blob."""
    found: Pieces = {}
    besides: Pieces = {}
    for path in filter(files.__contains__, paths):
        blob = files[path]
        pieces = pieces_of(texts[blob]) if is_code(path) and blob in texts else {"": blob}
        besides[path] = pieces.get("", "")
        for name in filter(None, pieces):
            found[name] = found.get(name, "") + pieces[name]
    return found, besides


def _changed(old: Pieces, new: Pieces) -> list[str]:
    """Return the names of what differs, with their marks; what comes or goes with its class is not named."""
    came, went = new.keys() - old.keys(), old.keys() - new.keys()
    marked = {
        "+": [name for name in new if name in came and name.rpartition(".")[0] not in came],
        "~": [name for name in new if name in old and new[name] != old[name]],
        "-": [name for name in old if name in went and name.rpartition(".")[0] not in went],
    }
    return [f"{mark} {printable(name)[:WIDEST]}" for mark, names in marked.items() for name in names]


@lru_cache(maxsize=64)
def pieces_of(text: str) -> Pieces:
    """Return the pieces of a text by their names; what it has besides has none."""
    found: Pieces = {}
    for name, piece in _pieces(text):
        found[name] = found.get(name, "") + piece
    return found


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """Return what a text is made of, from top to bottom."""
    scopes: list[Scope] = []
    begin, seen, quotes = 0, 0, 0
    for head in HEAD.finditer(text):
        quotes += text.count(QUOTES, seen, head.start())
        seen = head.start()
        around = [scope for scope in scopes if scope.indent < len(head[1])]
        if quotes % 2 or (around and not around[-1].is_class):
            continue  # it stands in a text, or in another function
        yield from _shares(text[begin:seen], scopes)
        name = ".".join([*(scope.name for scope in around[-1:]), head[3]])
        scopes, begin = [*around, Scope(name, len(head[1]), head[2] == "class")], seen
    yield from _shares(text[begin:], scopes)


def _shares(chunk: str, scopes: list[Scope]) -> Iterator[tuple[str, str]]:
    """Return what of a chunk is of the innermost scope, with which it begins, and what is of one around that.

    A chunk ends where the next head begins: after a method may stand a field of its class, or code of the file.
    """
    if not scopes:
        yield "", chunk.strip()
        return
    *around, scope = scopes
    end = _end(chunk, scope.indent)
    yield scope.name, _without_comments_below(chunk[:end], scope.indent)
    indent = len(chunk[end:]) - len(chunk[end:].lstrip(" "))
    yield next((each.name for each in reversed(around) if each.indent < indent), ""), chunk[end:].strip()


def _end(chunk: str, indent: int) -> int:
    """Return where a function or a class ends that a chunk begins with: at a line that is indented no further."""
    head = HEAD.match(chunk)
    seen = head.end() if head else 0
    quotes = chunk.count(QUOTES, 0, seen)
    for line in re.compile(rf"^ {{0,{indent}}}[^\s#)\]}}]", re.MULTILINE).finditer(chunk, seen):
        quotes += chunk.count(QUOTES, seen, line.start())
        seen = line.start()
        if quotes % 2 == 0:
            return seen
    return len(chunk)


def _without_comments_below(piece: str, indent: int) -> str:
    """Return a piece without the lines at its end that speak of what comes next."""
    lines = piece.splitlines()
    while lines and (not lines[-1].strip() or re.match(rf" {{0,{indent}}}#", lines[-1])):
        lines.pop()
    return "\n".join(lines)
