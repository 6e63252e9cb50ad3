"""Mutation testing of the implementations: what their results depend on, and how they are brought up to date."""

from pathlib import Path

from dojo.kata import IMPLEMENTATIONS
from dojo.mutation.cache import Inputs, Update, digest, files_below, tools, update
from dojo.mutation.runner import Progress, alone

SHARED = (
    *("tests/golden_master", "approved_files", "pyproject.toml"),
    *("tests/__init__.py", "tests/conftest.py", "tests/warm_session.py"),
    *("conftest.py", "pytest.ini", "tox.ini", "setup.cfg", "tests/pytest.ini", "tests/tox.ini", "tests/setup.cfg"),
)
NO_INPUTS = ("survivors.approved.txt", "unmutated.approved.txt")  # verify reads them, and no scenario does


def run_mutants(workspace: Path, implementations: tuple[str, ...], workers: int | None, progress: Progress) -> Update:
    """Bring the results of some implementations up to date; `progress` is told how many are done, of how many.

    Raises WorkspaceError when mutmut gives up.
    """
    parts = () if implementations == IMPLEMENTATIONS else implementations
    with alone(workspace / "mutants", progress) as mutmut:
        return update(mutmut, inputs_of(workspace), parts=parts, workers=workers)


def inputs_of(workspace: Path) -> Inputs:
    """Return what all verdicts share, as a hash, and each implementation's own."""
    shared = [path for name in SHARED for path in files_below(workspace / name) if path.name not in NO_INPUTS]
    own = {name: digest(workspace, files_below(workspace / name)) for name in IMPLEMENTATIONS}
    return Inputs(own, digest(workspace, shared, tools()))
