"""Measures of code: how hard it is to follow, what stands there twice, what its design lacks, how much of it there is.

state: the code at one moment, the text of each .py file by its path. Tests, hidden folders and what is not one's own
do not count as code. line: one that is not blank. run: RUN_LINES lines in a row, wherever they are indented, but for
comments and imports; fewer are alike by chance. A line is duplicated that is part of a run which stands elsewhere, too.
finding: one place where ruff finds that a design is hard to change, by the name of its rule: functions that do too
much, branches that say a thing twice, flags, errors that nobody hears of. No rule asks for docstrings, types, names or
layout, and none counts a function: code that is only taken out into a function of its own adds no finding, unless that
needs more than five arguments.

A text that several states share is measured once, and ruff runs once for all: a hundred states cost little more than
one.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from operator import attrgetter
from pathlib import Path, PurePosixPath
from statistics import fmean
from typing import NamedTuple

from dojo.kata.workspace import temporary_folder
from dojo.practice.code import is_no_source
from dojo.progress.definitions import UNREADABLE, Definition, definitions_of

State = dict[str, str]
Run = tuple[str, ...]
Findings = Counter[str]

RUN_LINES = 4
SAYS_NOTHING = ("#", "import ", "from ")
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
    *(sys.executable, "-m", "ruff", "check", "--isolated", "--no-respect-gitignore", "--no-cache", "--quiet"),
    *("--exit-zero", "--ignore-noqa", "--output-format=json-lines", "--preview", "--target-version=py314"),
    *(f"--select={','.join(RULES)}", "."),
)


@dataclass(frozen=True)
class Longest:
    """The longest function or class: its lines, those of its decorators too, and its name; 0 and "" for none."""

    lines: int
    name: str


@dataclass(frozen=True)
class Measures:
    """What was measured of a state; of a file that cannot be read, because it does not parse, lines alone."""

    worst_complexity: int
    mean_complexity: float
    duplicated_lines: int
    design_findings: dict[str, int]
    longest_method: Longest
    largest_class: Longest
    lines: int
    methods: int


class Change(NamedTuple):
    """What became of a measure, in figures: those that are there at first, or before and after; and a word about it."""

    name: str
    figures: str
    word: str = ""
    is_better: bool = False

    def __str__(self) -> str:
        """Say it without the word."""
        return f"{self.name} {self.figures}"


def _no_word(_: Measures) -> str:
    return ""


class Measure(NamedTuple):
    """How people read a measure: a number, and perhaps a word that it is about.

    `is_size`: it tells how much code there is, not how hard. `is_of_text`: it is known of what does not parse, too.
    """

    name: str
    value: Callable[[Measures], float]
    word: Callable[[Measures], str] = _no_word
    digits: int = 0
    less_is_better: bool = True
    is_size: bool = False
    is_of_text: bool = False

    def show(self, found: Measures) -> str:
        """Return the number."""
        return f"{self.value(found):.{self.digits}f}"

    def change(self, before: Measures | None, after: Measures) -> Change:
        """Return what became of it."""
        if before is None:
            return Change(self.name, self.show(after), self.word(after))
        figures = f"{self.show(before)} → {self.show(after)}"
        return Change(self.name, figures, is_better=self.gain(before, after) > 0)

    def gain(self, before: Measures, after: Measures) -> float:
        """Return what part of it went away; 0 where it became no better, or where less is no better."""
        old, new = self.value(before), self.value(after)
        return (old - new) / old if self.less_is_better and new < old else 0.0


FINDINGS = "design findings"
ABOUT_FINDINGS = f"{FINDINGS}: places where ruff's rules on design see a smell."
MEASURES = (
    Measure("worst complexity", attrgetter("worst_complexity")),
    Measure("mean complexity", attrgetter("mean_complexity"), digits=1),
    Measure("duplicated lines", attrgetter("duplicated_lines"), is_of_text=True),
    Measure(FINDINGS, lambda found: sum(found.design_findings.values())),
    Measure("longest method", attrgetter("longest_method.lines"), attrgetter("longest_method.name")),
    Measure("largest class", attrgetter("largest_class.lines"), attrgetter("largest_class.name"), is_size=True),
    Measure("lines", attrgetter("lines"), is_size=True, is_of_text=True),
    Measure("methods", attrgetter("methods"), less_is_better=False, is_size=True),
)


def changes(measures: Iterable[Measure], before: Measures | None, after: Measures | None) -> list[Change]:
    """Return what became of those measures that changed; at first, of all."""
    if after is None:
        return []
    differ = [each for each in measures if before is None or each.show(before) != each.show(after)]
    return [each.change(before, after) for each in differ]


def worth_showing(measured: Sequence[Measures]) -> list[Measure]:
    """Return the measures that differ among these, or all where none does.

    Those that are better in the last than in the first stand first, the ones that became better by most before the
    others; but sizes behind what tells how hard the code is, for to have less of it is a smaller thing.
    """

    def place(of: Measure) -> tuple[bool, bool, float]:
        gain = of.gain(measured[0], measured[-1])
        return gain == 0, of.is_size, -gain

    differ = [each for each in MEASURES if len({each.show(found) for found in measured}) > 1]
    return sorted(differ, key=place) or list(MEASURES)


@lru_cache(maxsize=1000)
def is_code(path: str) -> bool:
    """Tell whether a file is code: neither a test nor hidden nor somebody else's."""
    return path.endswith(".py") and not any(map(is_no_source, PurePosixPath(path).parts))


