"""Test that every step applies, and that only traps fail the golden master."""

import re
from pathlib import Path

import pytest

from dojo.kata.way import WorkedStep, clean_code
from dojo.kata.workspace import read_tangle
from tests.worked.conftest import Failures
from tests.worked.examine import State
from tests.worked.repository import read_patches, state_of, write_patches
from tests.worked.series import WORKSPACE, files_with, mutant_in, steps, steps_of
from tests.yatzy_kata import LAST_LEVEL, LEVELS

MAX_FAILURES = 3  # shown of a step
MIN_STEPS = {1: 25, 2: 25, 3: 25, 4: 15}
EARLIER = "Scenarios of lower levels run on every twentieth step: an earlier step may be the cause."
EDIT = "`python -m tests.worked.edit --step NUMBER` makes a repository to correct a step in."
DEFINITION = re.compile(r"^ *(?:async )?(?:def|class) (\w+)", re.MULTILINE)

each_level = pytest.mark.parametrize("level", LEVELS)


def before(step: WorkedStep, states: list[State]) -> State:
    return states[step.number - 1]


def after(step: WorkedStep, states: list[State]) -> State:
    return states[step.number]


def definitions_in(state: State) -> set[str]:
    """Return the names of all functions and classes."""
    names: set[str] = set()
    for text in state.values():
        names.update(DEFINITION.findall(text))
    return names


def display(failed: dict[str, dict[str, str]]) -> str:
    """Show the first failures of each step, with a hint."""
    lines = []
    for name, failures in failed.items():
        lines.append(f"{name}: {len(failures)} failed")
        errors = [f"  {scenario}: {error}" for scenario, error in failures.items()]
        lines += errors[:MAX_FAILURES]
    return "\n".join([*lines, EARLIER, EDIT])


def test_every_step_applies_to_the_state_before_it(states: list[State]):
    assert len(states) == 1 + len(steps())


def test_git_makes_the_same_of_the_steps(way: Path, states: list[State]):
    assert state_of(way) == states[-1]


def test_the_steps_are_written_again_as_they_are(way: Path, tmp_path: Path):
    """Compare byte for byte, so that an update changes no patch without need."""
    write_patches(way, "main", tmp_path)
    written = read_patches(tmp_path)
    patches = read_patches(WORKSPACE / "worked")
    assert written.keys() == patches.keys()
    assert not [name for name in written if written[name] != patches[name]]


def test_the_way_begins_with_the_tangle(states: list[State]):
    assert states[0] == {"yatzy.py": read_tangle(WORKSPACE, LAST_LEVEL)}


def test_the_way_ends_with_the_clean_code(states: list[State]):
    hint = "`python -m tests.worked.edit` updates the steps."
    assert states[-1] == clean_code(WORKSPACE), hint


def test_levels_ascend():
    levels = [step.level for step in steps()]
    assert levels == sorted(levels)
    assert set(levels) == set(LEVELS)


def test_a_step_is_green(step_failures: Failures):
    red = [step.path.name for step in steps() if step.is_red]
    failed = {name: failures for name, failures in step_failures.items() if failures}
    unexpected = failed.keys() - set(red)
    assert not unexpected, display({name: failed[name] for name in sorted(unexpected)})


def test_a_trap_is_red(step_failures: Failures):
    """Otherwise it is no trap."""
    red = [step.path.name for step in steps() if step.is_red]
    assert not [name for name in red if not step_failures[name]]


def test_a_trap_is_reverted_at_once(states: list[State]):
    for step in steps():
        if step.is_red:
            revert = steps()[step.number]
            assert revert.title == f'Revert "{step.title}"'
            assert after(revert, states) == before(step, states), revert.path.name


def test_only_a_trap_is_reverted():
    traps = [step.number for step in steps() if step.is_red]
    reverts = [step.number for step in steps() if step.is_revert]
    assert reverts == [number + 1 for number in traps]


@each_level
def test_a_level_has_two_traps(level: int):
    assert len([step for step in steps_of(level) if step.is_red]) == 2


@each_level
def test_a_level_has_enough_steps(level: int):
    green = [step for step in steps_of(level) if not step.is_red and not step.is_revert]
    assert len(green) >= MIN_STEPS[level]


@each_level
def test_a_level_removes_a_surviving_mutant(level: int):
    assert any(mutant_in(step) for step in steps_of(level))


def test_a_mutant_that_is_removed_survives_before(mutant_failures: Failures):
    failed = {name: failures for name, failures in mutant_failures.items() if failures}
    assert not failed, display(failed)


def test_a_mutant_that_is_removed_is_of_one_line(states: list[State]):
    for step in steps():
        mutant = mutant_in(step)
        if mutant is not None:
            assert len(files_with(mutant.line, before(step, states))) == 1, step.path.name


def test_a_mutant_that_is_removed_cannot_be_made_any_more(states: list[State]):
    for step in steps():
        mutant = mutant_in(step)
        if mutant is not None:
            assert files_with(mutant.line, after(step, states)) == [], step.path.name


def test_the_methods_of_a_step_are_there_before_it(states: list[State]):
    for step in steps():
        assert set(step.methods) <= definitions_in(before(step, states)), step.path.name
