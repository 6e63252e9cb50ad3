"""Cognitive complexity: how hard the functions of some code are to follow.

function: a function or a method; one inside another is part of that. complexity: 0 for a straight one; each break in
the straight flow counts 1, and 1 more for each level that it is nested. SonarSource defines it, complexipy counts it.
"""

from statistics import fmean
from typing import NamedTuple

from complexipy import FunctionComplexity, code_complexity


class Complexity(NamedTuple):
    """How hard the functions of a state are to follow: the worst, and the mean; 0 where there is none."""

    worst: int
    mean: float


def complexity_of(functions: list[int]) -> Complexity:
    """Return the worst and the mean of the complexities of functions."""
    return Complexity(max(functions, default=0), fmean(functions) if functions else 0.0)


def functions_of(text: str) -> list[FunctionComplexity]:
    """Return each function with its complexity, name and lines; none when the text does not parse."""
    try:
        return code_complexity(text, no_ignore=True, with_plans=False).functions
    except ValueError:
        return []
