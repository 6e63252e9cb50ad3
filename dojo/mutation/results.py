"""What mutmut left behind, as data.

mutant: the code with one small change. outcome: what the tests made of it; killed is killed by an assertion, unless the
mutant crashed. survivor: a mutant that nothing noticed, or that no test reaches. place: a path in the workspace, a
line, and the function around it.

Read from mutmut 3.8's own files in `mutants/`: the generated sources, `*.spans` (where each mutant stands in them),
`*.meta` (exit codes and seconds) and `mutmut-stats.json` (which tests reach which function); and from our session's
`killers.tsv` (which test failed of which mutant).
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
# Python, the rest time limits. 3 is also what our sessions return when a test failed of anything but an assertion.
UNREACHED = (5, 33)
CRASHES = (3, -6, -11)
OUTCOMES = {0: SURVIVED, 5: SURVIVED, 33: SURVIVED, 1: KILLED, 3: KILLED, -6: KILLED, -11: KILLED}
OUTCOMES |= dict.fromkeys((36, -24, 24, 152, 255), TIMED_OUT)


@dataclass(frozen=True)
class Mutant:
    """A mutant, its place, the lines it changes, and what came of it in how many seconds.

    `reached` tells whether a test reached it, `tests` which (as pytest names them, sorted; empty when that is not
    known), `crashed` whether what killed it was something else than an assertion, and `killer` which test failed (""
    when that is not known).
    """

    path: str
    function: str
    line: int
    removed: tuple[str, ...]
    added: tuple[str, ...]
    outcome: str
    seconds: float
    reached: bool = True
    tests: tuple[str, ...] = ()
    crashed: bool = False
    killer: str = ""

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
    noted = _notes(workspace / "mutants")
    for source in sorted((workspace / implementation).rglob("*.py")):
        found += _mutants_of_file(workspace, source.relative_to(workspace).as_posix(), noted)
    return sorted(found, key=lambda mutant: (mutant.path, mutant.line))


class Notes(NamedTuple):
    """The tests that reach each function, and the test that killed each mutant, by mutmut's names for them."""

    tests: dict[str, tuple[str, ...]]
    killers: dict[str, str]


def _notes(home: Path) -> Notes:
    """Return what was noted; nothing of what cannot be read."""
    try:
        tests: dict[str, list[str]] = read_json(home / "mutmut-stats.json")["tests_by_mangled_function_name"]
    except (OSError, ValueError, KeyError):
        tests = {}
    killers = home / "killers.tsv"
    lines = killers.read_text(encoding="utf-8", errors="replace").split("\n") if killers.exists() else []
    pairs = (line.partition("\t") for line in lines)
    return Notes({name: tuple(sorted(each)) for name, each in tests.items()}, {name: test for name, _, test in pairs})


def _mutants_of_file(workspace: Path, path: str, noted: Notes) -> Iterator[Mutant]:
    results = read_json(workspace / "mutants" / f"{path}.meta")
    spans = read_json(workspace / "mutants" / f"{path}.spans")["spans"]
    generated = (workspace / "mutants" / path).read_text(encoding="utf-8").split("\n")
    starts = _starts_of_functions(ast.parse((workspace / path).read_text(encoding="utf-8-sig")))
    for name, exit_code in results["exit_code_by_key"].items():
        copy = name.rpartition(".")[2]
        key, _, _ = copy.partition("__mutmut_")
        function, start = starts.get(key, (key, 1))
        both = [_lines(generated, spans[each], each, function) for each in (f"{key}__mutmut_orig", copy)]
        change = _change(*both)
        yield Mutant(
            path,
            function,
            start + change.offset,
            change.removed,
            change.added,
            OUTCOMES.get(exit_code, UNDECIDED),
            results["durations_by_key"].get(name) or 0.0,
            exit_code not in UNREACHED,
            noted.tests.get(name.partition("__mutmut_")[0], ()),
            exit_code in CRASHES,
            noted.killers.get(name, ""),
        )


def _lines(generated: list[str], span: tuple[int, int], copy: str, function: str) -> list[str]:
    """Return a generated function from its `def` line on, under its own name instead of the copy's."""
    lines = generated[span[0] - 1 : span[1]]
    start = next(number for number, line in enumerate(lines) if line.lstrip().startswith(("def ", "async def ")))
    return [line.replace(copy, function.rpartition(".")[2]) for line in lines[start:]]


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
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            starts[f"x_{node.name}"] = (node.name, node.lineno)
        elif isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef):
                    starts[f"xǁ{node.name}ǁ{method.name}"] = (f"{node.name}.{method.name}", method.lineno)
    return starts


def read_json(path: Path) -> Any:  # noqa: ANN401 - whatever the file holds
    """Read a JSON file."""
    return json.loads(path.read_text(encoding="utf-8"))
