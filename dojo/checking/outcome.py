"""The options of a run of a practice's tests, and its outcome."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from textwrap import indent

from dojo.practice.model import AMBER, GREEN, RED, ChangedExpectations, Practice, Status
from dojo.text import INDENT, printable, printable_lines

# Files in the state directory of a practice.
FINDINGS_FILE = "findings.txt"
PRINTED_FILE = "printed.txt"
PYTEST_OUTPUT_FILE = "pytest.txt"

WRITE_A_TEST = "Write one: a function test_... in a file {folder}/test_....py"
# What pytest prints if it does not know an option.
REFUSED_SETTING = re.compile(r"error: (unrecognized arguments: .*)")
MISSING_PLUGIN = (
    "Install the plugin of pytest that it belongs to, into the environment of {python}."
)
UNAPPROVED = "nothing is approved yet"
NOT_AS_APPROVED = "ApprovalException: the result is not as approved"
APPROVE_COMMAND = "then run: dojo approve"
APPROVE_ADVICE = f"To accept the actual result, read it, {APPROVE_COMMAND} practice"

# Lines of a finding that name the caller.
CALL_LABEL = "in the call "
TEST_LABEL = "your test: "
CALLER = re.compile(rf"\n{INDENT}(?:{CALL_LABEL}|{TEST_LABEL})")


@dataclass(frozen=True)
class RunOptions:
    """Options of a run, which the runner gives to the plugin.

    `outcome_file`: where to write the outcome; empty if a person started pytest. `documents`: a
    folder to write the documents of the level into, instead of comparing them. `with_kata`: compare
    with the kata's documents; only changed expectations may differ. `for_mutants`: a difference
    only fails, and is not described. `limit`: in seconds.
    """

    outcome_file: str = ""
    documents: str | None = None
    with_kata: bool = False
    for_mutants: bool = False
    limit: float | None = None


class FindingKind(StrEnum):
    """The kind of a finding. The status of a check depends on nothing else."""

    # A test failed.
    DIFFERENCE = "difference"  # A document differs from the approved one.
    ADDITION = "addition"  # A document only says more than the approved one.
    ASSERTION = "assertion"
    ERROR = "error"  # The test ended with any other exception.

    # Tests did not run, or not to their end.
    NOT_RUN = "not run"
    KATA_FAULT = "kata fault"  # A file of the kata is missing.

    # The practice approved a result that differs from the kata's. That is no fault.
    CHANGED_EXPECTATION = "changes"
    ADDED_EXPECTATION = "additions"


DIFFERENCES = {FindingKind.DIFFERENCE, FindingKind.ADDITION}
ASSERTIONS = {*DIFFERENCES, FindingKind.ASSERTION}
FAILURES = {*ASSERTIONS, FindingKind.ERROR}
OBSTACLES = {FindingKind.NOT_RUN, FindingKind.KATA_FAULT}
CHANGED_EXPECTATIONS = {FindingKind.CHANGED_EXPECTATION, FindingKind.ADDED_EXPECTATION}


@dataclass(frozen=True)
class Finding:
    """One thing that a check reports.

    The first line of the text names a call or a place; the other lines are indented. `occurrence`:
    2 if its document has this text for the second time.
    """

    kind: FindingKind
    text: str
    occurrence: int = 1


@dataclass(frozen=True)
class Outcome:
    """The findings of a run, and counts, which are 0 if it is amber.

    `skipped`: how many of the person's own tests were skipped, or failed as expected. `printed`:
    all that the code and the tests printed; tests that failed come first. `test_files`: the files
    in which pytest looked for tests.
    """

    findings: tuple[Finding, ...] = ()
    passed: int = 0
    skipped: int = 0
    changed_expectations: tuple[Finding, ...] = ()
    printed: str = ""
    test_files: tuple[str, ...] = ()

    @property
    def status(self) -> Status:
        """Red if a test failed. Else amber if tests did not run. Else green."""
        if self.kinds & FAILURES:
            return RED
        if self.kinds & OBSTACLES:
            return AMBER
        return GREEN

    @property
    def is_green(self) -> bool:
        return self.status == GREEN

    @property
    def failed_an_assertion(self) -> bool:
        return not self.kinds.isdisjoint(ASSERTIONS)

    @property
    def is_kata_fault(self) -> bool:
        """Whether tests did not run because of the kata, not because of the person's code."""
        return self.status == AMBER and FindingKind.KATA_FAULT in self.kinds

    @property
    def kinds(self) -> set[FindingKind]:
        return {finding.kind for finding in self.findings}

    @property
    def texts(self) -> list[str]:
        return [finding.text for finding in self.findings]

    @property
    def approved(self) -> ChangedExpectations:
        kinds = [finding.kind for finding in self.changed_expectations]
        added = kinds.count(FindingKind.ADDED_EXPECTATION)
        return ChangedExpectations(changes=len(kinds) - added, additions=added)


def distinct(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings without repetitions, escaped for a terminal.

    The last lines of a text name the call, or the test, that failed; they do not count. What two
    documents have counts once, but each time that one of them has it.
    """
    first_by_text: dict[tuple[str, int], Finding] = {}
    for finding in findings:
        text = printable_lines(finding.text)
        without_caller = CALLER.split(text)[0]
        key = without_caller, finding.occurrence
        first_by_text.setdefault(key, Finding(finding.kind, text))
    return tuple(first_by_text.values())


def no_tests(practice: Practice, test_files: Collection[str] = ()) -> str:
    """Return the text of a finding: there is no test that passes.

    `test_files`: the files in which pytest looked for tests.
    """
    # It takes long to import, and hardly any run needs it.
    from dojo.practice.own_code import advice_on_tests_not_collected  # noqa: PLC0415

    folder = practice.display_path(practice.folder / "tests")
    advice = WRITE_A_TEST.format(folder=folder)
    if practice.kata.name:
        return f"no test in {folder} passed\n{INDENT}{advice}"
    advice = advice_on_tests_not_collected(practice, test_files) or advice
    return f"no test passed\n{indent(advice, INDENT)}"


def has_no_tests(practice: Practice, outcome: Outcome) -> bool:
    """Return whether pytest found no test in a practice."""
    text = no_tests(practice, outcome.test_files)
    return any(finding.text == text for finding in outcome.findings)


def ended_early(practice: Practice) -> str:
    """Return the text of a finding: the run ended before its tests did."""
    # It takes long to import, and hardly any run needs it.
    from dojo.practice.interpreter import examine, python_of  # noqa: PLC0415

    output = practice.state_directory / PYTEST_OUTPUT_FILE
    file = practice.display_path(output)
    reason = "pytest ended before the tests did: os._exit, a signal, or a setting of pytest?"
    printed = output.read_text(encoding="utf-8", errors="replace") if output.exists() else ""
    refused = REFUSED_SETTING.search(printed)
    if refused:
        advice = MISSING_PLUGIN.format(python=python_of(practice))
        reason = f"{printable(refused[1])}\n{INDENT}{advice}"
    else:
        obstacle = examine(python_of(practice)).obstacle()
        reason = obstacle.replace("\n", f"\n{INDENT}") or reason
    return f"{reason}\n{INDENT}output of pytest: {file}"
