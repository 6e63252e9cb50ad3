"""Apply the steps once, and run the golden master on each state once."""

import sys
from pathlib import Path

import pytest

from dojo.kata.way import WorkedStep, replay
from dojo.kata.workspace import read_tangle
from tests.worked.examine import Scenario, State, failures, scenarios
from tests.worked.repository import START, create
from tests.worked.series import WORKSPACE, is_last_of_level, mutant_in, steps, with_mutant
from tests.yatzy_kata import LAST_LEVEL, LEVELS

# The scenarios of lower levels run on every twentieth step. On each, they would double the time.
LOWER_LEVELS_EVERY = 20

Failures = dict[str, dict[str, str]]  # the error of each scenario that fails, by step


@pytest.fixture(scope="session")
def way(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a git repository with a commit for each step."""
    folder = tmp_path_factory.mktemp("way")
    create(folder, read_tangle(WORKSPACE, LAST_LEVEL), steps())
    return folder


@pytest.fixture(scope="session")
def states() -> list[State]:
    """Return the state before the first step, and the state after each."""
    return list(replay({START: read_tangle(WORKSPACE, LAST_LEVEL)}, steps()))


@pytest.fixture(scope="session")
def step_failures(states: list[State], tmp_path_factory: pytest.TempPathFactory) -> Failures:
    """Run the golden master on the state after each step; after a trap, until it fails.

    A revert has the state before a trap. The last state is the clean code, of which the golden
    master has tests of its own.
    """
    skip_without_limit()
    received = tmp_path_factory.mktemp("received")
    found = {}
    for step in steps()[:-1]:
        if not step.is_revert:
            state = states[step.number]
            found[step.path.name] = failures(
                state, scenarios_for(step), received, first_only=step.is_red
            )
    return found


@pytest.fixture(scope="session")
def mutant_failures(states: list[State], tmp_path_factory: pytest.TempPathFactory) -> Failures:
    """Run the golden master on each mutant that a step removes, in the state before the step."""
    skip_without_limit()
    received = tmp_path_factory.mktemp("received")
    found = {}
    for step in steps():
        mutant = mutant_in(step)
        if mutant is not None:
            state = with_mutant(states[step.number - 1], mutant)
            found[step.path.name] = failures(state, scenarios(LEVELS), received)
    return found


def scenarios_for(step: WorkedStep) -> dict[str, Scenario]:
    """Return the scenarios of the level of a step, or more on some steps."""
    if is_last_of_level(step):
        return scenarios(LEVELS, all_orders=True)
    if step.number % LOWER_LEVELS_EVERY == 0:
        return scenarios(range(1, step.level + 1))
    return scenarios([step.level])


def skip_without_limit():
    if sys.platform == "win32":
        pytest.skip("there is no limit to the time of a state")
