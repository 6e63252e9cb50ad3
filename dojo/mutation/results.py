"""What mutmut left behind, as data.

mutant: the code with one small change. outcome: what the tests made of it; killed is killed by an assertion, unless the
mutant crashed. survivor: a mutant that nothing noticed, or that no test reaches. undecided: a mutant whose test was
stopped half-way, or not begun. place: a path in the workspace, a line, and the function around it.
"""

import ast
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from dojo.kata.workspace import text_of
from dojo.text import printable

if sys.platform != "win32":
    from mutmut.mutation.data import MutantLineSpans, SourceFileMutationData
    from mutmut.utils.format_utils import mangled_name_from_mutant_name, orig_function_and_class_names_from_key

KILLED, SURVIVED, TIMED_OUT, UNDECIDED = "killed", "survived", "timed out", "undecided"
# mutmut's exit codes: pytest's own (0 passed, 1 failed, 3 broke down, 5 no tests), 33 no tests, -6 and -11 crashes of
# Python, the rest time limits. 3 is also what our sessions return when a test failed of anything but an assertion.
UNREACHED = (5, 33)
CRASHES = (3, -6, -11)
OUTCOMES: dict[int | None, str] = {
    **dict.fromkeys((0, *UNREACHED), SURVIVED),
    **dict.fromkeys((1, *CRASHES), KILLED),
    **dict.fromkeys((36, -24, 24, 152, 255), TIMED_OUT),
}
ORIGINAL = "__mutmut_orig"  # ends the name of the copy that is not changed
STATS, KILLERS, EARLY = "mutmut-stats.json", "killers.tsv", "early.json"  # mutmut's own; the session's


@dataclass(frozen=True)
class Mutant:
    """A mutant, its place, the lines it changes, and what came of it in how many seconds.

    `tests`: those that reach it, as pytest names them, sorted. `crashed`: no assertion killed it. `killer`: which test
    failed. `name`: mutmut's. `written`: what is added, with its margins. `early`: something ran its function before any
    test did, so it was tested with everything imported anew. What is not known is empty.
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
    name: str = ""
    written: tuple[str, ...] = ()
    early: bool = False

    @property
    def lines(self) -> range:
        """Return the lines of the source that it changes."""
        return range(self.line, self.line + max(1, len(self.removed)))

    @property
    def place(self) -> str:
        """Show where in the source it is."""
        return f"{self.line_of_source} {self.function}"

    @property
    def line_of_source(self) -> str:
        """Show its file and line."""
        return printable(f"{self.path}:{self.line}")

    @property
    def diff(self) -> list[str]:
        """Show what it changes, a line each; the code may be a stranger's."""
        lines = [f"- {line}" for line in self.removed] + [f"+ {line}" for line in self.added]
        return [printable(line) for line in lines]


@dataclass(frozen=True)
class Survivor:
    """A mutant that nothing noticed; `reason`: why nothing could, else ""; `marked`: a person says so, not the kata."""

    number: int
    mutant: Mutant
    reason: str
    marked: bool = False


@dataclass(frozen=True)
class Counted:
    """Mutants, and what came of them."""

    mutants: list[Mutant]
    survivors: list[Survivor]

    @property
    def made(self) -> int:
        """Return how many mutants there are."""
        return len(self.mutants)

    @property
    def outcomes(self) -> Counter[str]:
        """Return how many mutants came to which end."""
        return Counter(mutant.outcome for mutant in self.mutants)

    @property
    def equivalent(self) -> list[Survivor]:
        """Return the survivors that no test could notice."""
        return [each for each in self.survivors if each.reason]

    @property
    def open(self) -> list[Survivor]:
        """Return the other survivors."""
        return [each for each in self.survivors if not each.reason]

    @property
    def by_crash(self) -> int:
        """Return how many were killed by an error that is no assertion's."""
        return sum(mutant.crashed and mutant.outcome == KILLED for mutant in self.mutants)

    @property
    def undecided(self) -> int:
        """Return how many have no result."""
        return self.outcomes[UNDECIDED]


class Function(NamedTuple):
    """A function of a source: its lines, from its `def` on, and the number of the first."""

    start: int
    lines: tuple[str, ...]


def sources_below(root: Path, name: str) -> dict[str, str]:
    """Return the texts of a folder's Python files, by their paths from `root`."""
    return {path.relative_to(root).as_posix(): text_of(path) for path in sorted((root / name).rglob("*.py"))}


def mutants_of(home: Path, sources: dict[str, str]) -> list[Mutant]:
    """Return all mutants of some sources, in their order; `home` is where mutmut left them."""
    found: list[Mutant] = []
    for path, text in sources.items():
        found += _mutants_of_file(home, path, text)
    return sorted(found, key=lambda mutant: (mutant.path, mutant.line))


def results_in(folder: Path) -> "Iterator[SourceFileMutationData]":
    """Return the results of each source file, as mutmut reads them; ValueError when one is half written."""
    for path in sorted(folder.rglob("*.meta")):
        results = SourceFileMutationData(path=path.with_suffix(""))
        results.load()
        yield results


