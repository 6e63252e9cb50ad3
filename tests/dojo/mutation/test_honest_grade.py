"""`dojo mutants` is fair to code that runs at import and to tests that prepare; tests left to chance get no grade."""

import json
import sys
from typing import Any

import pytest

from dojo.practice.model import Practice
from tests.dojo.practising import YATZY
from tests.dojo.small_kata import SmallKata

if sys.platform == "win32":
    pytest.skip("mutmut needs fork", allow_module_level=True)

MADE_AT_IMPORT = '''"""A rule that a factory makes, once."""


def rule_for(alike):
    """Return the rule that pays so many dice alike."""

    def rule(first, second):
        return alike * first if first == second else 0

    return rule


RULES = {"pair": rule_for(2)}


class Yatzy:
    """Pairs."""

    @staticmethod
    def pair(first, second):
        return RULES["pair"](first, second)
'''
REMEMBERED = '''"""A rule that is made when it is first asked for, and kept."""

from functools import cache


def made():
    return {"pair": 2}


@cache
def rules():
    return made()


class Yatzy:
    """Pairs."""

    @staticmethod
    def pair(first, second):
        return rules()["pair"] * first if first == second else 0
'''
FILLED_AT_FIRST_USE = '''"""A table that is filled when somebody first looks."""

_rules = {}


def rules():
    if not _rules:
        _rules["pair"] = 2
    return _rules


class Yatzy:
    """Pairs."""

    @staticmethod
    def pair(first, second):
        return rules()["pair"] * first if first == second else 0
'''
IN_A_TEARDOWN = """
import pytest
from yatzy import Yatzy

@pytest.fixture
def at_the_end():
    yield
    assert [Yatzy.pair(*dice) for dice in ((1, 1), (6, 6), (1, 2))] == [2, 12, 0]

def test_a_first_one(): pass
def test_nothing(at_the_end): pass
def test_a_last_one(): pass
"""
PREPARED_ONCE = {
    "at import": """
from yatzy import Yatzy
PAID = [Yatzy.pair(*dice) for dice in ((1, 1), (2, 2), (6, 6), (1, 2))]

def test_nothing(): assert Yatzy.pair
def test_pairs(): assert PAID == [2, 4, 12, 0]
""",
    "as parameters": """
import pytest
from yatzy import Yatzy

@pytest.mark.parametrize(("paid", "due"), [(Yatzy.pair(1, 1), 2), (Yatzy.pair(6, 6), 12), (Yatzy.pair(1, 2), 0)])
def test_pairs(paid, due): assert paid == due
""",
    "in setUpClass": """
import unittest
from yatzy import Yatzy

class TestPairs(unittest.TestCase):
    @classmethod
    def setUpClass(cls): cls.paid = [Yatzy.pair(*dice) for dice in ((1, 1), (6, 6), (1, 2))]
    def test_a_first_one(self): assert len(self.paid) == 3
    def test_pairs(self): assert self.paid == [2, 12, 0]
""",
    "in a teardown": IN_A_TEARDOWN,
    "in a fixture of the session": """
import pytest
from yatzy import Yatzy

@pytest.fixture(scope="session")
def paid(): return [Yatzy.pair(*dice) for dice in ((1, 1), (6, 6), (1, 2))]
def test_a_first_one(paid): assert len(paid) == 3
def test_pairs(paid): assert paid == [2, 12, 0]
""",
}
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


def graded(kata: SmallKata) -> dict[str, Any]:
    done = kata.dojo("mutants", "--json")
    assert done.stdout, done.stderr
    return json.loads(done.stdout)  # type: ignore[no-any-return]


@pytest.mark.parametrize("code", [MADE_AT_IMPORT, REMEMBERED, FILLED_AT_FIRST_USE])
def test_a_mutant_in_code_that_runs_once_is_tested_by_running_it_again(
    code: str, kata: SmallKata, practice: Practice
) -> None:
    kata.write(YATZY, code)
    grade = graded(kata)
    assert (grade["survivors"], practice.choices.level) == ([], 1)


@pytest.mark.parametrize("tests", PREPARED_ONCE.values(), ids=PREPARED_ONCE)
def test_what_tests_prepare_once_counts_for_every_mutant(tests: str, kata: SmallKata, blind: Practice) -> None:
    kata.write("practice/tests/test_yatzy.py", tests)
    assert (graded(kata)["survivors"], blind.choices.level) == ([], 1)


def test_what_a_conftest_imports_is_tested_by_importing_it_again(kata: SmallKata, blind: Practice) -> None:
    kata.write(YATZY, MADE_AT_IMPORT)
    kata.write("practice/tests/conftest.py", kata.read("practice/tests/conftest.py") + "\nimport yatzy\n")
    kata.write("practice/tests/test_yatzy.py", PREPARED_ONCE["as parameters"])
    assert (graded(kata)["survivors"], blind.choices.level) == ([], 1)


@pytest.mark.parametrize(("tests", "named"), [(BY_CHANCE, "test_pairs"), (BY_ORDER, "test_second")])
def test_tests_that_cannot_be_trusted_grade_nothing(tests: str, named: str, kata: SmallKata, blind: Practice) -> None:
    kata.write("practice/tests/test_yatzy.py", tests)
    for _ in range(20):  # until chance lets them pass once
        done = kata.dojo("mutants")
        if "red already" not in done.stdout:
            break
    assert (done.returncode, done.stdout) == (3, "")
    assert f"one test cannot be trusted: tests/test_yatzy.py::{named}" in done.stderr
    assert not list((blind.home / "mutation" / "mutants").rglob("*.meta"))


def test_the_code_under_test_gets_python_as_it_is(kata: SmallKata, blind: Practice) -> None:
    kata.write(
        "practice/tests/test_yatzy.py",
        "import gc, io, json\nfrom yatzy import Yatzy\n\n\ndef test_it():\n"
        "    text = io.StringIO()\n    json.dump([Yatzy.pair(6, 6)], text, indent=1)\n"
        "    assert (text.getvalue(), gc.isenabled()) == ('[\\n 12\\n]', True)\n",
    )
    assert (graded(kata)["killed"], blind.choices.level) == (2, 1)


def test_a_disk_that_is_full_is_no_verdict(kata: SmallKata, blind: Practice) -> None:
    kata.write(
        "practice/tests/test_yatzy.py",
        "import errno, os\nfrom yatzy import Yatzy\n\n\ndef test_it():\n"
        "    if Yatzy.pair(6, 6) != 12: raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))\n",
    )
    grade = graded(kata)
    assert (grade["killed"], grade["made"], blind.choices.level) == (0, 3, 1)
