"""What the reports of a run add up to: whether it was a check, and then green, amber or red, and why.

A report has notes, which say beside pytest's own words what came of a test: pairs of a kind and a text. Under xdist,
workers write them, and the first process adds them up.
"""

import os
from pathlib import Path

import pytest

from dojo.checking.check import NO_END, NO_TESTS, PYTEST_OUTPUT, Outcome, amber, distinct
from dojo.practice.files import own_tests
from dojo.practice.model import GOLDEN_MASTER, GREEN, RED, Differences, Practice, Status

# Kinds of notes. Red: a difference of a document, one of a document that only grew, an assertion, another error.
DIFFERENCE, ADDITION, FAILED, BROKEN = WRONG = ("difference", "addition", "failed", "broken")
STOP, LACK = AMBER_KINDS = ("stop", "lack")  # why the code could not be asked; what the kata lacks
APPROVED_CHANGES, APPROVED_ADDITIONS = ("changes", "additions")  # what was approved otherwise than the kata has it
CHANGED = "{}\n    changed while the check ran. Check again; if it changes once more, your code does it"

Note = tuple[str, str]


def kata_files(practice: Practice) -> dict[Path, int]:
    """Return the files that a check goes by, and when each was changed."""
    folders = [practice.own_documents, *map(practice.workspace.joinpath, ("approved_files", "tests/golden_master"))]
    return {path: path.stat().st_ctime_ns for folder in folders for path in folder.glob("*.*")}


class Reports:
    """The reports of a run of pytest in a practice, guarded by so many scenarios; pytest tells it of each."""

    def __init__(self, practice: Practice, scenarios: int) -> None:
        self.practice, self.scenarios = practice, scenarios
        self.kata_files = kata_files(practice)
        self.tests: set[str] = set()
        self.notes: list[Note] = []
        self.results: set[tuple[str | None, str, str]] = set()  # when, with which outcome, and of which test or file

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        """Count a test, before anything of the person's own can leave it out."""
        self.tests.add(item.nodeid)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        """Count the tests that a worker collected."""
        self.tests.update(ids)

    def pytest_runtest_logreport(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        """Add what came of a test, or of a part of it, or what did not load, or was skipped as a whole."""
        self.notes += vars(report).get("notes", [])
        self.results.add((report.when, report.outcome, report.nodeid))

    pytest_collectreport = pytest_runtest_logreport

    def names(self, when: str, outcome: str = "") -> set[str]:
        """Return which tests, or files, were reported then, with this outcome or any."""
        return {name for moment, result, name in self.results if moment == when and outcome in ("", result)}

    def notes_of(self, *kinds: str) -> list[str]:
        """Return the texts of notes of these kinds."""
        return [text for kind, text in self.notes if kind in kinds]

    def is_part(self, root: Path) -> bool:
        """Tell whether only a part of what guards the practice was run; code that cannot be asked ends any part."""
        files = {name.partition("::")[0] for name in self.tests | self.names("collect")}
        own = {os.path.relpath(path, root).replace(os.sep, "/") for path in own_tests(self.practice)}
        is_finished = self.tests <= self.names("teardown") and _scenarios(self.tests) >= self.scenarios
        return not (is_finished and own <= files) and not self.notes_of(*AMBER_KINDS)

    def outcome(self, exit_code: int) -> Outcome:
        """Say what came of it: red where the code answers otherwise, amber where it could not be asked."""
        wrong, stops = self.notes_of(*WRONG), self.notes_of(*AMBER_KINDS)
        changed = sorted(path for path, _ in self.kata_files.items() ^ kata_files(self.practice).items())
        if changed:
            return amber(CHANGED.format(self.practice.display_path(changed[0])), *wrong, *stops, of_the_kata=True)
        if wrong:
            return self._outcome(RED, distinct([*wrong, *stops]))
        if stops:
            return amber(*stops, of_the_kata=bool(self.notes_of(LACK)))
        reason = self._reason(exit_code)
        return amber(reason) if reason else self._outcome(GREEN)

    def _reason(self, exit_code: int) -> str:
        """Say what was not run, where nothing else was found: green is when all of the level's scenarios passed."""
        passed = self.names("call", "passed")
        if exit_code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return NO_END.format(file=self.practice.display_path(self.practice.state_directory / PYTEST_OUTPUT))
        if _scenarios(passed) < self.scenarios:
            return f"only {_scenarios(passed)} of the level's {self.scenarios} scenarios were run to their end"
        return "" if passed else NO_TESTS.format(name=self.practice.name)

    def _outcome(self, status: Status, findings: tuple[str, ...] = ()) -> Outcome:
        """Return the outcome of code that was asked, with what is told beside findings."""
        passed = self.names("call", "passed")
        changes, additions = self.notes_of(APPROVED_CHANGES), self.notes_of(APPROVED_ADDITIONS)
        return Outcome(
            status,
            findings,
            passed=len(passed),
            left_out=len(self.tests - passed | self.names("collect", "skipped")),
            asserted=bool(self.notes_of(DIFFERENCE, ADDITION, FAILED)),
            differences=len(self.notes_of(DIFFERENCE, ADDITION)),
            additions=len(self.notes_of(ADDITION)),
            approved=Differences(len(changes), len(additions)),
            as_approved=distinct([*changes, *additions]),
        )


def _scenarios(tests: set[str]) -> int:
    """Count those of the tests that are scenarios of the golden master."""
    return sum(f"{GOLDEN_MASTER}::" in name for name in tests)
