"""Test `dojo mutants`: the grade, code that runs once, and tests that cannot be graded."""

import json
from collections import Counter
from typing import Any

import pytest
from click.testing import CliRunner

from dojo.errors import INTERRUPTED_EXIT_CODE, UngradedError
from dojo.main import main
from dojo.mutation import sandbox
from dojo.mutation.equivalent import mark_equivalent
from dojo.mutation.grade import Grade, grade_mutants, last_grade
from dojo.mutation.results import KILLED
from dojo.practice.history import read_history
from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository
from tests.dojo.practising import YATZY
from tests.dojo.small_kata import SmallKata

pytestmark = pytest.mark.usefixtures("warm_mutmut")

OWN_TEST = "practice/tests/test_yatzy.py"
WRITES = "from pathlib import Path\nPath(__file__).with_name('times.txt').open('a').write('once')\n"
ANOTHER_METHOD = "\n    def other(self):\n        return 7\n"
CALLS_IT = "\n    @staticmethod\n    def both(die):\n        return die + Yatzy().other()\n"
WITHOUT_FUNCTIONS = (
    "class Yatzy:\n    pair = staticmethod(lambda one, two: one + two if one == two else 0)\n"
)
TEST = "from yatzy import Yatzy\n\ndef test_it():\n    assert {} == 7\n"
APPROVAL = (
    "from approvaltests import verify\nfrom yatzy import Yatzy\n\n"
    "def test_it(): verify(Yatzy.pair(6, 6))\n"
)
NO_TEXT = """
class NoText:
    def __repr__(self):
        raise SystemExit


def test_no_text(yatzy):
    yatzy.pair(NoText(), 6)
"""
READS_A_DOCUMENT = """
from pathlib import Path
from yatzy import Yatzy

def test_it():
    document = Path(__file__).with_name("pairs.approved.txt")
    assert document.read_text().startswith(str(Yatzy.pair(6, 6)))
"""
WITH_HELPERS = """
from approvaltests import verify
from helpers import RESULT
from tests.helpers import RESULT as THE_SAME

def test_it(tmp_path, capsys):
    assert tmp_path.exists()
    assert THE_SAME() == RESULT()
    verify(RESULT())
"""
FLAKINESS_CHECKS = sandbox.FLAKINESS_CHECKS  # as many as ever, to leave nothing to chance
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
RUN_ONCE = '''"""Rules: of a factory; made when they are first asked for, and kept; \
filled when somebody first looks."""

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

PAID = [(Yatzy.as_parameters(1, 1), 2), (Yatzy.as_parameters(6, 6), 12), \
(Yatzy.as_parameters(1, 2), 0)]
@pytest.mark.parametrize(("paid", "due"), PAID)
def test_pairs(paid, due): assert paid == due
""",
    "in_set_up_class": """
import unittest
from yatzy import Yatzy

class TestPairs(unittest.TestCase):
    @classmethod
    def setUpClass(cls): cls.paid = [Yatzy.in_set_up_class(*dice) \
for dice in ((1, 1), (6, 6), (1, 2))]
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
def paid(): return [Yatzy.remembered_by_whoever_asks_first(*dice) \
for dice in ((1, 1), (6, 6), (1, 2))]
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


def graded(practice: Practice) -> Grade:
    return grade_mutants(practice, lambda _done, _of: None)


def counts(practice: Practice) -> tuple[int, int, int]:
    """Return how many mutants are killed, made, and kept from the last run."""
    grade = graded(practice)
    return grade.counts.killed, grade.counts.made, grade.run.kept


def test_a_score_stands_with_its_check_and_what_the_checked_code_writes_is_no_edit(
    kata: SmallKata, practice: Practice
) -> None:
    kata.write(YATZY, WRITES + kata.read(YATZY))
    kata.dojo("mutants")
    history = read_history(Repository(practice.folder))
    assert history.steps[-1].score == 1.0


def test_what_is_known_of_other_methods_and_tests_is_kept_as_an_estimate(
    kata: SmallKata, blind: Practice
) -> None:
    kata.write(OWN_TEST, TEST.format("Yatzy.both(0)"))
    kata.write(YATZY, kata.read(YATZY) + CALLS_IT + ANOTHER_METHOD)
    assert counts(blind) == (2, 5, 0)
    kata.change(YATZY, "die + Yatzy().other()", "die + 7")
    assert counts(blind) == (2, 6, 4), (
        "nothing calls the other method any more: what noticed its mutant before is gone"
    )
    kata.write("practice/tests/test_more.py", TEST.format("Yatzy().other()"))
    assert counts(blind) == (3, 6, 5)
    kata.write(OWN_TEST, TEST.format("7"))
    assert counts(blind) == (1, 6, 4), "what a test of the other file noticed stands"


@pytest.mark.parametrize(
    ("file", "text"),
    [(OWN_TEST, "def test_nothing():\n    assert True\n"), (YATZY, WITHOUT_FUNCTIONS)],
)
def test_why_there_is_no_score_is_said(
    file: str, text: str, kata: SmallKata, blind: Practice
) -> None:
    kata.write(file, text)
    with pytest.raises(UngradedError, match="no mutant that your tests run"):
        graded(blind)


@pytest.mark.parametrize(("tests", "named"), [(BY_CHANCE, "test_pairs"), (BY_ORDER, "test_second")])
def test_tests_that_cannot_be_trusted_grade_nothing(
    tests: str, named: str, kata: SmallKata, blind: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "FLAKINESS_CHECKS", FLAKINESS_CHECKS)
    kata.write(OWN_TEST, tests)
    with pytest.raises(UngradedError, match=f"tests/test_yatzy.py::{named}"):
        graded(blind)
    assert not (blind.state_directory / "mutation/mutants/manifest.json").exists()


def test_several_modules_are_tested_together_and_what_does_not_parse_is_left_out(
    kata: SmallKata, practice: Practice
) -> None:
    kata.write("practice/src/dice/pairs.py", kata.read(YATZY))
    kata.write("practice/src/dice/__init__.py", "from dice.pairs import Yatzy\n")
    kata.write("practice/notes.py", "def half(\n")
    (kata.folder / YATZY).unlink()
    assert counts(practice) == (3, 3, 0)


def test_approval_tests_can_be_graded(kata: SmallKata, blind: Practice) -> None:
    kata.write(OWN_TEST, APPROVAL)
    kata.write("practice/tests/test_yatzy.test_it.approved.txt", "12\n")
    assert counts(blind) == (2, 3, 0)


def test_the_page_of_the_last_run_is_opened_as_it_was_tested(
    kata: SmallKata, blind: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    graded(blind)
    monkeypatch.chdir(kata.folder)
    kata.write(YATZY, "class Yatzy:\n    pass\n")
    page = blind.state_directory / "mutants.html"
    for is_there, says in (
        (True, "Opened in your browser: "),
        (False, "No browser was found. Open this file yourself: "),
    ):
        opened: list[str] = []
        monkeypatch.setattr(
            "webbrowser.open",
            lambda address, found=is_there: opened.append(address) or found,  # noqa: B023 - called at once
        )
        assert (
            CliRunner().invoke(main, ["mutants", "--open"]).stdout
            == f"{says}practice/.dojo/mutants.html\n"
        )
        assert opened == [page.resolve().as_uri()]
    assert 'id="practice/yatzy.py:11"' in page.read_text(encoding="utf-8")


def test_a_docstring_in_single_quotes_is_not_mutated(kata: SmallKata, practice: Practice) -> None:
    kata.change(YATZY, '"""Score two dice alike."""', '"Score two dice alike."')
    assert counts(practice) == (3, 3, 0)


def test_a_new_docstring_discards_no_result(kata: SmallKata, practice: Practice) -> None:
    graded(practice)
    kata.change(YATZY, '"""A pair, and nothing else."""', '"A pair."')
    assert counts(practice) == (3, 3, 3)


def test_a_marked_survivor_keeps_its_number_until_the_next_run(
    kata: SmallKata, blind: Practice
) -> None:
    kata.write(OWN_TEST, "from yatzy import Yatzy\n\ndef test_it():\n    Yatzy.pair(6, 6)\n")
    first, *others = graded(blind).survivors
    assert [mutant.number for mutant in (first, *others)] == [1, 2, 3]
    mark_equivalent(blind, first, "Nobody throws dice that differ.")
    assert last_grade(blind).survivors[1:] == others
    survivors = graded(blind).survivors
    assert [mutant.name for mutant in survivors] == [each.name for each in (*others, first)]
    assert [mutant.number for mutant in survivors] == [1, 2, 3]


def interrupt(*_: object, **__: object) -> Grade:
    raise KeyboardInterrupt


def test_an_interrupted_run_shows_the_score_so_far(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    graded(practice)
    [meta] = sandbox.workdir_of(practice).rglob("*.meta")
    text = meta.read_text(encoding="utf-8")
    meta.write_text(text.replace('_1": 1', '_1": null'), encoding="utf-8")
    monkeypatch.chdir(kata.folder)
    monkeypatch.setattr("dojo.commands.mutants.grade_mutants", interrupt)
    result = CliRunner().invoke(main, ["mutants"])
    assert result.exit_code == INTERRUPTED_EXIT_CODE
    assert "2 of 2 tested mutants killed.\n1 mutant not tested yet." in result.stderr


@pytest.mark.usefixtures("practice")
def test_code_that_is_edited_during_the_run_is_mentioned(
    kata: SmallKata, monkeypatch: pytest.MonkeyPatch
) -> None:
    def edit(*arguments: Any, **options: Any) -> Grade:
        kata.write(YATZY, kata.read(YATZY) + ANOTHER_METHOD)
        return grade_mutants(*arguments, **options)

    monkeypatch.chdir(kata.folder)
    monkeypatch.setattr("dojo.commands.mutants.grade_mutants", edit)
    result = CliRunner().invoke(main, ["mutants"])
    assert "Files in practice/ changed while the mutants were tested;" in result.stderr


def test_a_print_of_a_value_without_text_fails_no_test(kata: SmallKata, practice: Practice) -> None:
    kata.write("tests/golden_master/test_by_name.py", NO_TEXT)
    kata.change(YATZY, "        if first", "        print(first)\n        if first")
    assert counts(practice)[0]


def test_own_tests_count_beside_the_golden_master(kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, kata.read(YATZY) + ANOTHER_METHOD)
    assert counts(practice) == (3, 4, 0)
    kata.write(OWN_TEST, TEST.format("Yatzy().other()"))
    assert counts(practice) == (4, 4, 3)


def test_the_golden_master_counts_beside_own_tests(kata: SmallKata, practice: Practice) -> None:
    kata.write(OWN_TEST, "from yatzy import Yatzy\n\ndef test_it():\n    assert Yatzy.pair\n")
    assert counts(practice) == (3, 3, 0)


def test_a_mutant_that_an_own_test_prepared_once_is_noticed(
    kata: SmallKata, practice: Practice
) -> None:
    name = "in_a_fixture_of_the_session"
    kata.write(YATZY, "class Yatzy:" + PAIR.format(name="pair") + PAIR.format(name=name))
    kata.write(OWN_TEST, PREPARED_ONCE[name])
    assert counts(practice) == (6, 6, 0)


def test_a_changed_document_discards_the_results_of_its_readers(
    kata: SmallKata, blind: Practice
) -> None:
    document = "practice/tests/pairs.approved.txt"
    kata.write(document, "12")
    kata.write(OWN_TEST, READS_A_DOCUMENT)
    kata.write(YATZY, kata.read(YATZY) + ANOTHER_METHOD)
    kata.write("practice/tests/test_more.py", TEST.format("Yatzy().other()"))
    assert counts(blind) == (3, 4, 0)
    kata.write(document, "12, as before")
    assert counts(blind) == (3, 4, 1), "that of the other method is kept"


def test_own_tests_may_use_helpers_and_approved_files(kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, kata.read(YATZY) + ANOTHER_METHOD)
    kata.write("practice/tests/helpers.py", "from yatzy import Yatzy\n\nRESULT = Yatzy().other\n")
    kata.write(OWN_TEST, WITH_HELPERS)
    kata.write("practice/tests/test_yatzy.test_it.approved.txt", "7\n")
    assert counts(practice) == (4, 4, 0)


# What runs once.


def test_what_tests_prepare_once_counts_for_every_mutant(kata: SmallKata, blind: Practice) -> None:
    (kata.folder / OWN_TEST).unlink()
    kata.write(YATZY, "class Yatzy:" + "".join(PAIR.format(name=name) for name in PREPARED_ONCE))
    for name, text in PREPARED_ONCE.items():
        kata.write(f"practice/tests/test_{name}.py", text)
    found = Counter((mutant.function, mutant.status) for mutant in graded(blind).mutants)
    assert found == {(f"Yatzy.{name}", KILLED): 3 for name in PREPARED_ONCE}


def test_a_mutant_in_code_that_runs_once_is_tested_by_running_it_again_and_what_an_import_runs_is_told_apart(  # noqa: E501 - the name is the rule
    kata: SmallKata, blind: Practice
) -> None:
    kata.write(YATZY, RUN_ONCE)
    kata.write(
        "practice/tests/conftest.py", kata.read("practice/tests/conftest.py") + "\nimport yatzy\n"
    )
    kata.write(OWN_TEST, PAIRS_TWICE)
    grade = graded(blind)
    assert grade.survivors == []
    assert {mutant.function for mutant in grade.mutants} == {
        "rule_for",
        "made",
        "filled",
        "Yatzy.pair",
    }
    import_time = blind.state_directory / "mutation/mutants/import_time.json"
    assert json.loads(import_time.read_text(encoding="utf-8")) == ["yatzy.x_rule_for"]
