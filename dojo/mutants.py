"""What mutmut left behind, as data.

mutant: the code with one small change. outcome: what the golden master made of it. survivor: a mutant that nothing
noticed, or that no test reaches. place: a path in the workspace, a line, and the function around it.

Read from mutmut 3.8's own files in `mutants/`: the generated sources, `*.spans` (where each mutant stands in them)
and `*.meta` (exit codes and seconds).
"""

import ast
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

KILLED, SURVIVED, TIMED_OUT, UNDECIDED = "killed", "survived", "timed out", "undecided"
# mutmut's exit codes: pytest's own (0 passed, 1 failed, 3 broke down, 5 no tests), 33 no tests, -6 and -11 crashes of
# Python, the rest time limits.
UNREACHED = (5, 33)
OUTCOMES = {0: SURVIVED, 5: SURVIVED, 33: SURVIVED, 1: KILLED, 3: KILLED, -6: KILLED, -11: KILLED}
OUTCOMES |= dict.fromkeys((36, -24, 24, 152, 255), TIMED_OUT)


@dataclass(frozen=True)
class Mutant:
    """A mutant, its place, the lines it changes, what came of it in how many seconds, and whether a test reached it."""

    path: str
    function: str
    line: int
    removed: tuple[str, ...]
    added: tuple[str, ...]
    outcome: str
    seconds: float
    reached: bool = True

    @property
    def lines(self) -> range:
        """Return the lines of the source that it changes."""
        return range(self.line, self.line + max(1, len(self.removed)))

    @property
    def place(self) -> str:
        """Show where in the source it is."""
        return f"{self.path}:{self.line} {self.function}"

    @property
    def diff(self) -> list[str]:
        """Show what it changes, a line each."""
        return [f"- {line}" for line in self.removed] + [f"+ {line}" for line in self.added]


class Change(NamedTuple):
    """What differs between a function and its mutant: an offset from the `def` line, and the lines on both sides."""

    offset: int
    removed: tuple[str, ...]
    added: tuple[str, ...]


def mutants_of(workspace: Path, implementation: str) -> list[Mutant]:
    """Return all mutants of an implementation, in source order."""
    found: list[Mutant] = []
    for source in sorted((workspace / implementation).rglob("*.py")):
        found += _mutants_of_file(workspace, source.relative_to(workspace).as_posix())
    return sorted(found, key=lambda mutant: (mutant.path, mutant.line))


def _mutants_of_file(workspace: Path, path: str) -> Iterator[Mutant]:
    results = read_json(workspace / "mutants" / f"{path}.meta")
    spans = read_json(workspace / "mutants" / f"{path}.spans")["spans"]
    generated = (workspace / "mutants" / path).read_text(encoding="utf-8").splitlines()
    starts = _starts_of_functions(ast.parse((workspace / path).read_text(encoding="utf-8")))
    for name, exit_code in results["exit_code_by_key"].items():
        copy = name.rpartition(".")[2]
        key, _, _ = copy.partition("__mutmut_")
        original = f"{key}__mutmut_orig"
        change = _change(_lines(generated, spans[original], original), _lines(generated, spans[copy], copy))
        function, start = starts.get(key, (key, 1))
        yield Mutant(
            path,
            function,
            start + change.offset,
            change.removed,
            change.added,
            OUTCOMES.get(exit_code, UNDECIDED),
            results["durations_by_key"].get(name) or 0.0,
            exit_code not in UNREACHED,
        )


def _lines(generated: list[str], span: tuple[int, int], name: str) -> list[str]:
    """Return a generated function from its `def` line on, under a name that all copies share."""
    lines = generated[span[0] - 1 : span[1]]
    start = next(number for number, line in enumerate(lines) if line.lstrip().startswith("def "))
    return [line.replace(name, "it") for line in lines[start:]]


def _change(original: list[str], mutant: list[str]) -> Change:
    """Return what lies between the lines that both have at their start and at their end."""
    start = _alike(original, mutant)
    most = min(len(original), len(mutant)) - start
    end = min(_alike(original[::-1], mutant[::-1]), most)
    removed = tuple(line.strip() for line in original[start : len(original) - end])
    return Change(start, removed, tuple(line.strip() for line in mutant[start : len(mutant) - end]))


def _alike(one: list[str], other: list[str]) -> int:
    """Return how many lines two texts have in common from their start."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _starts_of_functions(tree: ast.Module) -> dict[str, tuple[str, int]]:
    """Return each function's readable name and the line of its `def`, by mutmut's name for it."""
    starts = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            starts[f"x_{node.name}"] = (node.name, node.lineno)
        elif isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    starts[f"xǁ{node.name}ǁ{method.name}"] = (f"{node.name}.{method.name}", method.lineno)
    return starts


def read_json(path: Path) -> Any:  # noqa: ANN401 - whatever the file holds
    """Read a JSON file."""
    return json.loads(path.read_text(encoding="utf-8"))
