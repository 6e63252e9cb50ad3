"""Reach: a statement that no mutant changes must be listed."""

from pathlib import Path

import pytest

from dojo.mutation.results import KILLED, Mutant
from dojo.mutation.unmutated import Statement, compare_with_document, find_unmutated
from tests.dojo.practising import write_files
from tests.yatzy_kata import DESCRIPTION

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
CHANGE = ("yield die + die",), ("yield die - die",)
REACHED = Mutant("", "legacy/rules.py", "Rules.double", 21, *CHANGE, KILLED)
# Each source, and its statements, which have no mutant here.
SOURCES = [
    ("@property\ndef points(pays=2):\n    return pays * 2\n", [3]),
    ("@functools.cache\ndef points(pays=2):\n    return pays * 2\n", [3]),
    ("@staticmethod\n@cache\ndef points(pays=2):\n    return pays * 2\n", [4]),
    ("@rule('ones', pays=1)\nclass Ones:\n    pass\n", [1, 3]),
    ("RULES = {\n    'ones': lambda dice: 2,\n}\n", [1]),
    ("class Card:\n    bonus: int\n    points: int = 35\n", [3]),  # the first does not run
    ("__all__ = ['points']\nRULES = ['points']\n", [2]),
    ("if X:\n  def one():\n    return 1\n", [1, 3]),
    ("class A:\n  class B:\n    def two(self):\n      return 2\n", [4]),
    ("def pays(c):\n    match c:\n        case 1:\n            return 2\n", [2, 4]),
]


def missed(source: str, *mutants: Mutant) -> list[Statement]:
    return find_unmutated({"legacy/rules.py": source}, list(mutants))


def test_values_properties_loops_are_unmutated():
    assert [(each.line, each.function, each.text) for each in missed(SOURCE, REACHED)] == [
        (5, "(module)", "FIFTY = 50"),
        (11, "Rules", "BONUS = 35"),
        (16, "Rules.bonus", "return self.BONUS + 1"),
        (20, "Rules.double", "for die in points:"),  # mutmut only has no change for it
    ]


@pytest.mark.parametrize(
    ("default", "lines"), [("PAYS", [1, 2]), ("print", [1, 2]), ("(1, 2)", [2]), ("PAYS['a']", [2])]
)
def test_a_default_without_a_plain_value_is_unmutated(default: str, lines: list[int]):
    change = Mutant("", "legacy/rules.py", "points", 1, ("first=3",), ("first=4",), KILLED)
    source = f"def points(first=3, pays={default}, *, twice={default}):\n    pass\n"
    assert [each.line for each in missed(source, change)] == lines


@pytest.mark.parametrize(("source", "lines"), SOURCES)
def test_code_without_a_mutant_is_unmutated(source: str, lines: list[int]):
    assert [each.line for each in missed(source)] == lines


def test_statements_differ_from_the_document(tmp_path: Path):
    listed = "    legacy/rules.py Rules: BONUS = 35\n    legacy/rules.py (module): SIXTY = 60\n"
    document = {"approved_files/unmutated.approved.txt": f"Harmless.\n\n{listed}"}
    write_files(tmp_path, document | {"kata.toml": DESCRIPTION})
    new, gone = compare_with_document(tmp_path, "legacy", missed(SOURCE, REACHED))
    assert "legacy/rules.py (module): FIFTY = 50" in new
    assert "legacy/rules.py Rules: BONUS = 35" not in new
    assert gone == ["legacy/rules.py (module): SIXTY = 60"]
