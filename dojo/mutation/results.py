"""Mutants as data, read from the files that mutmut and our session leave in a folder.

A status is a word of the mutation testing report schema. mutmut's exit codes are pytest's (0
passed, 1 failed, 3 internal error, 5 no tests), 33 for no tests, -6 and -11 for crashes of Python,
and those of time limits. Our session uses 3, too: a test failed, but not by an assertion.
"""

import ast
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from dojo.files import read_json, read_text
from dojo.source import parse_source
from dojo.text import printable

KILLED = "Killed"
TIMED_OUT = "Timeout"
SURVIVED = "Survived"
NOT_COVERED = "NoCoverage"
EQUIVALENT = "Ignored"
PENDING = "Pending"
SURVIVING = (SURVIVED, NOT_COVERED)
CRASHES = (3, -6, -11)
STATUSES: dict[int | None, str] = {
    0: SURVIVED,
    1: KILLED,
    **dict.fromkeys((5, 33), NOT_COVERED),
    **dict.fromkeys(CRASHES, KILLED),
    **dict.fromkeys((36, -24, 24, 152, 255), TIMED_OUT),
}
STATS = "mutmut-stats.json"
KILLERS = "killers.tsv"
DOCUMENTS = "documents.json"  # the approved files that each test reads
FLAKY_TEST_FILE = "unreliable.txt"
SELECTION_FILE = "selection.json"  # mutmut's process reads it
TEMPORARY_FILES = "PYTEST_DEBUG_TEMPROOT"  # pytest's variable for the folder of tmp_path
OWN_TESTS = "own_tests"  # the folder of a person's own tests beside the golden master
DEFINITION = ("def ", "async def ")


@dataclass(frozen=True)
class Mutant:
    """A small change of a function, and whether tests noticed it.

    `name` is mutmut's, and `code` has the lines of the function without their indentation. `tests`
    reach the function, and `killer` failed first. `crashed`: it did not fail by an assertion. Only
    survivors have a `number`. `reason` says why no test can kill it, and `marked` that the reason
    is the person's, not the kata's. `offset`: the index in `code` of the first line that it
    changes. `earlier_reason`: why it was equivalent before its surroundings changed.
    """

    name: str
    path: str
    function: str
    line: int
    removed: tuple[str, ...]
    added: tuple[str, ...]
    status: str
    seconds: float = 0.0
    tests: tuple[str, ...] = ()
    killer: str = ""
    crashed: bool = False
    code: tuple[str, ...] = ()
    offset: int = 0
    number: int = 0
    reason: str = ""
    marked: bool = False
    earlier_reason: str = ""

    @property
    def lines(self) -> range:
        """The numbers of the lines that it changes."""
        return range(self.line, self.line + max(1, len(self.removed)))

    @property
    def place(self) -> str:
        return printable(f"{self.path}:{self.line}")

    @property
    def diff(self) -> list[str]:
        lines = [f"- {line.strip()}" for line in self.removed]
        lines += [f"+ {line.strip()}" for line in self.added]
        return [printable(line) for line in lines]

    @property
    def test_names(self) -> list[str]:
        """The names of the tests that reach it, without their files and parameters."""
        names: dict[str, None] = {}
        for test in self.tests:
            name = test.partition("::")[2].partition("[")[0]
            names[name.replace("::", ".")] = None
        return list(names)


class Result(NamedTuple):
    """mutmut's result for a mutant. There is no exit code until it was tested."""

    exit_code: int | None
    seconds: float


class Function(NamedTuple):
    """The number of the `def` line, and all lines without their indentation."""

    line: int
    code: tuple[str, ...]


class Selection(Struct, frozen=True):
    """The mutants to test. `functions` are mutmut's names of functions.

    Of the mutants in question, sorted by name, shard K of N has every N-th, from the K-th on. So it
    is the same on each machine.
    """

    title: str = ""
    prefix: str = ""
    functions: frozenset[str] | None = None
    shard: int = 1
    shards: int = 1

    @property
    def is_part(self) -> bool:
        return self.functions is not None or self.shards > 1

    def choose(self, mutants: Iterable[str]) -> set[str]:
        chosen = [name for name in mutants if self._has_function_of(name)]
        return set(sorted(chosen)[self.shard - 1 :: self.shards])

    def _has_function_of(self, mutant: str) -> bool:
        if self.functions is None:
            return mutant.startswith(self.prefix)
        return key_of(mutant) in self.functions


ALL = Selection()


class Meta(Struct):
    """A file of mutmut's: the results of a source."""

    exit_code_by_key: dict[str, int | None]
    durations_by_key: dict[str, float | None]


class Spans(Struct):
    """A file of mutmut's: the first and the last line of each copy of a function."""

    spans: dict[str, tuple[int, int]]


class Stats(Struct):
    """A file of mutmut's: the tests that reach each function."""

    tests_by_mangled_function_name: dict[str, list[str]]


def sources_in(folder: Path) -> dict[str, str]:
    """Return the texts of the Python files in a folder, by their paths in it."""
    files = sorted(folder.rglob("*.py"))
    return {path.relative_to(folder).as_posix(): read_text(path) for path in files}


