"""What came of a run: pytest's reports, added up, and kept in the history as a check.

Under xdist this is in the first process alone; the reports of its workers come here.
"""

import os
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from dojo.checking import check
from dojo.checking.explain import Finding, call_of, cause_of, describe, in_plain_english, in_words
from dojo.checking.guard import KataFiles
from dojo.checking.job import Job
from dojo.checking.outcome import Outcome, Report, amber
from dojo.checking.own_tests import no_tests, own_tests
from dojo.checking.rendering import FINDINGS, PRINTED
from dojo.kata import Differences, checkout
from dojo.practice import AMBER, GOLDEN_MASTER, GREEN, RED, USUAL, NoEntryPointError, Practice, find_entry_point
from dojo.text import INDENT

SAID = "pytest.txt"  # what pytest said, in a process of its own
NO_ANSWER = 2  # pytest's exit code for a run that was broken off: 1 is for code that answers otherwise
TIMELINE = "`dojo progress` shows the timeline"
PART = "a part of what guards the practice: no check"


KINDS = ("wrong", "stops", "solutions")


class Note(NamedTuple):
    """What a report says beside pytest's own words."""

    wrong: Sequence[str] = ()
    stops: Sequence[str] = ()  # why the code could not be asked
    solutions: Sequence[str] = ()  # that were to be imported
    ends: bool = False  # nothing was asked after it
    missing: str = ""  # the path of an approved document
    asserted: bool = False
    differences: int = 0
    additions: int = 0
    agreed: Sequence[dict[str, Any]] = ()  # what somebody approved otherwise than the kata, of each such document


