"""What no mutant can reach.

statement: a line of code that runs, other than a definition, an import or a docstring. out of reach: a statement
that no mutant changes. Each stands in approved_files/out_of_reach.approved.txt, under the reason why it is harmless,
so that a rule which slips out of mutmut's sight (a table in a module, a property, a cached function) is noticed.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dojo.mutants import Mutant

DOCUMENT = "approved_files/out_of_reach.approved.txt"
INDENT = "    "


@dataclass(frozen=True)
class ReachComparison:
    """How many statements are out of reach, and how they compare with those listed."""

    count: int
    new: list[str]
    gone: list[str]


def compare(workspace: Path, implementation: str, mutants: list[Mutant]) -> ReachComparison:
    """Compare an implementation's statements out of reach with the listed ones."""
    found = Counter(out_of_reach(workspace, implementation, mutants))
    document = workspace / DOCUMENT
    text = document.read_text(encoding="utf-8") if document.exists() else ""
    indented = (line.strip() for line in text.splitlines() if line.startswith(INDENT))
    listed = Counter(line for line in indented if line.startswith(f"{implementation}/"))
    return ReachComparison(found.total(), list((found - listed).elements()), list((listed - found).elements()))


def out_of_reach(workspace: Path, implementation: str, mutants: list[Mutant]) -> Iterator[str]:
    """Return every statement out of reach, as its path, function and first line."""
    for source in sorted((workspace / implementation).rglob("*.py")):
        path = source.relative_to(workspace).as_posix()
        text = source.read_text(encoding="utf-8")
        touched = {line for mutant in mutants if mutant.path == path for line in mutant.lines}
        for function, statement in _statements(ast.parse(text)):
            if touched.isdisjoint(_own_lines(statement)):
                yield f"{path} {function}: {text.splitlines()[statement.lineno - 1].strip()}"


def _statements(node: ast.AST, function: str = "(module)") -> Iterator[tuple[str, ast.stmt]]:
    for child in ast.iter_child_nodes(node):
        inside = function
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            inside = child.name if function == "(module)" else f"{function}.{child.name}"
        elif isinstance(child, ast.stmt) and not _is_passed_over(child):
            yield function, child
        yield from _statements(child, inside)


def _is_passed_over(statement: ast.stmt) -> bool:
    is_docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return is_docstring or isinstance(statement, ast.Import | ast.ImportFrom)


def _own_lines(statement: ast.stmt) -> range:
    """Return a statement's lines; of one that holds others, such as a loop, its head alone."""
    body = getattr(statement, "body", None)
    end = max(body[0].lineno - 1, statement.lineno) if body else statement.end_lineno or statement.lineno
    return range(statement.lineno, end + 1)
