"""Failures of tests as a check shows them, of a practice of the kata and of somebody's own code."""

from pathlib import Path

import pytest

from dojo.checking.outcome import Outcome
from dojo.practice.model import RED, Choices, Practice
from tests.dojo.practising import outcome_of, write_files

XFAIL = """\
import pytest


@pytest.mark.xfail(strict=True, reason="a bug")
def test_known():
    pass
"""
SUBTESTS = """\
import unittest


class TestSums(unittest.TestCase):
    def test_sums(self):
        print("sums")
        for number in range(2):
            with self.subTest(number=number):
                self.assertLess(number, {limit})
"""
SHORT = """\
def test_short():
    assert [1, 2] == [1, 3]
"""


@pytest.fixture(params=["kata", "own code"])
def guarded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Practice:
    """Give a practice with tests of the person's own alone."""
    if request.param == "kata":
        practice: Practice = request.getfixturevalue("blind")
        return practice
    folder = write_files(tmp_path_factory.mktemp("shop"), {"shop.py": "FEE = 3\n"})
    return Practice(folder, Choices(0, blind=True, code="shop"), name="")


def outcome_with(practice: Practice, test: str) -> Outcome:
    write_files(practice.folder, {"tests/test_more.py": test})
    return outcome_of(practice)


def place(practice: Practice, line: str) -> str:
    return practice.display_path(Path(practice.folder, "tests", "test_more.py")) + line


def test_an_expected_failure_that_passes_is_named(guarded: Practice):
    outcome = outcome_with(guarded, XFAIL)
    assert outcome.status == RED
    assert outcome.texts == [place(guarded, ":4, in test_known()\n    [XPASS(strict)] a bug")]


def test_a_subtest_that_fails_is_one_failure(guarded: Practice):
    outcome = outcome_with(guarded, SUBTESTS.format(limit=1))
    assert outcome.status == RED
    [text] = outcome.texts
    assert text.endswith("\n    AssertionError: 1 not less than 1")


def test_the_progress_of_subtests_is_no_output_of_the_code(guarded: Practice):
    assert outcome_with(guarded, SUBTESTS.format(limit=2)).printed == "sums\n"


def test_the_explanation_of_pytest_is_shown(guarded: Practice):
    [text] = outcome_with(guarded, SHORT).texts
    shown = text.splitlines()
    assert shown[1] == "    AssertionError: assert [1, 2] == [1, 3]"
    assert "    At index 1 diff: 2 != 3" in shown


def test_a_long_message_is_cut(guarded: Practice):
    message = "\\n".join(map(str, range(30)))
    [text] = outcome_with(guarded, f"def test_long():\n    assert False, '{message}'\n").texts
    shown = text.splitlines()
    assert shown[1:3] == ["    AssertionError: 0", "      1"]
    assert shown[-1].endswith(" more lines")
    assert len(shown) == 15
