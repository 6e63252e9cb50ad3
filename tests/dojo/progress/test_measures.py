"""The measures of code, and the choice of the ones to show."""

import json
import subprocess
import sys
from dataclasses import replace

import pytest

from dojo.kata.workspace import read_tangle
from dojo.progress.measures import (
    MEASURES,
    RULES,
    Longest,
    Measures,
    changes,
    find_smells,
    is_code,
    measure_states,
    worth_showing,
)
from tests.dojo.progress.timelines import SMALL, measures
from tests.dojo.small_kata import WORKSPACE
from tests.yatzy_kata import LEVELS

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
TWINS = """
class Yatzy:
    def ones(self):
        return self.total_of(1)

    def twos(self):
        return self.total_of(2)


class Yahtzee:
    def ones(self):
        return self.total_of(1)

    def twos(self):
        return self.total_of(2)
"""
COLLAPSIBLE = "if a:\n    if b:\n        c = 1\n"


def measured(*texts: str) -> Measures:
    """Return the measures of code with these texts in files of their own."""
    [found] = measure_states([{f"{number}.py": text for number, text in enumerate(texts)}])
    return found


def test_the_worked_example():
    assert measured(EXAMPLE) == Measures(
        worst_complexity=4,
        total_complexity=7,
        duplicated_lines=0,
        design_findings={"superfluous-else-return": 1},
        longest_method=Longest(8, "rank"),
        largest_class=Longest(10, "Sixes"),
        lines=23,
        methods=4,
    )


def test_no_code_has_no_measures():
    nothing = measured()
    assert not any(measure.value(nothing) for measure in MEASURES)
    assert nothing.longest_method == Longest(0, "")


@pytest.mark.parametrize(
    "text",
    [
        "def broken(:\n    pass\n",
        "x = 1\0\n\ny = 2",
        "print 'a'\n\nb",
        'x = "\udce9"\ny = 2',
        "(" * 9_000 + "\n)",
    ],
    ids=["syntax", "a null", "Python 2", "no UTF-8", "too deep"],
)
def test_a_file_that_does_not_parse_counts_its_lines(text: str):
    assert measured(text) == replace(measured(), lines=2)


def test_measures_come_in_the_order_of_the_states():
    one, two = measure_states([{"a.py": "x = 1\n"}, {"b.py": COLLAPSIBLE}])
    assert one.lines == 1
    assert one.design_findings == {}
    assert two.lines == 3
    assert two.design_findings == {"collapsible-if": 1}


def test_files_add_up():
    found = measured(COLLAPSIBLE * 2, f"{COLLAPSIBLE}\ndef f(a=[]): ...\n", EXAMPLE)
    assert found.design_findings["collapsible-if"] == 3
    assert found.design_findings["mutable-argument-default"] == 1
    assert found.methods == 5


def test_tests_are_no_code():
    tests = "tests/test_dice.py dice/tests/a.py tests.py test/a.py setup.py approved_files/a.py"
    others = f"{tests} .venv/a.py venv/a.py .a.py a.md"
    assert list(filter(is_code, ["dice/a.py", *others.split()])) == ["dice/a.py"]


# Duplicated lines: these letters are lines.


@pytest.mark.parametrize(
    ("files", "count"),
    [
        ("abcd-abcd abcd", 12),
        ("abc-abc", 0),
        ("abcde abcde", 10),
        ("abcd a#bcd", 8),
        ("abcd a_bcd", 8),
        ("abcdxabcd", 8),
        ("aaaaa", 5),
    ],
    ids=["each copy", "three lines", "two runs", "a comment", "a blank line", "one file", "a row"],
)
def test_lines_of_runs_that_occur_twice_are_counted(files: str, count: int):
    texts = ["\n".join(file).replace("_", "") for file in files.replace("-", "z").split()]
    assert measured(*texts).duplicated_lines == count


@pytest.mark.parametrize("statement", ["import d{}", "from dice import d{}"])
def test_imports_are_no_duplicates(statement: str):
    text = "\n".join(statement.format(number) for number in range(8))
    assert measured(text, text).duplicated_lines == 0


def test_a_run_is_in_one_function():
    assert measured(TWINS).duplicated_lines == 0


# Code that nobody uses.


@pytest.mark.parametrize(
    "unused",
    [
        "def unused(points):\n    if points:\n        return 1\n    return 0\n",
        "class Unused:\n    def unused(self):\n        return 0\n",
        "UNUSED = 0\nUNUSED = [UNUSED, 1]\n",
    ],
    ids=["a function", "a class", "lines"],
)
@pytest.mark.parametrize(
    "text", [EXAMPLE, TWINS, read_tangle(WORKSPACE, LEVELS[1])], ids=["example", "twins", "tangle"]
)
def test_unused_code_improves_no_measure(text: str, unused: str):
    before = measured(text)
    for place in ("\nclass", "\ndef"):
        after = measured(text.replace(place, f"\n{unused}{place}"))
        assert [measure.name for measure in MEASURES if measure.gain(before, after)] == []


# Design findings.


def test_the_rules_have_the_names_of_ruff():
    command = [sys.executable, "-m", "ruff", "rule", "--all", "--output-format=json"]
    done = subprocess.run(command, capture_output=True, check=True)  # noqa: S603 - our own words
    names = {rule["code"]: rule["name"] for rule in json.loads(done.stdout)}
    assert RULES.items() <= names.items()


def test_no_comment_hides_a_finding():
    hidden = f"# ruff: noqa\n{COLLAPSIBLE}".replace(":\n", ":  # noqa\n")
    [found] = find_smells([hidden]).values()
    assert found == {"collapsible-if": 1}


def test_a_finding_that_ruff_repeats_counts_once():
    depths = [f"{'  ' * depth}if a:\n" for depth in range(1, 8)]
    text = f"def f(a):\n{''.join(depths)}{' ' * 16}x()\n"
    [found] = find_smells([text]).values()
    assert found["too-many-nested-blocks"] == 1


# Which measures to show.


def shown_names(*measured_steps: Measures) -> str:
    return ", ".join(measure.name for measure in worth_showing(measured_steps))


def test_the_most_improved_measure_comes_first():
    last = measures(lines=50, duplicated_lines=1, worst_complexity=7)
    assert shown_names(SMALL, SMALL, last) == "duplicated lines, worst complexity, lines"


def test_a_size_is_never_better():
    last = measures(worst_complexity=10, methods=6, lines=9)
    assert shown_names(SMALL, last) == "worst complexity, lines, methods"


def test_a_measure_that_differed_meanwhile_is_shown():
    assert shown_names(SMALL, measures(lines=9), SMALL) == "lines"


def test_without_a_difference_all_measures_are_shown():
    assert worth_showing([SMALL, SMALL]) == list(MEASURES)
    assert worth_showing([]) == list(MEASURES)


def test_findings_of_all_rules_are_one_measure():
    better = measures(design_findings={"blind-except": 2})
    [change] = changes(MEASURES, SMALL, better)
    assert change == ("design findings 12 → 2", True)


def test_without_measures_before_all_are_told():
    first, *others = changes(MEASURES, None, SMALL)
    assert first == ("worst complexity 9", False)
    assert len(others) == 7


def test_without_measures_nothing_is_told():
    assert changes(MEASURES, SMALL, None) == []