def exit_codes_in(folder: Path) -> dict[str, int | None]:
    """Return the exit code of each mutant, by its name."""
    codes: dict[str, int | None] = {}
    for results in results_in(folder):
        codes.update(results.exit_code_by_key)
    return codes


def is_decided(folder: Path) -> bool:
    """Tell whether there are results, and none is undecided."""
    codes = exit_codes_in(folder)
    return bool(codes) and OUTCOMES.keys() >= set(codes.values())


def killers_in(home: Path) -> dict[str, str]:
    """Return the test that noticed each mutant, by the mutant's name."""
    document = home / KILLERS
    lines = document.read_text(encoding="utf-8").split("\n") if document.exists() else []
    return {name: test for name, _, test in (line.partition("\t") for line in lines)}


def function_of(mutant: str) -> str:
    """Return the function that a mutant is of, by the mutant's name; of a method, with its class."""
    short, owner = orig_function_and_class_names_from_key(mutant)
    return f"{owner}.{short}" if owner else short


def tests_in(home: Path) -> dict[str, list[str]]:
    """Return the tests that reach each function, by mutmut's name of the function."""
    return dict(_json_in(home / STATS, {}).get("tests_by_mangled_function_name", {}))


def is_reached(mutant: str, exit_code: int | None, tests: dict[str, list[str]]) -> bool:
    """Tell whether a test reaches a mutant; what noticed it once may not do so any more."""
    return exit_code not in UNREACHED and (not tests or mangled_name_from_mutant_name(mutant) in tests)


def _mutants_of_file(home: Path, path: str, text: str) -> Iterator[Mutant]:
    results = SourceFileMutationData(path=home / path)
    results.load()
    killers, early, tests = killers_in(home), _json_in(home / EARLY, []), tests_in(home)
    copies, functions = _copies(home / path), functions_of(text)
    for name, exit_code in results.exit_code_by_key.items():
        key, function = mangled_name_from_mutant_name(name), function_of(name)
        original = _lines(copies, f"{key}{ORIGINAL}", function)
        mutant = _lines(copies, name, function)
        start, end = in_common(original, mutant)
        written = tuple(mutant[start : len(mutant) - end])
        reached = is_reached(name, exit_code, tests)
        yield Mutant(
            path=path,
            function=function,
            line=functions[function].start + start,
            removed=tuple(map(str.strip, original[start : len(original) - end])),
            added=tuple(map(str.strip, written)),
            outcome=OUTCOMES.get(exit_code, UNDECIDED) if reached else SURVIVED,
            seconds=results.durations_by_key.get(name) or 0.0,
            reached=reached,
            tests=tuple(sorted(tests.get(key, ()))),
            crashed=exit_code in CRASHES,
            killer=killers.get(name, ""),
            name=name,
            written=written,
            early=key in early,
        )


def _json_in(path: Path, nothing: Any) -> Any:  # noqa: ANN401 - JSON
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else nothing


def _copies(generated: Path) -> dict[str, list[str]]:
    """Return the lines of each copy of a function in a generated source, by its name; none where nothing is changed."""
    spans = MutantLineSpans.load(generated) or MutantLineSpans(path=generated, span_by_function_name={})
    lines = generated.read_text(encoding="utf-8").split("\n")  # mutmut would read it in whatever the locale says
    return {name: lines[span.start - 1 : span.end] for name, span in spans.span_by_function_name.items()}


def _lines(copies: dict[str, list[str]], name: str, function: str) -> list[str]:
    """Return a copy of a function from its `def` line on, under the function's own name."""
    copy, short = name.rpartition(".")[2], function.rpartition(".")[2]
    lines = [line.replace(copy, short) for line in copies[copy]]
    while not lines[0].lstrip().startswith(("def ", "async def ")):  # a decorator
        del lines[0]
    return lines


def in_common(old: list[str], new: list[str]) -> tuple[int, int]:
    """Return how many lines, or tokens, are the same in front, and how many of the rest at the end."""
    start = alike(old, new)
    old_backwards, new_backwards = old[start:][::-1], new[start:][::-1]
    return start, alike(old_backwards, new_backwards)


def alike(one: list[str], other: list[str]) -> int:
    """Return how many items two lists have in common from their start."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def functions_of(text: str) -> dict[str, Function]:
    """Return the functions of a source, and the methods of its classes, by their names."""
    lines = text.split("\n")
    functions = {}
    for owner, node in statements_of(ast.parse(text).body):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            functions[owner + node.name] = Function(node.lineno, tuple(lines[node.lineno - 1 : node.end_lineno]))
    return functions


def statements_of(body: list[ast.stmt], owner: str = "") -> Iterator[tuple[str, ast.stmt]]:
    """Yield the statements of a module and of its classes, each behind the name of its class, with a dot."""
    for node in body:
        yield owner, node
        if isinstance(node, ast.ClassDef):
            yield from statements_of(node.body, f"{owner}{node.name}.")
