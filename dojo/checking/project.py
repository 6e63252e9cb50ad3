"""How pytest is started in a project, and the folders around it.

pytest reads its settings in these folders, and each conftest.py below them. A copy of the project
needs these files, so that its tests run as in a check.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from dojo.checking.outcome import Outcome, RunOptions
from dojo.checking.runner import PYTEST
from dojo.files import read_json
from dojo.inside.importing import LOAD_DOJO
from dojo.practice.interpreter import python_of
from dojo.practice.model import STATE_DIRECTORY, Practice
from dojo.practice.project import find_more_tests
from dojo.practice.pytest_settings import pytest_settings_in
from dojo.processes import project_environment

OWN_PYTEST = LOAD_DOJO + PYTEST  # in the Python of somebody's project
NO_SETTINGS = "pytest.ini"  # an empty file in the state directory
# In a folder around a project, pytest imports these.
IMPORTED = ("conftest.py", "__init__.py")


class ProjectPytest:
    """How pytest is started in a project, as it is, in the project's Python."""

    def __init__(self, practice: Practice) -> None:
        self.practice = practice

    @property
    def command(self) -> list[str]:
        return [python_of(self.practice), "-c", OWN_PYTEST]

    @property
    def environment(self) -> dict[str, str]:
        return project_environment(python_of(self.practice))

    def arguments(self, options: RunOptions) -> list[str]:
        """Return the arguments of pytest. `dojo.inside.check` reads the settings, in JSON."""
        practice = self.practice
        settings = {
            "title": practice.title,
            "parent": practice.name,
            "outcome_file": options.outcome_file,
            "limit": options.limit,
            "tests": find_more_tests(practice.folder),
            "original": str(practice.folder.resolve()),
            "originals": str(folder_of_originals(practice)),
        }
        run = f"--dojo-check={msgspec.json.encode(settings).decode()}"
        plugin = "dojo.inside.check"
        return ["-q", "--rootdir=.", "-p", plugin, *self.pytest_options(), run]

    def pytest_options(self) -> list[str]:
        """Return the options of pytest. The project has its own settings, or none."""
        practice = self.practice
        cache = f"cache_dir={STATE_DIRECTORY}/pytest_cache"
        options = ["-p", "no:approvaltests_pytest", "-o", cache]
        if not practice.is_in_place and pytest_settings_in(practice.folder) is None:
            # Otherwise, pytest would use those of the kata around the copy.
            (practice.state_directory / NO_SETTINGS).touch()
            options += ["-c", f"{STATE_DIRECTORY}/{NO_SETTINGS}", "--confcutdir=."]
        return options

    def read(self, file: Path) -> Outcome:
        """Read the reports that the plugin wrote, and decide the outcome."""
        # They load pytest, which takes longer than all that most commands load.
        from dojo.checking.plugin import outcome_of  # noqa: PLC0415
        from dojo.inside.reports import Reports  # noqa: PLC0415

        return outcome_of(self.practice, read_json(file, Reports))


@dataclass(frozen=True)
class Surroundings:
    """What is around a project: the contents of files by path, as seen from the project.

    `place`: the path of the project in the folder `originals`, and of a copy in a folder of copies.
    """

    originals: Path
    place: Path
    files: Mapping[str, bytes]


NOTHING_AROUND = Surroundings(Path(), Path("project"), {})


def find_surroundings(practice: Practice, folder: Path) -> Surroundings:
    """Find the surroundings of a practice, or of a folder in it."""
    folder = folder.resolve()
    settings = _find_main_file(practice)
    outermost = _find_outermost(practice, settings)
    originals = outermost.parent
    files: dict[str, bytes] = {}
    around = folder
    prefix = ""
    while around != outermost:
        around = around.parent
        prefix += "../"
        for name in IMPORTED:
            if (around / name).is_file():
                files[prefix + name] = (around / name).read_bytes()
        if settings is not None and settings.parent == around:
            files[prefix + settings.name] = settings.read_bytes()
    return Surroundings(originals, folder.relative_to(originals), files)


def folder_of_originals(practice: Practice) -> Path:
    """Return the folder that has the project and all of its surroundings."""
    return _find_outermost(practice, _find_main_file(practice)).parent


def write_surroundings(copy: Path, files: Mapping[str, bytes]) -> None:
    """Write the files around a copy of a project."""
    for path, content in files.items():
        (copy / path).write_bytes(content)


def _find_outermost(practice: Practice, settings: Path | None) -> Path:
    """Return the outermost folder with a file that pytest reads or imports for a project.

    That is the folder of the `settings`, or of the outermost package around it. Around a copy,
    nothing counts.
    """
    folder = practice.folder.resolve()
    if not practice.is_in_place:
        return folder
    if settings is not None:
        folder = settings.parent
    while (folder / "__init__.py").exists() and (folder.parent / "__init__.py").exists():
        folder = folder.parent
    return folder


def _find_main_file(practice: Practice) -> Path | None:
    """Return the settings of pytest, else the next pyproject.toml, as pytest does."""
    settings = find_pytest_settings(practice)
    if settings is not None or not practice.is_in_place:
        return settings
    folder = practice.folder.resolve()
    for around in (folder, *folder.parents):
        file = around / "pyproject.toml"
        if file.is_file():
            return file
    return None


def find_pytest_settings(practice: Practice) -> Path | None:
    """Return the file with the settings of somebody's own code, or None."""
    folders = [practice.folder.resolve()]
    if practice.is_in_place:
        folders += folders[0].parents
    for folder in folders:
        file = pytest_settings_in(folder)
        if file is not None:
            return file
    return None
