"""Test that states are imported as their files would be, and that endless code fails."""

import sys
from pathlib import Path
from typing import Any

import pytest

from tests.worked import examine
from tests.worked.examine import failures, scenarios

ONE_FILE = {"yatzy.py": "class Yatzy:\n    rolls = 1\n"}
PACKAGE = {
    "yatzy/__init__.py": "from .yatzy import Yatzy\n",
    "yatzy/yatzy.py": "from yatzy.rules import ROLLS\n\n\nclass Yatzy:\n    rolls = ROLLS\n",
    "yatzy/rules.py": "ROLLS = 2\n",
}


def has_one_roll(yatzy: Any):
    assert yatzy.rolls == 1


ONE_ROLL = {"rolls": has_one_roll}


def test_a_scenario_that_passes_is_no_failure(tmp_path: Path):
    assert failures(ONE_FILE, ONE_ROLL, tmp_path) == {}


def test_a_package_is_imported_with_its_modules(tmp_path: Path):
    assert failures(PACKAGE, ONE_ROLL, tmp_path)["rolls"].startswith("AssertionError: ")


def test_a_package_hides_a_module_of_its_name(tmp_path: Path):
    assert failures({**ONE_FILE, **PACKAGE}, ONE_ROLL, tmp_path) != {}


def test_each_state_is_imported_anew(tmp_path: Path):
    failures(PACKAGE, ONE_ROLL, tmp_path)
    assert failures(ONE_FILE, ONE_ROLL, tmp_path) == {}


def test_a_state_that_is_no_python_fails(tmp_path: Path):
    found = failures({"yatzy.py": "def"}, ONE_ROLL, tmp_path)
    assert found["import yatzy"].startswith("SyntaxError: ")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit to the time of a state")
def test_an_endless_state_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(examine, "CPU_LIMIT", 0.01)
    found = failures({"yatzy.py": "while True:\n    pass\n"}, ONE_ROLL, tmp_path)
    assert found == {"import yatzy": "TimeoutError: It did not end: an endless loop?"}


def test_a_level_has_its_own_scenarios():
    modules = {name.partition(".")[0] for name in scenarios([2])}
    assert modules == {"test_cards", "test_bad_input_at_the_table"}


def test_a_scenario_with_a_parameter_is_run_for_each_value():
    name = "test_scores.test_every_roll_scores_as_approved_in_every_category[yacht]"
    assert name in scenarios([1])


def test_all_orders_are_run_if_asked_for():
    more = scenarios([1], all_orders=True).keys() - scenarios([1]).keys()
    assert {name.partition(".")[0] for name in more} == {"test_every_order"}
