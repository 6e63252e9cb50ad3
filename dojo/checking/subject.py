"""The code that is checked, as a plugin of pytest: it is imported and run within limits, and reports say what failed.

note: what a report says beside pytest's own words, of one kind. Under xdist they are written in each worker, and added
up in the first process.
"""

import signal
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from importlib.abc import MetaPathFinder
from pathlib import Path
from traceback import clear_frames, extract_stack
from types import ModuleType
from typing import Any

import pytest

from dojo.checking.check import Job
from dojo.checking.explain import (
    LONGER,
    EndlessLoopError,
    RefusedError,
    broken_rule,
    describe,
    in_words,
    is_assertion,
    location,
)
from dojo.checking.scenarios import Given, GoldenMaster, GoldenMasterFile, ScenarioItem
from dojo.kata.workspace import IMPLEMENTATIONS
from dojo.practice.code import find_entry_point
from dojo.practice.model import GOLDEN_MASTER, Practice
from dojo.text import INDENT, WorkspaceError

COMPUTING_SECONDS = 10.0  # for a test; a busy machine does not stretch them, and what takes longer is an endless loop
OUT_OF_TIME = f"did not end in {{:g}} s of computing{LONGER}"
NOT_LOADED, BEYOND = "the practice does not load", "the practice went beyond a limit"
NO_SOLUTION = "a practice stands by itself, and cannot use {}/: delete this line"
UNREADABLE = "Unreadable"  # a document that nothing can be compared with

# Kinds of notes. Red: a difference of a document, an assertion that failed, another error. Amber: why the code could
# not be asked, what the kata lacks, a solution that was imported. And: how many differences only add to a document,
# what was approved otherwise than the kata has it, and that nothing was asked after it.
DIFFERENCE, FAILED, BROKEN = RED_KINDS = ("difference", "failed", "broken")
STOP, LACK, SOLUTION = ("stop", "lack", "solution")
ADDITIONS, APPROVED, END = ("additions", "approved", "end")

Note = tuple[str, Any]  # its kind, and what it says


class NoSolutions(MetaPathFinder):
    """Lets nobody import `legacy/` or `refactored/`; the first attempt counts, also when the practice goes on after."""

    def __init__(self, practice: Path) -> None:
        """Guard a practice in this folder: look for modules before anybody else does, from now on."""
        self.practice = practice
        self.attempts: list[Note] = []
        for name in [each for each in sys.modules if each.partition(".")[0] in IMPLEMENTATIONS]:
            del sys.modules[name]
        sys.meta_path.insert(0, self)

    def find_spec(self, name: str, *_: object) -> None:
        """Find nothing; RefusedError for a solution, if the practice has no module of its name."""
        top = name.partition(".")[0]
        if top not in IMPLEMENTATIONS or any((self.practice / own).exists() for own in (top, f"{top}.py")):
            return
        reason = NO_SOLUTION.format(top)
        own = [frame for frame in extract_stack() if Path(frame.filename).is_relative_to(self.practice)]
        if own and not self.attempts:
            file, line, function, _ = own[-1]
            place = location(Path(file), line or 1, function, self.practice)
            self.attempts.append((SOLUTION, f"{place}\n{INDENT}{reason}"))
        raise RefusedError(reason)


