"""The reporter: a pytest plugin in the process of a check, that collects findings."""

import signal
import sys
from collections import Counter
from importlib import import_module
from importlib.abc import MetaPathFinder
from pathlib import Path
from traceback import clear_frames, extract_stack
from typing import TYPE_CHECKING, Any

from dojo.checking.explain import YOUR_TEST, RefusedError, broken_rule, describe, in_plain_english, in_words, shown
from dojo.checking.job import CheckResult, Finding, Job
from dojo.kata import IMPLEMENTATIONS, Differences
from dojo.text import INDENT, WIDEST_CHARACTERS

if TYPE_CHECKING:
    import pytest

    Node = pytest.Item | pytest.Collector

APPROVAL = "tests.golden_master.approval"  # which says what it could not compare with


class NoAnswers(MetaPathFinder):
    """Lets nobody import `legacy/` or `refactored/`; an attempt counts, also when the practice goes on after it."""

    def __init__(self, practice: Path) -> None:
        """Look for modules of a practice before anybody else does."""
        self.practice = practice
        self.attempts: list[str] = []

    def find_spec(self, name: str, *_: object) -> None:
        """Find nothing; RefusedError for an answer, if the practice has no module of its name."""
        answer = name.partition(".")[0]
        if answer not in IMPLEMENTATIONS or any((self.practice / own).exists() for own in (answer, f"{answer}.py")):
            return
        reason = f"a practice stands by itself, and cannot use {answer}/: delete this line"
        own = [frame for frame in extract_stack() if Path(frame.filename).is_relative_to(self.practice)]
        places = [shown(Path(frame.filename), frame.lineno or 1, frame.name, self.practice) for frame in own]
        self.attempts += [f"{place}\n{INDENT}{reason}" for place in places[-1:]]
        raise RefusedError(reason)


class Reporter:
    """Collects what is found while pytest runs a job."""

    def __init__(self, job: Job) -> None:
        """Start with nothing found."""
        self.job, self.practice = job, Path(job.practice)
        self.no_answers = NoAnswers(self.practice)
        self.passed = self.expected = 0
        self.left_out: Counter[str] = Counter()
        self.asserted = self.around = False
        self.missing: set[str] = set()
        self.mismatches: list[Any] = []
        self.agreed: list[Any] = []  # what somebody approved otherwise than the kata, of each such document
        self.not_begun: set[str] = set()  # of the person's own tests
        self.asked = False  # whether any test has begun
        self.errors: dict[str, list[str]] = {}
        self.findings: Counter[str] = Counter()
        self.first_places: dict[str, str] = {}

    def pytest_load_initial_conftests(self) -> None:
        """Let in the tests of the person's own, now that all of pytest is imported."""
        if not self.job.module:
            self.let_in(self.job.practice)

    def pytest_configure(self, config: "pytest.Config") -> None:
        """Have pytest lay out no traceback of a scenario: nobody would see it, and it takes long."""
        if self.job.module:
            config.option.tbstyle = "no"

    def let_in(self, folder: str) -> None:
        """Let the code of the practice be imported, as it is now."""
        sys.meta_path.insert(0, self.no_answers)
        sys.dont_write_bytecode = True
        sys.pycache_prefix = self.job.report  # no folder: what Python compiled before may be older than the source
        sys.path.insert(0, folder)
        self.limit()

    def limit(self) -> None:
        """Give the code so many seconds of computing from now on."""
        if sys.platform != "win32":
            signal.setitimer(signal.ITIMER_PROF, self.job.computing_seconds)

    def pytest_itemcollected(self, item: "pytest.Item") -> None:
        """Note each test of the person's own, before anything of theirs can leave it out."""
        if not (self.job.module or item.config.option.collectonly):
            self.not_begun.add(item.nodeid)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Note that a test begins; from now on, code that breaks is red."""
        self.asked = True
        self.not_begun.discard(nodeid)
        self.limit()

    def pytest_collection_finish(self, session: "pytest.Session") -> None:
        """Count the scenarios, while no code of the practice has run that could change them; then import it."""
        if not self.job.module:
            return
        self.expected = len(session.items)
        self.let_in(self.job.folder)
        try:
            import_module(self.job.module).Yatzy  # noqa: B018 - it is there, or the AttributeError says what is not
        except BaseException as error:  # noqa: BLE001 - whatever the practice raises
            whole = f"{self.job.file}\n{INDENT}{in_words(error)}"
            self.keep([describe(error, self.practice) or whole])
            session.items.clear()

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
        if self.job.module and report.when == "call":
            self.agreed += [told for name, told in report.user_properties if name == "agreed"]
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
            self.mismatches.append(error)
            return differences
        if type(error).__name__ == "CollectError" and error.__cause__ is not None:
            error = error.__cause__
        test: str = getattr(node, "name", "the golden master")
        return [describe(error, self.practice) or broken_rule(error, test)]

    def keep(self, findings: list[str]) -> None:
        """Count findings; those of one cause count as the first of them."""
        for finding in findings:
            cause = finding.partition("\n")[2].partition(INDENT + YOUR_TEST)[0]
            named_by_place = finding.startswith(f"{self.practice.name}/")
            self.findings[self.first_places.setdefault(cause, finding) if named_by_place else finding] += 1

    def result(self, exit_code: int) -> CheckResult:
        """Return all that was found; where an answer was to be imported, nothing else counts."""
        self.left_out["not run"] = len(self.not_begun)
        left_out = ", ".join(f"{count} {what}" for what, count in self.left_out.items() if count)
        found = dict.fromkeys(self.no_answers.attempts, 1) or self.findings
        changes, additions = (
            [Finding(place).to_show() for told in self.agreed for place in told[kind]["places"]]
            for kind in Differences._fields
        )
        findings = [Finding(text, count) for text, count in found.items()]
        return CheckResult(
            findings,
            self.passed,
            left_out=left_out,
            unasked=not self.asked or bool(self.no_answers.attempts),
            expected=self.expected,
            exit_code=exit_code,
            asserted=self.asserted,
            around=self.around,
            missing=tuple(sorted(self.missing)),
            differences=sum(len(each.differences) for each in self.mismatches),
            additions=sum(getattr(each, "additions", 0) for each in self.mismatches),
            agreed=Differences(len(changes), len(additions)),
            as_agreed=[*changes, *additions],
        )


def is_assertion(error: BaseException) -> bool:
    """Tell whether a test compared what came with what it expected; any other error, and it never got as far."""
    import pytest  # noqa: PLC0415 - as in the worker

    return isinstance(error, AssertionError | pytest.fail.Exception) or type(error).__name__ == "ApprovalException"
