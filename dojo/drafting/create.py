"""Making a kata from a module."""

import ast
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from dojo.drafting.exploring import Story, explore, settled, stories_of
from dojo.drafting.levels import ProposedLevel, propose_levels
from dojo.drafting.scenarios import write_scenarios
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.files import read_text
from dojo.pages import render
from dojo.practice.model import Notify
from dojo.record.program import Code, Program, run_program
from dojo.record.rendering import make_tests
from dojo.source import parse_or_none

MAX_CALLS = 20  # recorded, a function
PROGRAM_SECONDS = 600.0
TANGLE = "legacy"
CLEAN = "refactored"
FILES = {
    "kata.toml": "kata.toml.txt",
    "KATA.md": "KATA.md.txt",
    "pyproject.toml": "pyproject.toml.txt",
    ".gitignore": "gitignore.txt",
    "tests/golden_master/calls.py": "calls.py.txt",
    "tests/golden_master/__init__.py": "golden_master.txt",
    f"{TANGLE}/__init__.py": "empty.txt",
    f"{CLEAN}/__init__.py": "empty.txt",
}
NOT_A_MODULE = """\
{path} is no Python file that parses. A tangle is one module.
Of a package, choose the module with the rules, and copy into it what it imports from beside it."""
IMPORTS = (
    "{path} imports from the package around it ({name}). Inline that first: a tangle is one file."
)
EXISTS = "{folder} already exists. Choose another name, or delete it."
NO_STORY = "No call of a public function could be kept. Write scenarios by hand: docs/own-kata.md."


class Draft(NamedTuple):
    """How much was drafted. `recorded`, `explored`: the stories from a program and from calls.

    `left_out`: recorded calls that cannot be written. `unsettled`: stories that differ each time.
    """

    recorded: int
    explored: int
    left_out: int
    unsettled: int
    levels: Sequence[ProposedLevel]
    failure: str


def refuse_module(path: Path) -> None:
    """Raise WrongUsageError if a kata cannot be made of a module."""
    tree = parse_or_none(path.read_bytes()) if path.is_file() and path.suffix == ".py" else None
    if tree is None:
        raise WrongUsageError(NOT_A_MODULE.format(path=path))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            raise WrongUsageError(IMPORTS.format(path=path, name=node.module or "."))


def create_kata(folder: Path, source: Path, program: Program | None, notify: Notify) -> Draft:
    """Make a kata of a module. Raises WorkspaceError if the folder exists, or nothing is kept."""
    if folder.exists():
        raise WorkspaceError(EXISTS.format(folder=folder))
    module = source.stem if source.stem.isidentifier() else re.sub(r"\W", "_", source.stem)
    if module == "__init__":
        module = source.resolve().parent.name
    tangle = folder / TANGLE / f"{module}.py"
    tests = folder / "tests" / "golden_master"
    for place in (tangle.parent, tests, folder / "approved_files", folder / CLEAN):
        place.mkdir(parents=True)
    try:
        return _draft(folder, source, tangle, program, notify)
    except BaseException:
        shutil.rmtree(folder)
        raise


def _draft(
    folder: Path, source: Path, tangle: Path, program: Program | None, notify: Notify
) -> Draft:
    """Write the kata around a copy of the module, and count its stories.

    The stories that were found begin with the recorded ones. They run again at the end, because the
    marks of the levels moved the lines of the tangle. Raises WorkspaceError if none can be kept.
    """
    shutil.copy(source, tangle)
    tests = folder / "tests" / "golden_master"
    known: list[Story] = []
    left_out = 0
    failure = ""
    if program is not None:
        notify(f"Recording {program.command}")
        file = tangle.resolve()
        code = Code(file.parent, {str(file): tangle.stem}, tests, sys.executable)
        recording, failure = run_program(
            program, code, MAX_CALLS, answers=None, limit=PROGRAM_SECONDS
        )
        known, left_out = stories_of(make_tests(recording, [tangle.stem]), tangle.stem)
        left_out += sum(number for _, _, number in recording.skipped)
    notify("Calling public functions with varied arguments")
    found = explore(tangle, known).first
    stories = settled(found, tangle)
    if not stories:
        raise WorkspaceError(NO_STORY)
    text, levels = propose_levels(read_text(tangle), stories)
    tangle.write_text(text, encoding="utf-8", newline="\n")
    names = {"name": folder.name, "module": tangle.stem, "tangle": TANGLE, "clean": CLEAN}
    for place, template in FILES.items():
        drafted = render(f"kata/{template}", levels=levels, **names)
        (folder / place).write_text(drafted.rstrip() + "\n", encoding="utf-8", newline="\n")
    write_scenarios(folder, explore(tangle, stories, tries=0).first)
    for number in range(1, len(levels) + 1):
        (tests / f"test_level_{number}.py").touch()
    is_recorded = [story in found[: len(known)] for story in stories]
    unsettled = len(found) - len(stories)
    return Draft(sum(is_recorded), is_recorded.count(False), left_out, unsettled, levels, failure)
