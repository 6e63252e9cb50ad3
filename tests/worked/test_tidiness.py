"""Test that each state is formatted, and has no unused names, from the Reformat step on."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.worked.examine import State
from tests.worked.repository import write_text
from tests.worked.series import WORKSPACE, steps


@pytest.fixture(scope="session")
def folder(states: list[State], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the new files of each state into a folder named after the step."""
    root = tmp_path_factory.mktemp("tidy")
    reformatted = [step.number for step in steps() if step.refactoring == "Reformat"]
    assert reformatted, "No step is titled Reformat."
    before: State = {}
    for step in steps()[reformatted[0] - 1 :]:
        state = states[step.number]
        for path, text in state.items():
            if before.get(path) != text:
                write_text(root / step.path.stem / path, text)
        before = state
    return root


def ruff(folder: Path, *arguments: str) -> str:
    """Run ruff with the settings of the kata. Returns its output."""
    settings = f"--config={WORKSPACE / 'pyproject.toml'}"
    command = [sys.executable, "-m", "ruff", *arguments, "--no-cache", settings, "."]
    done = subprocess.run(  # noqa: S603 - our own
        command, cwd=folder, capture_output=True, text=True, check=False
    )
    return done.stdout


def test_a_state_is_formatted(folder: Path):
    assert "Would reformat" not in ruff(folder, "format", "--check")


def test_a_state_has_no_unused_names(folder: Path):
    offered = "--per-file-ignores=__init__.py:F401"
    found = ruff(folder, "check", "--select=F", "--output-format=concise", offered)
    assert found == "All checks passed!\n"
