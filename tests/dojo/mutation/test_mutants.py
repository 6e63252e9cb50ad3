"""Mutants of a practice: which are made, which tests kill them, and which results are kept."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dojo.errors import UngradedError
from dojo.mutation.grade import Grade, grade_mutants, last_grade
from dojo.mutation.results import KILLED
from dojo.mutation.run import DEFAULTS, MutantOptions, Progress
from dojo.mutation.selection import select_named
from dojo.practice.history import read_history
from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository
from tests.dojo.practising import YATZY
from tests.dojo.small_kata import SmallKata

OWN_TEST = "practice/tests/test_yatzy.py"
ANOTHER_METHOD = "\n    def other(self):\n        return 7\n"
CALLS_IT = "\n    @staticmethod\n    def both(die):\n        return die + Yatzy().other()\n"
TEST = "from yatzy import Yatzy\n\ndef test_it():\n    assert {} == 7\n"
BY_CHANCE = """
from random import random
from yatzy import Yatzy

def test_pairs():
    Yatzy.pair(6, 6)
    assert random() > 0.4
"""
RUN_ONCE = """
from functools import cache


def rule_for(alike):
    def rule(first, second):
        return alike * first if first == second else 0

    return rule


RULES = [rule_for(2)]


def made():
    return [2]


@cache
def remembered():
    return made()


class Yatzy:
    @staticmethod
    def pair(first, second):
        assert remembered() == [2]
        return RULES[0](first, second)
"""
PAIRS_TWICE = """
from yatzy import Yatzy

def test_a_first_one(): assert Yatzy.pair(1, 1) == 2
def test_pairs(): assert [Yatzy.pair(*dice) for dice in ((2, 2), (6, 6), (1, 2))] == [4, 12, 0]
"""
PAIR = """
    @staticmethod
    def {name}(first, second):
        if first != second:
            return 0
        return first + second
"""
PREPARED_ONCE = {
    "at_import": """
from yatzy import Yatzy
PAID = [Yatzy.at_import(*dice) for dice in ((1, 1), (6, 6), (1, 2))]

def test_nothing(): assert Yatzy.at_import
def test_pairs(): assert PAID == [2, 12, 0]
""",
    "in_set_up_class": """
import unittest
from yatzy import Yatzy

class TestPairs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.paid = [Yatzy.in_set_up_class(*dice) for dice in ((1, 1), (6, 6), (1, 2))]
    def test_a_first_one(self): assert len(self.paid) == 3
    def test_pairs(self): assert self.paid == [2, 12, 0]
""",
    "in_a_session": """
import pytest
from yatzy import Yatzy

@pytest.fixture(scope="session")
def paid(): return [Yatzy.in_a_session(*dice) for dice in ((1, 1), (6, 6), (1, 2))]
def test_a_first_one(paid): assert len(paid) == 3
def test_pairs(paid): assert paid == [2, 12, 0]
""",
}


NOTES_ITS_FOLDER = """
from pathlib import Path
from yatzy import Yatzy

def test_it(tmp_path):
    with Path("{}").open("a") as places:
        places.write(str(tmp_path) + "\\n")
    assert Yatzy.pair(6, 6) == 12
"""
CALLED_IN_CLASS = """
class Price:
    def one():
        return 1

    ONE = one()