def code_of(files: dict[str, str]) -> State:
    """Return the files that are code."""
    return {path: text for path, text in files.items() if is_code(path)}


def measure(states: list[State]) -> list[Measures]:
    """Measure each state."""
    findings = findings_of({text for state in states for text in state.values()})
    return [_measures([state[path] for path in sorted(state)], findings) for state in states]


def _measures(texts: list[str], findings: dict[str, Findings]) -> Measures:
    definitions = [each for text in texts for each in _definitions_in(text)]
    classes = [each for each in definitions if each.is_class]
    functions = [each for each in definitions if not each.is_class]
    complexities = [each.complexity for each in functions] or [0]
    found = sum((findings[text] for text in texts), Findings())
    return Measures(
        max(complexities),
        fmean(complexities),
        duplicated_lines([runs_of(text) for text in texts]),
        dict(sorted(found.items())),
        _longest(functions),
        _longest(classes),
        lines=sum(len(_lines_of(text)) for text in texts),
        methods=len(functions),
    )


def _definitions_in(text: str) -> list[Definition]:
    try:
        return definitions_of(text)
    except UNREADABLE:
        return []


def _longest(definitions: list[Definition]) -> Longest:
    """Return the first of those that are longest."""
    return max(
        (Longest(each.size, each.node.name) for each in definitions), key=attrgetter("lines"), default=Longest(0, "")
    )


@lru_cache(maxsize=1000)
def _lines_of(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip()]


@lru_cache(maxsize=1000)
def runs_of(text: str) -> list[Run]:
    """Return the runs in a text, from each line that says something."""
    lines = [line for line in _lines_of(text) if not line.startswith(SAYS_NOTHING)]
    return [tuple(lines[start : start + RUN_LINES]) for start in range(len(lines) - RUN_LINES + 1)]


def duplicated_lines(files: list[list[Run]]) -> int:
    """Return how many lines of some files are part of a run that stands there more than once, each copy counted."""
    times = Counter(chain.from_iterable(files))
    lines = 0
    for runs in files:
        duplicated: set[int] = set()
        for start, run in enumerate(runs):
            if times[run] > 1:
                duplicated.update(range(start, start + RUN_LINES))
        lines += len(duplicated)
    return lines


def findings_of(texts: Iterable[str]) -> dict[str, Findings]:
    """Return what ruff finds in each text, by the text; no comment hides a finding."""
    found = {text: Findings() for text in texts}
    by_number = list(found.values())
    with temporary_folder("findings") as folder:
        for number, text in enumerate(found):
            (folder / f"{number}.py").write_text(text, encoding="utf-8", errors="replace", newline="")
        done = subprocess.run(RUFF, cwd=folder, capture_output=True, encoding="utf-8", check=True)  # noqa: S603 - our own
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    # ruff may say a thing several times of one place
    for file, rule, _ in {(each["filename"], each["code"], str(each["location"])) for each in reports}:
        if rule in RULES:
            by_number[int(Path(file).stem)][RULES[rule]] += 1
    return found
