"""Counting the functions, lines and branches of the practice's code that recorded calls run."""

import ast
from collections.abc import Iterator
from pathlib import Path
from types import CodeType

from dojo.source import parse_or_none

Arc = tuple[int, int]  # a line, and the next line that ran, or 0 at the end of the function
OPTIMIZED = 1  # a flag of the code of functions


class Reached:
    """The functions, lines in functions and branches of some files: True if they were reached."""

    def __init__(self) -> None:
        self.functions: list[bool] = []
        self.lines: list[bool] = []
        self.branches: list[bool] = []

    def add_file(self, path: Path, steps: set[Arc]) -> None:
        """Add the code of a file, and the steps that ran in it."""
        source = path.read_bytes()
        tree = parse_or_none(source)
        if tree is None:
            return
        ran = {line for _, line in steps}
        lines: set[int] = set()
        for code in _functions_in(compile(source, str(path), "exec", dont_inherit=True)):
            found = {line for _, _, line in code.co_lines() if line}
            own_lines = found - {code.co_firstlineno} or found
            self.functions.append(bool(own_lines & ran))
            lines |= own_lines
        self.lines += [line in ran for line in lines]
        for header, first in _conditions_in(tree, lines):
            following = {line for start, line in steps if start in header and line not in header}
            self.branches.append(first in following)
            self.branches.append(bool(following - {first}))

    def __str__(self) -> str:
        functions = f"{_share(self.functions)} functions"
        lines = f"{_share(self.lines)} lines in functions"
        return f"{functions}, {lines} and {_share(self.branches)} branches"


def _share(reached: list[bool]) -> str:
    return f"{sum(reached):,} of {len(reached):,}"


def _functions_in(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of functions and methods, without lambdas and comprehensions."""
    if code.co_flags & OPTIMIZED and not code.co_name.startswith("<"):
        yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _functions_in(each)


def _conditions_in(tree: ast.Module, lines: set[int]) -> Iterator[tuple[range, int]]:
    """Yield the lines of each condition in a function, and the first line that it guards."""
    for node in ast.walk(tree):
        match node:
            case ast.If(test=condition) | ast.While(test=condition):
                is_constant = isinstance(condition, ast.Constant)
            case ast.For(iter=condition) | ast.AsyncFor(iter=condition):
                is_constant = False
            case _:
                continue
        header = range(node.lineno, (condition.end_lineno or node.lineno) + 1)
        first = node.body[0].lineno
        if node.lineno in lines and first not in header and not is_constant:
            yield header, first