def mutants_of(workdir: Path, sources: dict[str, str], folder: str) -> list[Mutant]:
    """Read the mutants of some sources, in the order of their lines.

    `workdir` has what mutmut generated from the sources. `folder` is what people call their folder.
    """
    killers = killers_in(workdir.parent)
    tests = tests_in(workdir.parent)
    mutants: list[Mutant] = []
    for path, text in sources.items():
        generated = workdir / path
        copies = _copies(generated)
        functions = functions_of(text)
        for name, result in _results_of(generated).items():
            key = key_of(name)
            function = function_of(name)
            original = _lines(copies, f"{key}__mutmut_orig", function)
            changed = _lines(copies, name, function)
            start, end = shared_ends(original, changed)
            status = status_of(name, result.exit_code, tests)
            killer = ""
            if status == KILLED:
                killer = killers.get(name, "")
            mutant = Mutant(
                name=name,
                path=f"{folder}/{path}",
                function=function,
                line=functions[function].line + start,
                removed=tuple(original[start : len(original) - end]),
                added=tuple(changed[start : len(changed) - end]),
                status=status,
                seconds=result.seconds,
                tests=tuple(sorted(tests.get(key, ()))),
                killer=killer,
                crashed=status == KILLED and result.exit_code in CRASHES,
                code=functions[function].code,
                offset=start,
            )
            mutants.append(mutant)
    return sorted(mutants, key=attrgetter("path", "line"))


def results_in(workdir: Path) -> dict[str, Result]:
    """Read mutmut's results, by the names of the mutants. Raises DamagedError."""
    results: dict[str, Result] = {}
    for path in workdir.rglob("*.meta"):
        results |= _results_of(path.with_suffix(""))
    return results


def _results_of(generated: Path) -> dict[str, Result]:
    meta = read_json(generated.with_name(f"{generated.name}.meta"), Meta)
    seconds = meta.durations_by_key
    codes = meta.exit_code_by_key
    return {name: Result(code, seconds.get(name) or 0.0) for name, code in codes.items()}


def killers_in(workdir: Path) -> dict[str, str]:
    """Read which test killed each mutant last, by the name of the mutant."""
    path = workdir / KILLERS
    if not path.exists():
        return {}
    lines = path.read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t") for line in lines)


def readers_in(workdir: Path, documents: set[str]) -> set[str]:
    """Return the tests that read one of these approved files.

    If no test reads a file, an import may, so any test may depend on it.
    """
    read = read_json(workdir / DOCUMENTS, dict[str, list[str]])
    if documents.difference(*read.values()):
        return set(read)
    return {test for test, paths in read.items() if documents.intersection(paths)}


def tests_in(workdir: Path) -> dict[str, list[str]]:
    """Read which tests reach each function, by mutmut's name of the function."""
    return read_json(workdir / STATS, Stats).tests_by_mangled_function_name


def status_of(mutant: str, exit_code: int | None, tests: dict[str, list[str]]) -> str:
    """Return the status. A killed mutant is not covered if no test reaches it any more."""
    if key_of(mutant) not in tests:
        return NOT_COVERED
    return STATUSES.get(exit_code, PENDING)


def key_of(mutant: str) -> str:
    """Return mutmut's name of the mutant's function."""
    return mutant.partition("__mutmut_")[0]


def function_of(mutant: str) -> str:
    """Return the mutant's function, as `function` or `Class.method`."""
    name = key_of(mutant).rpartition(".")[2]
    return name.removeprefix("x_").removeprefix("xǁ").replace("ǁ", ".")


def _copies(generated: Path) -> dict[str, list[str]]:
    """Return the lines of each copy of a function in a generated source, by its name."""
    lines = generated.read_text(encoding="utf-8").split("\n")
    spans = read_json(generated.with_name(f"{generated.name}.spans"), Spans).spans
    return {name: lines[first - 1 : last] for name, (first, last) in spans.items()}


def _lines(copies: dict[str, list[str]], name: str, function: str) -> list[str]:
    """Return a copy without its decorators, and under the function's own name."""
    copy = name.rpartition(".")[2]
    own_name = function.rpartition(".")[2]
    lines = [line.replace(copy, own_name) for line in copies[copy]]
    while not lines[0].lstrip().startswith(DEFINITION):
        del lines[0]
    return lines


def shared_ends(old: list[str], new: list[str]) -> tuple[int, int]:
    """Return how many items are the same at the start, and how many of the rest at the end."""
    start = _shared_start(old, new)
    end = _shared_start(old[start:][::-1], new[start:][::-1])
    return start, end


def _shared_start(one: list[str], other: list[str]) -> int:
    return len(os.path.commonprefix([one, other]))  # noqa: RUF071 - it compares items of lists


def functions_of(text: str) -> dict[str, Function]:
    """Return the functions and methods of a source, by name."""
    lines = [line.strip() for line in text.split("\n")]
    functions: dict[str, Function] = {}
    for owner, node in statements_of(parse_source(text).body):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            code = tuple(lines[node.lineno - 1 : node.end_lineno])
            functions[owner + node.name] = Function(node.lineno, code)
    return functions


def statements_of(body: list[ast.stmt], owner: str = "") -> Iterator[tuple[str, ast.stmt]]:
    """Yield the statements of a module and of its classes.

    Each comes with a prefix: the name of its class, and a dot.
    """
    for node in body:
        yield owner, node
        if isinstance(node, ast.ClassDef):
            yield from statements_of(node.body, f"{owner}{node.name}.")
