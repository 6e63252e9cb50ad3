"""The classes, functions and methods of a text of Python, where each of them stands, and how hard it is to follow.

The texts of a practice differ in a method or two, and there may be hundreds of them: a fast parser finds the functions,
and Python parses each of those once, and what stands around them.
"""

import ast
import warnings
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from complexipy import FunctionComplexity, code_complexity

Function = ast.FunctionDef | ast.AsyncFunctionDef
Node = Function | ast.ClassDef

UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)


class Definition(NamedTuple):
    """A class, function or method: its name with those of the classes around it, its node, its lines in the text.

    A function inside another is part of that. A class has `pass` for each of its methods. `complexity`: of a function,
    how hard it is to follow: 0 where it is straight; each break in the flow counts 1, and 1 more for each level that it
    is nested. SonarSource defines it, complexipy counts it.
    """

    name: str
    node: Node
    first: int
    last: int
    complexity: int = 0

    @property
    def is_class(self) -> bool:
        """Tell whether it is a class."""
        return isinstance(self.node, ast.ClassDef)

    @property
    def line(self) -> int:
        """Return the line with its name, below those of its decorators."""
        return self.first + self.node.lineno - _first_line(self.node)


@lru_cache(maxsize=1000)
def definitions_of(text: str) -> list[Definition]:
    """Return what a text defines, from top to bottom, nothing inside a function; UNREADABLE when it does not parse."""
    text = text.removeprefix("\ufeff")
    found: list[Definition] = []
    lines = text.split("\n")
    for each in _functions_of(text):
        first, last = each.line_start, each.line_end
        source = "\n".join(lines[first - 1 : last])
        indent = source[: len(source) - len(source.lstrip())]
        found.append(Definition(each.name.replace("::", "."), _function(source), first, last, each.complexity))
        lines[first - 1 : last] = [""] * (last - first) + [f"{indent}pass"]
    for name, node in _classes_in(_parse("\n".join(lines))):
        found.append(Definition(name, node, _first_line(node), node.end_lineno or 0))
    return sorted(found, key=lambda each: each.first)


def owners_of(text: str) -> list[str]:
    """Return for each line of a text the name of the innermost definition that it is in; none for many."""
    owners = [""] * (text.count("\n") + 1)
    for each in definitions_of(text):
        owners[each.first - 1 : each.last] = [each.name] * (each.last - each.first + 1)
    return owners


def _functions_of(text: str) -> list[FunctionComplexity]:
    try:
        return code_complexity(text, no_ignore=True, with_plans=False).functions
    except ValueError:
        _parse(text)  # it says where the error is
        raise


@lru_cache(maxsize=10_000)
def _function(source: str) -> Function:
    """Return the node of a function, which may be indented."""
    around = "if True:\n" if source[0].isspace() else ""
    return next(each for each in ast.walk(_parse(around + source)) if isinstance(each, Function))


def _parse(source: str) -> ast.Module:
    with warnings.catch_warnings(action="ignore"):  # what Python thinks of an escape sequence is not asked here
        return ast.parse(source)


def _classes_in(node: ast.AST, around: str = "") -> Iterator[tuple[str, ast.ClassDef]]:
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.ClassDef):
            yield f"{around}{each.name}", each
            yield from _classes_in(each, f"{around}{each.name}.")


def _first_line(node: Node) -> int:
    """Return the line of a node's first decorator, else of its name."""
    return min([node.lineno, *(each.lineno for each in node.decorator_list)])
