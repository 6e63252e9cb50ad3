"""Cognitive complexity: how it counts, what it cannot read, and that nothing runs away with it."""

import pytest

from dojo.progress.metrics import Complexity, complexity_of, functions_of


def complexity(text: str) -> list[int]:
    return [each.complexity for each in functions_of(text)]


def test_nesting_counts_most() -> None:
    flat = "def f(a, b):\n    if a:\n        x()\n    if b:\n        y()\n"
    nested = "def f(a, b):\n    if a:\n        if b:\n            y()\n"
    assert (complexity(flat), complexity(nested)) == ([2], [3])


def test_a_function_inside_another_is_part_of_it() -> None:
    assert complexity("def f(a):\n    def g(b):\n        return 1 if b else 2\n    if a:\n        return g\n") == [3]


@pytest.mark.parametrize(
    "text",
    [
        "def f(:\n    pass\n",
        "x = 1\0\n",
        "print 'a'\n",
        'x = "\udce9"',
        "(" * 200_000,
        "x=" + "[" * 200_000 + "]" * 200_000,
    ],
    ids=["syntax", "NUL", "Python 2", "surrogate", "open", "deep"],
)
def test_what_does_not_parse_has_no_functions(text: str) -> None:
    assert complexity(f"def f():\n    return 1\n{text}") == []


def test_the_worst_and_the_mean() -> None:
    assert (complexity_of([0, 1, 5]), complexity_of([])) == (Complexity(5, 2), Complexity(0, 0))
