"""Slips: mistakes that a person makes while refactoring, and that mutmut does not make; and the tests that notice them.

A slip is a small change of the tangle, kept as a patch behind its story: one line that says what goes wrong. It belongs
to the lowest level whose part of the tangle it touches. Tests notice it by an assertion, or by a crash, which is
anything else that goes wrong; or they miss it.

The tests are about class Yatzy as it is published, so a slip is made in the original tangle, and not in the person's
own code; the tangle takes the place of the module that offers Yatzy, in a copy of the practice. Each slip has a copy
and a process of its own: what one remembers, or leaves in a file, never reaches the next.
"""

import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from dojo.checking.check import Job, Outcome
from dojo.checking.runner import run
from dojo.errors import UngradedError, WorkspaceError
from dojo.files import read_text, temporary_folder
from dojo.kata.workspace import LEGACY, TANGLE, Level, checkout, cut_to_level, tangle
from dojo.mutation.run import Progress
from dojo.practice.code import find_yatzy_module
from dojo.practice.model import STATE_DIRECTORY, Practice

FOLDER = "tests/slips"
ASSERTION, CRASH, MISSED = "assertion", "crash", "missed"
LEFT_OUT = shutil.ignore_patterns(
    STATE_DIRECTORY, ".git", ".venv", "venv", "node_modules", "__pycache__", "*.received.*"
)
# anyio's plugin takes longer to import than most people's tests take to run, and dice wait for nobody.
PLUGINS = ("-p", "no:anyio", "-p", "dojo.checking.quiet_approvals")
NOTHING_THERE = "raise ImportError('there is nothing here')\n"
RED_AT_FIRST = """\
Your tests are red on the original tangle, without a slip:
{finding}
Leave out tests that are about a wish, or not about its class Yatzy, and tests
that fail by chance: `dojo slips --without {name}/tests/...`"""
REACH_NOTHING = "Your tests pass without {module}, and cannot notice a slip.\nImport Yatzy from there."


@dataclass(frozen=True)
class Slip:
    """A slip: its level, its patch's name in `tests/slips`, its story, and what it changes, as git shows it."""

    level: int
    name: str
    story: str
    change: str


def slips_of(workspace: Path, level: Level) -> list[Slip]:
    """Return the slips of a level, with those of the levels that it contains, lowest first."""
    return [
        Slip(number, f"level{number}/{path.stem}", *read_text(path).partition("\n\n")[::2])
        for number in range(1, level.number + 1)
        for path in sorted((workspace / FOLDER / f"level{number}").glob("*.patch"))
    ]


def slipped(workspace: Path, level: Level, slip: Slip) -> str:
    """Return the part of the tangle that the level is about, with the slip in it; WorkspaceError if it does not fit.

    The lines around it may have moved, but stand there once.
    """
    import pygit2  # noqa: PLC0415 - it takes 40 ms to load, and few commands need it

    text = read_text(workspace / TANGLE)
    for hunk in (hunk for patch in pygit2.Diff.parse_diff(slip.change) if patch for hunk in patch.hunks):
        before = "".join(line.content for line in hunk.lines if line.origin != "+")
        after = "".join(line.content for line in hunk.lines if line.origin != "-")
        if text.count(before) != 1:
            patch = f"{FOLDER}/{slip.name}.patch does not fit {TANGLE}."
            raise WorkspaceError(f"{patch}\n{checkout(workspace, FOLDER, LEGACY)} brings both back.")
        text = text.replace(before, after)
    return cut_to_level(text, level)


@dataclass(frozen=True)
class SlipGrades:
    """What the tests of a practice make of the slips of its level; so many `tests` passed without any."""

    tests: int
    outcomes: dict[Slip, str]

    def those(self, outcome: str) -> list[Slip]:
        """Return the slips with an outcome."""
        return [slip for slip, each in self.outcomes.items() if each == outcome]


def grade_with_slips(practice: Practice, without: tuple[Path, ...], progress: Progress) -> SlipGrades:
    """Run the tests, `without` those in some files, on each slip; UngradedError when red without, or blind to Yatzy."""
    slips = slips_of(practice.workspace, practice.level)
    inherited, own = tangle(practice.workspace, practice.level), practice.folder.resolve()
    module = find_yatzy_module(practice).file.relative_to(practice.folder)
    options = [*PLUGINS, *(f"--ignore={os.path.relpath(path.resolve(), own)}" for path in without)]
    with temporary_folder("slips") as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        as_it_was = replace(practice, workspace=folder)
        shutil.copytree(practice.folder, as_it_was.folder, symlinks=True, ignore=LEFT_OUT)
        run_tests = partial(_run_tests, as_it_was, module, options)
        first, again, of_nothing = pool.map(run_tests, (inherited, inherited, NOTHING_THERE))
        for red in (each for each in (first, again) if not each.green):
            raise UngradedError(RED_AT_FIRST.format(finding=red.findings[0], name=practice.name))
        if of_nothing.green:
            raise UngradedError(REACH_NOTHING.format(module=f"{practice.name}/{module.as_posix()}"))
        outcomes: dict[Slip, str] = {}
        texts = [slipped(practice.workspace, practice.level, slip) for slip in slips]
        for slip, outcome in zip(slips, pool.map(run_tests, texts), strict=True):
            outcomes[slip] = ASSERTION if outcome.asserted else MISSED if outcome.green else CRASH
            progress(len(outcomes), len(slips))
    return SlipGrades(first.passed, outcomes)


def _run_tests(practice: Practice, module: Path, options: list[str], text: str) -> Outcome:
    """Run the tests in a copy of the practice, with a text in place of the module that offers Yatzy."""
    with TemporaryDirectory(dir=practice.workspace) as folder:
        copy = replace(practice, workspace=Path(folder)).guarded(blind=True)
        shutil.copytree(practice.folder, copy.folder, symlinks=True)
        (copy.folder / module).write_text(text, encoding="utf-8", newline="\n")
        return run(copy, Job(copy.choices), options=options)
