"""The Python that runs somebody's own code: the one of their project, with its packages."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
from msgspec import Struct

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.practice.model import Practice
from dojo.processes import project_environment, run

PYTHON_FILE = "python.txt"  # kept in the state directory, because it belongs to this machine
ENVIRONMENTS = (".venv", "venv")  # inside a project
PROGRAMS = ("bin/python", "Scripts/python.exe")  # inside an environment
OLDEST_PYTHON = (3, 10)
OLDEST_PYTEST = (7, 4)
# An old Python has to understand it, to be told that it is too old.
EXAMINE = """
import sys
sys.path = [path for path in sys.path if path]
import json
found = {}
if sys.version_info >= (3, 8):
    from importlib.metadata import distributions
    found = dict((each.metadata["Name"], each.version) for each in distributions())
print(json.dumps({"number": sys.version_info[:3], "version": sys.version, "packages": found}))
"""

NO_PYTHON = "{python} is no Python, and no virtual environment."
MISSING = """\
The Python that runs your code is gone: {python}
{file} names it. Write the path of another one there."""
OLD_PYTHON = "{python} is Python {version}. The dojo needs 3.10 or newer: name one with --python."
NO_PYTEST = "{python} has no pytest. Install it there:\n{command}"
OLD_PYTEST = "{python} has pytest {version}. The dojo needs 7.4 or newer:\n{command}"


class Interpreter(Struct, frozen=True):
    """A Python, its version, and the versions of the packages that are installed there."""

    path: str
    number: tuple[int, int, int]
    version: str  # it ends with the compiler and the build
    packages: dict[str, str]

    @property
    def is_dojo(self) -> bool:
        return self.path == sys.executable

    @property
    def title(self) -> str:
        number = ".".join(map(str, self.number))
        return f"Python {number} with pytest {self.packages.get('pytest')}"

    def install_command(self, requirement: str) -> str:
        """Return the command that installs a package. An environment that uv made has no pip."""
        command = [self.path, "-m", "pip", "install", requirement]
        if "pip" not in self.packages:
            command = ["uv", "pip", "install", "--python", self.path, requirement]
        return shlex.join(command)

    def obstacle(self) -> str:
        """Return why it cannot run the tests of a practice, or an empty string."""
        if self.number < OLDEST_PYTHON:
            version = ".".join(map(str, self.number))
            return OLD_PYTHON.format(python=self.path, version=version)
        pytest = self.packages.get("pytest")
        if pytest is None:
            command = self.install_command("pytest")
            return NO_PYTEST.format(python=self.path, command=command)
        if _numbers(pytest) < OLDEST_PYTEST:
            command = self.install_command("pytest>=7.4")
            return OLD_PYTEST.format(python=self.path, version=pytest, command=command)
        return ""


def choose_python(option: str | None, project: Path) -> str:
    """Return the Python for a project.

    It is the one of the option, of the active virtual environment if that is not the dojo's, of an
    environment in the project or in a folder around it up to its repository, or else the dojo's.
    Raises WrongUsageError if the option names none.
    """
    if option is not None:
        return _named_python(option)
    folders: list[Path] = []
    for around in _up_to_repository(project.resolve()):
        folders += [around / name for name in ENVIRONMENTS]
    active = os.environ.get("VIRTUAL_ENV")
    if active and not _is_dojo(Path(active)):
        folders.insert(0, Path(active))
    for folder in folders:
        python = _python_in(folder)
        if python is not None:
            return python
    return sys.executable


def _up_to_repository(project: Path) -> list[Path]:
    """Return the folders from a project up to its git repository; without one, the project."""
    folders: list[Path] = []
    for around in (project, *project.parents):
        folders.append(around)
        if (around / ".git").exists():
            return folders
    return [project]


def _named_python(name: str) -> str:
    """Return the Python of a name, or of an environment. Raises WrongUsageError if it is none."""
    path = Path(name).expanduser()
    python = _program_in(path) if path.is_dir() else shutil.which(path)
    if python is None:
        raise WrongUsageError(NO_PYTHON.format(python=name))
    return os.path.abspath(python)  # noqa: PTH100 - Path.resolve would leave the environment


def _python_in(environment: Path) -> str | None:
    """Return the Python of a virtual environment, or None if it is none."""
    if not (environment / "pyvenv.cfg").is_file():
        return None
    if _is_dojo(environment):
        return sys.executable
    return _program_in(environment)


def _is_dojo(environment: Path) -> bool:
    """Return whether the dojo runs in an environment."""
    return environment.resolve() == Path(sys.prefix).resolve()


def _program_in(environment: Path) -> str | None:
    for name in PROGRAMS:
        if (environment / name).exists():
            return os.path.abspath(environment / name)  # noqa: PTH100 - likewise
    return None


def keep_python(practice: Practice, python: str) -> None:
    """Keep the choice of the start, so that other terminals and editors use the same Python."""
    file = practice.state_directory / PYTHON_FILE
    file.parent.mkdir(exist_ok=True)
    file.write_text(f"{python}\n", encoding="utf-8")


def python_of(practice: Practice) -> str:
    """Return the Python that runs a practice. Raises WorkspaceError if it is gone."""
    if practice.kata.name:  # its scenarios need the dojo
        return sys.executable
    file = practice.state_directory / PYTHON_FILE
    if not file.exists():
        return choose_python(None, practice.folder)
    python = file.read_text(encoding="utf-8").strip()
    if not Path(python).exists():
        message = MISSING.format(python=python, file=practice.display_path(file))
        raise WorkspaceError(message)
    return python


def examine(python: str) -> Interpreter:
    """Start a Python, and ask for its packages. Raises WorkspaceError if it does not answer."""
    command = [python, "-c", EXAMINE]
    try:
        done = run(command, Path(sys.prefix), project_environment(python))
        answer = msgspec.json.decode(done.stdout)
        return msgspec.convert({"path": python, **answer}, Interpreter)
    except (OSError, subprocess.SubprocessError, msgspec.MsgspecError):
        raise WorkspaceError(NO_PYTHON.format(python=python)) from None


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version)[:2])
