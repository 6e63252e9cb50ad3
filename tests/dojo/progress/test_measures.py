"""Test the measures of code, and the choice of those to show."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from dojo.kata.way import clean_code, replay, worked_steps
from dojo.kata.workspace import LAST_LEVEL, LEVELS, read_tangle
from dojo.progress.measures import (
    MEASURES,
    RULES,
    Longest,
    Measures,
    code_of,
    find_smells,
    measure_states,
    worth_showing,
)
from dojo.source import definitions_of
from tests.dojo.progress.timelines import measures
from tests.dojo.small_kata import WORKSPACE

# Counted by hand. Complexity: 3 in count (1 for the loop, 2 for the condition in it), 4 in rank (1
# for each condition, 1 for `and`), 0 in reset and worth; 7 in 4 functions.
# Lines: 6 in count, 8 in rank, 3 in reset with its decorator, 4 in worth, 10 in the class.
EXAMPLE = '''"""Dice."""


class Sixes:
    def count(self, dice):
        found = 0
        for die in dice:
            if die == 6:
                found += 1
        return found

    @property
    def reset(self):
        return 0


def rank(points):
    if points > 50 and points < 60:
        return "high"
    elif points > 20:
        return "fair"
    if points:
        # anything at all
        return "low"


def worth(dice):
    def sum_of(these):
        return sum(these)

    return sum_of(dice)
'''
COLLAPSIBLE = "if a:\n    if b:\n        c = 1\n"
DEEP = (
    "def f(a):\n" + "".join(f"{'  ' * depth}if a:\n" for depth in range(1, 8)) + 16 * " " + "x()\n"
)


def measured(**files: str) -> Measures:
    return measure_states([{f"{name}.py": text for name, text in files.items()}])[0]


def test_the_worked_example() -> None:
    assert measured(example=EXAMPLE) == Measures(
        worst_complexity=4,
        total_complexity=7,
        duplicated_lines=0,
        design_findings={"superfluous-else-return": 1},
        longest_method=Longest(8, "rank"),
        largest_class=Longest(10, "Sixes"),
        lines=23,
        methods=4,
    )


def test_no_code_has_no_measures() -> None:
    assert not any(each.value(measured()) for each in MEASURES)


def test_a_file_that_does_not_parse_counts_its_lines_alone() -> None:
    texts = [
        "def broken(:\n    pass\n",
        "x = 1\0\n\ny = 2",
        "print 'a'\n\nb",
        'x = "\udce9"\ny = 2',
        "(" * 9_000 + "\n)",
    ]
    assert measure_states([{"a.py": text} for text in texts]) == [
        replace(measured(), lines=2)
    ] * len(texts)


def test_measures_come_in_the_order_of_the_states() -> None:
    found = measure_states(
        [{"a.py": COLLAPSIBLE * (number > 1) + "x = 1\n" * number} for number in (2, 12, 0, 2, 1)]
    )
    assert [(each.lines, len(each.design_findings)) for each in found] == [
        (5, 1),
        (15, 1),
        (0, 0),
        (5, 1),
        (1, 0),
    ]


def test_tests_and_what_is_not_ones_own_are_no_code() -> None:
    others = [
        "tests/test_dice.py",
        "dice/tests/a.py",
        ".venv/a.py",
        "venv/a.py",
        "approved_files/a.py",
        ".a.py",
    ]
    assert list(code_of(dict.fromkeys([*others, "dice/a.py", "tests.py"], ""))) == [
        "dice/a.py",
        "tests.py",
    ]


# What stands there twice.

CODE = [f"x = {number}" for number in range(4)]
IMPORTS = [f"from dice import d{number}" for number in range(8)]


@pytest.mark.parametrize(
    ("files", "count"),
    [
        ([[*CODE, "between", *CODE], [*CODE, "after"]], 12),
        ([[*CODE[1:], "between", *CODE[1:]]], 0),
        ([[*CODE, "more"], [*CODE, "more"]], 10),
        ([CODE, [CODE[0], "# of chance", "", *CODE[1:]]], 8),
        ([IMPORTS, IMPORTS], 0),
    ],
    ids=[
        "each copy",
        "fewer lines are alike by chance",
        "a line of several runs",
        "comments between",
        "imports",
    ],
)
def test_lines_that_stand_elsewhere_too_count_each(files: list[list[str]], count: int) -> None:
    texts = {f"f{number}": "\n".join(lines) for number, lines in enumerate(files)}
    assert measured(**texts).duplicated_lines == count


def test_the_clean_code_has_none() -> None:
    assert measure_states([clean_code(WORKSPACE)])[0].duplicated_lines == 0


# Code that nobody uses.

TWINS = "".join(
    f"""
