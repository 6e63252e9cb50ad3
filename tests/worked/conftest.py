"""Apply the steps once, and run the golden master on each state once."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dojo.checking.runner import UNUSED_BY_SCENARIOS, UNUSED_PLUGINS, without_plugins
from dojo.kata.way import WorkedStep
from dojo.kata.way import replay as states_of
from dojo.kata.workspace import LAST_LEVEL, read_tangle
from dojo.processes import python_environment
from tests.worked.edit import START, walk
from tests.worked.series import WORKSPACE, State, is_last_of_level, mutant_in, mutated, steps

STATES_WITH_ALL_ORDERS = 9  # beside the last of each level: one in forty


@pytest.fixture(scope="session")
def way(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Have git apply the steps to the tangle, a commit for each."""
    folder = tmp_path_factory.mktemp("way")
    walk(folder, read_tangle(WORKSPACE, LAST_LEVEL), steps())
    return folder


@pytest.fixture(scope="session")
def states() -> list[State]:
    """Return the state before the first step, and that after each."""
    return list(states_of({START: read_tangle(WORKSPACE, LAST_LEVEL)}, steps()))


@pytest.fixture(scope="session")
def answers(
    states: list[State], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, dict[str, str]]:
    """Return the failures of each step and of each mutant that a step removes, by scenario."""
    if sys.platform == "win32":
        pytest.skip("there is no limit to what a state computes")
    place = tmp_path_factory.mktemp("states")
    (place / "states.json").write_text(json.dumps(dict(questions(states))), encoding="utf-8")
    arguments = [
        *(
            "-p",
            "tests.worked.each_state",
            f"--states={place / 'states.json'}",
            f"--answers={place / 'answers.json'}",
        ),
        *(
            "--practice=:yatzy",
            f"--received-in={place}",
            "--disable-plugin-autoload",
            "tests/golden_master",
        ),
    ]
    done = subprocess.run(  # noqa: S603 - our own pytest
        [
            sys.executable,
            "-m",
            "pytest",
            *without_plugins(UNUSED_PLUGINS + UNUSED_BY_SCENARIOS),
            *arguments,
        ],
        cwd=WORKSPACE,
        env=python_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    assert (place / "answers.json").exists(), done.stdout.decode()
    told = json.loads((place / "answers.json").read_text(encoding="utf-8"))
    return {name: answer["failed"] for name, answer in told.items()}


def questions(states: list[State]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a question for each state: its level and below; all levels where a level ends.

    All orders of all rolls take longest: only the last states of levels and a sample run them.
    """
    sample = Random(len(steps())).sample(steps(), STATES_WITH_ALL_ORDERS)  # the same each time
    for step, before, after in zip(steps(), states, states[1:], strict=False):
        is_last = is_last_of_level(step)
        level = LAST_LEVEL.number if is_last else step.level
        yield step.path.name, {"state": after, "level": level, "orders": is_last or step in sample}
        if mutant := mutant_in(step):
            yield (
                mutant_of(step),
                {"state": mutated(before, mutant), "level": LAST_LEVEL.number, "orders": False},
            )


def mutant_of(step: WorkedStep) -> str:
    """Return the name by which the mutant is asked for that a step removes."""
    return f"{step.path.name}, its mutant"
