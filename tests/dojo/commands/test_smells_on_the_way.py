"""Hints on states of the worked way itself, as it is in the kata: a few of them, from the first to the last."""

from functools import cache

import pytest

from dojo.commands.smells import Hint, is_hinted, next_hint
from dojo.kata.way import states, worked_steps
from dojo.kata.workspace import LAST, tangle
from dojo.practice.model import Choices, Practice
from tests.dojo.small_kata import WORKSPACE

STEPS = worked_steps(WORKSPACE) if (WORKSPACE / "worked").is_dir() else []
NUMBERS = [*range(0, len(STEPS), 1 + len(STEPS) // 3), len(STEPS)]
pytestmark = pytest.mark.skipif(not STEPS, reason="there is no worked way yet")


@cache
def walked() -> list[dict[str, str]]:
    """Return every state of the way."""
    return list(states({"yatzy.py": tangle(WORKSPACE, LAST)}, STEPS))


def hinted(number: int, code: dict[str, str]) -> Hint | None:
    """Return the hint in a practice of the level of what comes next."""
    level = STEPS[min(number, len(STEPS) - 1)].level
    return next_hint(Practice(WORKSPACE, Choices(level, blind=False)), code)


@pytest.mark.parametrize("number", NUMBERS)
def test_the_hint_is_the_step_that_is_next(number: int) -> None:
    found = hinted(number, walked()[number])
    assert (found and found.step) == next((step for step in STEPS[number:] if is_hinted(step)), None)