class {name}:
    def ones(self):
        return self.total_of(1)

    def twos(self):
        return self.total_of(2)
"""
    for name in ("Yatzy", "Yahtzee")
)
UNUSED = {
    "a function": ["def unused(points):", "    if points:", "        return 1", "    return 0"],
    "a class": ["class Unused:", "    def unused(self):", "        return 0"],
    "lines": ["UNUSED = 0", "UNUSED = [UNUSED, 1]"],
}


def added_before_each_function(text: str, added: list[str]) -> Iterator[str]:
    """Yield the text with these lines before each of its functions, as far to the right as it."""
    lines = text.split("\n")
    for definition in definitions_of(text):
        if definition.is_class:
            continue
        start = definition.first - 1
        indent = lines[start].partition(lines[start].strip())[0]
        yield "\n".join([*lines[:start], *(indent + line for line in added), *lines[start:]])


@pytest.mark.parametrize("added", UNUSED.values(), ids=UNUSED)
@pytest.mark.parametrize(
    "text",
    [EXAMPLE, TWINS, read_tangle(WORKSPACE, LEVELS[1])],
    ids=["an example", "methods that stand twice", "the tangle"],
)
def test_code_that_nobody_uses_improves_no_measure(text: str, added: list[str]) -> None:
    states = [{"yatzy.py": each} for each in (text, *added_before_each_function(text, added))]
    before, *others = measure_states(states)
    improved = {
        measure.name for after in others for measure in MEASURES if measure.gain(before, after)
    }
    assert improved == set()


def test_lines_in_a_row_are_of_one_function() -> None:
    assert measured(twins=TWINS).duplicated_lines == 0


# What its design lacks.


def test_the_rules_are_called_as_ruff_calls_them() -> None:
    command = [sys.executable, "-m", "ruff", "rule", "--all", "--output-format=json"]
    known = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)  # noqa: S603 - words of our own
    assert RULES.items() <= {rule["code"]: rule["name"] for rule in known}.items()


def test_no_function_that_the_worked_way_extracts_adds_a_finding() -> None:
    steps = worked_steps(WORKSPACE)[:150]
    changes = zip(
        steps,
        pairwise(replay({"yatzy.py": read_tangle(WORKSPACE, LAST_LEVEL)}, steps)),
        strict=True,
    )
    extracted = [
        (step.title, *both) for step, both in changes if step.refactoring == "Extract Function"
    ]
    found = find_smells(
        {text for _, *both in extracted for state in both for text in state.values()}
    )
    worse = [
        title
        for title, before, after in extracted
        if sum(found[text].total() for text in after.values())
        > sum(found[text].total() for text in before.values())
    ]
    assert (len(extracted) > 10, worse) == (True, [])


def test_a_finding_counts_once_in_whichever_text_it_is_whatever_hides_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("*", encoding="utf-8")
    (tmp_path / "ruff.toml").write_text(
        'lint.per-file-ignores = {"*" = ["ALL"]}\n', encoding="utf-8"
    )
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    hidden = f"# ruff: noqa\n{COLLAPSIBLE}".replace(":\n", ":  # noqa\n")
    found = find_smells([COLLAPSIBLE, "", "def f(a=[]): ...\n", hidden, DEEP])
    collapsible, nothing, argument, also, deep = found.values()
    assert (collapsible, nothing, argument, also) == (
        {"collapsible-if": 1},
        {},
        {"mutable-argument-default": 1},
        {"collapsible-if": 1},
    )
    assert deep["too-many-nested-blocks"] == 1  # which is reported of several lines


# Which to show.

FIRST = measures()


@pytest.mark.parametrize(
    ("last", "names"),
    [
        (
            measures(lines=50, duplicated_lines=1, worst_complexity=7),
            ["duplicated lines", "worst complexity", "lines"],
        ),
        (
            measures(worst_complexity=10, methods=6, lines=9),
            ["worst complexity", "lines", "methods"],
        ),
        (FIRST, [each.name for each in MEASURES]),
    ],
    ids=["by how much", "no size is good or bad", "where nothing changes, all"],
)
def test_what_improves_most_stands_first(last: Measures, names: list[str]) -> None:
    assert [each.name for each in worth_showing([FIRST, last])] == names


def test_where_nothing_was_measured_all_may_be_shown() -> None:
    assert worth_showing([]) == list(MEASURES)
