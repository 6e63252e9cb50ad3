"""What the tests of mutants share: the function that grades a practice. It needs fork."""

import sys
from collections.abc import Callable

import pytest

from dojo.mutation.grade import Grade, grade_mutants
from dojo.practice.model import Practice

OWN_TEST = "practice/tests/test_yatzy.py"

collect_ignore_glob = ["*.py"] if sys.platform == "win32" else []

Grading = Callable[[Practice], Grade]


@pytest.fixture(scope="session")
def graded(warm_mutmut: None) -> Grading:  # noqa: ARG001 - it is to be there
    """Give the function that tests the mutants of a practice."""
    return lambda practice: grade_mutants(practice, lambda _done, _of: None)
