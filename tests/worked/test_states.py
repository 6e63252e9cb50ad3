"""Every step applies, and the golden master answers for each state: green, but for the traps."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from dojo.kata.way import WorkedStep
from dojo.kata.workspace import LAST_LEVEL, LEVELS, read_tangle
from tests.worked.conftest import mutant_of
from tests.worked.edit import contents, state_of, write
from tests.worked.series import WORKSPACE, State, mutant_in, of_level, places_of, steps

MOST_SHOWN = 3  # scenarios, and lines of each
NEXT = "`python -m tests.worked.edit` makes a repository of the way, to mend the step in."
PACKAGE = "yatzy"
DEFINED = re.compile(r"^ *(?:async )?(?:def|class) (\w+)", re.MULTILINE)
Answers = dict[str, dict[str, str]]

each_level = pytest.mark.parametrize("level", LEVELS)


def before(step: WorkedStep, states: list[State]) -> State:
    return states[step.number - 1]


def after(step: WorkedStep, states: list[State]) -> State:
    return states[step.number]


def defined_in(state: State) -> set[str]:
    """Return the names of all functions and classes."""
    return {name for text in state.values() for name in DEFINED.findall(text)}


def shown(answers: Answers, names: Iterable[str]) -> str:
    """Say of which of these states which scenarios failed, and how."""
    lines = []
    for name in names:
        failed = [*answers[name].items()]
        lines += [f"{name}: {len(failed)} failed:"] if failed else []
        lines += [
            line
            for each, how in failed[:MOST_SHOWN]
            for line in (each, *how.splitlines()[:MOST_SHOWN])
        ]
    return "\n".join([*lines, NEXT]) if lines else ""


def test_every_step_applies_to_the_state_before_it(states: list[State]) -> None:
    assert len(states) == 1 + len(steps())


def test_git_makes_the_same_of_the_steps(way: Path, states: list[State]) -> None:
    assert state_of(way) == states[-1]


def test_the_steps_are_written_again_as_they_are(way: Path, tmp_path: Path) -> None:
    """Compare byte for byte, so that an update changes no patch without need."""
    write(way, tmp_path)
    written, before = contents(tmp_path), contents(WORKSPACE / "worked")
    assert written.keys() == before.keys()
    assert not [name for name in written if written[name] != before[name]]


def test_the_way_begins_with_the_tangle(states: list[State]) -> None:
    assert states[0] == {"yatzy.py": read_tangle(WORKSPACE, LAST_LEVEL)}


def test_the_way_ends_with_the_clean_code(states: list[State]) -> None:
    files = (WORKSPACE / "refactored").glob("*.py")
    clean = {f"{PACKAGE}/{path.name}": path.read_text(encoding="utf-8") for path in files}
    assert states[-1] == clean, "`python -m tests.worked.edit` brings the way along."


def test_levels_ascend() -> None:
    levels = [step.level for step in steps()]
    assert levels == sorted(levels)
    assert set(levels) == set(LEVELS)


def test_a_step_is_green(answers: Answers) -> None:
    failed = shown(answers, [step.path.name for step in steps() if not step.is_red])
    assert not failed, failed


def test_a_trap_is_red(answers: Answers) -> None:
    """Some scenario of its level fails: else it is no trap."""
    assert not [step.path.name for step in steps() if step.is_red and not answers[step.path.name]]


def test_a_trap_is_reverted_at_once(states: list[State]) -> None:
    """The state after the revert is that before the trap, to the letter."""
    for step in steps():
        if step.is_red:
            [revert] = steps()[step.number : step.number + 1]
            assert revert.title == f'Revert "{step.title}"'
            assert after(revert, states) == before(step, states), revert.path.name


def test_only_a_trap_is_reverted() -> None:
    reds = [step.number + 1 for step in steps() if step.is_red]
    assert [step.number for step in steps() if step.is_revert] == reds


@each_level
def test_a_level_has_two_traps(level: int) -> None:
    assert sum(step.is_red for step in of_level(level)) == 2


@each_level
def test_a_level_has_enough_steps(level: int) -> None:
    green = [step for step in of_level(level) if not step.is_red and not step.is_revert]
    assert len(green) >= (15 if level == LAST_LEVEL.number else 25)


@each_level
def test_a_level_removes_a_surviving_mutant(level: int) -> None:
    assert any(mutant_in(step) for step in of_level(level))


def test_a_mutant_that_is_removed_survives_before(answers: Answers) -> None:
    failed = shown(answers, [mutant_of(step) for step in steps() if mutant_in(step)])
    assert not failed, failed


def test_a_mutant_that_is_removed_is_of_one_line(states: list[State]) -> None:
    found = {
        step.path.name: places_of(mutant.line, before(step, states))
        for step in steps()
        if (mutant := mutant_in(step))
    }
    assert not {name: places for name, places in found.items() if len(places) != 1}


def test_a_mutant_that_is_removed_cannot_be_made_any_more(states: list[State]) -> None:
    found = {
        step.path.name: places_of(mutant.line, after(step, states))
        for step in steps()
        if (mutant := mutant_in(step))
    }
    assert not {name: places for name, places in found.items() if places}


def test_the_methods_of_a_step_are_there_before_it(states: list[State]) -> None:
    missing = {
        step.path.name: set(step.methods) - defined_in(before(step, states)) for step in steps()
    }
    assert not {name: methods for name, methods in missing.items() if methods}
