"""Measures of code: complexity, duplication, smells in its design, size.

Tests and hidden folders are no code. Blank lines do not count. A line is duplicated if it is part
of RUN_LINES lines in a row, of one function, that are somewhere else, too; comments and imports are
passed over. A design finding is a place where one of RULES of ruff finds a smell. No rule asks for
docstrings, types, names or layout, and none counts functions: an extracted function adds no
finding, unless it takes more than five arguments.

A function that nobody uses makes no measure better: each is a sum or a maximum, not a mean.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from operator import attrgetter
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from ruff import find_ruff_bin

from dojo.files import temporary_folder
from dojo.practice.code import is_python_code
from dojo.processes import run
from dojo.source import PARSE_ERRORS, Definition, Sources, count_filled, definitions_of, owners_of

RUN_LINES = 4
IGNORED_PREFIXES = ("#", "import ", "from ")
# By ruff's codes, with its own names.
RULES = {
    "PLR0911": "too-many-return-statements",
    "PLR0912": "too-many-branches",
    "PLR0913": "too-many-arguments",
    "PLR0914": "too-many-locals",
    "PLR0915": "too-many-statements",
    "PLR0916": "too-many-boolean-expressions",
    "PLR1702": "too-many-nested-blocks",
    "SIM102": "collapsible-if",
    "PLR5501": "collapsible-else-if",
    "RET505": "superfluous-else-return",
    "SIM103": "needless-bool",
    "SIM114": "if-with-same-arms",
    "PLR1714": "repeated-equality-comparison",
    "FBT002": "boolean-default-value-positional-argument",
    "FBT003": "boolean-positional-value-in-call",
    "B006": "mutable-argument-default",
    "PLW0603": "global-statement",
    "BLE001": "blind-except",
    "E722": "bare-except",
}
RUFF = (
    *(find_ruff_bin(), "check", "--isolated", "--no-respect-gitignore", "--no-cache", "--quiet"),
    *("--exit-zero", "--ignore-noqa", "--output-format=json-lines", "--preview"),
    *("--target-version=py314", f"--select={','.join(RULES)}", "."),
)


@dataclass(frozen=True)
class Longest:
    """The longest function or class, or 0 and an empty name."""

    lines: int
    name: str


@dataclass(frozen=True)
class Measures:
    """The measures of some code. A file that does not parse counts with its lines alone."""

    worst_complexity: int
    total_complexity: int
    duplicated_lines: int
    design_findings: dict[str, int]
    longest_method: Longest
    largest_class: Longest
    lines: int
    methods: int


class Measure(NamedTuple):
    """A measure for people: a number, and perhaps a name. A size is neither good nor bad."""

    name: str
    value: Callable[[Measures], int]
    word: str = ""
    is_size: bool = False

    def show(self, measures: Measures) -> str:
        return str(self.value(measures))

    def gain(self, before: Measures, after: Measures) -> float:
        """Return by which share it became less, from 0 to 1."""
        old = self.value(before)
        new = self.value(after)
        if self.is_size or new >= old:
            return 0.0
        return (old - new) / old


FINDINGS = "design findings"
FINDINGS_HINT = "Design findings are places where a design rule of ruff reports a smell."
MEASURES = (
    Measure("worst complexity", attrgetter("worst_complexity")),
    Measure("total complexity", attrgetter("total_complexity")),
    Measure("duplicated lines", attrgetter("duplicated_lines")),
    Measure(FINDINGS, lambda measures: sum(measures.design_findings.values())),
    Measure("longest method", attrgetter("longest_method.lines"), "{.longest_method.name}"),
    Measure(
        "largest class", attrgetter("largest_class.lines"), "{.largest_class.name}", is_size=True
    ),
    Measure("lines", attrgetter("lines"), is_size=True),
    Measure("methods", attrgetter("methods"), is_size=True),
)


class MeasureChange(NamedTuple):
    """How a measure changed, in words."""

    words: str
    is_better: bool = False


def changes(
    measures: Iterable[Measure], before: Measures | None, after: Measures | None
) -> list[MeasureChange]:
    """Return the measures that changed; all of them if there is nothing to compare with."""
    if after is None:
        return []
    found: list[MeasureChange] = []
    for measure in measures:
        new = measure.show(after)
        if before is None:
            found.append(MeasureChange(f"{measure.name} {new}"))
            continue
        old = measure.show(before)
        if old != new:
            is_better = measure.gain(before, after) > 0
            found.append(MeasureChange(f"{measure.name} {old} → {new}", is_better))
    return found


def worth_showing(measured: Sequence[Measures]) -> list[Measure]:
    """Return the measures that differ, the most improved first; all if none differs."""
    differing = [
        measure for measure in MEASURES if len({measure.show(each) for each in measured}) > 1
    ]
    if not differing:
        return list(MEASURES)
    return sorted(differing, key=lambda measure: -measure.gain(measured[0], measured[-1]))


def is_code(path: str) -> bool:
    """Return whether a file is Python code, and neither a test nor hidden."""
    return is_python_code(PurePosixPath(path))


def measure_states(states: list[Sources]) -> list[Measures]:
    """Measure some states of the code. ruff, which takes the longest, runs once for all."""
    texts: set[str] = set()
    for state in states:
        texts.update(state.values())
    findings = find_smells(texts)
    return [_measure(state, findings) for state in states]


def _measure(state: Sources, findings: dict[str, Counter[str]]) -> Measures:
    """Measure one state of the code. `findings`: the smells that ruff found, by text.

    The files come in the order of their paths: of functions of one length, the first is named.
    """
    texts = [state[path] for path in sorted(state)]
    definitions: list[Definition] = []
    smells = Counter[str]()
    for text in texts:
        smells += findings[text]
        with suppress(*PARSE_ERRORS):
            definitions += definitions_of(text)
    functions = [each for each in definitions if not each.is_class]
    complexities = [each.complexity for each in functions]
    return Measures(
        worst_complexity=max(complexities, default=0),
        total_complexity=sum(complexities),
        duplicated_lines=_duplicated_lines(texts),
        design_findings=dict(sorted(smells.items())),
        longest_method=_longest(functions),
        largest_class=_longest(each for each in definitions if each.is_class),
        lines=sum(count_filled(text.split("\n")) for text in texts),
        methods=len(functions),
    )


def _longest(definitions: Iterable[Definition]) -> Longest:
    sizes = [Longest(each.size, each.name.rpartition(".")[2]) for each in definitions]
    return max(sizes, key=attrgetter("lines"), default=Longest(0, ""))


def _duplicated_lines(texts: list[str]) -> int:
    """Count the lines of runs that occur more than once. Each copy counts."""
    parts = list(chain.from_iterable(_runs_by_owner(text) for text in texts))
    times = Counter(chain.from_iterable(parts))
    count = 0
    for runs in parts:
        duplicated: set[int] = set()
        for start, lines in enumerate(runs):
            if times[lines] > 1:
                duplicated.update(range(start, start + RUN_LINES))
        count += len(duplicated)
    return count


@lru_cache(maxsize=1000)
def _runs_by_owner(text: str) -> list[list[tuple[str, ...]]]:
    """Return each RUN_LINES lines in a row, for each function, class, and the rest of the file.

    No run has lines of two functions. Otherwise new code between them would hide a duplicate.
    """
    try:
        owners = owners_of(text)
    except PARSE_ERRORS:
        return []
    lines_of: dict[str, list[str]] = defaultdict(list)
    for owner, line in zip(owners, text.split("\n"), strict=True):
        stripped = line.strip()
        if stripped and not stripped.startswith(IGNORED_PREFIXES):
            lines_of[owner].append(stripped)
    return [_runs_in(lines) for lines in lines_of.values()]


def _runs_in(lines: list[str]) -> list[tuple[str, ...]]:
    """Return each RUN_LINES lines in a row."""
    starts = range(len(lines) - RUN_LINES + 1)
    return [tuple(lines[start : start + RUN_LINES]) for start in starts]


def find_smells(texts: Iterable[str]) -> dict[str, Counter[str]]:
    """Return how often each rule of ruff finds a smell, by text. A noqa comment does not count."""
    found = {text: Counter[str]() for text in texts}
    by_file = {f"{number}.py": smells for number, smells in enumerate(found.values())}
    with temporary_folder("findings") as folder:
        for name, text in zip(by_file, found, strict=True):
            path = folder / name
            path.write_text(text, encoding="utf-8", errors="replace", newline="")
        done = run(RUFF, folder)
        done.check_returncode()
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    # ruff may report one place several times.
    places = {(each["filename"], each["code"], str(each["location"])) for each in reports}
    for file, code, _ in places:
        if code in RULES:
            by_file[Path(file).name][RULES[code]] += 1
    return found
