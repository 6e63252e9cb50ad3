"""The documents that the kata itself approves: the golden master, written from legacy, and the looks of the table.

What replaces one of them is kept until the next commit.
"""

import subprocess
from pathlib import Path

from dojo.errors import WorkspaceError
from dojo.kata.approval import Shelf
from dojo.kata.golden_master import run_scenarios
from dojo.kata.pytest_process import ALL_PASSED, last_lines, run_pytest
from dojo.kata.workspace import LEGACY, free_name

LOOKS = "tests/dojo/table/test_table_looks.py"


def write_golden_master(workspace: Path, folder: Path) -> list[Path]:
    """Write every document into `folder` as legacy shows it; WorkspaceError when legacy cannot."""
    done = run_scenarios(workspace, LEGACY, f"--received-to={folder}")
    return _written(folder, done, "legacy cannot write the golden master")


def write_looks(workspace: Path, folder: Path) -> list[Path]:
    """Write what the table looks like, at its key moments, into `folder`; WorkspaceError when it cannot be shown."""
    return _written(folder, run_pytest(workspace, LOOKS, f"--received-to={folder}"), "The table cannot be shown")


def _written(folder: Path, done: subprocess.CompletedProcess[str], complaint: str) -> list[Path]:
    """Return the documents in a folder; WorkspaceError with a complaint when a test that writes them failed."""
    if done.returncode != ALL_PASSED:
        raise WorkspaceError(f"{complaint}; {last_lines(done.stdout)}")
    return sorted(folder.glob("*.approved.*"))


def approved_files(workspace: Path) -> Shelf:
    """Return where the documents are, with a new folder for what is replaced now."""
    own = workspace / "approved_files"
    commit = _last_commit(workspace)
    replaced = own / ".replaced"
    stale = tuple(folder for folder in sorted(replaced.glob("*")) if not folder.name.startswith(commit))
    return Shelf(own, free_name(replaced / commit), stale=stale)


def _last_commit(workspace: Path) -> str:
    """Return the short name of the last commit, or `no-commit`."""
    done = subprocess.run(
        ["git", "rev-parse", "--short=12", "HEAD"],  # noqa: S607 - whichever git the person uses
        cwd=workspace,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip() if done.returncode == 0 else "no-commit"
