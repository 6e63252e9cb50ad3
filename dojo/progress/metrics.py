"""Measures of code: how hard it is to follow, what stands there twice, what its design lacks, how much of it there is.

state: the code at one moment, the text of each .py file by its path. Tests, hidden folders and what is not one's own
do not count as code. function: a function or a method; one inside another is part of that. line: one that is not blank.
complexity: cognitive; 0 for a straight function; each break in the straight flow counts 1, and 1 more for each level
that it is nested. SonarSource defines it, complexipy counts it.

A text that several states share is measured once, and ruff runs once for all: a hundred states cost little more than
one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from pathlib import PurePosixPath
from statistics import fmean
from typing import NamedTuple

from complexipy import FunctionComplexity, code_complexity

from dojo.practice.files import is_no_source
from dojo.progress.definitions import UNREADABLE, definitions_of
from dojo.progress.duplication import Run, duplicated_lines, runs_of
from dojo.progress.findings import Findings, findings_of

State = dict[str, str]


class Complexity(NamedTuple):
    """How hard the functions of a state are to follow: the worst, and the mean; 0 where there is none."""

    worst: int
    mean: float


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


def _no_word(_: Measures) -> str:
    return ""


class Change(NamedTuple):
    """What became of a measure, in figures: those that are there at first, or before and after; and a word about it."""

    name: str
    figures: str
    word: str = ""
    is_better: bool = False

    def __str__(self) -> str:
        """Say it without the word."""
        return f"{self.name} {self.figures}"


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

    def change(self, before: Measures | None, after: Measures) -> Change | None:
        """Return what became of it; none where it stayed the same."""
        new = self.show(after)
        if before is None:
            return Change(self.name, new, self.word(after))
        old = self.show(before)
        if old == new:
            return None
        is_better = self.less_is_better and self.value(after) < self.value(before)
        return Change(self.name, f"{old} → {new}", is_better=is_better)


MEASURES = (
    Measure("worst complexity", attrgetter("worst_complexity")),
    Measure("mean complexity", attrgetter("mean_complexity"), digits=1),
    Measure("duplicated lines", attrgetter("duplicated_lines"), is_of_text=True),
    Measure("design findings", lambda found: sum(found.design_findings.values())),
    Measure("longest method", attrgetter("longest_method.lines"), attrgetter("longest_method.name")),
    Measure("largest class", attrgetter("largest_class.lines"), attrgetter("largest_class.name"), is_size=True),
    Measure("lines", attrgetter("lines"), is_size=True, is_of_text=True),
    Measure("methods", attrgetter("methods"), less_is_better=False, is_size=True),
)


def changes(measures: Sequence[Measure], before: Measures | None, after: Measures | None) -> list[Change]:
    """Return what became of measures that were taken."""
    if after is None:
        return []
    found = [measure.change(before, after) for measure in measures]
    return [change for change in found if change]


def worth_showing(measured: Sequence[Measures]) -> list[Measure]:
    """Return the measures that differ among these, or all where none does.

    Those that are better in the last than in the first stand first, the ones that became better by most before the
    others; but sizes behind what tells how hard the code is, for to have less of it is a smaller thing.
    """
    differ = [each for each in MEASURES if _differs(each, measured)]
    differ.sort(key=lambda each: _place(each, measured[0], measured[-1]))
    return differ or list(MEASURES)


def _differs(measure: Measure, measured: Sequence[Measures]) -> bool:
    shown = {measure.show(found) for found in measured}
    return len(shown) > 1


def _place(measure: Measure, first: Measures, last: Measures) -> tuple[bool, bool, float]:
    """Return what a measure is sorted by, among others."""
    gain = _gain(measure, first, last)
    return gain == 0, measure.is_size, -gain


def _gain(measure: Measure, first: Measures, last: Measures) -> float:
    """Return what part of a measure went away; 0 where it became no better, or where less is no better."""
    before = measure.value(first)
    after = measure.value(last)
    if measure.less_is_better and after < before:
        return (before - after) / before
    return 0.0


def code_of(files: dict[str, str]) -> State:
    """Return the files that are code: neither tests nor hidden nor somebody else's."""
    return {path: text for path, text in files.items() if _is_source(path)}


def _is_source(path: str) -> bool:
    parts = PurePosixPath(path).parts
    return not any(map(is_no_source, parts))


def measure(states: list[State]) -> list[Measures]:
    """Measure each state; WorkspaceError when ruff cannot."""
    texts = {text: _read(text) for text in _texts_of(states)}
    findings = findings_of(text for text, read in texts.items() if read.parses)
    measured: list[Measures] = []
    for state in states:
        in_state = [texts[text] for _, text in sorted(state.items())]
        found = Findings()
        for text in state.values():
            found.update(findings.get(text, {}))
        measured.append(_measures(in_state, found))
    return measured


def complexities(states: list[State]) -> list[Complexity]:
    """Return the complexity of each state, in a small part of the time of all measures."""
    known: dict[str, list[int]] = {}
    for text in _texts_of(states):
        known[text] = [each.complexity for each in functions_of(text)]
    measured: list[Complexity] = []
    for state in states:
        of_texts = [known[text] for text in state.values()]
        measured.append(complexity_of(list(chain.from_iterable(of_texts))))
    return measured


def complexity_of(functions: list[int]) -> Complexity:
    """Return the worst and the mean of the complexities of functions."""
    return Complexity(max(functions, default=0), fmean(functions) if functions else 0.0)


def functions_of(text: str) -> list[FunctionComplexity]:
    """Return each function with its complexity, name and lines; none when the text does not parse."""
    try:
        return code_complexity(text, no_ignore=True, with_plans=False).functions
    except ValueError:
        return []


def _texts_of(states: list[State]) -> set[str]:
    return {text for state in states for text in state.values()}


class _Text(NamedTuple):
    """What there is in a text: how many lines, its runs, its functions and how complex each of them is, its classes."""

    lines: int
    runs: list[Run]
    functions: list[Longest]
    complexities: list[int]
    classes: list[Longest]
    parses: bool


def _read(text: str) -> _Text:
    lines = [bool(line.strip()) for line in text.splitlines()]
    read = _Text(sum(lines), runs_of(text), [], [], [], parses=True)
    try:
        classes = [each for each in definitions_of(text) if each.is_class]
    except UNREADABLE:
        return read._replace(parses=False)
    for each in functions_of(text):
        name = each.name.rpartition("::")[2]
        read.functions.append(Longest(sum(lines[each.line_start - 1 : each.line_end]), name))
        read.complexities.append(each.complexity)
    read.classes.extend(Longest(sum(lines[each.line - 1 : each.last]), each.node.name) for each in classes)
    return read


def _measures(texts: list[_Text], findings: Findings) -> Measures:
    functions = [each for text in texts for each in text.functions]
    classes = [each for text in texts for each in text.classes]
    complexity = complexity_of([each for text in texts for each in text.complexities])
    return Measures(
        complexity.worst,
        complexity.mean,
        duplicated_lines([text.runs for text in texts]),
        dict(sorted(findings.items())),
        _longest(functions),
        _longest(classes),
        lines=sum(text.lines for text in texts),
        methods=len(functions),
    )


def _longest(all_of_them: list[Longest]) -> Longest:
    """Return the first of those that are longest."""
    return max(all_of_them, key=attrgetter("lines"), default=Longest(0, ""))
