"""The class Yatzy of each implementation, for the scenarios."""

from typing import Any

import pytest

from dojo.kata.fixtures import Implementation


@pytest.fixture
def yatzy(implementation: Implementation) -> Any:
    """Return the class Yatzy of each implementation in turn."""
    return implementation.offered
