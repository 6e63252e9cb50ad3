"""Measures: of a worked example, of code that is broken, of many states at once; and which of them to show."""

from dataclasses import replace

import pytest

from dojo.progress.metrics import (
    MEASURES,
    Longest,
    Measures,
    code_of,
    complexities,
    measure,
    worth_showing,
)
from tests.dojo.progress.timelines import measures

# By hand: in count, the loop is 1, and the condition in it 2; in rank, each condition is 1, and `and` 1 more; reset and
# worth run straight. 4 functions of 3 + 4 + 0 + 0 = 7. Lines of each: 6, 8, 3 with its decorator, 4; of the class, 10.
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
BROKEN = "def broken(:\n    pass\n"
STRAIGHT = "def straight():\n    return 1\n"
COLLAPSIBLE = "if a:\n    if b:\n        c = 1\n"


def measured(**files: str) -> Measures:
    return measure([{f"{name}.py": text for name, text in files.items()}])[0]


def test_complexity_of_the_worked_example() -> None:
    found = measured(example=EXAMPLE)
    assert (found.methods, found.worst_complexity, found.mean_complexity) == (4, 4, 7 / 4)


def test_longest_method_and_largest_class_of_the_worked_example() -> None:
    found = measured(example=EXAMPLE)
    assert (found.longest_method, found.largest_class) == (Longest(8, "rank"), Longest(10, "Sixes"))


def test_lines_are_those_that_are_not_blank() -> None:
    assert measured(example="# said\n\n   \nx = 1\n\n", other="y = 2").lines == 3


def test_lines_that_stand_in_two_files_are_duplicated_in_both() -> None:
    lines = "".join(f"x = {number}\n" for number in range(4))
    assert measured(a=lines, b=f"y = 1\n{lines}").duplicated_lines == 8


def test_no_code_has_no_measures() -> None:
    assert not any(each.value(measured()) for each in MEASURES)


@pytest.mark.parametrize(
    "text",
    [BROKEN, "x = 1\0\n\ny = 2", "print 'a'\n\nb", 'x = "\udce9"\ny = 2', "(" * 200_000 + "\n)", "[\n" + "[" * 200_000],
    ids=["syntax", "NUL", "Python 2", "surrogate", "open", "deep"],
)
def test_a_file_that_does_not_parse_counts_its_lines_alone(text: str) -> None:
    assert measured(broken=text) == replace(measured(), lines=2)


def test_findings_are_named_and_counted() -> None:
    text = f"{COLLAPSIBLE}def f(a=[]):\n    return a\n"
    assert measured(a=text, b=COLLAPSIBLE).design_findings == {"collapsible-if": 2, "mutable-argument-default": 1}


def test_measures_come_in_the_order_of_the_states() -> None:
    states = [{"a.py": COLLAPSIBLE * (number > 1) + "x = 1\n" * number} for number in (2, 12, 0, 2, 1)]
    found = [(each.lines, len(each.design_findings)) for each in measure(states)]
    assert found == [(5, 1), (15, 1), (0, 0), (5, 1), (1, 0)]


def test_complexity_alone_is_that_of_all_measures_in_the_order_of_the_states() -> None:
    states = [{"a.py": EXAMPLE}, {}, {"a.py": STRAIGHT, "b.py": EXAMPLE}]
    all_measures = [(each.worst_complexity, each.mean_complexity) for each in measure(states)]
    assert complexities(states) == all_measures == [(4, 7 / 4), (0, 0), (4, 7 / 5)]


def test_tests_and_what_is_not_ones_own_are_no_code() -> None:
    others = ["tests/test_dice.py", "dice/tests/a.py", ".venv/a.py", "venv/a.py", "approved_files/a.py", ".a.py"]
    assert list(code_of(dict.fromkeys([*others, "dice/a.py", "tests.py"], ""))) == ["dice/a.py", "tests.py"]


FIRST = measures()


def names(*measured: Measures) -> list[str]:
    return [each.name for each in worth_showing(measured)]


def test_what_improves_most_stands_first() -> None:
    last = measures(lines=50, duplicated_lines=1, worst_complexity=7)
    assert names(FIRST, last) == ["duplicated lines", "worst complexity", "lines"]


def test_what_improves_stands_before_what_does_not() -> None:
    last = measures(worst_complexity=10, methods=6, lines=99)
    assert names(FIRST, last) == ["lines", "worst complexity", "methods"]


def test_the_number_of_methods_is_neither_good_nor_bad() -> None:
    assert names(FIRST, measures(methods=1, lines=110)) == ["lines", "methods"]


@pytest.mark.parametrize("times", range(3))
def test_where_nothing_changes_all_is_shown(times: int) -> None:
    assert names(*[FIRST] * times) == [each.name for each in MEASURES]
