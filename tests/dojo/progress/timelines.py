"""Build a timeline from a history, without a repository: of each step, a tree names the code."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from dojo.practice.history import History
from dojo.practice.steps import Step
from dojo.progress.measures import Longest, Measures
from dojo.progress.steps import MeasuredStep
from dojo.progress.timeline import Timeline, timeline_of

SMALL = Measures(
    worst_complexity=9,
    total_complexity=20,
    duplicated_lines=4,
    design_findings={"blind-except": 2, "collapsible-if": 10},
    longest_method=Longest(31, "yahtzee_score"),
    largest_class=Longest(80, "Yatzy"),
    lines=100,
    methods=7,
)


def measures(**others: Any) -> Measures:
    """Return the measures of a small practice, with some of them replaced."""
    return replace(SMALL, **others)


def measured_step(step: Step, history: History, measured: Mapping[int, Measures]) -> MeasuredStep:
    """Return a step. Its name is the subject of a commit, and "a-tests" has the code of "a"."""
    found = MeasuredStep(**vars(step))
    found.name = history.commits.get(step.tree, "")
    found.is_committed = step.tree in history.commits
    if step.is_green:
        found.code = {"yatzy.py": step.tree.partition("-tests")[0]}
        found.measures = measured.get(step.number, SMALL)
    if history.swaps:
        found.partners = step.who
    return found


def timeline(history: History, measured: Mapping[int, Measures] | None = None) -> Timeline:
    """Return the timeline of a history. `measured`: by the number of a green step."""
    steps = [measured_step(step, history, measured or {}) for step in history.steps]
    return timeline_of(steps, history)
