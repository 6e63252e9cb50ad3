"""Mutants, as data: what mutmut and our session left of them, in the words of the mutation testing report schema."""

import ast
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dojo.files import read_text
from dojo.text import printable

KILLED, SURVIVED, TIMED_OUT, UNDECIDED = "Killed", "Survived", "Timeout", "Pending"
UNREACHED, EQUIVALENT = "NoCoverage", "Ignored"  # survived, for no test runs it; for no test could notice it
OPEN = (SURVIVED, UNREACHED)
# mutmut's exit codes: pytest's own (0 passed, 1 failed, 3 broke down, 5 no tests), 33 no tests, -6 and -11 crashes of
# Python, the rest time limits. 3 is also what our session returns when a test failed of anything but an assertion.
CRASHES = (3, -6, -11)
STATUSES: dict[int | None, str] = {
    0: SURVIVED,
    1: KILLED,
    **dict.fromkeys((5, 33), UNREACHED),
    **dict.fromkeys(CRASHES, KILLED),
    **dict.fromkeys((36, -24, 24, 152, 255), TIMED_OUT),
}
Result = tuple[int | None, float]  # mutmut's exit code, None without one, and how many seconds it took
STATS, KILLERS, FLAKY_TEST_FILE = "mutmut-stats.json", "killers.tsv", "unreliable.txt"  # the first is mutmut's own


@dataclass(frozen=True)
class Mutant:
    """A small change of a function, and what the tests made of it.

    `name` is mutmut's, `code` the function's lines without their margins. `tests` reach the function, and `killer`
    failed first; it `crashed` if that was no assertion. A survivor has a number. `reason`: why no test can notice it;
    `marked`: it is a person who says so, not the kata.
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
    number: int = 0
    reason: str = ""
    marked: bool = False

    @property
    def lines(self) -> range:
        """Return the lines of the source that it changes."""
        return range(self.line, self.line + max(1, len(self.removed)))

    @property
    def place(self) -> str:
        return printable(f"{self.path}:{self.line}")

    @property
    def diff(self) -> list[str]:
        """Show what it changes, a line each; the code may be somebody else's."""
        lines = [*(f"- {line.strip()}" for line in self.removed), *(f"+ {line.strip()}" for line in self.added)]
        return [printable(line) for line in lines]

    @property
    def test_names(self) -> list[str]:
        """Return the names of the tests that reach it, each once, whatever their parameters are."""
        names = (test.partition("::")[2].partition("[")[0].replace("::", ".") for test in self.tests)
        return list(dict.fromkeys(names))


def sources_in(folder: Path) -> dict[str, str]:
    """Return the texts of a folder's Python files, by their paths in it."""
    return {path.relative_to(folder).as_posix(): read_text(path) for path in sorted(folder.rglob("*.py"))}


def mutants_of(workdir: Path, sources: dict[str, str], folder: str) -> list[Mutant]:
    """Return all mutants of some sources, in their order.

    `workdir` is the folder of these sources where mutmut works; `folder` is what people call it.
    """
    killers, tests = killers_in(workdir.parent), tests_in(workdir.parent)
    mutants: list[Mutant] = []
    for path, text in sources.items():
        generated, functions = workdir / path, functions_of(text)
        copies = _copies(generated)
        for name, (exit_code, seconds) in _results_of(generated).items():
            key, function = key_of(name), function_of(name)
            line, code = functions[function]
            original, mutant = (_lines(copies, each, function) for each in (f"{key}__mutmut_orig", name))
            start, end = in_common(original, mutant)
            status = status_of(name, exit_code, tests)
            is_killed = status == KILLED
            mutants.append(
                Mutant(
                    name,
                    f"{folder}/{path}",
                    function,
                    line + start,
                    removed=tuple(original[start : len(original) - end]),
                    added=tuple(mutant[start : len(mutant) - end]),
                    status=status,
                    seconds=seconds,
                    tests=tuple(sorted(tests.get(key, ()))),
                    killer=killers.get(name, "") if is_killed else "",
                    crashed=is_killed and exit_code in CRASHES,
                    code=code,
                )
            )
    return sorted(mutants, key=lambda mutant: (mutant.path, mutant.line))


