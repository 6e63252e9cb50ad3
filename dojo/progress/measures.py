"""Measures of code: how hard it is to follow, what stands there twice, what its design lacks, how much of it there is.

Tests, hidden folders and what is not one's own do not count as code. A line counts that is not blank. It is duplicated
where RUN_LINES lines in a row stand elsewhere too, but for comments and imports: fewer are alike by chance. A design
finding is a place where one of RULES of ruff sees a smell. None of them asks for docstrings, types, names or layout,
and none counts functions: a function that is extracted adds no finding, unless it needs more than five arguments.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from operator import attrgetter
from pathlib import Path, PurePosixPath
from statistics import fmean
from typing import NamedTuple

from ruff import find_ruff_bin

from dojo.files import temporary_folder
from dojo.practice.code import is_no_source
from dojo.processes import run
from dojo.source import PARSE_ERRORS, Definition, Sources, definitions_of

RUN_LINES = 4
IGNORED_PREFIXES = ("#", "import ", "from ")
RULES = {  # by ruff's codes, as ruff calls them
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
    *(
        "--exit-zero",
        "--ignore-noqa",
        "--output-format=json-lines",
        "--preview",
        "--target-version=py314",
    ),
    *(f"--select={','.join(RULES)}", "."),
)


@dataclass(frozen=True)
class Longest:
    """The longest function or class; 0 and "" where there is none."""

    lines: int
    name: str


@dataclass(frozen=True)
class Measures:
    """What was measured of a state; of a file that does not parse, lines alone."""

    worst_complexity: int
    mean_complexity: float
    duplicated_lines: int
    design_findings: dict[str, int]
    longest_method: Longest
    largest_class: Longest
    lines: int
    methods: int


class Measure(NamedTuple):
    """How people read a measure: a number, and perhaps a name. Of a size, neither more nor less of it is better."""

    name: str
    value: Callable[[Measures], float]
    word: str = ""
    digits: int = 0
    is_size: bool = False

    def show(self, found: Measures) -> str:
        return f"{self.value(found):.{self.digits}f}"

    def gain(self, before: Measures, after: Measures) -> float:
        """Return what part of it went away; 0 where it became no better."""
        old, new = self.value(before), self.value(after)
        return 0.0 if self.is_size or new >= old else (old - new) / old


FINDINGS = "design findings"
MEASURES = (
    Measure("worst complexity", attrgetter("worst_complexity")),
    Measure("mean complexity", attrgetter("mean_complexity"), digits=1),
    Measure("duplicated lines", attrgetter("duplicated_lines")),
    Measure(FINDINGS, lambda found: sum(found.design_findings.values())),
    Measure("longest method", attrgetter("longest_method.lines"), "{.longest_method.name}"),
    Measure(
        "largest class", attrgetter("largest_class.lines"), "{.largest_class.name}", is_size=True
    ),
    Measure("lines", attrgetter("lines"), is_size=True),
    Measure("methods", attrgetter("methods"), is_size=True),
)


class MeasureChange(NamedTuple):
    """What became of a measure, in words."""

    words: str
    is_better: bool = False


def changes(
    measures: Iterable[Measure], before: Measures | None, after: Measures | None
) -> list[MeasureChange]:
    """Return what became of those measures that changed; at first, what all of them are."""
    if before is None or after is None:
        return [MeasureChange(f"{each.name} {each.show(after)}") for each in measures if after]
    differ = [each for each in measures if each.show(before) != each.show(after)]
    return [
        MeasureChange(
            f"{each.name} {each.show(before)} → {each.show(after)}", each.gain(before, after) > 0
        )
        for each in differ
    ]


def worth_showing(measured: Sequence[Measures]) -> list[Measure]:
    """Return the measures that differ among these, or all where none does; those that improved most stand first."""
    differ = [each for each in MEASURES if len({each.show(found) for found in measured}) > 1]
    return sorted(differ, key=lambda each: -each.gain(measured[0], measured[-1])) or list(MEASURES)


def is_code(path: str) -> bool:
    """Tell whether a file is code: neither a test nor hidden nor somebody else's."""
    return path.endswith(".py") and not any(map(is_no_source, PurePosixPath(path).parts))


def code_of(files: dict[str, str]) -> Sources:
    """Return the files that are code."""
    return {path: text for path, text in files.items() if is_code(path)}


def measure(states: list[Sources]) -> list[Measures]:
    """Measure each state. A text that several states share is measured once, and ruff runs once for all."""
    findings = findings_of({text for state in states for text in state.values()})
    return [_measures([state[path] for path in sorted(state)], findings) for state in states]


def _measures(texts: list[str], findings: dict[str, Counter[str]]) -> Measures:
    definitions: list[Definition] = []
    for text in texts:
        with suppress(*PARSE_ERRORS):
            definitions += definitions_of(text)
    functions = [each for each in definitions if not each.is_class]
    complexities = [each.complexity for each in functions] or [0]
    return Measures(
        worst_complexity=max(complexities),
        mean_complexity=fmean(complexities),
        duplicated_lines=_duplicated_lines(texts),
        design_findings=dict(
            sorted(sum((findings[text] for text in texts), Counter[str]()).items())
        ),
        longest_method=_longest(functions),
        largest_class=_longest(each for each in definitions if each.is_class),
        lines=sum(len(_lines_of(text)) for text in texts),
        methods=len(functions),
    )


def _longest(definitions: Iterable[Definition]) -> Longest:
    """Return the first of those that are longest."""
    sizes = [Longest(each.size, each.name.rpartition(".")[2]) for each in definitions]
    return max(sizes, key=attrgetter("lines"), default=Longest(0, ""))


def _lines_of(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip()]


def _duplicated_lines(texts: list[str]) -> int:
    """Return how many lines are part of a run that stands there more than once; each copy counts."""
    files = [_runs_of(text) for text in texts]
    times = Counter(chain.from_iterable(files))
    lines = 0
    for runs in files:
        starts = [start for start, run in enumerate(runs) if times[run] > 1]
        lines += len({start + offset for start in starts for offset in range(RUN_LINES)})
    return lines


@lru_cache(maxsize=1000)
def _runs_of(text: str) -> list[tuple[str, ...]]:
    """Return each RUN_LINES lines in a row."""
    lines = [line for line in _lines_of(text) if not line.startswith(IGNORED_PREFIXES)]
    return list(zip(*(lines[start:] for start in range(RUN_LINES)), strict=False))


def findings_of(texts: Iterable[str]) -> dict[str, Counter[str]]:
    """Return what ruff finds in each text, by the text; no comment hides a finding."""
    found = {text: Counter[str]() for text in texts}
    by_number = list(found.values())
    with temporary_folder("findings") as folder:
        for number, text in enumerate(found):
            (folder / f"{number}.py").write_text(
                text, encoding="utf-8", errors="replace", newline=""
            )
        done = run(RUFF, folder)
        done.check_returncode()
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    # ruff may say a thing several times of one place
    for file, rule, _ in {
        (each["filename"], each["code"], str(each["location"])) for each in reports
    }:
        if rule in RULES:
            by_number[int(Path(file).stem)][RULES[rule]] += 1
    return found
