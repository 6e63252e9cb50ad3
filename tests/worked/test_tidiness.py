"""Check that each state is formatted, and has no unused names, from the Reformat step on."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.worked.series import WORKSPACE, State, steps

LAID_OUT = "after-{:04}"


@pytest.fixture(scope="session")
def laid_out(states: list[State], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the new files of each state into a folder of its own, from the Reformat step on."""
    folder, known = tmp_path_factory.mktemp("tidy"), set()
    formatted = [step.number for step in steps() if step.refactoring == "Reformat"]
    assert formatted, "No step is titled Reformat."
    for number, state in enumerate(states[formatted[0] :], start=formatted[0]):
        for path, text in state.items():
            if (path, text) not in known:
                known.add((path, text))
                file = folder / LAID_OUT.format(number) / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8", newline="\n")
    return folder


def ruff(folder: Path, *arguments: str) -> str:
    """Return what ruff finds, with the settings of the kata."""
    command = [
        sys.executable,
        "-m",
        "ruff",
        *arguments,
        "--config",
        str(WORKSPACE / "pyproject.toml"),
        ".",
    ]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout  # noqa: S603 - our own


def test_a_state_is_formatted(laid_out: Path) -> None:
    assert "Would reformat" not in ruff(laid_out, "format", "--check", "--no-cache")


def test_a_state_holds_nothing_that_nobody_uses(laid_out: Path) -> None:
    offered = "--per-file-ignores=__init__.py:F401"
    found = ruff(laid_out, "check", "--no-cache", "--select=F", "--output-format=concise", offered)
    assert found == "All checks passed!\n"
