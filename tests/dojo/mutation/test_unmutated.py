"""Reach: a statement that no mutant changes must be listed."""

from pathlib import Path

import pytest

from dojo.mutation.results import KILLED, Mutant
from dojo.mutation.unmutated import Statement, compare, unmutated

SOURCE = '''"""A module."""

import sys

FIFTY = 50


class Rules:
    """A class."""

    BONUS = 35

    @property
    def bonus(self):
        """A property."""
        return self.BONUS + 1

    def double(self, points):
        """A method."""
        for die in points:
            yield die + die
'''
REACHED = Mutant("legacy/rules.py", "Rules.double", 21, ("yield die + die",), ("yield die - die",), KILLED, 0.1)


def missed(source: str = SOURCE, *mutants: Mutant) -> list[Statement]:
    return list(unmutated({"legacy/rules.py": source}, list(mutants)))


def lines_missed(source: str, *mutants: Mutant) -> list[int]:
    return [each.line for each in missed(source, *mutants)]


def change(line: int, function: str = "Rules.double") -> Mutant:
    return Mutant("legacy/rules.py", function, line, ("2",), ("3",), KILLED, 0.1)


def test_values_of_modules_and_classes_properties_and_bare_loops_are_unmutated() -> None:
    assert [(each.line, each.function, each.text) for each in missed(SOURCE, REACHED)] == [
        (5, "(module)", "FIFTY = 50"),
        (11, "Rules", "BONUS = 35"),
        (16, "Rules.bonus", "return self.BONUS + 1"),
        (20, "Rules.double", "for die in points:"),
    ]


def test_what_mutmut_only_has_no_change_for_is_told_from_what_it_never_looks_at() -> None:
    assert [each.line for each in missed(SOURCE, REACHED) if each.plain] == [20]


@pytest.mark.parametrize("default", ["(1, 2)", "-1", "PAYS", "lambda: 2", "max(2, 3)", "PAYS['pair']"])
def test_a_default_that_is_more_than_a_plain_value_is_unmutated(default: str) -> None:
    assert lines_missed(f"def points(pays={default}, *, twice={default}):\n    return pays * 2\n", change(2)) == [1]


@pytest.mark.parametrize("decorator", ["property", "cache", "functools.cache", "staticmethod\n@cache"])
def test_all_of_a_function_under_another_decorator_is_unmutated(decorator: str) -> None:
    found = missed(f"@{decorator}\ndef points(pays=2):\n    return pays * 2\n")
    assert [(each.text, each.plain) for each in found] == [("def points(pays=2):", False), ("return pays * 2", False)]


def test_the_arguments_of_a_decorator_are_unmutated() -> None:
    assert lines_missed("@rule('ones', pays=1)\nclass Ones:\n    pass\n") == [1, 3]


def test_dataclass_fields_and_tables_with_lambdas_are_unmutated() -> None:
    source = "RULES = {\n    'ones': lambda dice: 2,\n}\n@dataclass\nclass Card:\n    bonus: int = 35\n"
    assert lines_missed(source) == [1, 6]


def test_a_function_under_a_condition_and_one_in_a_class_in_a_class_are_not_looked_into() -> None:
    source = "if X:\n  def one():\n    return 1\nclass A:\n  class B:\n    def two(self):\n      return 2\n"
    assert [(each.line, each.plain) for each in missed(source)] == [(1, False), (3, False), (7, False)]


def test_what_is_matched_is_a_statement_apart_from_its_cases() -> None:
    source = "def pays(c):\n    match c:\n        case 1:\n            return 2\n"
    assert lines_missed(source, change(3), change(4)) == [2]


def test_what_is_not_listed_is_new_and_what_is_listed_and_not_there_is_gone(tmp_path: Path) -> None:
    text = "Harmless.\n\n    legacy/rules.py Rules: BONUS = 35\n    legacy/rules.py (module): SIXTY = 60\n"
    (tmp_path / "approved_files").mkdir()
    (tmp_path / "approved_files/unmutated.approved.txt").write_text(text, encoding="utf-8")
    found = compare(tmp_path, "legacy", {"legacy/rules.py": SOURCE}, [REACHED])
    assert "legacy/rules.py (module): FIFTY = 50" in found.new
    assert "legacy/rules.py Rules: BONUS = 35" not in found.new
    assert found.gone == ["legacy/rules.py (module): SIXTY = 60"]


def test_a_field_with_a_type_and_no_value_is_declared_and_does_not_run() -> None:
    assert lines_missed("class Card:\n    bonus: int\n    points: int = 35\n") == [3]
