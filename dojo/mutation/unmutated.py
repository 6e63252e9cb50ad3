"""What mutmut never changes.

statement: a line of code that runs, other than an import, a docstring or a bare definition; in the head of a
definition, a default and a decorator with arguments count. unmutated: said of a statement that no mutant changes. Of
the kata, each stands in approved_files/unmutated.approved.txt, under the reason why it is harmless, so that a rule
which slips out of mutmut's sight (a table in a module, a property, a cached function) is noticed. plain function: one
that mutmut looks into.
"""

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dojo.kata.workspace import text_of
from dojo.mutation.results import Mutant
from dojo.text import INDENT

DOCUMENT = "approved_files/unmutated.approved.txt"
PLAIN_DECORATORS: tuple[list[str], ...] = ([], ["staticmethod"], ["classmethod"])
CHANGED_DEFAULTS = (bool, int, float, complex, str, bytes)

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Comparison:
    """How the unmutated statements compare with those listed: `new` ones are not, and `gone` ones are no more."""

    new: list[str]
    gone: list[str]


@dataclass(frozen=True)
class Statement:
    """A statement: where it is, its first line, and whether it stands in a plain function."""

    path: str
    line: int
    function: str
    text: str
    plain: bool


def compare(workspace: Path, implementation: str, sources: dict[str, str], mutants: list[Mutant]) -> Comparison:
    """Compare an implementation's unmutated statements with the listed ones."""
    missed = unmutated(sources, mutants)
    found = Counter(f"{each.path} {each.function}: {each.text}" for each in missed)
    document = workspace / DOCUMENT
    lines = text_of(document).splitlines() if document.exists() else []
    entries = [line.strip() for line in lines if line.startswith(INDENT)]
    listed = Counter(entry for entry in entries if entry.startswith(f"{implementation}/"))
    return Comparison(new=list((found - listed).elements()), gone=list((listed - found).elements()))


def unmutated(sources: dict[str, str], mutants: list[Mutant]) -> Iterator[Statement]:
    """Return every statement of the sources that no mutant changes."""
    changed: defaultdict[str, set[int]] = defaultdict(set)
    for mutant in mutants:
        changed[mutant.path].update(mutant.lines)
    for path, text in sources.items():
        lines = text.split("\n")
        for node, function, plain in _statements(ast.parse(text)):
            if changed[path].isdisjoint(_own_lines(node)):
                yield Statement(path, node.lineno, function, lines[node.lineno - 1].strip(), plain)


def _statements(
    parent: ast.AST, function: str = "(module)", *, plain: bool = False, looked_into: bool = True
) -> Iterator[tuple[ast.stmt | ast.expr, str, bool]]:
    """Yield the statements in a node, each with the function around it, and whether that is a plain one.

    mutmut looks for functions in modules and their classes, no deeper.
    """
    for child in ast.iter_child_nodes(parent):
        inside, plain_inside = function, plain
        if isinstance(child, Function):
            decorators = [getattr(each, "id", "") for each in child.decorator_list]
            plain_inside = (plain or looked_into) and decorators in PLAIN_DECORATORS
        if isinstance(child, Function | ast.ClassDef):
            inside = child.name if function == "(module)" else f"{function}.{child.name}"
            for value in _overlooked(child, plain=plain_inside):
                yield value, inside, False
        elif isinstance(child, ast.stmt) and not _is_passed_over(child):
            yield child, function, plain
        class_of_module = isinstance(child, ast.ClassDef) and isinstance(parent, ast.Module)
        yield from _statements(child, inside, plain=plain_inside, looked_into=class_of_module)


def _overlooked(definition: Function | ast.ClassDef, *, plain: bool) -> list[ast.expr]:
    """Return the values in the head of a definition that mutmut leaves alone; of several defaults, the first."""
    decorators = [each for each in definition.decorator_list if isinstance(each, ast.Call)]
    if isinstance(definition, ast.ClassDef):
        return [*decorators, *(keyword.value for keyword in definition.keywords)]
    defaults = [*definition.args.defaults, *filter(None, definition.args.kw_defaults)]
    left_alone = [default for default in defaults if not _is_changed(default, plain=plain)]
    return [*decorators, *left_alone[:1]]


def _is_changed(default: ast.expr, *, plain: bool) -> bool:
    """Tell whether mutmut changes a default, or there is nothing to change, as in None."""
    value = default.value if isinstance(default, ast.Constant) else default
    return value is None or (plain and isinstance(value, CHANGED_DEFAULTS))


def _is_passed_over(statement: ast.stmt) -> bool:
    is_docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    is_declaration = isinstance(statement, ast.AnnAssign) and statement.value is None  # a field's name and type
    return is_docstring or is_declaration or isinstance(statement, ast.Import | ast.ImportFrom)


def _own_lines(node: ast.stmt | ast.expr) -> range:
    """Return a statement's lines; of one that holds others, such as a loop, its head alone."""
    if isinstance(node, ast.expr):  # it was found to be overlooked, so no line of a mutant is about it
        return range(0)
    held = [each.pattern for each in node.cases] if isinstance(node, ast.Match) else getattr(node, "body", [])
    end = max(held[0].lineno - 1, node.lineno) if held else node.end_lineno or node.lineno
    return range(node.lineno, end + 1)
