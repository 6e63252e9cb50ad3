"""Slips: mistakes that a person makes while refactoring, and that mutmut does not make; and the tests that notice them.

slip: a small change of the tangle, kept as a patch, and its story, one line in front of the patch that says what goes
wrong. It belongs to the lowest level whose part of the tangle it touches.
outcome: how a person's own tests noticed a slip, by an assertion or by a crash (which is anything else that went
wrong), or else that they missed it.

The tests are about class Yatzy as it is published, so a slip is made in the original tangle, and not in the person's
own code; the tangle takes the place of the module that offers Yatzy, in a copy of the practice. Each slip has a copy
and a process of its own: what one remembers, or leaves in a file, never reaches the next.
"""

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event

from dojo.checking.job import Job
from dojo.checking.outcome import Outcome
from dojo.checking.runner import Caller, run
from dojo.errors import UngradedError, WorkspaceError, WrongUsageError
from dojo.kata.workspace import LEGACY, TANGLE, Level, checkout, cut, tangle, temporary_folder, text_of
from dojo.practice.model import HOME, Practice, find_entry_point

FOLDER = "tests/slips"
ASSERTION, CRASH, MISSED = "assertion", "crash", "missed"
LEFT_OUT = shutil.ignore_patterns(HOME, ".git", ".venv", "venv", "node_modules", "__pycache__", "*.received.*")
# anyio's plugin takes longer to import than most people's tests take to run, and dice wait for nobody.
PLUGINS = ("-p", "no:anyio", "-p", "dojo.mutation.quiet_approvals")
NOTHING_THERE = "raise ImportError('there is nothing here')\n"
RED_AT_FIRST = """\
Your tests are red on the tangle as you inherited it, without a slip:
{finding}
Leave out tests of other things than its class Yatzy, and tests that fail by
chance: `dojo slips --without {name}/tests/...`"""
REACH_NOTHING = "Your tests pass without {module}, and cannot notice a slip.\nImport Yatzy from there."
SLIPS_TO_AN_ALARM = 8  # so many slips, and once more none: a test that fails by chance would notice anything


@dataclass(frozen=True)
class Slip:
    """A slip: its level, where its patch is, its story, and what it changes, as git shows it."""

    level: int
    path: Path
    story: str
    change: str

    @property
    def name(self) -> str:
        """Return its level and its file's name, without the ending."""
        return f"{self.path.parent.name}/{self.path.stem}"


def slips_of(workspace: Path, level: Level) -> list[Slip]:
    """Return the slips of a level, with those of the levels that it contains, lowest first; never none."""
    found = [
        Slip(number, path, *text_of(path).partition("\n\n")[::2])
        for number in range(1, level.number + 1)
        for path in sorted((workspace / FOLDER / f"level{number}").glob("*.patch"))
    ]
    if not found:
        raise WorkspaceError(f"{FOLDER}/ has no slip. {checkout(workspace, FOLDER)} brings them back.")
    return found


def slipped(workspace: Path, level: Level, slip: Slip) -> str:
    """Return the part of the tangle that the level is about, with the slip in it; WorkspaceError if it does not fit.

    The lines around it may have moved, but stand there once.
    """
    import pygit2  # noqa: PLC0415 - it takes 40 ms to load, and few commands need it

    text = text_of(workspace / TANGLE)
    for hunk in (hunk for patch in pygit2.Diff.parse_diff(slip.change) if patch for hunk in patch.hunks):
        before = "".join(line.content for line in hunk.lines if line.origin != "+")
        after = "".join(line.content for line in hunk.lines if line.origin != "-")
        if text.count(before) != 1:
            patch = f"{FOLDER}/{slip.name}.patch does not fit {TANGLE}."
            raise WorkspaceError(f"{patch}\n{checkout(workspace, FOLDER, LEGACY)} brings both back.")
        text = text.replace(before, after)
    return cut(text, level)


@dataclass(frozen=True)
class Graded:
    """What the tests of a practice make of the slips of its level; `tests` are those that passed without any."""

    level: int
    tests: int
    outcomes: dict[Slip, str]

    def those(self, outcome: str) -> list[Slip]:
        """Return the slips with an outcome."""
        return [slip for slip, each in self.outcomes.items() if each == outcome]


