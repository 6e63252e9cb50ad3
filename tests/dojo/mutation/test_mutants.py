"""Mutants of a practice: which are made, which tests kill them, and which results are kept."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from dojo.commands import mutants
from dojo.errors import UngradedError
from dojo.mutation.grade import Grade, grade_mutants, last_grade
from dojo.mutation.kept import NUMBERED
from dojo.mutation.results import KILLED
from dojo.mutation.run import DEFAULTS, MutantOptions, Progress
from dojo.practice.history import read_history
from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository
from tests.dojo.practising import YATZY, copied
from tests.dojo.small_kata import SmallKata

OWN_TEST = "practice/tests/test_yatzy.py"
ANOTHER_METHOD = "\n    def other(self):\n        return 7\n"
CALLS_IT = "\n    @staticmethod\n    def both(die):\n        return die + Yatzy().other()\n"
TEST = "from yatzy import Yatzy\n\ndef test_it():\n    assert {} == 7\n"
EVERY_SECOND_TIME = """
from pathlib import Path
from yatzy import Yatzy

def test_pairs():
    Yatzy.pair(6, 6)
    with Path("{runs}").open("a+") as runs:
        runs.write(".")
        assert runs.tell() % 2
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


class Once:
    @staticmethod
    def pair(first, second):
        assert remembered() == [2]
        return RULES[0](first, second)
"""
PAIRS_TWICE = """
from yatzy import Once

def test_a_first_one(): assert Once.pair(1, 1) == 2
def test_pairs(): assert [Once.pair(*dice) for dice in ((2, 2), (6, 6), (1, 2))] == [4, 12, 0]
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
    assert Yatzy.noted(6, 6) == 12
"""
CALLED_IN_CLASS = """
class Price:
    def one():
        return 1

    ONE = one()
