"""The reporter: a pytest plugin in the process of a check, that collects findings."""

import os
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path
from traceback import clear_frames
from typing import TYPE_CHECKING, Any

from dojo.checking.explain import broken_rule, describe, in_plain_english, in_words
from dojo.checking.guard import Guard
from dojo.checking.job import CheckResult, Finding, Job
from dojo.practice import HOME
from dojo.text import INDENT, WIDEST_CHARACTERS

if TYPE_CHECKING:
    import pytest

    Node = pytest.Item | pytest.Collector

APPROVAL = "tests.golden_master.approval"  # which says what it could not compare with


class Reporter:
    """Collects what is found while pytest runs a job."""

    def __init__(self, job: Job) -> None:
        """Start with nothing found."""
        self.job, self.practice = job, Path(job.practice)
        own = [Path(job.report).parent, self.practice / HOME / "received"]
        self.guard = Guard(self.practice, own)
        self.passed = self.expected = 0
        self.left_out: Counter[str] = Counter()
        self.asserted = self.around = False
        self.missing: set[str] = set()
        self.not_begun: set[str] = set()  # of the person's own tests
        self.asked = False  # whether any test has begun
        self.errors: dict[str, list[str]] = {}
        self.findings: Counter[str] = Counter()
        self.first_places: dict[str, str] = {}

    def pytest_configure(self, config: "pytest.Config") -> None:
        """Have pytest lay out no traceback of a scenario: nobody would see it, and it takes long."""
        if self.job.module:
            config.option.tbstyle = "no"

    def pytest_itemcollected(self, item: "pytest.Item") -> None:
        """Note each test of the person's own, before anything of theirs can leave it out."""
        if not (self.job.module or item.config.option.collectonly):
            self.not_begun.add(item.nodeid)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Note that a test begins."""
        self.not_begun.discard(nodeid)

    def pytest_collection_finish(self, session: "pytest.Session") -> None:
        """Count the scenarios, while no code of the practice has run that could change them; then import it."""
        if not self.job.module:
            return
        self.expected = len(session.items)
        self.guard.start()
        sys.dont_write_bytecode = True
        sys.path.insert(0, self.job.folder)
        try:
            import_module(self.job.module).Yatzy  # noqa: B018 - it is there, or the AttributeError says what is not
        except BaseException as error:  # noqa: BLE001 - whatever the practice raises
            whole = f"{self.job.file}\n{INDENT}{in_words(error, self.practice)}"
            self.keep([describe(error, self.practice, self.job.module) or whole])
            session.items.clear()

    def pytest_runtest_setup(self, item: "pytest.Item") -> None:  # noqa: ARG002 - pytest asks by name
        """Start where there is a folder, if the test before has removed the one it was in."""
        self.asked = True
        if current_folder_is_gone():
            os.chdir(self.practice)

    def pytest_runtest_makereport(self, item: "pytest.Item", call: "pytest.CallInfo[None]") -> None:
        """Keep the error of a test; let go of what used up the memory, so that there is some left to say so."""
        if call.excinfo is None:
            return
        error = call.excinfo.value
        self.errors[item.nodeid] = self.described(error, item)
        if isinstance(error, MemoryError):
            clear_frames(call.excinfo.tb)
            item.session.shouldstop = "out of memory"

    def pytest_runtest_logreport(self, report: "pytest.TestReport") -> None:
        """Count what passed; of what failed, keep what was found, or else what pytest says of it."""
        self.passed += report.when == "call" and report.passed
        if report.failed:
            words = " ".join(report.longreprtext.split())[:WIDEST_CHARACTERS]
            self.keep(self.errors.pop(report.nodeid, [f"{in_plain_english(report.nodeid)}\n{INDENT}{words}"]))
        elif report.skipped and self.job.module:
            self.keep([f"{in_plain_english(report.nodeid)}\n{INDENT}was skipped, and nothing may be"])
        elif report.skipped:
            self.left_out["expected to fail" if hasattr(report, "wasxfail") else "skipped"] += 1

    def pytest_collectreport(self, report: "pytest.CollectReport") -> None:
        """Count a file or a class that is skipped as a whole."""
        self.left_out["skipped"] += report.skipped

    def pytest_exception_interact(
        self, node: "Node", call: "pytest.CallInfo[Any]", report: "pytest.CollectReport | pytest.TestReport"
    ) -> None:
        """Note whether an assertion failed; describe why tests were not collected; no scenario lets code in."""
        if call.excinfo is None:
            return
        self.asserted = self.asserted or is_assertion(call.excinfo.value)
        if report.when == "collect":
            found = self.described(call.excinfo.value, node)
            self.around = bool(self.job.again)
            self.keep([f"{each}\n{INDENT}{self.job.again}" for each in found] if self.around else found)

    def pytest_keyboard_interrupt(self, excinfo: "pytest.ExceptionInfo[BaseException]") -> None:
        """Describe an interruption or an early end: nobody is at the keyboard, so the practice raised it."""
        if type(excinfo.value).__name__ != "Interrupted":  # pytest's own way to stop early
            self.keep(self.described(excinfo.value, None))

    def described(self, error: BaseException, node: "Node | None") -> list[str]:
        """Say what an error means: differences, a place in the practice, or a rule that was broken."""
        if type(error).__module__ == APPROVAL and (document := getattr(error, "document", "")):
            self.missing.add(document)
            return []
        differences: list[str] | None = getattr(error, "differences", None)
        if differences:
            return differences
        if type(error).__name__ == "CollectError" and error.__cause__ is not None:
            error = error.__cause__
        test: str = getattr(node, "name", "the golden master")
        nowhere = self.guard.moved if current_folder_is_gone() else ""
        return [describe(error, self.practice, self.job.module) or nowhere or broken_rule(error, test)]

    def keep(self, findings: list[str]) -> None:
        """Count findings; those of one cause count as the first of them."""
        for finding in findings:
            _, _, cause = finding.partition("\n")
            named_by_place = finding.startswith(f"{self.practice.name}/")
            self.findings[self.first_places.setdefault(cause, finding) if named_by_place else finding] += 1

    def result(self, exit_code: int) -> CheckResult:
        """Return all that was found; what was refused is among it, even if the practice went on."""
        for finding in self.guard.refusals:
            if finding.partition("\n")[2] not in self.first_places:
                self.keep([finding])
        self.left_out["not run"] = len(self.not_begun)
        left_out = ", ".join(f"{count} {what}" for what, count in self.left_out.items() if count)
        findings = [Finding(text, count) for text, count in self.findings.items()]
        return CheckResult(
            findings,
            self.passed,
            left_out=left_out,
            unasked=not self.asked,
            written=frozenset(self.guard.written),
            expected=self.expected,
            exit_code=exit_code,
            asserted=self.asserted,
            around=self.around,
            missing=tuple(sorted(self.missing)),
        )


def is_assertion(error: BaseException) -> bool:
    """Tell whether a test compared what came with what it expected; any other error, and it never got as far."""
    import pytest  # noqa: PLC0415 - not before the worker is ready for it

    return isinstance(error, AssertionError | pytest.fail.Exception) or type(error).__name__ == "ApprovalException"


def current_folder_is_gone() -> bool:
    """Tell whether the process is in a folder that was removed."""
    try:
        Path.cwd()
    except OSError:
        return True
    return False
