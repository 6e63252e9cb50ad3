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
    old, old_files = _split(before, paths, texts)
    new, new_files = _split(after, paths, texts)
    names = _changed(old, new) + _changed(old_files, new_files)
    if not names:
        names = [f"~ {printable(path)}" for path in paths]
    said = ", ".join(names[:SHOWN])
    unsaid = len(names) - SHOWN
    return f"{said} and {unsaid} more" if unsaid > 0 else said


@lru_cache(maxsize=1000)
def is_code(path: str) -> bool:
    """Tell whether a file is code: neither a test nor hidden nor somebody else's."""
    parts = PurePosixPath(path).parts
    return path.endswith(".py") and not any(map(is_no_source, parts))


def _split(files: Blobs, paths: list[str], texts: Mapping[str, str]) -> tuple[Pieces, Pieces]:
    """Return the functions and classes of these files, and what each file has besides; of no code, its blob."""
    found: Pieces = {}
    besides: Pieces = {}
    for path in paths:
        if path not in files:
            continue
        blob = files[path]
        if not is_code(path) or blob not in texts:
            besides[path] = blob
            continue
        pieces = pieces_of(texts[blob])
        besides[path] = pieces.get("", "")
        for name, piece in pieces.items():
            if name:
                found[name] = found.get(name, "") + piece
    return found, besides


def _changed(old: Pieces, new: Pieces) -> list[str]:
    """Return the names of what differs, with their marks; what comes or goes with its class is not named."""
    came = [name for name in new if name not in old]
    differs = [name for name in new if name in old and new[name] != old[name]]
    went = [name for name in old if name not in new]
    marked = {"+": _outermost(came), "~": differs, "-": _outermost(went)}
    return [f"{mark} {printable(name)[:WIDEST]}" for mark, names in marked.items() for name in names]


def _outermost(names: list[str]) -> list[str]:
    """Return those whose class is not among them."""
    all_of_them = set(names)
    return [name for name in names if name.rpartition(".")[0] not in all_of_them]


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
    begin = seen = quotes = 0
    for head in HEAD.finditer(text):
        start = head.start()
        quotes += text.count(QUOTES, seen, start)
        seen = start
        is_in_a_text = quotes % 2 == 1
        indent, word, name = len(head[1]), head[2], head[3]
        around = [scope for scope in scopes if scope.indent < indent]
        if is_in_a_text or (around and not around[-1].is_class):
            continue  # it stands in a text, or in another function
        yield from _shares(text[begin:start], scopes)
        if around:
            name = f"{around[-1].name}.{name}"
        scopes = [*around, Scope(name, indent, is_class=word == "class")]
        begin = start
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
    rest = chunk[end:]
    indent = len(rest) - len(rest.lstrip(" "))
    names = [each.name for each in around if each.indent < indent]
    yield names[-1] if names else "", rest.strip()


def _end(chunk: str, indent: int) -> int:
    """Return where a function or a class ends that a chunk begins with: at a line that is indented no further."""
    head = HEAD.match(chunk)
    seen = head.end() if head else 0
    quotes = chunk.count(QUOTES, 0, seen)
    no_further = re.compile(rf"^ {{0,{indent}}}[^\s#)\]}}]", re.MULTILINE)
    for line in no_further.finditer(chunk, seen):
        quotes += chunk.count(QUOTES, seen, line.start())
        seen = line.start()
        if quotes % 2 == 0:
            return seen
    return len(chunk)


def _without_comments_below(piece: str, indent: int) -> str:
    """Return a piece without the lines at its end that speak of what comes next."""
    lines = piece.splitlines()
    comment = re.compile(rf" {{0,{indent}}}#")
    while lines and (not lines[-1].strip() or comment.match(lines[-1])):
        lines.pop()
    return "\n".join(lines)
