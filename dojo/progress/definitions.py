"""The classes, functions and methods of a text of Python, and where each of them stands.

chunk: what begins with a definition, or with another statement that may hold some, and ends where the next one begins.
Each chunk is parsed once: the texts of a practice differ in a method or two, and there may be hundreds of them.
"""

import ast
import re
import warnings
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

Function = ast.FunctionDef | ast.AsyncFunctionDef
Node = Function | ast.ClassDef

UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)
HEAD = re.compile(
    r"^(?P<indent>(?: {4})?)(?:@.*\n(?P=indent))*(?P<word>class|def|async|if|try|with|for|while|match)\b", re.MULTILINE
)
DEFINES = ("class", "def", "async")


class Definition(NamedTuple):
    """A class, function or method: its name with those of the classes around it, its node, and its lines in the text.

    `above`: the lines in the text above what the node's lines are counted from. `last`: of a class, that of its last
    method.
    """

    name: str
    node: Node
    above: int
    last: int

    @property
    def is_class(self) -> bool:
        """Tell whether it is a class."""
        return isinstance(self.node, ast.ClassDef)

    @property
    def line(self) -> int:
        """Return the line with its name."""
        return self.node.lineno + self.above

    @property
    def first(self) -> int:
        """Return its first line, which may be that of a decorator."""
        return min([self.node.lineno, *(each.lineno for each in self.node.decorator_list)]) + self.above


@lru_cache(maxsize=1000)
def definitions_of(text: str) -> list[Definition]:
    """Return what a text defines, from top to bottom, nothing inside a function; UNREADABLE when it does not parse."""
    text = text.removeprefix("\ufeff")
    with suppress(SyntaxError):  # what looks like the begin of a chunk is none
        return _in_chunks(text)
    return _counted(text, above=0)


def owners_of(text: str) -> list[str]:
    """Return for each line of a text the name of the innermost definition that it is in; none for many."""
    owners = [""] * (text.count("\n") + 1)
    for each in definitions_of(text):
        owners[each.first - 1 : each.last] = [each.name] * (each.last - each.first + 1)
    return owners


def _in_chunks(text: str) -> list[Definition]:
    found: list[Definition] = []
    above = place = 0  # of the class around
    for chunk, is_inside in _chunks(text):
        if is_inside:
            around, *members = _counted(f"class _:\n{chunk}", above - 1)
            found += [each._replace(name=each.name.replace("_", found[place].name, 1)) for each in members]
            found[place] = found[place]._replace(last=around.last)
        else:
            place = len(found)
            found += _counted(chunk, above)
        above += chunk.count("\n")
    return found


def _counted(chunk: str, above: int) -> list[Definition]:
    return [Definition(name, node, above, above + (node.end_lineno or 0)) for name, node in _parsed(chunk)]


def _chunks(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the chunks, and whether each is a definition inside the class before it."""
    heads: list[tuple[int, bool]] = [(0, False)]
    in_class = False
    for head in HEAD.finditer(text):
        if not head["indent"]:
            in_class = head["word"] == "class"
            heads.append((head.start(), False))
        elif in_class and head["word"] in DEFINES:
            heads.append((head.start(), True))
    for (start, is_inside), (end, is_next_inside) in pairwise([*heads, (len(text), False)]):
        goes_on = is_next_inside and not is_inside  # a class without a body of its own does not parse
        yield text[start:end] + "    pass" * goes_on, is_inside


@lru_cache(maxsize=10_000)
def _parsed(text: str) -> list[tuple[str, Node]]:
    with warnings.catch_warnings(action="ignore"):  # what Python thinks of an escape sequence is not asked here
        return list(_inside(ast.parse(text), ""))


def _inside(node: ast.Module | ast.ClassDef, prefix: str) -> Iterator[tuple[str, Node]]:
    for each in node.body:
        if isinstance(each, Node):
            yield f"{prefix}{each.name}", each
        if isinstance(each, ast.ClassDef):
            yield from _inside(each, f"{prefix}{each.name}.")
