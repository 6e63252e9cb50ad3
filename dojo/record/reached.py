"""Counting the functions, lines and branches of the practice's code that recorded calls run."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

from dojo.source import parse_or_none

Step = tuple[int, int]  # a line, and the next line that ran, or 0 at the end of the function
OPTIMIZED = 1  # a flag of the code of functions


@dataclass
class Count:
    """How many of a total were reached."""

    reached: int = 0
    total: int = 0

    def add(self, *, is_reached: bool) -> None:
        self.reached += is_reached
        self.total += 1

    def __str__(self) -> str:
        return f"{self.reached:,} of {self.total:,}"


class Reached:
    """How much of the functions in some files was reached."""

    def __init__(self) -> None:
        self.functions = Count()
        self.lines = Count()
        self.branches = Count()

    def add_file(self, path: Path, steps: set[Step]) -> None:
        """Add the code of a file, and the steps that ran in it."""
        source = path.read_bytes()
        tree = parse_or_none(source)
        if tree is None:
            return
        ran = {line for _, line in steps}
        all_lines: set[int] = set()
        for code in _functions_in(compile(source, str(path), "exec", dont_inherit=True)):
            found = {line for _, _, line in code.co_lines() if line}
            lines = found - {code.co_firstlineno} or found
            self.functions.add(is_reached=bool(lines & ran))
            all_lines |= lines
        for line in all_lines:
            self.lines.add(is_reached=line in ran)
        for header, first in _conditions_in(tree, all_lines):
            following = {line for start, line in steps if start in header and line not in header}
            self.branches.add(is_reached=first in following)
            self.branches.add(is_reached=bool(following - {first}))


def _functions_in(code: CodeType) -> Iterator[CodeType]:
    if code.co_flags & OPTIMIZED and not code.co_name.startswith("<"):
        yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _functions_in(each)


def _conditions_in(tree: ast.Module, lines: set[int]) -> Iterator[tuple[range, int]]:
    """Yield the lines of each condition, and the first line of what it guards."""
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
