"""The grade of tests with slips, and its text.

The tests are about what the tangle offers, so a slip is made in the original tangle, and not in the
person's own code: the tangle replaces the module that offers it, in a copy of the practice. Each
slip has a copy and a process of its own, so that nothing that a test leaves in a file or in memory
reaches the next.
"""

import os
import re
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import groupby
from operator import attrgetter
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

import click
from msgspec import Struct, field

from dojo.checking.outcome import APPROVE_ADVICE, Outcome, RunOptions
from dojo.checking.runner import QUIET_APPROVALS, REPEATED_APPROVALS, run_tests
from dojo.diffs import paint_lines
from dojo.errors import UngradedError
from dojo.files import temporary_folder
from dojo.kata.description import KATA_FILE, Kata, level_name
from dojo.kata.workspace import read_tangle
from dojo.practice.code import find_files, find_offering_module, is_python_code
from dojo.practice.model import NAME, OWN_TESTS, STATE_DIRECTORY, Notify, Practice, silent
from dojo.slips.patches import Slip, apply_slip, read_slips
from dojo.slips.sent import SentSlip
from dojo.text import INDENT, fill, quantity

ASSERTION, CRASH, MISSED = "assertion", "crash", "missed"
UNCOUNTED = "not counted"
SKIPPED = (STATE_DIRECTORY, ".git", ".venv", "venv", "node_modules", "__pycache__", "*.received.*")
# anyio's plugin takes longer to import than most tests take to run.
PLUGINS = ("-p", "no:anyio", *QUIET_APPROVALS, *REPEATED_APPROVALS)
NO_CODE = "raise ImportError('there is nothing here')\n"
RED_AT_FIRST = """\
Your tests fail on the original tangle, without any slip:
{finding}
Put tests of a wish or of your own classes, and tests that fail at random, into
files of their own, and skip these: `dojo slips --without {name}/tests/...`"""
REACH_NOTHING = """\
Your tests pass even without {file}, so they cannot notice a slip.
Import {name} from that file."""
CRASHED = "Noticed only because the code crashed. An assertion on the result would be better:"
NOT_NOTICED = "Missed. Each is a mistake that people make while they refactor:"
UPPER_BOUND = """\
Slips are a second grade, because a mutation score is an upper bound: mutmut makes one small change
at a time, but people make other mistakes, too. Tests with the same score may notice different
slips.
"""
ALL_NOTICED = """\
{name}/tests has no tests of your own to grade with the {slips} of {level.name}.
To write the tests yourself, start without the golden master:
dojo start --again --blind --level {level.option}"""
MAX_STORIES = 10
FILE_HEADERS = ("diff ", "--- ", "+++ ")


class SlipsReport(Struct, kw_only=True):
    """How tests notice the slips of a level, and of the levels below it.

    `tests`: how many of the person's own passed. If there are none, nothing runs, because the
    golden master notices all slips.
    """

    level: int
    guard: str
    tests: int = 0
    slips: int
    noticed_by_assertion: int | None = None
    noticed_by_crash: list[Slip] = field(default_factory=list)
    missed: list[Slip] = field(default_factory=list)

    @property
    def noticed(self) -> int:
        return self.slips - len(self.missed)


def report_without_tests(practice: Practice) -> SlipsReport:
    slips = read_slips(practice.workspace, practice.level)
    guard = practice.guard.name
    return SlipsReport(level=practice.level.number, guard=guard, slips=len(slips))


def grade_with_slips(
    practice: Practice,
    without: tuple[Path, ...],
    progress: Callable[[int, int], None],
) -> SlipsReport:
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
            raise UngradedError(REACH_NOTHING.format(file=file, name=practice.kata.offered))
        graded: dict[str, list[Slip]] = {ASSERTION: [], CRASH: [], MISSED: []}
        runs = zip(slips, pool.map(run_on, texts), strict=True)
        for number, (slip, outcome) in enumerate(runs, start=1):
            graded[_classify(outcome)].append(slip)
            progress(number, len(slips))
    return SlipsReport(
        level=practice.level.number,
        guard=OWN_TESTS.title,
        tests=on_original.passed,
        slips=len(slips),
        noticed_by_assertion=len(graded[ASSERTION]),
        noticed_by_crash=graded[CRASH],
        missed=graded[MISSED],
    )


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
        return run_tests(copy, RunOptions(), more_options=options)


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
            RunOptions(),
            notify,
            _pytest_options(practice, without),
        )


def _first_finding(outcome: Outcome) -> str:
    """Return the first finding, without advice that is no use for a copy of a practice."""
    return outcome.texts[0].replace(APPROVE_ADVICE, "").rstrip()


def _classify(outcome: Outcome) -> str:
    """Return how a run of the tests noticed a slip, or MISSED.

    One assertion that failed is enough. CRASH is any other run that is not green.
    """
    if outcome.failed_an_assertion:
        return ASSERTION
    if outcome.is_green:
        return MISSED
    return CRASH


def slips_lines(report: SlipsReport, kata: Kata, *, show: bool, every: bool) -> list[str]:
    """Return how many slips the tests noticed, and the stories of the others.

    `show`: also what these slips change. `every`: all of them, not ten of each level.
    """
    slips = quantity(report.slips, "slip")
    tests = quantity(report.tests, "test")
    crashed = report.noticed_by_crash
    missed = report.missed
    levels = level_name(report.level)
    if report.level > 1:
        levels = f"levels 1 to {report.level}"
    headline = f"{tests} of your own noticed {report.noticed} of {slips} of {levels}."
    lines = [
        click.style(headline, bold=True),
        f"{report.noticed_by_assertion:4} noticed by an assertion",
        f"{len(crashed):4} noticed only because the code crashed",
        f"{len(missed):4} missed",
    ]
    if crashed:
        lines += ["", CRASHED, *_stories(crashed, kata, show=show, every=every)]
    if missed:
        lines += ["", NOT_NOTICED, *_stories(missed, kata, show=show, every=every)]
        if not show:
            lines += ["", "--show shows the changes. Each is a patch in the kata."]
    return [*lines, "", fill(UPPER_BOUND)]


def all_noticed(report: SlipsReport, practice: Practice) -> str:
    """Say that the golden master notices all slips."""
    slips = quantity(report.slips, "slip")
    return ALL_NOTICED.format(name=practice.title, slips=slips, level=practice.level)


def _stories(slips: list[Slip], kata: Kata, *, show: bool, every: bool) -> list[str]:
    """Return the stories of slips, below a heading for each level. Slips are sorted by level.

    `show`: also the diff of each. `every`: all of them, not MAX_STORIES of each level.
    """
    lines: list[str] = []
    for number, group in groupby(slips, key=attrgetter("level")):
        of_level = list(group)
        level = kata.level(number)
        lines += ["", f"{level.heading}: {quantity(len(of_level), 'slip')}"]
        shown = of_level if every else of_level[:MAX_STORIES]
        for slip in shown:
            lines.append(fill(slip.story, "  - ", INDENT))
            if show:
                lines += [f"{INDENT}{slip.path}", *_painted_change(slip), ""]
        if len(shown) < len(of_level):
            lines.append(f"  ... and {len(of_level) - len(shown)} more; --all shows them")
    return lines


def _painted_change(slip: Slip) -> list[str]:
    changed = [line for line in slip.change.splitlines() if not line.startswith(FILE_HEADERS)]
    return paint_lines(changed, INDENT)