def results_in(workdir: Path) -> dict[str, Result]:
    """Return mutmut's result for each mutant, by its name; ValueError when a file is half written."""
    results: dict[str, Result] = {}
    for path in workdir.rglob("*.meta"):
        results |= _results_of(path.with_suffix(""))
    return results


def _results_of(generated: Path) -> dict[str, Result]:
    meta = _read_beside(generated, "meta")
    seconds = meta["durations_by_key"]
    return {name: (code, seconds.get(name) or 0.0) for name, code in meta["exit_code_by_key"].items()}


def _read_beside(generated: Path, kind: str) -> dict[str, Any]:
    """Return what mutmut notes about a source that it generated."""
    return dict(json.loads(generated.with_name(f"{generated.name}.{kind}").read_text(encoding="utf-8")))


def killers_in(workdir: Path) -> dict[str, str]:
    """Return the test that killed each mutant last, by the mutant's name."""
    path = workdir / KILLERS
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return dict(line.split("\t") for line in lines)


def tests_in(workdir: Path) -> dict[str, list[str]]:
    """Return the tests that reach each function, by mutmut's name of the function."""
    return dict(json.loads((workdir / STATS).read_text(encoding="utf-8"))["tests_by_mangled_function_name"])


def status_of(mutant: str, exit_code: int | None, tests: dict[str, list[str]]) -> str:
    """Return what came of a mutant; what noticed it once may not reach it any more."""
    return STATUSES.get(exit_code, UNDECIDED) if key_of(mutant) in tests else UNREACHED


def key_of(mutant: str) -> str:
    """Return mutmut's name of the function that a mutant is of."""
    return mutant.partition("__mutmut_")[0]


def function_of(mutant: str) -> str:
    """Return the function that a mutant is of; of a method, with its class."""
    return ".".join(key_of(mutant).rpartition(".")[2].removeprefix("x_").removeprefix("xǁ").split("ǁ"))


def _copies(generated: Path) -> dict[str, list[str]]:
    """Return the lines of each copy of a function in a generated source, by its name."""
    lines = generated.read_text(encoding="utf-8").split("\n")
    spans = _read_beside(generated, "spans")["spans"]
    return {name: lines[first - 1 : last] for name, (first, last) in spans.items()}


def _lines(copies: dict[str, list[str]], name: str, function: str) -> list[str]:
    """Return a copy of a function from its `def` line on, under the function's own name."""
    copy, short = name.rpartition(".")[2], function.rpartition(".")[2]
    lines = [line.replace(copy, short) for line in copies[copy]]
    while not lines[0].lstrip().startswith(("def ", "async def ")):  # a decorator
        del lines[0]
    return lines


def in_common(old: list[str], new: list[str]) -> tuple[int, int]:
    """Return how many lines, or tokens, are the same in front, and how many of the rest at the end."""
    start = _alike(old, new)
    return start, _alike(old[start:][::-1], new[start:][::-1])


def _alike(one: list[str], other: list[str]) -> int:
    return len(os.path.commonprefix([one, other]))  # noqa: RUF071 - of lists, it compares items


def functions_of(text: str) -> dict[str, tuple[int, tuple[str, ...]]]:
    """Return a source's functions and methods by name: the number of the `def` line; lines without their margins."""
    lines = [line.strip() for line in text.split("\n")]
    functions = {}
    for owner, node in statements_of(ast.parse(text).body):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            functions[owner + node.name] = node.lineno, tuple(lines[node.lineno - 1 : node.end_lineno])
    return functions


def statements_of(body: list[ast.stmt], owner: str = "") -> Iterator[tuple[str, ast.stmt]]:
    """Yield the statements of a module and of its classes, each behind the name of its class, with a dot."""
    for node in body:
        yield owner, node
        if isinstance(node, ast.ClassDef):
            yield from statements_of(node.body, f"{owner}{node.name}.")
