"""Slips: mistakes that people make while they refactor, and that mutmut does not make.

A slip is a small change of the tangle. Its patch begins with its story: one line that says what
goes wrong. It belongs to the lowest level whose part of the tangle it changes. Tests notice a slip
by an assertion, or by a crash, which is any other error; or they miss it.

The tests are about what the tangle offers, so a slip is made in the original tangle, and not in the
person's own code: the tangle replaces the module that offers it, in a copy of the practice. Each
slip has a copy and a process of its own, so that nothing that a test leaves in a file or in memory
reaches the next.
"""

import os
import re
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

import pygit2

from dojo.checking.outcome import APPROVE_ADVICE, Outcome, RunOptions
from dojo.checking.runner import QUIET_APPROVALS, REPEATED_APPROVALS, run_tests
from dojo.errors import UngradedError, WorkspaceError
from dojo.files import read_text, temporary_folder
from dojo.kata.description import KATA_FILE, Level, read_kata
from dojo.kata.workspace import checkout_command, cut_to_level, read_tangle
from dojo.mutation.testing import Progress
from dojo.practice.code import find_files, find_offering_module, is_python_code
from dojo.practice.model import NAME, STATE_DIRECTORY, Notify, Practice, silent

ASSERTION, CRASH, MISSED = "assertion", "crash", "missed"
UNCOUNTED = "not counted"
SKIPPED = (STATE_DIRECTORY, ".git", ".venv", "venv", "node_modules", "__pycache__", "*.received.*")
# anyio's plugin takes longer to import than most tests take to run.
PLUGINS = ("-p", "no:anyio", *QUIET_APPROVALS, *REPEATED_APPROVALS)
NO_CODE = "raise ImportError('there is nothing here')\n"
RED_AT_FIRST = """\
Your tests fail on the original tangle, without any slip:
{finding}
Skip tests of a wish or of your own classes, and tests that fail at random:
`dojo slips --without {name}/tests/...`"""
REACH_NOTHING = """\
Your tests pass even without {file}, so they cannot notice a slip.
Import {name} from that file."""


@dataclass(frozen=True)
class Slip:
    """A slip: its name, its story, its change as git shows it, and the path of its patch."""

    level: Level
    name: str
    story: str
    change: str
    path: str


@dataclass(frozen=True)
class SentSlip:
    """A slip that another pair made in its own code.

    `diff`: escaped, without changes of tests. `before`, `after`: the text of each Python file,
    without the slip and with it.
    """

    sender: str
    story: str
    diff: str
    before: dict[str, str]
    after: dict[str, str]


def read_slips(workspace: Path, level: Level) -> list[Slip]:
    """Return the slips of a level and of the levels below it, lowest first.

    The first hour has those of level 1 that change its part of the tangle.
    """
    kata = read_kata(workspace)
    if level == kata.first_hour:
        original = read_tangle(workspace, level)
        slips = read_slips(workspace, kata.levels[0])
        return [slip for slip in slips if apply_slip(workspace, level, slip) != original]
    slips = []
    for each in kata.levels[: level.number]:
        folder = f"level{each.number}"
        for path in sorted((workspace / kata.slips / folder).glob("*.patch")):
            story, _, change = read_text(path).partition("\n\n")
            name = f"{folder}/{path.stem}"
            slips.append(Slip(each, name, story, change, f"{kata.slips}/{name}.patch"))
    return slips


def apply_slip(workspace: Path, level: Level, slip: Slip) -> str:
    """Return the level's part of the tangle, with the slip in it.

    Raises WorkspaceError if the changed lines are not in the tangle exactly once. They may have
    moved.
    """
    kata = read_kata(workspace)
    text = read_text(workspace / kata.tangle)
    try:
        hunks = list(_parse_hunks(slip.change))
    except pygit2.GitError as error:
        raise WorkspaceError(f"{slip.path} is no patch: {error}.") from None
    for before, after in hunks:
        if text.count(before) != 1:
            raise WorkspaceError(
                f"{slip.path} does not apply to {kata.tangle}.\n"
                f"{checkout_command(workspace, kata.slips, kata.tangle_package)} restores both."
            )
        text = text.replace(before, after)
    return cut_to_level(text, level)


def _parse_hunks(diff: str) -> Iterator[tuple[str, str]]:
    """Yield the text of each hunk before and after its change, with its context lines."""
    for patch in pygit2.Diff.parse_diff(diff):
        for hunk in patch.hunks if patch else ():
            before = [line.content for line in hunk.lines if line.origin != "+"]
            after = [line.content for line in hunk.lines if line.origin != "-"]
            yield "".join(before), "".join(after)


