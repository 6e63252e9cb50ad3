"""Projects whose mutants are tested: a practice, or the implementations of the kata.

A project says which files are copied, and how pytest is started in the copy. Nothing else is done
to it: the tests run with the settings that they always have.
"""

import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from dojo.checking.outcome import RunOptions
from dojo.checking.project import NO_SETTINGS, find_surroundings
from dojo.checking.runner import (
    UNUSED_BY_SCENARIOS,
    UNUSED_PLUGINS,
    pytest_for,
    without_plugins,
)
from dojo.kata.description import KATA_FILE, Kata, read_kata
from dojo.kata.workspace import present_implementations
from dojo.mutation.kept import ResultFiles
from dojo.practice.code import is_environment, module_name
from dojo.practice.interpreter import python_of
from dojo.practice.model import STATE_DIRECTORY, Practice
from dojo.practice.own_code import import_folder_of
from dojo.practice.project import find_code
from dojo.processes import python_environment
from dojo.source import parse_or_none

CACHES = shutil.ignore_patterns(
    *(STATE_DIRECTORY, ".git", ".venv", "venv", "node_modules", "__pycache__"),
    *("*.received.*", "*.pyc", ".pytest_cache", ".replaced"),
)


@dataclass(frozen=True)
class Project:
    """A project to make mutants of.

    `files`: what is copied, by its place in the copy, where all other paths are, too. `start`: the
    folder in which pytest starts, with `arguments`. `sources`: the Python files that get mutants.
    `root`: the folder from which they are imported. `results`: the files of their results.
    `name`: the path of the copy in a folder of copies. `python` runs the tests, with an
    `environment`. `around`: files in the folders around the copy, as seen from it.
    """

    files: Mapping[str, Path]
    start: str
    arguments: Sequence[str]
    sources: Sequence[str]
    root: str
    results: ResultFiles
    name: str = "copy"
    python: str = sys.executable
    environment: Mapping[str, str] = field(default_factory=python_environment)
    around: Mapping[str, bytes] = field(default_factory=dict)

    def copy_to(self, folder: Path) -> None:
        """Copy all files to a folder, without caches and virtual environments."""
        for place, path in self.files.items():
            target = folder / place
            target.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                shutil.copytree(path, target, symlinks=True, ignore=_not_copied, dirs_exist_ok=True)
            elif path.exists():
                shutil.copy2(path, target)
        # By this folder, the plugin of checks knows a practice.
        state = folder / self.start / STATE_DIRECTORY
        state.mkdir(exist_ok=True)
        (state / NO_SETTINGS).touch()

    def module_of(self, path: str) -> str:
        """Return the name of a source as a module, in the way of mutmut."""
        root = Path(self.root)
        if not Path(path).is_relative_to(root):
            root = Path(self.start)
        return module_name(Path(path), root)


def _not_copied(folder: str, names: list[str]) -> set[str]:
    """Return the caches and virtual environments in a folder."""
    environments = {name for name in names if is_environment(Path(folder, name))}
    return CACHES(folder, names) | environments


def project_of_practice(practice: Practice) -> Project:
    """Return a practice as a project. Its tests start as a check does."""
    files = {practice.name: practice.folder}
    for name in files_of_guard(practice.kata, practice.guard.scenarios):
        files[name] = practice.workspace / name
    options = RunOptions(outcome_file=os.devnull, for_mutants=True)
    pytest = pytest_for(practice)
    sources: list[str] = []
    for file in find_code(practice):
        if parse_or_none(file.read_bytes()) is not None:
            sources.append(practice.display_path(file))
    surroundings = find_surroundings(practice, practice.folder)
    return Project(
        files=files,
        start=practice.name,
        arguments=pytest.arguments(options),
        sources=sources,
        root=practice.display_path(import_folder_of(practice)),
        results=ResultFiles(practice.state_directory),
        name=surroundings.place.as_posix(),
        python=python_of(practice),
        environment=pytest.environment,
        around=surroundings.files,
    )


def files_of_guard(kata: Kata, scenarios: Sequence[str]) -> list[str]:
    """Return the files of a kata that the tests of a practice need, if they exist."""
    if not scenarios:
        return [KATA_FILE]
    return [KATA_FILE, kata.golden_master, kata.approved_files, *_modules_around(kata)]


def _modules_around(kata: Kata) -> list[str]:
    """Return the files of the packages around the golden master that pytest imports."""
    around = PurePosixPath(kata.golden_master).parents
    names = ("__init__.py", "conftest.py")
    return [(folder / name).as_posix() for folder in around for name in names]


def project_of_kata(workspace: Path) -> Project:
    """Return the implementations of a kata as a project. Only the golden master is run."""
    kata = read_kata(workspace)
    implementations = present_implementations(workspace)
    names = [*implementations, *files_of_guard(kata, kata.last_level.scenarios), "pyproject.toml"]
    folder = kata.golden_master
    ignored = [f"--ignore={folder}/{name}.py" for name in kata.not_for_mutants]
    sources: list[str] = []
    for name in implementations:
        for file in sorted((workspace / name).rglob("*.py")):
            sources.append(file.relative_to(workspace).as_posix())
    return Project(
        files={name: workspace / name for name in names},
        start="",
        arguments=[
            *(folder, *ignored),
            *("-q", "--for-mutants", "--disable-plugin-autoload", "--assert=plain", "--tb=no"),
            *("-k", " or ".join(implementations)),
            *without_plugins(UNUSED_PLUGINS + UNUSED_BY_SCENARIOS),
        ],
        sources=sources,
        root="",
        results=ResultFiles(workspace / STATE_DIRECTORY),
    )
