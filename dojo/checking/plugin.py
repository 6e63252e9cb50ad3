"""A pytest plugin, which the settings of a practice name: with it, pytest in a practice is a check.

It adds the golden master of the level to the person's own tests, and lets nobody import a solution. A run of all that
guards the practice is kept as a check, with the files as they were when it began; a run of a part is none.
"""

import faulthandler
import os
import sys
from collections import Counter
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dojo.checking import check, subject
from dojo.checking.check import FINDINGS, Finding, Job, Outcome, Report, amber
from dojo.checking.explain import STACKS, cause_of, describe, explain_pytest, in_plain_english, in_words
from dojo.checking.runner import CLOCK_SECONDS, no_tests, own_tests
from dojo.checking.scenarios import load
from dojo.practice.code import files_of
from dojo.practice.create import read_choices
from dojo.practice.model import AMBER, GOLDEN_MASTER, GREEN, HOME, RED, Differences, Practice, practice_at
from dojo.practice.own import make_own
from dojo.practice.snapshots import Repository
from dojo.text import INDENT, WorkspaceError

MEMORY_BYTES = 2 * 1024**3
NO_ANSWER = 2  # pytest's exit code for a run that was broken off: 1 is for code that answers otherwise
CHECK = "{}: this run is a check; `dojo progress` shows the timeline"
VOID = "saved meanwhile, so this run is no check"
PART = "a part of what guards the practice: no check"
OF_THE_KATA = ("approved_files", "dojo", "legacy", "refactored", "tests")
CHANGED = f"""{{}}
{INDENT}changed while the check ran: nothing that it says of your code counts
{INDENT}was it you? then check again; if not, your code did it"""
LEFT_OUT = f"""none of your tests was run to its end: {{}} left out
{INDENT}green is at least one that passes"""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a command of dojo say what it wants."""
    parser.addoption("--dojo-job", help="what a command of dojo wants, in JSON")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    """Begin before anything of the person's own is imported; a run that does not come to its tests is amber."""
    options, settings = early_config.known_args_namespace, early_config.inipath
    folder = settings.parent if settings and not options.dojo_job else Path.cwd()  # for an editor chooses the root
    if options.help or options.version or not (folder / HOME).is_dir():
        return (yield)
    job = msgspec.json.decode(options.dojo_job, type=Job) if options.dojo_job else Job.typed(read_choices(folder))
    practice = practice_at(folder, job.choices)
    os.environ["APPROVALTESTS_DISABLE_SCRIPT_DOWNLOADS"] = "1"
    is_first = not options.collectonly and "PYTEST_XDIST_WORKER" not in os.environ
    record = Record(practice, job, is_check=job.is_check and is_first)
    stacks = practice.home / STACKS
    stacks.unlink(missing_ok=True)
    if job.report:
        limit(job.limit or CLOCK_SECONDS, stacks)
    try:
        golden_master = None if practice.choices.blind else load(practice)
        sys.dont_write_bytecode = True
        sys.pycache_prefix = str(practice.home / "none")  # what was compiled before may be older than its source
        if practice.is_own_code:
            make_own(practice.folder)
        early_config.pluginmanager.register(subject.Subject(practice, job, golden_master))
        if golden_master is not None:
            record.scenarios = sum(map(len, golden_master.scenarios.values()))
        if is_first:
            early_config.pluginmanager.register(record)
        return (yield)
    except BaseException as error:  # noqa: BLE001 - whatever a conftest of the person's own raises
        cause = error.__cause__ or error
        words = describe(cause, folder) or in_words(cause)
        record.finish(amber(words, of_the_kata=isinstance(cause, WorkspaceError)))
        raise pytest.UsageError(words) from None


def limit(seconds: float, stacks: Path) -> None:
    """Limit time and memory of this process; where it was when its time was over, or it crashed, is written down."""
    file = stacks.open("w")
    faulthandler.enable(file)
    faulthandler.dump_traceback_later(seconds, exit=True, file=file)
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - Windows has none

    with suppress(OSError, ValueError):  # macOS refuses it
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