class Subject:
    """A plugin that runs the golden master, if there is one, and the person's own tests, and notes what came."""

    def __init__(self, practice: Practice, job: Job, golden_master: GoldenMaster | None) -> None:
        """Run a practice as a job wants it; from now on, it cannot import a solution."""
        self.practice, self.job, self.golden_master = practice, job, golden_master
        self.solutions = NoSolutions(practice.folder)
        self.approved: list[Note] = []

    def pytest_configure(self, config: pytest.Config) -> None:
        """Ask the golden master also where a test of the person's own does not load; end with the first worker."""
        config.option.continue_on_collection_errors = True
        config.option.maxworkerrestart = "0"

    def ask(self, approval: ModuleType) -> Given:
        """Return what scenarios need: the class, and what compares documents; WorkspaceError where it does not load."""
        received = self.practice.home / "received"
        received.mkdir(exist_ok=True)
        places = approval.Places((self.practice.own_documents, approval.APPROVED_FILES), received)
        verify: Callable[..., None]
        if self.job.documents is None:
            verify = partial(approval.compare_as_agreed, note=self._note_approved, with_shared=self.job.with_shared)
        else:
            verify = partial(approval.write, folder=Path(self.job.documents))
        compare = partial(verify, implementation=self.practice.folder.name, places=places)
        return {"yatzy": self._imported(), "verify_document": compare}

    def _note_approved(self, by_kind: dict[str, dict[str, list[str]]]) -> None:
        self.approved.append((APPROVED, by_kind))

    def _imported(self) -> object:
        entry_point = find_entry_point(self.practice)
        sys.path.insert(0, str(entry_point.folder))
        try:
            return import_module(entry_point.module).Yatzy
        except BaseException as error:  # noqa: BLE001 - whatever the practice raises
            whole = f"{self.practice.shown(entry_point.file)}\n{INDENT}{in_words(error)}"
            raise WorkspaceError(describe(error, self.practice.folder) or whole) from None

    @contextmanager
    def limited(self) -> Iterator[None]:
        """Give code of the person's own so many seconds of computing."""
        if sys.platform == "win32":
            yield
            return
        seconds = self.job.limit or COMPUTING_SECONDS

        def end(*_: object) -> None:
            raise EndlessLoopError(OUT_OF_TIME.format(seconds))

        signal.signal(signal.SIGPROF, end)
        signal.setitimer(signal.ITIMER_PROF, seconds, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self) -> Generator[None]:
        """Limit a test, and what comes before it."""
        with self.limited():
            return (yield)

    pytest_runtest_call = pytest_runtest_setup

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Limit an import; say in the report why it failed. Put the golden master into the folder of the practice."""
        with self.limited():
            report = yield
        if self.golden_master and isinstance(collector, pytest.Directory) and collector.path == self.practice.folder:
            ask, place = partial(self.ask, self.golden_master.approval), collector.path / GOLDEN_MASTER
            file = GoldenMasterFile.from_parent(collector, path=place, scenarios=self.golden_master.scenarios, ask=ask)
            report.result = [file, *report.result]
        notes = [*self.solutions.attempts]
        call = vars(report).get("call")
        if report.failed and call is not None and call.excinfo is not None:
            words = self._words(call.excinfo.value, collector.name)
            notes.append((STOP, words))
            if isinstance(collector, GoldenMasterFile):
                report.longrepr = words
                collector.session.shouldstop = NOT_LOADED
        vars(report)["notes"] = notes
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Say in the report what failed; let go of what used up the memory, so that there is some left to say so."""
        report = yield
        notes = [*self.solutions.attempts, *self.approved]
        self.approved.clear()
        if report.failed and call.excinfo is not None:
            error = call.excinfo.value
            found = self._notes_of(error, item.name)
            notes += found
            if isinstance(item, ScenarioItem) and found[0][0] != DIFFERENCE:
                report.longrepr = found[0][1]
            if isinstance(error, EndlessLoopError | MemoryError):
                clear_frames(call.excinfo.tb)
                item.session.shouldstop = BEYOND
                notes.append((END, True))
        vars(report)["notes"] = notes
        return report

    def _notes_of(self, error: BaseException, test: str) -> list[Note]:
        """Note that code is wrong, that it could not be asked, or that the kata lacks what it is compared with."""
        differences = getattr(error, "differences", None)
        if differences:
            return [*((DIFFERENCE, each) for each in differences), (ADDITIONS, vars(error)["additions"])]
        kind = FAILED if is_assertion(error) else BROKEN
        if isinstance(error, EndlessLoopError):
            kind = STOP
        elif type(error).__name__ == UNREADABLE:
            kind = LACK
        return [(kind, self._words(error, test))]

    def _words(self, error: BaseException, test: str) -> str:
        """Say what an error means: in its own words, by a location in the practice, or by the rule that was broken."""
        if isinstance(error, WorkspaceError) or type(error).__name__ == UNREADABLE:
            return str(error)
        if isinstance(error, pytest.Collector.CollectError):
            error = error.__cause__ or error
        return describe(error, self.practice.folder) or broken_rule(error, test)
