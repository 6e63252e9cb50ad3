"""The regions of a source: its outermost functions, and its statements outside of functions.

Mutants of a region are made and kept together. A region runs when something calls it, or, outside
of functions, when the module is imported.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from dojo.inside.swap import split_lines
from dojo.source import parse_source

MODULE = "(module)"
Function = ast.FunctionDef | ast.AsyncFunctionDef
Position = tuple[int, int]  # a line from 1 on, and a column from 0 on


@dataclass(frozen=True)
class Region:
    """A part of a source.

    `key`: unique in the source, also after other parts change. `name`: for people; outside of
    functions, that of the class, or "(module)". `first`, `last`: lines, with decorators. `names`:
    those of the classes around a function, and its own; empty outside of functions. `body`: where
    the body of a function begins; what precedes it runs at import. `is_direct`: it is a function
    of the module, or a method of a class of the module.
    """

    key: str
    name: str
    first: int
    last: int
    names: tuple[str, ...] = ()
    body: Position = (0, 0)
    is_direct: bool = False

    @property
    def target(self) -> str:
        """The name that the region defines: Cart.total, or RATES for an assignment."""
        # Keys are such as "Cart.total", "(module): RATES" and, if there are two, "Cart: size@2".
        owner, _, label = self.key.partition("@")[0].partition(": ")
        if not label:
            return self.name
        return f"{owner}.{label}".removeprefix(f"{MODULE}.")

    def runs_at_import(self, position: Position) -> bool:
        """Return whether code runs at import: outside of functions, or before the body of one."""
        return not self.names or position < self.body


@lru_cache(maxsize=500)
def regions_of(text: str) -> list[Region]:
    """Return the regions of a source that parses, from top to bottom. Docstrings are in none."""
    lines = split_lines(text)
    counts: Counter[str] = Counter()
    regions: list[Region] = []
    for region in _regions_in(parse_source(text).body, lines, (), depth=0):
        counts[region.key] += 1
        number = counts[region.key]
        if number > 1:
            region = replace(region, key=f"{region.key}@{number}")  # noqa: PLW2901 - a second one
        regions.append(region)
    return regions


def _regions_in(
    body: list[ast.stmt], lines: list[str], classes: tuple[str, ...], depth: int
) -> Iterator[Region]:
    """Yield the regions of a block from top to bottom. Two may have the same key.

    A class, or another statement with definitions in its blocks, is split: its head is a region,
    and so is each statement in it. `classes`: the names of the classes around the block. `depth`:
    how many statements of any kind are around it, such as a class or an `if`.
    """
    owner = ".".join(classes)
    for node in body:
        first = _first_line(node)
        last = node.end_lineno or first
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                names = (*classes, node.name)
                name = ".".join(names)
                start = node.body[0]
                column = len(lines[start.lineno - 1].encode()[: start.col_offset].decode())
                is_direct = depth == len(classes) <= 1
                yield Region(name, name, first, last, names, (start.lineno, column), is_direct)
            case ast.ClassDef():
                inner = (*classes, node.name)
                name = ".".join(inner)
                yield Region(f"class {name}", name, first, _end_of_head(node))
                yield from _regions_in(node.body, lines, inner, depth + 1)
            case ast.Expr(ast.Constant(str())):
                continue
            case _:
                key = f"{owner or MODULE}: {_label(node)}"
                blocks = list(_blocks_of(node))
                if any(_has_definition(block) for block in blocks):
                    yield Region(key, owner or MODULE, first, _end_of_head(node))
                    for block in blocks:
                        yield from _regions_in(block, lines, classes, depth + 1)
                else:
                    yield Region(key, owner or MODULE, first, last)


def _first_line(node: ast.stmt) -> int:
    """Return the line in which a statement begins, with its decorators."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _end_of_head(node: ast.stmt) -> int:
    """Return the last line of a statement before its first block."""
    first_block = next(_blocks_of(node))
    return max(node.lineno, _first_line(first_block[0]) - 1)


def _blocks_of(node: ast.stmt) -> Iterator[list[ast.stmt]]:
    """Yield the blocks of a compound statement: bodies, handlers of errors, and cases."""
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if block:
            yield block
    for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield part.body


def _has_definition(block: list[ast.stmt]) -> bool:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return any(isinstance(each, kinds) for node in block for each in ast.walk(node))


def _label(node: ast.stmt) -> str:
    """Name a statement by its target or its kind, so that a new value keeps the name."""
    match node:
        case ast.Assign():
            return ", ".join(ast.unparse(target) for target in node.targets)
        case ast.AnnAssign() | ast.AugAssign():
            return ast.unparse(node.target)
        case ast.Import() | ast.ImportFrom():
            return ast.unparse(node)
    return type(node).__name__.lower()


def text_of(lines: list[str], region: Region) -> str:
    return "".join(lines[region.first - 1 : region.last])


def region_at(regions: list[Region], line: int) -> Region | None:
    """Return the innermost region with a line."""
    found = [region for region in regions if region.first <= line <= region.last]
    if not found:
        return None
    # In `class A: x = 1`, head and statement have the same lines: the later one counts.
    return min(reversed(found), key=lambda region: region.last - region.first)


def functions_of(text: str) -> dict[str, tuple[str, ...]]:
    """Return the lines of each outermost function, without their indentation, by its name."""
    lines = [line.strip() for line in split_lines(text)]
    functions: dict[str, tuple[str, ...]] = {}
    for region in regions_of(text):
        if region.names:
            functions[region.name] = tuple(lines[region.first - 1 : region.last])
    return functions
