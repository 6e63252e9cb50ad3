"""Unmutated statements: they run, as the head of a loop does, and no mutant changes them.

Imports, docstrings, declarations and names such as `__all__` do not count. Decorators with
arguments do, and defaults that are names. The kata lists its own, with the reason why each is
harmless.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from dojo.files import read_text
from dojo.inside.swap import split_lines
from dojo.kata.description import read_kata
from dojo.mutation.regions import MODULE
from dojo.mutation.results import Mutant
from dojo.source import parse_source
from dojo.text import INDENT

Node = ast.stmt | ast.expr
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Statement(Struct, frozen=True):
    """An unmutated statement. `text` is its first line."""

    path: str
    line: int
    function: str
    text: str


def compare_with_document(
    workspace: Path, implementation: str, unmutated: list[Statement]
) -> tuple[list[str], list[str]]:
    """Return statements that the document does not list, and listed ones that do not exist."""
    found = Counter(f"{each.path} {each.function}: {each.text}" for each in unmutated)
    document = workspace / read_kata(workspace).unmutated
    lines = read_text(document).splitlines() if document.exists() else []
    beginning = f"{INDENT}{implementation}/"
    listed = Counter(line.strip() for line in lines if line.startswith(beginning))
    unlisted = found - listed
    obsolete = listed - found
    return list(unlisted.elements()), list(obsolete.elements())


def find_unmutated(sources: dict[str, str], mutants: list[Mutant]) -> list[Statement]:
    """Return the statements of some sources, by path, that none of the mutants changes."""
    mutated: set[tuple[str, int]] = set()
    for mutant in mutants:
        mutated.update((mutant.path, line) for line in mutant.lines)
    found: list[Statement] = []
    for path, text in sources.items():
        lines = split_lines(text)
        for node, function in _statements(parse_source(text)):
            if not any((path, line) in mutated for line in _own_lines(node)):
                first_line = lines[node.lineno - 1].strip()
                found.append(Statement(path, node.lineno, function, first_line))
    return found


def _statements(parent: ast.AST, function: str = MODULE) -> Iterator[tuple[Node, str]]:
    """Yield statements, and values in the heads of definitions, with the function around each."""
    for child in ast.iter_child_nodes(parent):
        inside = function
        match child:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                inside = child.name if function == MODULE else f"{function}.{child.name}"
                for value in _values_in_head(child):
                    yield value, inside
            case ast.Import() | ast.ImportFrom() | ast.Expr(ast.Constant()):
                continue
            case ast.AnnAssign(value=None):
                continue
            case ast.Assign(targets=[ast.Name(id=name)]) if _is_about_module(name, function):
                continue
            case ast.stmt():
                yield child, function
        yield from _statements(child, inside)


def _is_about_module(name: str, function: str) -> bool:
    """Return whether a name says something about its module, as `__all__` does."""
    return function == MODULE and name.startswith("__") and name.endswith("__")


def _values_in_head(definition: Definition) -> list[ast.expr]:
    """Return decorators with arguments, keywords of a class, and the first default of a function.

    A default with a number, a text or the like does not count: it has mutants.
    """
    decorators = definition.decorator_list
    values: list[ast.expr] = [each for each in decorators if isinstance(each, ast.Call)]
    if isinstance(definition, ast.ClassDef):
        return values + [keyword.value for keyword in definition.keywords]
    for default in (*definition.args.defaults, *definition.args.kw_defaults):
        if default and not any(isinstance(node, ast.Constant) for node in ast.walk(default)):
            return [*values, default]
    return values


def _own_lines(node: Node) -> range:
    """Return the lines in which a mutant may change a node: the head of a loop, all of most others.

    None changes a decorator, or a default that is a name.
    """
    if isinstance(node, ast.expr):
        return range(0)
    inner = getattr(node, "body", [])
    if isinstance(node, ast.Match):
        inner = [case.pattern for case in node.cases]
    end = (node.end_lineno or node.lineno) + 1
    if inner:
        end = max(inner[0].lineno, node.lineno + 1)
    return range(node.lineno, end)
