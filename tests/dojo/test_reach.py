"""Reach: a statement that no mutant changes must be listed."""

from pathlib import Path

import pytest

from dojo.mutants import KILLED, Mutant
from dojo.reach import compare, out_of_reach

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


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    (tmp_path / "legacy").mkdir()
    (tmp_path / "approved_files").mkdir()
    (tmp_path / "legacy/rules.py").write_text(SOURCE, encoding="utf-8")
    return tmp_path


def test_values_of_modules_and_classes_properties_and_bare_loops_are_out_of_reach(workspace: Path) -> None:
    assert list(out_of_reach(workspace, "legacy", [REACHED])) == [
        "legacy/rules.py (module): FIFTY = 50",
        "legacy/rules.py Rules: BONUS = 35",
        "legacy/rules.py Rules.bonus: return self.BONUS + 1",
        "legacy/rules.py Rules.double: for die in points:",
    ]


def test_a_statement_that_is_not_listed_is_new(workspace: Path) -> None:
    assert "legacy/rules.py Rules: BONUS = 35" in compare(workspace, "legacy", [REACHED]).new


def test_a_statement_that_is_listed_is_not(workspace: Path) -> None:
    text = "Harmless.\n\n    legacy/rules.py Rules: BONUS = 35\n"
    (workspace / "approved_files/out_of_reach.approved.txt").write_text(text, encoding="utf-8")
    assert "legacy/rules.py Rules: BONUS = 35" not in compare(workspace, "legacy", [REACHED]).new


def test_a_listed_statement_that_is_not_there_is_gone(workspace: Path) -> None:
    text = "Harmless.\n\n    legacy/rules.py (module): SIXTY = 60\n"
    (workspace / "approved_files/out_of_reach.approved.txt").write_text(text, encoding="utf-8")
    assert compare(workspace, "legacy", [REACHED]).gone == ["legacy/rules.py (module): SIXTY = 60"]