class Record:
    """A plugin that adds up the reports of a run. Under xdist it is in the first process alone."""

    def __init__(self, practice: Practice, job: Job, *, is_check: bool) -> None:
        """Keep the files as they are when a check begins."""
        self.practice, self.job = practice, job
        self.kata_files = kata_files(practice)
        self.run = check.begin(practice, job) if is_check else None
        self.scenarios = 0
        self.notes: list[subject.Note] = []
        self.files: set[str] = set()
        self.tests: set[str] = set()
        self.finished: set[str] = set()
        self.passed: set[str] = set()
        self.summary: list[str] = []

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        """Note a test, before anything of the person's own can leave it out."""
        self.tests.add(item.nodeid)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        """Note the tests that a worker collected."""
        self.tests.update(ids)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Add what did not load, or was skipped as a whole."""
        self.notes += vars(report).get("notes", [])
        self.files.add(report.nodeid)
        if report.skipped:
            self.tests.add(report.nodeid)
            self.finished.add(report.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add what came of a test, or of a part of it; without notes, it is xdist's own, of a worker that is gone."""
        gone = (subject.STOP, f"{in_plain_english(report.nodeid)}\n{INDENT}{report.longreprtext}")
        self.notes += vars(report).get("notes", [gone])
        if report.when == "call" and report.passed:
            self.passed.add(report.nodeid)
        if report.when == "teardown":
            self.finished.add(report.nodeid)

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Describe what ended pytest itself, such as an exit where a test is imported."""
        error = excinfo.value
        self.notes.append((subject.STOP, describe(error, self.practice.folder) or in_words(error)))

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Keep what came of it; whoever waits for it asked for all that guards the practice."""
        if not self.job.report and self._is_part(session.config.rootpath):
            self.summary = [PART]
            if self.run is not None:
                check.forget(self.practice)
                Repository(self.practice.folder).forget_check()
            return
        outcome = self.outcome(exitstatus)
        self.finish(outcome)
        if outcome.status == AMBER and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            session.exitstatus = NO_ANSWER

    def _is_part(self, root: Path) -> bool:
        """Tell whether only a part of what guards the practice was run; code that cannot be asked ends any part."""
        if self._noted(subject.STOP, subject.LACK, subject.SOLUTION, subject.END):
            return False
        files = {name.partition("::")[0] for name in self.files | self.tests}
        own = [os.path.relpath(path, root).replace(os.sep, "/") for path in own_tests(self.practice)]
        is_all = files.issuperset(own) and self.tests <= self.finished
        return not is_all or len(_scenarios(self.tests)) < self.scenarios

    def finish(self, outcome: Outcome) -> None:
        """Keep the outcome as a check, and tell it to the command that waits for it."""
        report = Report(outcome)
        if self.run is not None:
            report = check.record(self.practice, self.run, outcome)
            self.summary = [VOID if report.is_void else CHECK.format(outcome.status)]
            if outcome.findings:
                self.summary.append(f"{self.practice.shown(self.practice.home / FINDINGS)} has all that is wrong")
            self.summary += report.warning.splitlines()
        if self.job.report:
            Path(self.job.report).write_bytes(msgspec.json.encode(report))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say whether this was a check."""
        for line in self.summary:
            terminalreporter.write_line(line)

    def outcome(self, exit_code: int) -> Outcome:
        """Say what came of it: red where the code answers otherwise, amber where it could not be asked."""
        wrong, stops = self._noted(*subject.RED_KINDS), self._noted(subject.STOP, subject.LACK)
        solutions = self._noted(subject.SOLUTION)
        before, after = self.kata_files.items(), kata_files(self.practice).items()
        changed = sorted(path for path, _ in before ^ after)
        if solutions:
            return amber(*solutions)
        if changed:
            return amber(CHANGED.format(self.practice.shown(changed[0])), *wrong, *stops, of_the_kata=True)
        if wrong:
            return self._asked(RED, _findings([*wrong, *dict.fromkeys(stops)]))
        if stops:
            return amber(*stops, of_the_kata=bool(self._noted(subject.LACK)))
        not_run = self._not_run(exit_code)
        return amber(not_run) if not_run else self._asked(GREEN)

    def _noted(self, *kinds: str) -> list[Any]:
        return [what for kind, what in self.notes if kind in kinds]

    def _not_run(self, exit_code: int) -> str:
        """Say what was not run, where nothing else was found: green is when all of the level's scenarios passed."""
        passed = len(_scenarios(self.passed))
        if exit_code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return explain_pytest(self.practice)
        if passed < self.scenarios:
            return f"only {passed} of the level's {self.scenarios} scenarios were run to their end"
        if self.passed:
            return ""
        return LEFT_OUT.format(len(self.tests)) if self.tests else no_tests(self.practice)

    def _asked(self, status: str, findings: tuple[Finding, ...] = ()) -> Outcome:
        """Return the outcome of code that was asked, with what is told beside findings."""
        approved = self._noted(subject.APPROVED)
        changes = [place for each in approved for place in each["changes"]["places"]]
        additions = [place for each in approved for place in each["additions"]["places"]]
        return Outcome(
            status,
            findings,
            passed=len(self.passed),
            left_out=len(self.tests - self.passed - _scenarios(self.tests)),
            asserted=bool(self._noted(subject.DIFFERENCE, subject.FAILED)),
            differences=len(self._noted(subject.DIFFERENCE)),
            additions=sum(self._noted(subject.ADDITIONS)),
            approved=Differences(len(changes), len(additions)),
            as_approved=tuple(Finding(place).to_show() for place in (*changes, *additions)),
        )


def kata_files(practice: Practice) -> dict[Path, int]:
    """Return the files that a check goes by, and when each was changed."""
    folders = [*(practice.workspace / name for name in OF_THE_KATA), practice.own_documents]
    files = [path for folder in folders for path in files_of(folder)]
    settings = practice.workspace.glob("pyproject.toml")
    return {path: path.stat().st_ctime_ns for path in (*settings, *files)}


def _scenarios(tests: set[str]) -> set[str]:
    """Return those of the tests that are scenarios of the golden master."""
    return {name for name in tests if f"{GOLDEN_MASTER}::" in name}


def _findings(texts: list[str]) -> tuple[Finding, ...]:
    """Count findings; those of one cause count as the first of them."""
    times = Counter(map(cause_of, texts))
    first = {cause_of(text): text for text in reversed(texts)}
    return tuple(Finding(first[cause], count).to_show() for cause, count in times.items())