"""
PRICE = "from yatzy import Price\n\ndef test_it():\n    assert Price.ONE == 1\n"
METHODS = "".join(PAIR.format(name=name) for name in (*PREPARED_ONCE, "noted"))


class Shown(list[tuple[int, int]]):
    """The progress of the mutants, as a bar gets it."""

    @contextmanager
    def bar(self, _what: str) -> Iterator[Progress]:
        yield lambda done, of: self.append((done, of))


def grade(practice: Practice, options: MutantOptions = DEFAULTS) -> Grade:
    return grade_mutants(practice, Shown().bar, options)


def counts(grade: Grade) -> tuple[int, int, int]:
    """Return how many mutants are killed, made, and kept from the last run."""
    return grade.report.killed, grade.report.made, grade.run.kept


class Graded(NamedTuple):
    """A practice with results, for tests to copy."""

    practice: Practice
    grade: Grade
    shown: Shown


@pytest.fixture(scope="module")
def graded(new_kata: Callable[[], SmallKata], templates: dict[bool, Path]) -> Graded:
    """Grade a practice whose test calls two of its three functions."""
    kata = new_kata()
    practice = copied(templates[True], kata)
    kata.write(OWN_TEST, TEST.format("Yatzy.both(0)"))
    kata.write(YATZY, kata.read(YATZY) + CALLS_IT + ANOTHER_METHOD)
    shown = Shown()
    return Graded(practice, grade_mutants(practice, shown.bar), shown)


@pytest.fixture
def again(kata: SmallKata, graded: Graded) -> Practice:
    """Give a copy of this practice, with its results."""
    return copied(graded.practice.folder, kata)


def test_results_of_unchanged_functions_are_kept(kata: SmallKata, again: Practice, graded: Graded):
    assert counts(graded.grade) == (2, 5, 0)
    kata.change(YATZY, "die + Yatzy().other()", "die + 7")
    assert counts(grade(again)) == (2, 6, 4), "nothing calls the other method any more"
    kata.write("practice/tests/test_more.py", TEST.format("Yatzy().other()"))
    assert counts(grade(again)) == (3, 6, 5)


def test_estimates_may_be_tested_again(kata: SmallKata, again: Practice):
    kata.change(YATZY, "die + Yatzy().other()", "0 + die + Yatzy().other()")
    assert grade(again).run.estimates == 1, "the test of the other method calls what changed"
    tested = grade(again, MutantOptions(tests_estimates=True))
    assert (tested.run.estimates, tested.report.tested) == (0, 1)


def test_estimates_are_tested_again_after_a_change(kata: SmallKata, again: Practice):
    kata.change(YATZY, "die + Yatzy().other()", "0 + die + Yatzy().other()")
    tested = grade(again, MutantOptions(tests_estimates=True))
    untested = {"Yatzy.pair"}
    assert tested.run.estimates == 0
    assert tested.run.kept == sum(mutant.function in untested for mutant in tested.mutants)


def test_progress_begins_when_the_first_mutant_is_tested(graded: Graded):
    found = graded.grade.mutants
    not_run = [mutant for mutant in found if mutant.function == "Yatzy.pair"]
    assert graded.shown[:2] == [(0, 0), (len(not_run) + 1, len(found))]


def test_survivors_have_numbers_while_they_are_explained(again: Practice):
    (again.state_directory / NUMBERED).unlink()

    @contextmanager
    def bar(what: str) -> Iterator[Progress]:
        if what == "survivors":
            raise KeyboardInterrupt
        yield lambda _done, _of: None

    with pytest.raises(KeyboardInterrupt):
        grade_mutants(again, bar, MutantOptions(asks_why=True))
    assert last_grade(again).survivors


@pytest.mark.usefixtures("again")
def test_merged_shards_are_graded(kata: SmallKata):
    kata.dojo("mutants", "--shard", "1/1")
    done = kata.dojo("mutants", "--merge", "mutants-1-of-1.json")
    assert "Yatzy.pair" in done.stdout


class Part(NamedTuple):
    """A practice after the mutants of one function were tested again, and what was shown."""

    practice: Practice
    printed: str
    shown: Shown


@pytest.fixture(scope="module")
def part(new_kata: Callable[[], SmallKata], graded: Graded) -> Part:
    kata = new_kata()
    practice = copied(graded.practice.folder, kata)
    shown = Shown()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mutants, "progress_bar", shown.bar)
        printed = kata.dojo("mutants", "yatzy.Yatzy.both", "--no-cache").stdout
    return Part(practice, printed, shown)


def test_progress_counts_the_mutants_of_the_chosen_part(part: Part):
    assert part.shown[-1] == (1, 1)


def test_without_the_cache_all_mutants_are_tested_again(part: Part):
    assert "1 tested now" in part.printed


def test_the_score_of_a_part_is_no_score_of_the_practice(part: Part):
    assert read_history(Repository(part.practice.folder)).score is None


def test_a_flaky_test_gets_no_score(kata: SmallKata, blind: Practice):
    kata.write(OWN_TEST, EVERY_SECOND_TIME.format(runs=kata.folder / "runs.txt"))
    with pytest.raises(UngradedError, match=r"flaky.*\n.*tests/test_yatzy\.py::test_pairs"):
        grade(blind)


@pytest.fixture(scope="module")
def prepared(new_kata: Callable[[], SmallKata], templates: dict[bool, Path]) -> Practice:
    """Grade code that runs once, and a test that notes its folders."""
    kata = new_kata()
    practice = copied(templates[True], kata)
    kata.write(YATZY, f"class Yatzy:{METHODS}{RUN_ONCE}{CALLED_IN_CLASS}")
    kata.write(OWN_TEST, NOTES_ITS_FOLDER.format(kata.folder / "places.txt"))
    tests = {**PREPARED_ONCE, "once": PAIRS_TWICE, "price": PRICE}
    for name, text in tests.items():
        kata.write(f"practice/tests/test_{name}.py", text)
    grade(practice)
    return practice


def statuses(practice: Practice, function: str) -> list[str]:
    found = last_grade(practice).mutants
    return [mutant.status for mutant in found if mutant.function == function]


def test_temporary_files_of_tests_are_removed(prepared: Practice):
    places = prepared.workspace / "places.txt"
    folders = places.read_text(encoding="utf-8").splitlines()
    assert folders
    assert not [folder for folder in folders if Path(folder).exists()]


def test_a_function_that_the_body_of_its_class_calls_has_mutants(prepared: Practice):
    assert set(statuses(prepared, "Price.one")) == {KILLED}


@pytest.mark.parametrize("name", PREPARED_ONCE)
def test_results_that_tests_prepare_once_count(name: str, prepared: Practice):
    assert statuses(prepared, f"Yatzy.{name}") == [KILLED] * 3


@pytest.mark.parametrize("name", ["(module)", "rule_for", "made", "Once.pair"])
def test_mutants_in_code_that_runs_once_are_killed(name: str, prepared: Practice):
    assert set(statuses(prepared, name)) == {KILLED}
