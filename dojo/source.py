"""Reading Python source: its classes and functions, and which of them a line belongs to."""

import ast
import warnings
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from complexipy import FunctionComplexity, code_complexity

# The text of each file, by its path.
Sources = dict[str, str]

PARSE_ERRORS = (SyntaxError, ValueError, RecursionError, MemoryError)


class Definition(NamedTuple):
    """A class, or a function with all that is inside it. A class inside a class is part of that.

    `name` has the names of the classes around it. `size` counts lines that are not blank.
    `complexity` is the cognitive complexity of a function, as SonarSource defines it.
    """

    name: str
    first: int
    last: int
    size: int
    complexity: int = 0
    is_class: bool = False


def parse_source(source: str | bytes) -> ast.Module:
    """Return the syntax tree of a source. Raises one of PARSE_ERRORS."""
    if isinstance(source, str):
        source = source.removeprefix("\ufeff")
    with warnings.catch_warnings(action="ignore"):  # such as an invalid escape sequence
        return ast.parse(source)


def parse_or_none(source: str | bytes) -> ast.Module | None:
    """Return the syntax tree of a source, or None if it does not parse."""
    try:
        return parse_source(source)
    except PARSE_ERRORS:
        return None


@lru_cache(maxsize=1000)
def definitions_of(text: str) -> list[Definition]:
    """Return the definitions in a source, from top to bottom.

    complexipy finds the functions. That is fast, so Python's own parser, which is slow, gets the
    source with `pass` in place of each function. Raises one of PARSE_ERRORS, such as SyntaxError.
    """
    text = text.removeprefix("\ufeff")
    lines = text.split("\n")
    outside = lines.copy()
    found = []
    for function in _find_functions(text):
        first = function.line_start
        last = function.line_end
        name = function.name.replace("::", ".")
        size = count_filled(lines[first - 1 : last])
        found.append(Definition(name, first, last, size, function.complexity))
        _replace_by_pass(outside, first, last)
    for node in parse_source("\n".join(outside)).body:
        if isinstance(node, ast.ClassDef):
            last = node.end_lineno or 0
            size = count_filled(lines[node.lineno - 1 : last])
            found.append(Definition(node.name, node.lineno, last, size, is_class=True))
    return sorted(found, key=attrgetter("first"))


def _find_functions(text: str) -> list[FunctionComplexity]:
    """Return the functions as complexipy finds them. Raises one of PARSE_ERRORS with the line."""
    try:
        return code_complexity(text, no_ignore=True, with_plans=False).functions
    except ValueError:
        parse_source(text)  # its error names the line
        raise


def count_filled(lines: list[str]) -> int:
    """Return the number of lines that are not blank."""
    return sum(bool(line.strip()) for line in lines)


def _replace_by_pass(lines: list[str], first: int, last: int) -> None:
    """Blank some lines, and put `pass` in the last of them, so that line numbers stay."""
    head = lines[first - 1]
    indent = head[: -len(head.lstrip())]
    for number in range(first, last):
        lines[number - 1] = ""
    lines[last - 1] = f"{indent}pass"


def owners_of(text: str) -> list[str]:
    """Return for each line the name of the innermost definition around it, or an empty string."""
    owners = ["" for _ in text.split("\n")]
    for definition in definitions_of(text):
        for number in range(definition.first, definition.last + 1):
            owners[number - 1] = definition.name
    return owners
