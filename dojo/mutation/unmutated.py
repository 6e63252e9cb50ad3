"""What mutmut never changes: statements that run, such as a table in a module, and that no mutant is about.

Imports, docstrings and bare definitions are none; a default and a decorator with arguments are. Of the kata, each
stands in approved_files/unmutated.approved.txt, under the reason why it is harmless. So a rule that slips out of
mutmut's sight is noticed.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from dojo.files import read_text
from dojo.mutation.results import Mutant
from dojo.text import INDENT

DOCUMENT = "approved_files/unmutated.approved.txt"
MODULE = "(module)"


class Statement(NamedTuple):
    """A statement: where it is, and its first line."""

    path: str
    line: int
    function: str
    text: str


def compare(workspace: Path, implementation: str, unmutated: list[Statement]) -> tuple[list[str], list[str]]:
    """Return which unmutated statements of an implementation are not listed, and which listed ones are not there."""
    there = Counter(f"{each.path} {each.function}: {each.text}" for each in unmutated)
    lines = read_text(workspace / DOCUMENT).splitlines()
    listed = Counter(line.strip() for line in lines if line.startswith(f"{INDENT}{implementation}/"))
    return list((there - listed).elements()), list((listed - there).elements())


def find_unmutated(sources: dict[str, str], mutants: list[Mutant]) -> Iterator[Statement]:
    """Return every statement of the sources that no mutant changes."""
    changed = {(mutant.path, line) for mutant in mutants for line in mutant.lines}
    for path, text in sources.items():
        lines = text.split("\n")
        for node, function in _statements(ast.parse(text)):
            if isinstance(node, ast.expr) or not any((path, line) in changed for line in _own_lines(node)):
                yield Statement(path, node.lineno, function, lines[node.lineno - 1].strip())


def _statements(parent: ast.AST, function: str = MODULE) -> Iterator[tuple[ast.stmt | ast.expr, str]]:
    """Yield the statements in a node, and values in the heads of its definitions, each with the function around it."""
    for child in ast.iter_child_nodes(parent):
        inside = function
        match child:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                inside = child.name if function == MODULE else f"{function}.{child.name}"
                yield from ((value, inside) for value in _values_in_head(child))
            case ast.Import() | ast.ImportFrom() | ast.Expr(ast.Constant()) | ast.AnnAssign(value=None):
                continue  # it only declares something, as a docstring does, or a field's name and type
            case ast.stmt():
                yield child, function
        yield from _statements(child, inside)


def _values_in_head(definition: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> list[ast.expr]:
    """Return decorators with arguments, keywords of a class, and one default: mutmut changes plain values at most."""
    decorators: list[ast.expr] = [each for each in definition.decorator_list if isinstance(each, ast.Call)]
    if isinstance(definition, ast.ClassDef):
        return [*decorators, *(keyword.value for keyword in definition.keywords)]
    defaults = (*definition.args.defaults, *definition.args.kw_defaults)
    return [*decorators, *[each for each in defaults if each and not isinstance(each, ast.Constant)][:1]]


def _own_lines(node: ast.stmt) -> range:
    """Return the lines in which mutmut may change it; of a statement that holds others, such as a loop, its head."""
    inner = [each.pattern for each in node.cases] if isinstance(node, ast.Match) else getattr(node, "body", [])
    end = inner[0].lineno if inner else (node.end_lineno or node.lineno) + 1
    return range(node.lineno, max(end, node.lineno + 1))
