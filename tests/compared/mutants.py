"""Mutants as the tools report them, and how each is written into its file."""

import ast
import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

KILLED = "killed"
SURVIVED = "survived"
TIMED_OUT = "timed out"
NOT_RUN = "not run"  # no test covers it, or a filter of the tool dropped it
TESTED = (KILLED, SURVIVED, TIMED_OUT)
HUNK = re.compile(r"@@ -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@")


@dataclass(frozen=True)
class Span:
    """A part of a file, with what replaces it. Lines and columns count from 1."""

    first_line: int
    first_column: int
    last_line: int
    last_column: int  # of the first character that stays
    text: str

    def apply(self, source: str) -> str:
        lines = source.splitlines(keepends=True)
        before = lines[self.first_line - 1][: self.first_column - 1]
        after = lines[self.last_line - 1][self.last_column - 1 :]
        head = "".join(lines[: self.first_line - 1])
        tail = "".join(lines[self.last_line :])
        return head + before + self.text + after + tail


@dataclass(frozen=True)
class ByteSpan:
    """A part of a file by its first byte, and the first one that stays, with what replaces it."""

    start: int
    end: int
    text: str

    def apply(self, source: str) -> str:
        data = source.encode()
        return (data[: self.start] + self.text.encode() + data[self.end :]).decode()


@dataclass(frozen=True)
class Diff:
    """A unified diff of one file."""

    text: str

    def apply(self, source: str) -> str:
        """Return the changed source. Raises ValueError if the diff is of another source."""
        old = source.splitlines()
        new: list[str] = []
        done = 0  # lines of the old source
        in_hunk = False
        for line in self.text.splitlines():
            hunk = HUNK.match(line)
            if hunk:
                first = int(hunk[1]) - 1
                new += old[done:first]
                done = first
                in_hunk = True
                continue
            if not in_hunk or line.startswith("\\"):
                continue
            if line.startswith("+"):
                new.append(line[1:])
                continue
            if done == len(old) and line == " ":
                continue  # cosmic-ray counts an empty line after the last one
            if done >= len(old) or old[done].rstrip() != line[1:].rstrip():
                raise ValueError(f"the diff does not fit line {done + 1}")
            if not line.startswith("-"):
                new.append(old[done])
            done += 1
        if not in_hunk:
            raise ValueError("the diff has no hunk")
        return "\n".join([*new, *old[done:]]) + "\n"


@dataclass(frozen=True)
class FunctionDiff:
    """A unified diff of one function, without its indentation. `path`: its classes and its name."""

    text: str
    path: tuple[str, ...]

    def apply(self, source: str) -> str:
        """Return the changed source. Raises ValueError if it has no such function."""
        function = find_function(ast.parse(source), self.path)
        lines = source.splitlines()
        first = function.lineno - 1
        body = "\n".join(lines[first : function.end_lineno])
        changed = Diff(self.text).apply(textwrap.dedent(body))
        changed = textwrap.indent(changed, " " * function.col_offset)
        lines[first : function.end_lineno] = changed.splitlines()
        return "\n".join(lines) + "\n"


def find_function(tree: ast.Module, path: Sequence[str]) -> ast.stmt:
    """Find a function by the names of its classes and its own. Raises ValueError if it is none."""
    scope: ast.Module | ast.stmt = tree
    for name in path:
        scope = _named(scope, name)
    if isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return scope
    raise ValueError(f"{'.'.join(path)} is no function")


def _named(scope: ast.Module | ast.stmt, name: str) -> ast.stmt:
    for node in getattr(scope, "body", []):
        if getattr(node, "name", None) == name:
            return node
    raise ValueError(f"there is no {name}")


@dataclass(frozen=True)
class Mutant:
    """`change`: None if the report does not say what was changed where."""

    name: str
    file: str
    status: str
    change: Span | ByteSpan | Diff | FunctionDiff | None = None


def count(mutants: Sequence[Mutant], status: str) -> int:
    return sum(mutant.status == status for mutant in mutants)


def tested(mutants: Sequence[Mutant]) -> int:
    return sum(mutant.status in TESTED for mutant in mutants)
