"""Set up a kata with a single rule, which the real golden master checks in a second."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from subprocess import CompletedProcess

import click
import pygit2
from click.testing import CliRunner

from dojo.checking.runner import PYTEST
from dojo.main import main
from tests.yatzy_kata import DESCRIPTION, LAST_LEVEL

WORKSPACE = Path(__file__).resolve().parents[2]
MACHINERY = (
    *("pyproject.toml", "tests/__init__.py", "tests/conftest.py"),
    *(f"tests/golden_master/{name}.py" for name in ("__init__", "calls")),
)
KATA_MODULES = ("legacy.", "refactored.", "playing.", "yatzy.")
COMPILED = "tests/golden_master/__pycache__"
# Variables that change the output of pytest or approvaltests, or prevent the use of bytecode.
SETTINGS = (
    "CI",
    "BUILD_NUMBER",
    "MUTANT",
    "APPROVAL",
    "PYTEST_XDIST",
    "PYTHONDONTWRITEBYTECODE",
)
RULE = '''"""A game of pairs."""


class Yatzy:
    """A pair, and nothing else."""

    @staticmethod
    def pair(first: int, second: int) -> int:
        """Score two dice alike."""
        if first != second:
            return 0
        return first + second
'''
ENDS = "\n    # ---- v5\n    # ---- v6\n    # ---- v0\n"  # they end levels
SCENARIO = """
from dojo.documents.documents import call_list
from .calls import parse_lines, results

PAIRS = [(1, 1), (2, 2), (6, 6), (1, 2)]


def test_pairs(yatzy, verify_document):
    calls = parse_lines(f"Yatzy.pair{dice}" for dice in PAIRS)
    pairs = results(calls, Yatzy=yatzy)
    verify_document(call_list("pairs", "What pairs pay.", {"Pairs": pairs}))
"""
APPROVED = """What pairs pay.


Pairs
-----

Yatzy.pair(1, 1) -> 2
Yatzy.pair(2, 2) -> 4
Yatzy.pair(6, 6) -> 12
Yatzy.pair(1, 2) -> 0
"""
MAIN = "import sys; from dojo.main import main; main(sys.argv[1:], prog_name='dojo')"
RUNNER = CliRunner(env=dict.fromkeys(SETTINGS) | {"COLUMNS": "80"})
UNMUTATED = "Every statement is mutated.\n"
SURVIVORS = "No mutant survives.\n"


def variables() -> dict[str, str]:
    """Return the environment variables without settings."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(SETTINGS)}
    return {**kept, "COLUMNS": "80"}


def modules_of_a_kata() -> list[str]:
    """Return the imported modules of a kata, and the modules that import them."""
    return [name for name in sys.modules if f"{name}.".startswith(KATA_MODULES)]


def description_of_one_rule() -> str:
    """Return the description of the real kata, with the modules and sections of the small one."""
    text = re.sub(r"(?m)^clean = \[.*", 'clean = ["yatzy"]', DESCRIPTION)
    text = re.sub(r"(?m)^sections = .*", 'sections = ["v5"]', text)
    return text.replace('["test_published_calls"]', '["test_scores"]')


class SmallKata:
    """A small kata in its own folder. `compiled` is a folder of bytecode to copy, if any."""

    compiled: Path | None = None

    def __init__(self, folder: Path):
        """Lay out the kata, with the one rule in both implementations."""
        self.folder = folder
        for name in MACHINERY:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(WORKSPACE / name, folder / name)
        if self.compiled is not None:
            shutil.copytree(self.compiled, folder / COMPILED)
        self.write("legacy/__init__.py", "")
        self.write("kata.toml", description_of_one_rule())
        self.write("legacy/yatzy.py", f"{RULE}{ENDS}")
        self.write("refactored/__init__.py", "")
        self.write("refactored/yatzy.py", f"{RULE}{ENDS}")
        self.write("tests/golden_master/test_scores.py", SCENARIO)
        for name in LAST_LEVEL.scenarios[1:]:
            self.write(f"tests/golden_master/{name}.py", "")
        self.write("approved_files/pairs.approved.txt", APPROVED)
        self.write("approved_files/unmutated.approved.txt", UNMUTATED)
        self.write("approved_files/survivors.approved.txt", SURVIVORS)

    def copy_to(self, folder: Path) -> "SmallKata":
        """Copy the kata, with its practice and its results."""
        copy = SmallKata(folder)
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        return copy

    def write(self, name: str, text: str):
        """Write a file of the kata."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def read(self, name: str) -> str:
        """Read a file of the kata."""
        return (self.folder / name).read_text(encoding="utf-8")

    def change(self, name: str, old: str, new: str):
        """Put `new` in the place of `old`, which is there."""
        text = self.read(name)
        assert old in text
        self.write(name, text.replace(old, new))

    def run(self, *command: str, folder: Path | None = None) -> CompletedProcess[str]:
        """Run Python in the kata's folder, or another one, without the user's settings."""
        return subprocess.run(  # noqa: S603 - our own commands
            [sys.executable, *command],
            cwd=folder or self.folder,
            env=variables(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    @contextmanager
    def entered(self, folder: Path | None = None) -> Iterator[None]:
        """Work in the kata's folder, or another one, and import the kata's modules."""
        path = list(sys.path)
        modules = {name: sys.modules.pop(name) for name in modules_of_a_kata()}
        sys.path.insert(0, str(self.folder))
        try:
            with chdir(folder or self.folder):
                yield
        finally:
            sys.path[:] = path
            for name in modules_of_a_kata():
                del sys.modules[name]
            sys.modules.update(modules)

    def dojo(
        self,
        *arguments: str,
        answer: str = "",
        folder: Path | None = None,
        program: click.Command = main,
    ) -> CompletedProcess[str]:
        """Run `dojo` in this process, in the kata's folder or another one.

        `program`: the tool, or the package with commands of the kata.
        """
        with self.entered(folder):
            done = RUNNER.invoke(program, list(arguments), answer, prog_name="dojo")
        return CompletedProcess([], done.exit_code, done.stdout, done.stderr)

    def pytest(self, *arguments: str, folder: Path | None = None) -> CompletedProcess[str]:
        """Run pytest in the kata's folder, or another one."""
        return self.run("-P", "-c", PYTEST, "-q", *arguments, folder=folder)


class CopiedKata(SmallKata):
    """A copy of a kata of tests/katas/, in a git repository."""

    def __init__(self, original: Path, folder: Path):
        self.folder = folder / original.name
        shutil.copytree(original, self.folder, ignore=shutil.ignore_patterns("__pycache__"))
        pygit2.init_repository(str(self.folder))
