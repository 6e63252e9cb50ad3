"""The code that is checked: it is imported and run here, and what it does goes into pytest's reports.

Under xdist that is in each worker; what the reports say is added up in the first process.
"""

import signal
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from traceback import clear_frames
from types import ModuleType
from typing import Any

import pytest

from dojo.checking.explain import EndlessLoopError, broken_rule, call_of, describe, in_words, is_assertion, unreadable
from dojo.checking.guard import NoSolutions
from dojo.checking.items import GoldenMasterFile
from dojo.checking.job import Job
from dojo.checking.record import Note
from dojo.checking.scenarios import GoldenMaster
from dojo.errors import WorkspaceError
from dojo.practice.entry_point import find_entry_point
from dojo.practice.model import Practice
from dojo.text import INDENT

NOT_LOADED = "the practice does not load"
OUT_OF_TIME = "did not end in {:g} s of computing"


class Subject:
    """A plugin that runs the golden master, if there is one, and the person's own tests, on a practice."""

    session: pytest.Session

    def __init__(
        self, practice: Practice, job: Job, golden_master: GoldenMaster | None, solutions: NoSolutions
    ) -> None:
        """Run it as a job wants it."""
        self.practice, self.job, self.golden_master, self.solutions = practice, job, golden_master, solutions
        self.agreed: list[dict[str, Any]] = []

    def pytest_configure(self, config: pytest.Config) -> None:
        """Ask the golden master also where a test of the person's own does not load; end with the first worker."""
        config.option.continue_on_collection_errors = True
        config.option.maxworkerrestart = "0"

    def pytest_collection(self, session: pytest.Session) -> None:
        """Know the session, to end it."""
        self.session = session

    def given(self, golden_master: GoldenMaster) -> dict[str, object]:
        """Return what scenarios need: the class, and what compares documents; CollectError where it does not load."""
        approval = golden_master.approval
        try:
            yatzy = self._imported()
        except WorkspaceError as error:
            self.session.shouldstop = NOT_LOADED
            raise pytest.Collector.CollectError(error.message) from None
        approved, received = (self.practice.own_documents, approval.APPROVED_FILES), self.practice.home / "received"
        received.mkdir(exist_ok=True)
        places = approval.Places(approved, received)
        return {"yatzy": yatzy, "verify_document": self._verifier(approval, places)}

    def _verifier(self, approval: ModuleType, places: object) -> Callable[..., None]:
        """Return what compares a document, or writes it, if that is wanted."""
        common = {"implementation": self.practice.name, "places": places}
        if self.job.documents is not None:
            return partial(approval.write, folder=Path(self.job.documents), **common)
        return partial(approval.compare_as_agreed, note=self._note, with_shared=self.job.with_shared, **common)

    def _note(self, agreed: dict[str, Any]) -> None:
        self.agreed.append(agreed)

    def _imported(self) -> object:
        """Return the class Yatzy; WorkspaceError says why there is none."""
        entry_point = find_entry_point(self.practice)
        sys.path.insert(0, str(entry_point.folder))
        try:
            with self._limited():
                return import_module(entry_point.module).Yatzy
        except BaseException as error:  # noqa: BLE001 - whatever the practice raises
            whole = f"{self.practice.shown(entry_point.file)}\n{INDENT}{in_words(error)}"
            raise WorkspaceError(describe(error, self.practice.folder) or whole) from None

    @contextmanager
    def _limited(self) -> Iterator[None]:
        """Give code of the person's own so many seconds of computing, which a busy machine does not stretch."""
        if sys.platform == "win32":
            yield
            return
        seconds = self.job.computing_seconds

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
        """Limit what comes before a test."""
        with self._limited():
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Generator[None]:
        """Limit a test."""
        with self._limited():
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Limit an import; say in the report why it failed. Put the golden master into the folder of the practice."""
        with self._limited():
            report = yield
        is_practice = isinstance(collector, pytest.Directory) and collector.path == self.practice.folder
        if self.golden_master is not None and is_practice:
            report.result = [GoldenMasterFile.below(collector, self.golden_master, self), *report.result]
        call = vars(report).get("call")
        words = (
            []
            if not report.failed or call is None or call.excinfo is None
            else self.words(call.excinfo.value, collector.name)
        )
        vars(report)["note"] = Note(stops=words, solutions=self.solutions.attempts)._asdict()
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Say in the report what failed; let go of what used up the memory, so that there is some left to say so."""
        report = yield
        note = Note(solutions=self.solutions.attempts, agreed=self.agreed)
        self.agreed = []
        if report.failed and call.excinfo is not None:
            error = call.excinfo.value
            words = self.words(error, item.name)
            if isinstance(error, EndlessLoopError):
                note = note._replace(stops=words)
            elif document := unreadable(error):
                note = note._replace(missing=document)
            else:
                differences, additions = len(getattr(error, "differences", [])), getattr(error, "additions", 0)
                asserted = is_assertion(error)
                note = note._replace(wrong=words, asserted=asserted, differences=differences, additions=additions)
            if isinstance(error, EndlessLoopError | MemoryError):
                clear_frames(call.excinfo.tb)
                self.session.shouldstop = in_words(error)
                note = note._replace(ends=True)
        vars(report)["note"] = note._asdict()
        return report

    def words(self, error: BaseException, test: str) -> list[str]:
        """Say what an error means: differences, a location in the practice, or a rule that was broken."""
        differences: list[str] | None = getattr(error, "differences", None)
        if differences:
            return differences
        if isinstance(error, pytest.Collector.CollectError):
            if error.__cause__ is None:
                return [str(error)]
            error = error.__cause__
        call = call_of(error, self.practice.folder)
        return [describe(error, self.practice.folder, call) or broken_rule(error, test)]
