"""Measures of code: how much there is of it, how tangled it is, what ruff would say.

state: the code at one moment, the text of each .py file by its path. Tests, hidden folders and what is not one's own
do not count as code. function: a function or a method. complexity: McCabe's, as ruff counts it: the ways through a
function, 1 for a straight one. finding: what ruff finds with the project's own rules.

All states are laid out beside each other, and ruff runs twice over all of them: a hundred cost little more than one.
"""

import ast
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from statistics import fmean
from typing import NamedTuple

from dojo.errors import WorkspaceError
from dojo.practice import is_no_source, parsed

State = dict[str, str]
Function = ast.FunctionDef | ast.AsyncFunctionDef

OF_FUNCTIONS = ("--isolated", "--ignore-noqa", "--target-version=py314", "--select=C901")
OF_PROJECT = "--ignore=INP001"  # a practice is no package, and need not be one
STATE = "state_"  # and a number: a folder that is named as a package may be
LIST = "files.txt"
PLACE = re.compile(rf"{STATE}(\d+)[/\\]")
COMPLEXITY = re.compile(r": C901 .*\((\d+) > 0\)$")


@dataclass(frozen=True)
class Longest:
    """The longest function: its lines from `def` to its end, and its name."""

    lines: int
    name: str

    def __str__(self) -> str:
        """Show both, the lines as wide as most are."""
        return f"{self.lines:>3} {self.name}".rstrip()


class Complexity(NamedTuple):
    """How tangled the functions of a state are: the worst, and the mean; 0 where there is none."""

    worst: int
    mean: float


@dataclass(frozen=True)
class Measures:
    """What was measured of a state; a file that does not parse counts lines and findings, but no functions."""

    lines: int
    methods: int
    worst_complexity: int
    mean_complexity: float
    longest_method: Longest
    lint_findings: int


class Measure(NamedTuple):
    """How people read a measure: a number, and perhaps a word; and a column of it, its width negative to the left."""

    name: str
    heading: str
    width: int
    show: Callable[[Measures], str]


MEASURES = (
    Measure("lines", "lines", 5, lambda found: str(found.lines)),
    Measure("methods", "methods", 7, lambda found: str(found.methods)),
    Measure("worst complexity", "worst", 5, lambda found: str(found.worst_complexity)),
    Measure("mean complexity", "mean", 4, lambda found: f"{found.mean_complexity:.1f}"),
    Measure("longest method", "longest method", -22, lambda found: str(found.longest_method)),
    Measure("lint findings", "lint", 4, lambda found: str(found.lint_findings)),
)


def code_of(files: dict[str, str]) -> State:
    """Return the files that are code: neither tests nor hidden nor somebody else's."""
    return {path: text for path, text in files.items() if not any(map(is_no_source, PurePosixPath(path).parts))}


def measure(workspace: Path, states: list[State]) -> list[Measures]:
    """Measure each state, by the rules in the workspace's pyproject.toml; WorkspaceError when ruff cannot."""
    with _laid_out(states) as folder, ThreadPoolExecutor(2) as at_once:
        functions = at_once.submit(_functions, folder)
        findings = at_once.submit(_ruff, folder, f"--config={workspace / 'pyproject.toml'}", OF_PROJECT)
        longest = [longest_of(state) for state in states]  # while ruff is at work
        return [
            _measures(state, longest[number], functions.result()[number], len(findings.result()[number]))
            for number, state in enumerate(states)
        ]


def complexities(states: list[State]) -> list[Complexity]:
    """Return the complexity of each state, in a small part of the time of all measures; WorkspaceError as there."""
    with _laid_out(states) as folder:
        functions = _functions(folder)
    return [_complexity(functions[number]) for number in range(len(states))]


@contextmanager
def _laid_out(states: list[State]) -> Iterator[Path]:
    """Lay out states beside each other in a folder, with a list of their files."""
    with tempfile.TemporaryDirectory(prefix="dojo-measures-") as name:
        folder = Path(name).resolve()
        files = {  # ruff reads no path that is not UTF-8; with escapes in it, it is as good
            f"{STATE}{number}/{path}".encode(errors="backslashreplace").decode(): text
            for number, state in enumerate(states)
            for path, text in state.items()
        }
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8", newline="")
        # Files that are named one by one are not passed over, as the project passes over folders of such names.
        (folder / LIST).write_text("\n".join(files), encoding="utf-8")
        yield folder


def _functions(folder: Path) -> defaultdict[int, list[str]]:
    """Return what ruff says of each function's complexity, by state."""
    return _ruff(folder, *OF_FUNCTIONS, "--config=lint.mccabe.max-complexity=0")


def _measures(state: State, longest: Longest, functions: list[str], findings: int) -> Measures:
    lines = sum(bool(line.strip()) for text in state.values() for line in text.splitlines())
    methods = sum(bool(COMPLEXITY.search(line)) for line in functions)
    return Measures(lines, methods, *_complexity(functions), longest, findings)


def _complexity(functions: list[str]) -> Complexity:
    found = [int(complexity[1]) for line in functions if (complexity := COMPLEXITY.search(line))]
    return Complexity(max(found, default=0), fmean(found) if found else 0.0)


def longest_of(state: State) -> Longest:
    """Return the longest function, the first of several; no lines and no name when there is none."""
    found = (
        Longest((function.end_lineno or function.lineno) - function.lineno + 1, function.name)
        for _, text in sorted(state.items())
        for function in functions_of(text)
    )
    return max(found, key=lambda each: each.lines, default=Longest(0, ""))


def functions_of(text: str) -> list[Function]:
    """Return all functions and methods in source order, those inside others too; none when the text does not parse."""
    nodes = ast.walk(parsed(text) or ast.Module([], []))
    return sorted((node for node in nodes if isinstance(node, Function)), key=lambda function: function.lineno)


def _ruff(folder: Path, *options: str) -> defaultdict[int, list[str]]:
    """Run ruff on the files in the list, whatever they are called; return what it finds, a line each, by state."""
    command = [sys.executable, "-m", "ruff", "check", "--no-cache", "--exit-zero", "--quiet", "--no-force-exclude"]
    done = subprocess.run(  # noqa: S603 - this Python, and arguments of our own
        [*command, "--output-format=concise", "--color=never", *options, f"@{LIST}"],
        cwd=folder,
        env={key: value for key, value in os.environ.items() if not key.startswith("RUFF_")},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode != 0:
        words = done.stderr.strip() or f"exit code {done.returncode}"
        raise WorkspaceError(f"ruff could not measure the code: {words.splitlines()[0].strip()}")
    found = defaultdict(list)
    for line in done.stdout.splitlines():
        if place := PLACE.match(line):
            found[int(place[1])].append(line)
    return found
