"""The code that is checked: it is imported and run here, within limits, and what fails in it is said in words."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest

from dojo.checking.explain import EndlessLoopError, broken_rule, describe, in_words
from dojo.checking.job import Job
from dojo.checking.scenarios import GoldenMaster
from dojo.errors import WorkspaceError
from dojo.kata.workspace import checkout
from dojo.practice.model import Practice, find_entry_point
from dojo.text import INDENT

OUT_OF_TIME = "did not end in {:g} s of computing"
Agreed = dict[str, dict[str, list[str]]]  # changes and additions, each place by place


class Subject:
    """The code of a practice; `agreed`: what was approved for it otherwise than the kata, of each document."""

    def __init__(self, practice: Practice, job: Job) -> None:
        """Run it as a job wants it."""
        self.practice, self.job = practice, job
        self.agreed: list[Agreed] = []

    def given(self, golden_master: GoldenMaster) -> dict[str, object]:
        """Return what scenarios need: the class, and what compares documents; WorkspaceError where it does not load."""
        approval = golden_master.approval
        received = self.practice.home / "received"
        received.mkdir(exist_ok=True)
        places = approval.Places((self.practice.own_documents, approval.APPROVED_FILES), received)
        common = {"implementation": self.practice.name, "places": places}
        verify: Callable[..., None]
        if self.job.documents is None:
            shared = self.job.with_shared
            verify = partial(approval.compare_as_agreed, note=self.agreed.append, with_shared=shared, **common)
        else:
            verify = partial(approval.write, folder=Path(self.job.documents), **common)
        return {"yatzy": self._imported(), "verify_document": verify}

    def _imported(self) -> object:
        """Return the class Yatzy; WorkspaceError says why there is none."""
        entry_point = find_entry_point(self.practice)
        sys.path.insert(0, str(entry_point.folder))
        try:
            with self.limited():
                return import_module(entry_point.module).Yatzy
        except BaseException as error:  # noqa: BLE001 - whatever the practice raises
            whole = f"{self.practice.shown(entry_point.file)}\n{INDENT}{in_words(error)}"
            raise WorkspaceError(describe(error, self.practice.folder) or whole) from None

    @contextmanager
    def limited(self) -> Iterator[None]:
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

    def words(self, error: BaseException, test: str) -> list[str]:
        """Say what an error means: differences, a location in the practice, or a rule that was broken."""
        differences: list[str] | None = getattr(error, "differences", None)
        if differences:
            return differences
        if isinstance(error, pytest.Collector.CollectError):
            if error.__cause__ is None:
                return [str(error)]
            error = error.__cause__
        return [describe(error, self.practice.folder) or broken_rule(error, test)]

    def missing(self, document: Path) -> str:
        """Say which approved document nothing could be compared with, and how to have it again."""
        own = document.is_relative_to(self.practice.own_documents)
        folder = self.practice.folder if own else self.practice.workspace
        again = checkout(folder, f"approved_files/{document.name}", here=Path(self.job.here))
        missing = f"{self.practice.shown(document)} is missing, or cannot be read"
        return f"{missing}\n{INDENT}{again} brings back what was committed"
