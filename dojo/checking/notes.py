"""What pytest's reports say of a practice, beside pytest's own words.

Under xdist they are written in each worker, and added up in the first process.
"""

from collections.abc import Generator, Sequence
from pathlib import Path
from traceback import clear_frames
from typing import NamedTuple

import pytest

from dojo.checking.explain import EndlessLoopError, in_words, is_assertion
from dojo.checking.guard import NoSolutions
from dojo.checking.items import GoldenMasterFile
from dojo.checking.scenarios import GoldenMaster
from dojo.checking.subject import Agreed, Subject


class Note(NamedTuple):
    """What a report says: `wrong` is red, `stops` say why the code could not be asked, `solutions` were imported."""

    wrong: Sequence[str] = ()
    stops: Sequence[str] = ()
    solutions: Sequence[str] = ()
    of_the_kata: bool = False  # it stops for what the kata lacks
    ends: bool = False  # nothing was asked after it
    asserted: bool = False
    differences: int = 0
    additions: int = 0
    agreed: Sequence[Agreed] = ()


class Notes:
    """A plugin that runs the golden master, if there is one, and the person's own tests, and notes what came."""

    def __init__(self, subject: Subject, golden_master: GoldenMaster | None, solutions: NoSolutions) -> None:
        """Run a practice, which is not to import solutions."""
        self.subject, self.golden_master, self.solutions = subject, golden_master, solutions

    def pytest_configure(self, config: pytest.Config) -> None:
        """Ask the golden master also where a test of the person's own does not load; end with the first worker."""
        config.option.continue_on_collection_errors = True
        config.option.maxworkerrestart = "0"

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self) -> Generator[None]:
        """Limit a test, and what comes before it."""
        with self.subject.limited():
            return (yield)

    pytest_runtest_call = pytest_runtest_setup

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Limit an import; say in the report why it failed. Put the golden master into the folder of the practice."""
        with self.subject.limited():
            report = yield
        is_practice = isinstance(collector, pytest.Directory) and collector.path == self.subject.practice.folder
        if self.golden_master is not None and is_practice:
            report.result = [GoldenMasterFile.below(collector, self.golden_master, self.subject), *report.result]
        call = vars(report).get("call")
        words: list[str] = []
        if report.failed and call is not None and call.excinfo is not None:
            words = self.subject.words(call.excinfo.value, collector.name)
        vars(report)["note"] = Note(stops=words, solutions=self.solutions.attempts)._asdict()
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Say in the report what failed; let go of what used up the memory, so that there is some left to say so."""
        report = yield
        note = Note()
        if report.failed and call.excinfo is not None:
            error = call.excinfo.value
            note = self.note_of(error, item.name)
            if isinstance(error, EndlessLoopError | MemoryError):
                clear_frames(call.excinfo.tb)
                item.session.shouldstop = in_words(error)
                note = note._replace(ends=True)
        note = note._replace(solutions=self.solutions.attempts, agreed=[*self.subject.agreed])
        self.subject.agreed.clear()
        vars(report)["note"] = note._asdict()
        return report

    def note_of(self, error: BaseException, test: str) -> Note:
        """Note that code could not be asked, that the kata lacks what it is compared with, or that it is wrong."""
        if isinstance(error, EndlessLoopError):
            return Note(stops=self.subject.words(error, test))
        if type(error).__name__ == "Unreadable":
            missing = self.subject.missing(Path(vars(error)["document"]))
            return Note(stops=[missing], of_the_kata=True)
        return Note(
            wrong=self.subject.words(error, test),
            asserted=is_assertion(error),
            differences=len(getattr(error, "differences", [])),
            additions=getattr(error, "additions", 0),
        )
