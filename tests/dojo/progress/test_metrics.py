"""Measures: of a worked example, of code that is broken, of many states at once; and which of them to show."""

import subprocess
import warnings
from dataclasses import replace
from typing import Any

import pytest

from dojo.progress.metrics import (
    DEEPEST_LEVELS,
    LARGEST_CHARACTERS,
    Longest,
    Measures,
    code_of,
    complexities,
    measure,
    worth_showing,
)

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
NOTHING = Measures(0, 0.0, 0, {}, Longest(0, ""), Longest(0, ""), 0, 0)


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


def test_of_methods_as_long_as_each_other_the_first_is_named() -> None:
    found = measured(b=STRAIGHT, a="def one(): ...\ndef a():\n  1\ndef b():\n  1\n")
    assert found.longest_method == Longest(2, "a")


def test_a_method_is_named_without_its_class() -> None:
    assert measured(a="class A:\n    def one(self):\n        return 1\n").longest_method == Longest(2, "one")


def test_a_class_counts_wherever_it_stands() -> None:
    text = "def make():\n    class A:\n        one = 1\n\n        two = 2\n    return A\n"
    assert measured(a=text).largest_class == Longest(3, "A")


def test_lines_that_stand_in_two_files_are_duplicated_in_both() -> None:
    lines = "".join(f"x = {number}\n" for number in range(4))
    assert measured(a=lines, b=f"y = 1\n{lines}").duplicated_lines == 8


def test_no_warning_is_made_of_odd_code() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert measured(a='def odd():\n    return "\\d"\n').methods == 1


def test_no_code_has_no_measures() -> None:
    assert measured() == NOTHING


def test_a_file_that_does_not_parse_counts_its_lines_alone() -> None:
    assert measured(broken=BROKEN) == replace(NOTHING, lines=2)


@pytest.mark.parametrize(
    "text",
    [
        f"{STRAIGHT}{COLLAPSIBLE}".ljust(LARGEST_CHARACTERS + 1, "#"),
        f"{COLLAPSIBLE}x = {'-' * DEEPEST_LEVELS}1",
        "(" * 200_000,
    ],
    ids=["large", "deep", "very deep"],
)
def test_a_file_that_no_person_wrote_counts_its_lines_alone(text: str) -> None:
    assert measured(rude=text) == replace(NOTHING, lines=len(text.splitlines()))


def test_a_file_of_classes_alone_has_a_largest_class() -> None:
    assert measured(a="class A:\n    x = 1\n").largest_class == Longest(2, "A")


def test_a_file_that_does_not_parse_leaves_the_others_alone() -> None:
    found = measured(broken=BROKEN, example=EXAMPLE)
    assert (found.methods, found.worst_complexity, found.longest_method.name) == (4, 4, "rank")


def test_findings_are_named_and_counted() -> None:
    text = f"{COLLAPSIBLE}def f(a=[]):\n    return a\n"
    assert measured(a=text, b=COLLAPSIBLE).design_findings == {"collapsible-if": 2, "mutable-argument-default": 1}


def test_findings_are_in_the_order_of_their_names() -> None:
    text = f"{COLLAPSIBLE}def f(a=[], b=False):\n    try:\n        a()\n    except:\n        return b\n"
    found = list(measured(a=text).design_findings)
    assert (len(found), found) == (4, sorted(found))


def test_measures_come_in_the_order_of_the_states() -> None:
    states = [{"a.py": COLLAPSIBLE * (number > 1) + "x = 1\n" * number} for number in (2, 12, 0, 2, 1)]
    found = [(each.lines, len(each.design_findings)) for each in measure(states)]
    assert found == [(5, 1), (15, 1), (0, 0), (5, 1), (1, 0)]


def test_complexity_alone_is_that_of_all_measures_in_the_order_of_the_states() -> None:
    states = [{"a.py": EXAMPLE}, {}, {"a.py": STRAIGHT, "b.py": EXAMPLE}]
    all_measures = [(each.worst_complexity, each.mean_complexity) for each in measure(states)]
    assert complexities(states) == all_measures == [(4, 7 / 4), (0, 0), (4, 7 / 5)]


def test_ruff_runs_once_however_many_states_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[Any] = []
    real = subprocess.run

    def counted(*arguments: Any, **options: Any) -> Any:
        runs.append(arguments)
        return real(*arguments, **options)

    monkeypatch.setattr(subprocess, "run", counted)
    measure([{"a.py": f"x = {number}\n"} for number in range(20)])
    assert len(runs) == 1


def test_tests_and_what_is_not_ones_own_are_no_code() -> None:
    others = ["tests/test_dice.py", "dice/tests/a.py", ".venv/a.py", "venv/a.py", "approved_files/a.py", ".a.py"]
    assert list(code_of(dict.fromkeys([*others, "dice/a.py", "tests.py"], ""))) == ["dice/a.py", "tests.py"]


FIRST = Measures(40, 4.0, 20, {"collapsible-if": 2}, Longest(50, "roll"), Longest(200, "Yatzy"), 300, 20)


def names(*measured: Measures) -> list[str]:
    return [each.name for each in worth_showing(measured)]


def test_what_improves_most_stands_first() -> None:
    last = replace(FIRST, lines=150, duplicated_lines=2, worst_complexity=30)
    assert names(FIRST, last) == ["duplicated lines", "worst complexity", "lines"]


def test_among_sizes_too_what_improves_most_stands_first() -> None:
    last = replace(FIRST, largest_class=Longest(190, "Yatzy"), lines=150)
    assert names(FIRST, last) == ["lines", "largest class"]


def test_what_improves_stands_before_what_does_not() -> None:
    last = replace(FIRST, worst_complexity=41, methods=19, lines=299)
    assert names(FIRST, last) == ["lines", "worst complexity", "methods"]


def test_what_never_changes_is_left_out() -> None:
    assert names(FIRST, replace(FIRST, lines=301), FIRST) == ["lines"]


def test_what_looks_the_same_does_not_change() -> None:
    assert names(FIRST, replace(FIRST, mean_complexity=4.01, lines=301)) == ["lines"]


def test_the_number_of_methods_is_neither_good_nor_bad() -> None:
    assert names(FIRST, replace(FIRST, methods=1, lines=310)) == ["lines", "methods"]


@pytest.mark.parametrize("times", range(3))
def test_where_nothing_changes_all_is_shown(times: int) -> None:
    assert len(names(*[FIRST] * times)) == 8