class Record:
    """A plugin that adds up the reports of a run."""

    def __init__(self, practice: Practice, job: Job, root: Path, *, is_check: bool) -> None:
        """Keep the files as they are when a check begins; pytest names them from a root."""
        self.practice, self.job, self.root = practice, job, root
        self.golden_master = self._named(practice.folder / GOLDEN_MASTER)
        self.kata = KataFiles(practice)
        self.run = check.begin(practice, job) if is_check else None
        self.scenarios = 0
        self.notes: list[Note] = []
        self.collected: set[str] = set()
        self.finished: set[str] = set()
        self.passed: set[str] = set()
        self.left_out: Counter[str] = Counter()
        self.printed = ""
        self.is_interrupted = False
        self.summary: list[str] = []

    def _named(self, file: Path) -> str:
        return os.path.relpath(file, self.root).replace(os.sep, "/")

    def _is_scenario(self, name: str) -> bool:
        return name.startswith(f"{self.golden_master}::")

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        """Note a test, before anything of the person's own can leave it out."""
        self.collected.add(item.nodeid)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        """Note the tests that a worker collected."""
        self.collected.update(ids)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Add what did not load, or was skipped as a whole."""
        self.collected.add(report.nodeid)
        self.finished.add(report.nodeid)
        self.notes.append(Note(**getattr(report, "note", {})))
        self.left_out["skipped"] += report.skipped
        self._keep_printed(report)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add what came of a test, or of a part of it."""
        rule = in_plain_english(report.nodeid)
        if report.skipped and self._is_scenario(report.nodeid):
            self.notes.append(Note(wrong=[f"{rule}\n{INDENT}was skipped, and nothing may be"]))
        elif report.skipped:
            self.left_out["expected to fail" if hasattr(report, "wasxfail") else "skipped"] += 1
        elif hasattr(report, "note"):
            self.notes.append(Note(**report.note))
        else:  # xdist's own, of a worker that is gone
            self.notes.append(Note(stops=[f"{rule}\n{INDENT}{report.longreprtext}"]))
        if report.when == "call" and report.passed:
            self.passed.add(report.nodeid)
        if report.when == "teardown":
            self.finished.add(report.nodeid)
            self._keep_printed(report)

    def _keep_printed(self, report: pytest.CollectReport | pytest.TestReport) -> None:
        if report.nodeid.startswith(self.golden_master):
            self.printed += report.capstdout + report.capstderr

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Describe what ended pytest itself, such as an exit where a test is imported."""
        error = excinfo.value
        self.notes.append(Note(stops=[describe(error, self.practice.folder) or in_words(error)]))

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Describe an early end that the code asked for; where a person may have typed Ctrl-C, it is no check."""
        words = describe(excinfo.value, self.practice.folder, call_of(excinfo.value, self.practice.folder))
        if words and (self.job.report or isinstance(excinfo.value, pytest.exit.Exception)):
            self.notes.append(Note(wrong=[words]))
        elif type(excinfo.value).__name__ != "Interrupted":  # pytest's own way to stop early
            self.is_interrupted = True

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Keep what came of it; whoever waits for it asked for all that guards the practice."""
        outcome = self.outcome(exitstatus)
        if not self.job.report and (self.is_interrupted or self._is_part()):
            self._forget()
            return
        self.finish(outcome)
        if outcome.status == AMBER and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            session.exitstatus = NO_ANSWER

    def _forget(self) -> None:
        self.summary = [PART]
        if self.run is not None:
            check.forget(self.practice, keep_files=False)

    def finish(self, outcome: Outcome) -> None:
        """Keep the outcome as a check, and tell it to the command that waits for it."""
        report = Report(outcome)
        if self.run is not None:
            report = check.record(self.practice, self.run, outcome)
            self.summary = [self._told(report), *report.warning.splitlines()]
        if self.job.report:
            Path(self.job.report).write_bytes(msgspec.json.encode(report))

    def _told(self, report: Report) -> str:
        if report.is_void:
            return "saved meanwhile, so this run is no check"
        findings = self.practice.shown(self.practice.home / FINDINGS)
        more = (
            f"{findings} has all that is wrong, `dojo progress` the timeline" if report.outcome.findings else TIMELINE
        )
        return f"{report.outcome.status}: this run is a check; {more}"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say whether this was a check."""
        for line in self.summary:
            terminalreporter.write_line(line)

    def outcome(self, exit_code: int) -> Outcome:
        """Say what came of it: red where the code answers otherwise, amber where it could not be asked."""
        wrong, stops, solutions = ([each for note in self.notes for each in getattr(note, kind)] for kind in KINDS)
        missing = sorted({note.missing for note in self.notes} - {""})
        if solutions:
            return amber(*dict.fromkeys(solutions))
        if changed := self.kata.changed():
            return amber(changed, *wrong, *stops, of_the_kata=True)
        if wrong:
            return Outcome(RED, self._counted([*wrong, *dict.fromkeys(stops)]), **self._counts())
        if missing and not stops:
            return amber(*map(self._is_missing, map(Path, missing)), of_the_kata=True)
        if reasons := stops or self._not_run(exit_code):
            return amber(*dict.fromkeys(reasons))
        return Outcome(GREEN, place=self._place(), **self._counts())

    def _not_run(self, exit_code: int) -> list[str]:
        """Say what was not run, where nothing else was found: green is when all of the level's scenarios passed."""
        passed = sum(self._is_scenario(each) for each in self.passed)
        if exit_code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            said = self.practice.shown(self.practice.home / SAID)
            return [f"the tests could not be run to their end\n{INDENT}what pytest said: {said}"]
        if passed < self.scenarios:
            return [f"only {passed} of the level's {self.scenarios} scenarios were run to their end"]
        none = f"none of your tests was run to its end: {self._left_out()}\n{INDENT}green is at least one that passes"
        return [] if self.passed else [none if self._left_out() else no_tests(self.practice)]

    def _is_part(self) -> bool:
        """Tell whether only a part of what guards the practice was run; code that cannot be asked ends any part."""
        if any(note.stops or note.solutions or note.ends for note in self.notes):
            return False
        files = {each.partition("::")[0] for each in self.collected}
        own = [self._named(path) for path in own_tests(self.practice)]
        scenarios = sum(self._is_scenario(each) for each in self.collected)
        return not files.issuperset(own) or bool(self.collected - self.finished) or scenarios < self.scenarios

    def _place(self) -> str:
        """Return the file that offers Yatzy, where nobody would look for it."""
        with suppress(NoEntryPointError):
            file = find_entry_point(self.practice).file
            return "" if file.relative_to(self.practice.folder).as_posix() in USUAL else self.practice.shown(file)
        return ""

    def _counts(self) -> dict[str, Any]:
        """Return what an outcome tells beside findings."""
        printed = self.printed.count("\n")
        (self.practice.home / PRINTED).write_text(self.printed, encoding="utf-8", errors="backslashreplace")
        asserted = any(note.asserted for note in self.notes)
        kinds = Differences._fields
        told = {
            kind: [place for note in self.notes for each in note.agreed for place in each[kind]["places"]]
            for kind in kinds
        }
        return {
            "passed": len(self.passed),
            "printed": printed,
            "left_out": self._left_out(),
            "asserted": asserted,
            "differences": sum(note.differences for note in self.notes),
            "additions": sum(note.additions for note in self.notes),
            "agreed": Differences(*map(len, told.values())),
            "as_agreed": tuple(Finding(place).to_show() for places in told.values() for place in places),
        }

    def _left_out(self) -> str:
        own = [each for each in self.collected - self.finished if not self._is_scenario(each)]
        counts = {**self.left_out, "not run": len(own)}
        return ", ".join(f"{count} {what}" for what, count in counts.items() if count)

    def _counted(self, texts: list[str]) -> tuple[Finding, ...]:
        """Count findings; those of one cause, wherever it arose, count as the first of them."""
        found: Counter[str] = Counter()
        first: dict[str, str] = {}
        for text in texts:
            found[first.setdefault(cause_of(text, self.practice.name), text)] += 1
        return tuple(Finding(text, times).to_show() for text, times in found.items())

    def _is_missing(self, document: Path) -> str:
        """Say which approved document nothing could be compared with, and how to have it again."""
        own = document.is_relative_to(self.practice.own_documents)
        folder = self.practice.folder if own else self.practice.workspace
        again = checkout(folder, f"approved_files/{document.name}", here=Path(self.job.here))
        missing = f"{self.practice.shown(document)} is missing, or cannot be read"
        return f"{missing}\n{INDENT}{again} brings back what was committed"
