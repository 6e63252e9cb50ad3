"""Small projects with tests, as people have them, and the results of their mutants."""

import sys
from pathlib import Path

from dojo.mutation.kept import Kept, ResultFiles, mutants_of
from dojo.mutation.project import Project
from dojo.mutation.results import Mutant
from dojo.mutation.run import MutantOptions, RunResult, update_results
from tests.dojo.practising import write_files

WAYS = {"fork": False, "no fork": True}
if sys.platform == "win32":
    del WAYS["fork"]


def project_of(folder: Path, files: dict[str, str]) -> Project:
    """Write a project. Its mutants are those of `shop.py`, or of all files that are no tests."""
    write_files(folder, files)
    sources = [name for name in files if name.endswith(".py") and "test" not in name]
    return Project(
        files={"": folder},
        start="",
        arguments=["-q", "-p", "no:approvaltests_pytest"],
        sources=sources,
        root="",
        results=ResultFiles(folder.with_name(f"{folder.name}-results")),
    )


def run(folder: Path, files: dict[str, str], *, no_fork: bool = False) -> tuple[Kept, RunResult]:
    """Test all mutants of a project, with one worker."""
    options = MutantOptions(workers=1, no_fork=no_fork)
    return update_results(project_of(folder, files), lambda _done, _of: None, options)


def mutants(folder: Path, files: dict[str, str], *, no_fork: bool = False) -> list[Mutant]:
    kept, _ = run(folder, files, no_fork=no_fork)
    return mutants_of(kept)


def mutants_by_path(
    folder: Path, files: dict[str, str], *, no_fork: bool = False
) -> dict[str, list[Mutant]]:
    found: dict[str, list[Mutant]] = {}
    for mutant in mutants(folder, files, no_fork=no_fork):
        found.setdefault(mutant.path, []).append(mutant)
    return found