@dataclass(frozen=True)
class SlipGrades:
    """How the tests of a practice notice the slips of its level. `tests` is how many passed."""

    tests: int
    outcomes: dict[Slip, str]

    def with_outcome(self, outcome: str) -> list[Slip]:
        return [slip for slip, each in self.outcomes.items() if each == outcome]


def grade_with_slips(
    practice: Practice,
    without: tuple[Path, ...],
    progress: Progress,
) -> SlipGrades:
    """Run the tests on each slip, except for the test files in `without`.

    Raises UngradedError if the tests fail without a slip, or pass without what the tangle offers.
    """
    slips = read_slips(practice.workspace, practice.level)
    texts = [apply_slip(practice.workspace, practice.level, slip) for slip in slips]
    original = read_tangle(practice.workspace, practice.level)
    module = find_offering_module(practice).file.relative_to(practice.folder)
    options = _pytest_options(practice, without)
    with temporary_folder("slips") as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        template = replace(practice, workspace=folder)
        skip = shutil.ignore_patterns(*SKIPPED)
        shutil.copytree(practice.folder, template.folder, symlinks=True, ignore=skip)
        shutil.copy2(practice.workspace / KATA_FILE, folder)
        run_on = partial(_run_tests, template, module, options)
        on_original, on_nothing = pool.map(run_on, (original, NO_CODE))
        if not on_original.is_green:
            finding = _first_finding(on_original)
            raise UngradedError(RED_AT_FIRST.format(finding=finding, name=practice.title))
        if on_nothing.is_green:
            file = practice.display_path(practice.folder / module)
            raise UngradedError(REACH_NOTHING.format(file=file, name=practice.kata.offers))
        outcomes: dict[Slip, str] = {}
        for slip, outcome in zip(slips, pool.map(run_on, texts), strict=True):
            outcomes[slip] = _classify(outcome)
            progress(len(outcomes), len(slips))
    return SlipGrades(on_original.passed, outcomes)


def _pytest_options(practice: Practice, without: tuple[Path, ...]) -> list[str]:
    """Return pytest's options to run all tests of a practice, or of a copy, except for some."""
    ignored = [os.path.relpath(path.resolve(), practice.folder.resolve()) for path in without]
    return [*PLUGINS, *(f"--ignore={path}" for path in ignored)]


def _run_tests(template: Practice, module: Path, options: list[str], text: str) -> Outcome:
    """Run the tests in a copy of a practice, with a text in place of one of its modules."""
    with TemporaryDirectory(dir=template.workspace) as folder:
        shutil.copy2(template.workspace / KATA_FILE, folder)
        copy = replace(template, workspace=Path(folder)).with_guard(blind=True)
        shutil.copytree(template.folder, copy.folder, symlinks=True)
        (copy.folder / module).write_text(text, encoding="utf-8", newline="\n")
        return run_tests(copy, RunOptions(copy.choices), more_options=options)


def grade_sent_slip(
    practice: Practice,
    slip: SentSlip,
    without: tuple[Path, ...],
    notify: Notify = silent,
) -> tuple[str, str]:
    """Run the tests of a practice on another pair's code, with a slip and before without it.

    Returns how they notice the slip. If they fail without it, it is not counted, and the second
    text is the first finding.
    """
    outcome = _run_on_code(practice, slip.before, without, notify)
    if not outcome.is_green:
        finding = _first_finding(outcome)
        return UNCOUNTED, re.sub(rf"{NAME}-slip-\w+", practice.title, finding)
    return _classify(_run_on_code(practice, slip.after, without, notify)), ""


def _run_on_code(
    practice: Practice,
    code: dict[str, str],
    without: tuple[Path, ...],
    notify: Notify,
) -> Outcome:
    """Run the tests of a practice, and its golden master, in a copy that has other code.

    The copy is in the workspace, because the golden master is there.
    """
    with TemporaryDirectory(prefix=f"{NAME}-slip-", dir=practice.workspace) as folder:
        copy = replace(practice, name=Path(folder).name)
        shutil.copytree(
            practice.folder,
            copy.folder,
            ignore=shutil.ignore_patterns(*SKIPPED),
            dirs_exist_ok=True,
        )
        for file in find_files(copy.folder):
            if is_python_code(file.relative_to(copy.folder)):
                file.unlink()
        for path, text in code.items():
            if is_python_code(PurePosixPath(path)):
                file = copy.folder / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8", newline="\n")
        return run_tests(
            copy,
            RunOptions(copy.choices),
            notify,
            _pytest_options(practice, without),
        )


def _first_finding(outcome: Outcome) -> str:
    """Return the first finding, without advice that is no use for a copy of a practice."""
    return outcome.texts[0].replace(APPROVE_ADVICE, "").rstrip()


def _classify(outcome: Outcome) -> str:
    if outcome.failed_an_assertion:
        return ASSERTION
    if outcome.is_green:
        return MISSED
    return CRASH