def grade_with_slips(practice: Practice, without: tuple[Path, ...], progress: Callable[[int, int], None]) -> Graded:
    """Run the tests, `without` those in some files, on each slip; UngradedError when red without, or blind to Yatzy."""
    slips = slips_of(practice.workspace, practice.level)
    options = tuple(_leave_out(practice, path) for path in without)
    with temporary_folder("slips") as folder, _workers() as (pool, stop):
        bench = Bench(practice, folder, options, stop)
        before = bench.before_any_slip(pool)
        running = {pool.submit(bench.outcome, slip): slip for slip in slips}
        alarms = pool.map(bench.run, (f"alarm-{number}" for number in range(len(slips) // SLIPS_TO_AN_ALARM)))
        outcomes = {}
        for done in as_completed(running):
            outcomes[running[done]] = done.result()
            progress(len(outcomes), len(slips))
        _check_green(practice, alarms)
    return Graded(practice.level.number, before.passed, {slip: outcomes[slip] for slip in slips})


@contextmanager
def _workers() -> Iterator[tuple[Executor, Event]]:
    """Give as many workers as there are cores, and the event that stops what they run; an exception sets it."""
    stop = Event()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        try:
            yield pool, stop
        except BaseException:
            stop.set()
            pool.shutdown(cancel_futures=True)
            raise


class Bench:
    """Where the tests are run: copies of the practice as it was at first."""

    def __init__(self, practice: Practice, folder: Path, options: tuple[str, ...], stop: Event) -> None:
        """Copy the practice into a folder; `options` are pytest's; `stop` ends whatever runs."""
        self.practice, self.folder, self.options, self.stop = practice, folder, (*PLUGINS, *options), stop
        self.copy = folder / "as-it-was"
        self.tangle = tangle(practice.workspace, practice.level)
        self.module = find_entry_point(practice).file.relative_to(practice.folder)
        shutil.copytree(practice.folder, self.copy, symlinks=True, ignore=LEFT_OUT)

    def before_any_slip(self, pool: Executor) -> Outcome:
        """Return the result of the tests on the tangle as it is, run twice; UngradedError if it is red."""
        *results, of_nothing = pool.map(self.run, ("first", "again", "nothing"), (None, None, NOTHING_THERE))
        _check_green(self.practice, results)
        if of_nothing.green:
            raise UngradedError(REACH_NOTHING.format(module=f"{self.practice.name}/{self.module.as_posix()}"))
        return results[0]

    def outcome(self, slip: Slip) -> str:
        """Return how the tests notice a slip, or that they miss it."""
        text = slipped(self.practice.workspace, self.practice.level, slip)
        result = self.run(slip.name.replace("/", "-"), text)
        if result.asserted:
            return ASSERTION
        return MISSED if result.green else CRASH

    def run(self, name: str, text: str | None = None) -> Outcome:
        """Run the tests in one more copy of the practice, with the tangle or a text in place of its Yatzy."""
        place = Practice(self.folder / name, self.practice.choices, self.practice.name).guarded(blind=True)
        shutil.copytree(self.copy, place.folder, symlinks=True)
        (place.folder / self.module).write_text(text or self.tangle, encoding="utf-8", newline="\n")
        job = replace(Job.typed(place.choices), is_check=False)
        result = run(place, job, caller=Caller(self.stop.is_set), options=self.options).outcome
        shutil.rmtree(place.workspace, ignore_errors=True)
        return result


def _leave_out(practice: Practice, path: Path) -> str:
    """Return pytest's option to leave a file out; WrongUsageError when it is not in the practice."""
    try:
        return f"--ignore={path.resolve().relative_to(practice.folder.resolve()).as_posix()}"
    except ValueError:
        raise WrongUsageError(f"{path} is not in {practice.name}/, where your tests are.") from None


def _check_green(practice: Practice, results: Iterable[Outcome]) -> None:
    """Refuse to grade tests that are red without a slip."""
    red = [result for result in results if not result.green]
    if red:
        raise UngradedError(RED_AT_FIRST.format(finding=red[0].findings[0].text, name=practice.name))
