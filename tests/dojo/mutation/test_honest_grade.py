"""`dojo mutants` is fair to code that runs at import and to tests that prepare; tests left to chance get no grade."""

import json
from collections import Counter, defaultdict

import pytest

from dojo.mutation import sandbox
from dojo.mutation.results import KILLED
from dojo.practice.model import Practice
from dojo.text import UngradedError
from tests.dojo.mutation.conftest import OWN_TEST, Grading
from tests.dojo.practising import YATZY, started
from tests.dojo.small_kata import SmallKata

RUN_ONCE = '''"""Rules: of a factory; made when they are first asked for, and kept; filled when somebody first looks."""

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


_filled = []


def filled():
    if not _filled:
        _filled.append(2)
    return _filled


class Yatzy:
    @staticmethod
    def pair(first, second):
        assert remembered() == filled()
        return RULES[0](first, second)
'''
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
PAID = [Yatzy.at_import(*dice) for dice in ((1, 1), (2, 2), (6, 6), (1, 2))]

def test_nothing(): assert Yatzy.at_import
def test_pairs(): assert PAID == [2, 4, 12, 0]
""",
    "as_parameters": """
import pytest
from yatzy import Yatzy

PAID = [(Yatzy.as_parameters(1, 1), 2), (Yatzy.as_parameters(6, 6), 12), (Yatzy.as_parameters(1, 2), 0)]
@pytest.mark.parametrize(("paid", "due"), PAID)
def test_pairs(paid, due): assert paid == due
""",
    "in_set_up_class": """
import unittest
from yatzy import Yatzy

class TestPairs(unittest.TestCase):
    @classmethod
    def setUpClass(cls): cls.paid = [Yatzy.in_set_up_class(*dice) for dice in ((1, 1), (6, 6), (1, 2))]
    def test_a_first_one(self): assert len(self.paid) == 3
    def test_pairs(self): assert self.paid == [2, 12, 0]
""",
    "in_a_teardown": """
import pytest
from yatzy import Yatzy

@pytest.fixture
def at_the_end():
    yield
    assert [Yatzy.in_a_teardown(*dice) for dice in ((1, 1), (6, 6), (1, 2))] == [2, 12, 0]

def test_a_first_one(): pass
def test_nothing(at_the_end): pass
def test_a_last_one(): pass
""",
    "remembered_by_whoever_asks_first": """
from functools import cache
from yatzy import Yatzy

@cache
def paid(): return [Yatzy.remembered_by_whoever_asks_first(*dice) for dice in ((1, 1), (6, 6), (1, 2))]
def test_a_first_one(): paid()
def test_pairs(): assert paid() == [2, 12, 0]
def test_a_last_one(): paid()
""",
    "in_a_fixture_of_the_session": """
import pytest
from yatzy import Yatzy

@pytest.fixture(scope="session")
def paid(): return [Yatzy.in_a_fixture_of_the_session(*dice) for dice in ((1, 1), (6, 6), (1, 2))]
def test_a_first_one(paid): assert len(paid) == 3
def test_pairs(paid): assert paid == [2, 12, 0]
""",
}
FLAKINESS_CHECKS = sandbox.FLAKINESS_CHECKS
BY_CHANCE = """
from random import random
from yatzy import Yatzy

def test_pairs():
    Yatzy.pair(6, 6)
    assert random() > 0.4
"""
BY_ORDER = """
from yatzy import Yatzy

done = []
def test_first(): done.append(Yatzy.pair(6, 6))
def test_second(): assert done == [12]
"""


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory, graded: Grading) -> dict[str, Counter[str]]:
    """Test the mutants of several methods, each with a file of tests of its own; give the outcomes by method."""
    kata = SmallKata(tmp_path_factory.mktemp("honest"))
    practice = started(kata, blind=True)
    (kata.folder / OWN_TEST).unlink()
    kata.write(YATZY, "class Yatzy:" + "".join(PAIR.format(name=name) for name in PREPARED_ONCE))
    for name, text in PREPARED_ONCE.items():
        kata.write(f"practice/tests/test_{name}.py", text)
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for mutant in graded(practice).mutants:
        found[mutant.function.removeprefix("Yatzy.")][mutant.status] += 1
    return found


@pytest.mark.parametrize("name", PREPARED_ONCE)
def test_what_tests_prepare_once_counts_for_every_mutant(name: str, outcomes: dict[str, Counter[str]]) -> None:
    assert outcomes[name] == {KILLED: 3}


def test_a_mutant_in_code_that_runs_once_is_tested_by_running_it_again_and_what_an_import_runs_is_told_apart(
    kata: SmallKata, blind: Practice, graded: Grading
) -> None:
    kata.write(YATZY, RUN_ONCE)
    kata.write("practice/tests/conftest.py", kata.read("practice/tests/conftest.py") + "\nimport yatzy\n")
    kata.write(OWN_TEST, PAIRS_TWICE)
    grade = graded(blind)
    assert grade.survivors == []
    assert {mutant.function for mutant in grade.mutants} == {"rule_for", "made", "filled", "Yatzy.pair"}
    import_time = blind.state_directory / "mutation/mutants/import_time.json"
    assert json.loads(import_time.read_text(encoding="utf-8")) == ["yatzy.x_rule_for"]


@pytest.mark.parametrize(("tests", "named"), [(BY_CHANCE, "test_pairs"), (BY_ORDER, "test_second")])
def test_tests_that_cannot_be_trusted_grade_nothing(
    tests: str, named: str, kata: SmallKata, blind: Practice, graded: Grading
) -> None:
    kata.write(OWN_TEST, tests)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sandbox, "FLAKINESS_CHECKS", FLAKINESS_CHECKS)  # as many as ever, to leave nothing to chance
        with pytest.raises(UngradedError, match=f"tests/test_yatzy.py::{named}"):
            graded(blind)
    assert not (blind.state_directory / "mutation/mutants/manifest.json").exists()
