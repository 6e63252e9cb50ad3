"""What the tests of mutants share: practices whose mutants were tested once. All of it needs fork."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from dojo.mutation.grade import Grade, grade_mutants
from dojo.practice.create import find_practice
from dojo.practice.model import Practice
from tests.dojo.practising import TEST, started
from tests.dojo.small_kata import SmallKata

OWN_TEST = "practice/tests/test_yatzy.py"

collect_ignore_glob = ["*.py"] if sys.platform == "win32" else []

Grading = Callable[[Practice], Grade]


@pytest.fixture(scope="session")
def graded(warm_mutmut: None) -> Grading:  # noqa: ARG001 - it is to be there
    """Give the function that tests the mutants of a practice."""
    return lambda practice: grade_mutants(practice, lambda _done, _of: None)


@pytest.fixture(scope="session")
def blind_template(tmp_path_factory: pytest.TempPathFactory, graded: Grading) -> Path:
    """Lay out a kata with a practice that was started blind, with one test, and test its mutants."""
    kata = SmallKata(tmp_path_factory.mktemp("blind"))
    practice = started(kata, blind=True)
    kata.write(OWN_TEST, TEST)
    graded(practice)
    return kata.folder


@pytest.fixture
def blind_once(tmp_path: Path, blind_template: Path) -> Practice:
    """Give a practice that was started blind, with one test; its mutants were tested, and 2 of 3 killed."""
    shutil.copytree(blind_template, tmp_path, dirs_exist_ok=True, symlinks=True)
    return find_practice(tmp_path)