"""


class Shown(list[tuple[int, int]]):
    """The progress of the mutants, as a bar gets it."""

    @contextmanager
    def bar(self, _what: str) -> Iterator[Progress]:
        yield lambda done, of: self.append((done, of))


def graded(practice: Practice, options: MutantOptions = DEFAULTS) -> Grade:
    return grade_mutants(practice, Shown().bar, options)


def counts(practice: Practice) -> tuple[int, int, int]:
    """Return how many mutants are killed, made, and kept from the last run."""
    grade = graded(practice)
    return grade.report.killed, grade.report.made, grade.run.kept


def test_results_of_unchanged_functions_are_kept(kata: SmallKata, blind: Practice):
    kata.write(OWN_TEST, TEST.format("Yatzy.both(0)"))
    kata.write(YATZY, kata.read(YATZY) + CALLS_IT + ANOTHER_METHOD)
    assert counts(blind) == (2, 5, 0)
    kata.change(YATZY, "die + Yatzy().other()", "die + 7")
    assert counts(blind) == (2, 6, 4), "nothing calls the other method any more"
    kata.write("practice/tests/test_more.py", TEST.format("Yatzy().other()"))
    assert counts(blind) == (3, 6, 5)


def test_estimates_may_be_tested_again(kata: SmallKata, blind: Practice):
    kata.write(OWN_TEST, TEST.format("Yatzy.both(0)"))
    kata.write(YATZY, kata.read(YATZY) + CALLS_IT + ANOTHER_METHOD)
    graded(blind)
    kata.change(YATZY, "die + Yatzy().other()", "0 + die + Yatzy().other()")
    assert graded(blind).run.estimates == 1, "the test of the other method calls what changed"
    again = graded(blind, MutantOptions(tests_estimates=True))
    assert (again.run.estimates, again.report.tested) == (0, 1)


def test_estimates_are_tested_again_after_a_change(kata: SmallKata, blind: Practice):
    kata.write(OWN_TEST, TEST.format("Yatzy.both(0)"))
    kata.write(YATZY, kata.read(YATZY) + CALLS_IT + ANOTHER_METHOD)
    graded(blind)
    kata.change(YATZY, "die + Yatzy().other()", "0 + die + Yatzy().other()")
    again = graded(blind, MutantOptions(tests_estimates=True))
    untested = {"Yatzy.pair"}
    assert again.run.estimates == 0
    assert again.run.kept == sum(mutant.function in untested for mutant in again.mutants)


def test_progress_counts_the_mutants_of_the_chosen_part(kata: SmallKata, blind: Practice):
    kata.write(OWN_TEST, TEST.format("Yatzy.both(0)"))
    kata.write(YATZY, kata.read(YATZY) + CALLS_IT + ANOTHER_METHOD)
    shown = Shown()
    part = MutantOptions(selection=select_named(blind, ["both"]))
    found = grade_mutants(blind, shown.bar, part).mutants
    selected = [mutant for mutant in found if mutant.function == "Yatzy.both"]
    assert shown[-1] == (len(selected), len(selected))


def test_progress_begins_when_the_first_mutant_is_tested(kata: SmallKata, blind: Practice):
    kata.write(YATZY, kata.read(YATZY) + ANOTHER_METHOD)
    shown = Shown()
    found = grade_mutants(blind, shown.bar).mutants
    not_run = [mutant for mutant in found if mutant.function == "Yatzy.other"]
    assert shown[:2] == [(0, 0), (len(not_run) + 1, len(found))]


def test_survivors_have_numbers_while_they_are_explained(kata: SmallKata, blind: Practice):
    kata.write(OWN_TEST, "from yatzy import Yatzy\n\ndef test_it(): Yatzy.pair(6, 6)\n")

    @contextmanager
    def bar(what: str) -> Iterator[Progress]:
        if what == "survivors":
            raise KeyboardInterrupt
        yield lambda _done, _of: None

    with pytest.raises(KeyboardInterrupt):
        grade_mutants(blind, bar, MutantOptions(asks_why=True))
    assert last_grade(blind).survivors


@pytest.mark.usefixtures("blind")
def test_without_the_cache_all_mutants_are_tested_again(kata: SmallKata):
    kata.dojo("mutants")
    assert "3 tested now" in kata.dojo("mutants", "--no-cache").stdout


def test_temporary_files_of_tests_are_removed(kata: SmallKata, blind: Practice):
    kata.write("places.txt", "")
    kata.write(OWN_TEST, NOTES_ITS_FOLDER.format(kata.folder / "places.txt"))
    graded(blind)
    folders = set(kata.read("places.txt").splitlines())
    assert folders
    assert not [folder for folder in folders if Path(folder).exists()]


def test_a_flaky_test_gets_no_score(kata: SmallKata, blind: Practice):
    kata.write(OWN_TEST, BY_CHANCE)
    with pytest.raises(UngradedError, match=r"tests/test_yatzy\.py::test_pairs"):
        graded(blind)


def test_a_function_that_the_body_of_its_class_calls_has_mutants(kata: SmallKata, blind: Practice):
    kata.write(YATZY, kata.read(YATZY) + CALLED_IN_CLASS)
    kata.write(OWN_TEST, TEST.replace("7", "1").format("Price.ONE").replace("Yatzy", "Price"))
    found = {mutant.status for mutant in graded(blind).mutants if "one" in mutant.function}
    assert found == {KILLED}


def test_results_that_tests_prepare_once_count(kata: SmallKata, blind: Practice):
    (kata.folder / OWN_TEST).unlink()
    kata.write(YATZY, "class Yatzy:" + "".join(PAIR.format(name=name) for name in PREPARED_ONCE))
    for name, text in PREPARED_ONCE.items():
        kata.write(f"practice/tests/test_{name}.py", text)
    found = Counter((mutant.function, mutant.status) for mutant in graded(blind).mutants)
    assert found == {(f"Yatzy.{name}", KILLED): 3 for name in PREPARED_ONCE}


def test_mutants_in_code_that_runs_once_are_killed(kata: SmallKata, blind: Practice):
    kata.write(YATZY, RUN_ONCE)
    kata.write(OWN_TEST, PAIRS_TWICE)
    grade = graded(blind)
    assert grade.survivors == []
    functions = {mutant.function for mutant in grade.mutants}
    assert functions == {"(module)", "rule_for", "made", "Yatzy.pair"}


def test_the_score_of_a_part_is_no_score_of_the_practice(kata: SmallKata, practice: Practice):
    kata.dojo("mutants", "yatzy.Yatzy.pair")
    assert read_history(Repository(practice.folder)).score is None
