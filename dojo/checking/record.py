"""What came of a run: pytest's reports, added up, and kept in the history as a check.

Under xdist this is in the first process alone; the reports of its workers come here.
"""

import os
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dojo.checking import check
from dojo.checking.explain import Finding, cause_of, describe, explain_pytest, in_plain_english, in_words
from dojo.checking.guard import changed_file, kata_files
from dojo.checking.job import Job
from dojo.checking.notes import Note
from dojo.checking.outcome import FINDINGS, PRINTED, Outcome, Report, amber
from dojo.checking.own_tests import no_tests, own_tests
from dojo.practice.model import AMBER, GOLDEN_MASTER, GREEN, RED, Differences, Practice
from dojo.practice.snapshots import Repository
from dojo.text import INDENT

NO_ANSWER = 2  # pytest's exit code for a run that was broken off: 1 is for code that answers otherwise
CHECK = "{}: this run is a check; `dojo progress` shows the timeline"
VOID = "saved meanwhile, so this run is no check"
PART = "a part of what guards the practice: no check"


class Record:
    """A plugin that adds up the reports of a run."""

    def __init__(self, practice: Practice, job: Job, root: Path, *, is_check: bool) -> None:
        """Keep the files as they are when a check begins; pytest names them from a root."""
        self.practice, self.job, self.root = practice, job, root
        self.golden_master = self._named(practice.folder / GOLDEN_MASTER)
        self.kata_files = kata_files(practice)
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
        self.printed += self._printed(report)

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
            self.printed += self._printed(report)

    def _printed(self, report: pytest.CollectReport | pytest.TestReport) -> str:
        return report.capstdout + report.capstderr if report.nodeid.startswith(self.golden_master) else ""

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Describe what ended pytest itself, such as an exit where a test is imported."""
        error = excinfo.value
        self.notes.append(Note(stops=[describe(error, self.practice.folder) or in_words(error)]))

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Describe an early end that the code asked for; where a person may have typed Ctrl-C, it is no check."""
        words = describe(excinfo.value, self.practice.folder)
        if words and (self.job.report or isinstance(excinfo.value, pytest.exit.Exception)):
            self.notes.append(Note(wrong=[words]))
        elif type(excinfo.value).__name__ != "Interrupted":  # pytest's own way to stop early
            self.is_interrupted = True

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Keep what came of it; whoever waits for it asked for all that guards the practice."""
        outcome = self.outcome(exitstatus)
        if not self.job.report and (self.is_interrupted or self._is_part()):
            self.summary = [PART]
            if self.run is not None:
                check.forget(self.practice)
                Repository(self.practice.folder).forget_check()
            return
        self.finish(outcome)
        if outcome.status == AMBER and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            session.exitstatus = NO_ANSWER

    def finish(self, outcome: Outcome) -> None:
        """Keep the outcome as a check, and tell it to the command that waits for it."""
        report = Report(outcome)
        if self.run is not None:
            report = check.record(self.practice, self.run, outcome)
            told = VOID if report.is_void else CHECK.format(outcome.status)
            findings = self.practice.shown(self.practice.home / FINDINGS)
            self.summary = [
                told,
                *([f"{findings} has all that is wrong"] if outcome.findings else []),
                *report.warning.splitlines(),
            ]
        if self.job.report:
            Path(self.job.report).write_bytes(msgspec.json.encode(report))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say whether this was a check."""
        for line in self.summary:
            terminalreporter.write_line(line)

    def outcome(self, exit_code: int) -> Outcome:
        """Say what came of it: red where the code answers otherwise, amber where it could not be asked."""
        wrong = [each for note in self.notes for each in note.wrong]
        stops = [each for note in self.notes for each in note.stops]
        solutions = [each for note in self.notes for each in note.solutions]
        changed = changed_file(self.practice, self.kata_files)
        if solutions:
            return amber(*solutions)
        if changed:
            return amber(changed, *wrong, *stops, of_the_kata=True)
        if wrong:
            return Outcome(RED, self._counted([*wrong, *dict.fromkeys(stops)]), **self._counts())
        if stops:
            return amber(*stops, of_the_kata=any(note.of_the_kata for note in self.notes))
        not_run = self._not_run(exit_code)
        if not_run:
            return amber(not_run)
        return Outcome(GREEN, **self._counts())

    def _not_run(self, exit_code: int) -> str:
        """Say what was not run, where nothing else was found: green is when all of the level's scenarios passed."""
        passed = sum(map(self._is_scenario, self.passed))
        if exit_code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return explain_pytest(self.practice)
        if passed < self.scenarios:
            return f"only {passed} of the level's {self.scenarios} scenarios were run to their end"
        if self.passed:
            return ""
        left_out = self._left_out()
        none = f"none of your tests was run to its end: {left_out}\n{INDENT}green is at least one that passes"
        return none if left_out else no_tests(self.practice)

    def _is_part(self) -> bool:
        """Tell whether only a part of what guards the practice was run; code that cannot be asked ends any part."""
        if any(note.stops or note.solutions or note.ends for note in self.notes):
            return False
        files = {each.partition("::")[0] for each in self.collected}
        own = [self._named(path) for path in own_tests(self.practice)]
        scenarios = sum(map(self._is_scenario, self.collected))
        return not files.issuperset(own) or bool(self.collected - self.finished) or scenarios < self.scenarios

    def _counts(self) -> dict[str, Any]:
        """Return what an outcome tells beside findings."""
        (self.practice.home / PRINTED).write_text(self.printed, encoding="utf-8", errors="backslashreplace")
        agreed = [each for note in self.notes for each in note.agreed]
        changes, additions = (
            [place for each in agreed for place in each[kind]["places"]] for kind in Differences._fields
        )
        return {
            "passed": len(self.passed),
            "printed": self.printed.count("\n"),
            "left_out": self._left_out(),
            "asserted": any(note.asserted for note in self.notes),
            "differences": sum(note.differences for note in self.notes),
            "additions": sum(note.additions for note in self.notes),
            "agreed": Differences(len(changes), len(additions)),
            "as_agreed": tuple(Finding(place).to_show() for place in (*changes, *additions)),
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
