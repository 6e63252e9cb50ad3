"""The projects: the kata, and three of others, which pip fetches as source distributions."""

import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click

WORKSPACE = Path(__file__).resolve().parents[2]
# approvaltests has a plugin that takes long to import. Without the last line, tools that start
# pytest for each mutant would pay for it each time.
SETTINGS = """\
[tool.pytest.ini_options]
testpaths = ["tests"]
pythonpath = ["{root}"]
addopts = ["-p", "no:approvaltests_pytest"]
"""
# The scenarios need two fixtures. With those of the dojo, the folder would be a kata, and no
# project as any other.
KATA_FIXTURES = '''\
"""The fixtures of the scenarios, for the clean code alone."""

from pathlib import Path

import pytest

from dojo.documents.approval import Places, verifier


@pytest.fixture
def implementation():
    return "refactored"


@pytest.fixture
def yatzy():
    from refactored.yatzy import Yatzy

    return Yatzy


@pytest.fixture
def verify_document(implementation):
    approved = Path(__file__).parent / "approved_files"
    return verifier(implementation, Places((approved,), approved), for_mutants=True)
'''


@dataclass(frozen=True)
class Project:
    """`release`: what pip fetches; empty for the kata. `target`: the file to be mutated.

    `root`: the folder that is on the path of Python. `keep`: what is copied. `others`: patterns of
    what is not to be mutated in the folder of the target.
    """

    name: str
    release: str
    root: str
    target: str
    keep: tuple[str, ...]
    others: tuple[str, ...]
    note: str

    def lay_out(self, folder: Path, downloads: Path) -> None:
        """Write the sources and tests of the project, and settings of pytest, into a new folder."""
        origin = WORKSPACE
        if self.release:
            origin = fetch_release(self.release, downloads)
        for name in self.keep:
            copy(origin / name, folder / name)
        (folder / "pyproject.toml").write_text(SETTINGS.format(root=self.root))
        if not self.release:
            (folder / "tests/conftest.py").unlink(missing_ok=True)
            (folder / "tests/__init__.py").write_text("")
            (folder / "conftest.py").write_text(KATA_FIXTURES)
            (folder / "tests/golden_master/test_every_order.py").unlink()


KATA = Project(
    name="the kata",
    release="",
    root=".",
    target="refactored/scorecard.py",
    keep=("refactored", "approved_files", "tests/golden_master"),
    others=("[!s]*.py", "scoring.py", "sheet.py"),
    note=(
        "one module of `refactored/`, as tools that start pytest for each mutant would need hours "
        "for all; the tests are `tests/golden_master` without `test_every_order.py`"
    ),
)
OTHERS = (
    Project(
        name="markupsafe",
        release="markupsafe==3.0.4",
        root="src",
        target="src/markupsafe/__init__.py",
        keep=("src/markupsafe", "tests"),
        others=("_native.py",),
        note="its part in C is not compiled",
    ),
    Project(
        name="itsdangerous",
        release="itsdangerous==2.2.0",
        root="src",
        target="src/itsdangerous/signer.py",
        keep=("src/itsdangerous", "tests"),
        others=("[!s]*.py", "serializer.py"),
        note="one of its modules",
    ),
    Project(
        name="xmltodict",
        release="xmltodict==1.0.4",
        root=".",
        target="xmltodict.py",
        keep=("xmltodict.py", "tests"),
        others=("tests/**",),
        note="a single module, not in a package",
    ),
)
PROJECTS = (KATA, *OTHERS)


def copy(origin: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if origin.is_dir():
        ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.c", "*.received.*")
        shutil.copytree(origin, target, ignore=ignored)
    else:
        shutil.copy2(origin, target)


def fetch_release(release: str, downloads: Path) -> Path:
    """Fetch and unpack a source distribution. Returns its folder."""
    folder = downloads / release
    if not folder.is_dir():
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--no-binary", ":all:", "--dest", str(folder), release]
        run_or_tell(command, downloads)
        (archive,) = folder.glob("*.tar.gz")
        with tarfile.open(archive) as opened:
            opened.extractall(folder, filter="data")
    (unpacked,) = [entry for entry in folder.iterdir() if entry.is_dir()]
    return unpacked


def make_environment(folder: Path, requirements: Sequence[str]) -> None:
    """Make a Python environment with the dojo of this workspace and all other tools."""
    run_or_tell([sys.executable, "-m", "venv", str(folder)], WORKSPACE)
    python = str(folder / "bin/python")
    command = [python, "-m", "pip", "install", "--quiet", "--editable", str(WORKSPACE)]
    run_or_tell([*command, *requirements], WORKSPACE)


def run_or_tell(command: Sequence[str], folder: Path) -> None:
    """Run a command. Raises ClickException with the end of what it printed if it fails."""
    result = subprocess.run(  # noqa: S603 - pip, or venv
        command, cwd=folder, check=False, capture_output=True, text=True
    )
    if result.returncode:
        lines = (result.stdout + result.stderr).strip().splitlines()
        raise click.ClickException("\n".join([" ".join(command), *lines[-5:]]))


def variables_for(environment: Path) -> dict[str, str]:
    """Return the variables of a shell in which the environment is active."""
    variables = dict(os.environ)
    variables.pop("PYTHONPATH", None)
    variables["VIRTUAL_ENV"] = str(environment)
    variables["PATH"] = f"{environment / 'bin'}{os.pathsep}{variables['PATH']}"
    variables["PYTHONDONTWRITEBYTECODE"] = "1"
    variables["APPROVALTESTS_DISABLE_SCRIPT_DOWNLOADS"] = "1"
    return variables


@contextmanager
def changed(file: Path, text: str) -> Iterator[None]:
    """Write a text into a file, and put the old one back afterwards."""
    old = file.read_bytes()
    file.write_text(text, encoding="utf-8")
    try:
        yield
    finally:
        file.write_bytes(old)
