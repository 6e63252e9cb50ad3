"""A pytest plugin, which the settings of a practice name: with it, pytest in a practice is a check.

It adds the golden master of the level to the person's own tests, lets nobody import a solution, and limits each test. A
run of a part is no check. Under xdist, workers write notes into their reports, and the first process adds them up.
"""

import os
import re
import signal
import sys
from collections.abc import Generator
from functools import partial
from importlib import import_module
from importlib.abc import MetaPathFinder
from pathlib import Path
from traceback import clear_frames
from typing import Any

import msgspec
import pytest

from dojo.checking.check import (
    FINDINGS,
    NO_END,
    NO_TESTS,
    PYTEST_OUTPUT,
    Job,
    Outcome,
    StopError,
    amber,
    describe,
    distinct,
    in_words,
    is_assertion,
)
from dojo.checking.scenarios import GoldenMasterFile, Scenario, ScenarioItem, load
from dojo.kata.workspace import IMPLEMENTATIONS
from dojo.practice.code import find_entry_point, make_importable
from dojo.practice.model import AMBER, GOLDEN_MASTER, GREEN, RED, STATE_DIRECTORY, Differences, Practice, workspace_of
from dojo.text import INDENT, WorkspaceError, now

MEMORY_BYTES = 2 * 1024**3
COMPUTING_SECONDS = 10.0  # for a test; a busy machine does not stretch them, and what takes longer is an endless loop
UNREADABLE = "Unreadable"  # the name of an error: a document that nothing can be compared with
CHANGED = "{}\n    changed while the check ran. Check again; if it changes once more, your code does it"

# Kinds of notes, which say beside pytest's own words what came of a test. Red: a difference of a document, an assertion
# that failed, another error. Amber: why the code could not be asked, what the kata lacks. And: how many differences
# only add to a document, and what was approved otherwise than the kata has it.
DIFFERENCE, FAILED, BROKEN, STOP, LACK = ("difference", "failed", "broken", "stop", "lack")
ADDITIONS, APPROVED = ("additions", "approved")
Note = tuple[str, Any]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a command of dojo say what it wants."""
    parser.addoption("--dojo-job", help="what a command of dojo wants, in JSON")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    """Begin before anything of the person's own is imported; a run that does not come to its tests is amber."""
    options, settings = early_config.known_args_namespace, early_config.inipath
    folder = settings.parent if settings and not options.dojo_job else Path.cwd()  # for an editor chooses the root
    if options.help or options.version or not (folder / STATE_DIRECTORY).is_dir():
        return (yield)
    if options.dojo_job:
        job = msgspec.json.decode(options.dojo_job, type=Job)
    else:
        from dojo.practice.create import read_choices  # noqa: PLC0415 - with git, it takes 50 ms to load

        job = Job(read_choices(folder))
    workspace = workspace_of(folder)
    check = Check(Practice(workspace, job.choices, folder.relative_to(workspace).as_posix()), job)
    try:
        is_worker = "PYTEST_XDIST_WORKER" in os.environ
        check.begin(is_recorded=not (job.report or is_worker or options.collectonly))
        early_config.pluginmanager.register(check)
        return (yield)
    except BaseException as error:  # noqa: BLE001 - whatever a conftest of the person's own raises
        cause = error.__cause__ or error
        words = check.describe(cause, f"{check.practice.name}/")
        check.finish(amber(words, of_the_kata=isinstance(cause, WorkspaceError)))
        raise pytest.UsageError(words) from None


class NoSolutions(MetaPathFinder):
    """Lets nobody import `legacy/` or `refactored/`, if the practice has no module of that name."""

    def __init__(self, practice: Path) -> None:
        self.practice = practice
        for name in [each for each in sys.modules if each.partition(".")[0] in IMPLEMENTATIONS]:
            del sys.modules[name]

    def find_spec(self, name: str, *_: object) -> None:
        """Find nothing."""
        if name in IMPLEMENTATIONS and not any((self.practice / own).exists() for own in (name, f"{name}.py")):
            raise StopError(f"a practice stands by itself, and cannot use {name}/: delete this line")


class Check:
    """A run of pytest in a practice."""

    def __init__(self, practice: Practice, job: Job) -> None:
        self.practice, self.job = practice, job
        self.seconds = job.limit or COMPUTING_SECONDS
        self.kata_files = kata_files(practice)
        self.scenarios: dict[str, Scenario] = {}
        self.tree = ""  # of the files as the run began, if it is to be in the history
        self.moment = now()
        self.notes: list[Note] = []
        self.approved: list[Note] = []  # of the test that runs
        self.files: set[str] = set()
        self.tests: set[str] = set()
        self.finished: set[str] = set()
        self.passed: set[str] = set()
        self.summary: list[str] = []

    def begin(self, *, is_recorded: bool) -> None:
        """Keep the files as they are, and prepare for imports of the practice."""
        if is_recorded:
            from dojo.practice.snapshots import Repository  # noqa: PLC0415 - with git, it takes 50 ms to load

            self.tree = Repository(self.practice.folder).begin_check()
        if self.job.report and sys.platform == "linux":
            import resource  # noqa: PLC0415 - Windows has none

            resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
        os.environ["APPROVALTESTS_DISABLE_SCRIPT_DOWNLOADS"] = "1"
        if not self.practice.choices.blind:
            self.scenarios, self.approval = load(self.practice)
        sys.dont_write_bytecode = True
        # What was compiled before may be older than its source.
        sys.pycache_prefix = str(self.practice.state_directory / "none")
        if self.practice.is_own_code:
            make_importable(self.practice.folder)
        sys.meta_path.insert(0, NoSolutions(self.practice.folder))

    def pytest_configure(self, config: pytest.Config) -> None:
        """Ask the golden master also where a test of the person's own does not load."""
        config.option.continue_on_collection_errors = True

    # In each process that runs tests.

    def pytest_collectstart(self) -> None:
        """Begin to count the seconds of an import, or of a test."""
        if sys.platform != "win32":
            signal.signal(signal.SIGPROF, self._stop)
            signal.setitimer(signal.ITIMER_PROF, self.seconds, self.seconds)

    pytest_runtest_protocol = pytest_collectstart

    def _stop(self, *_: object) -> None:
        words = f"did not end in {self.seconds:g} s of computing"
        raise StopError(f"{words}\n{INDENT}an endless loop? `--limit` gives it longer")

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Put the golden master into the folder of the practice; say in the report why an import failed."""
        report = yield
        if self.scenarios and isinstance(collector, pytest.Directory) and collector.path == self.practice.folder:
            file = GoldenMasterFile.from_parent(collector, path=collector.path / GOLDEN_MASTER)
            file.scenarios, file.load = self.scenarios, self.load
            report.result = [file, *report.result]
        if report.failed:
            error = vars(report)["call"].excinfo.value
            words = self.describe(error.__cause__ or error, self.practice.display_path(collector.path))
            vars(report)["notes"] = [(STOP, words)]
            if isinstance(collector, GoldenMasterFile):
                report.longrepr = words
                collector.session.shouldstop = "the practice does not load"
        return report

    def load(self) -> dict[str, object]:
        """Return the class, and what compares documents; WorkspaceError where the code does not load."""
        received = self.practice.state_directory / "received"
        received.mkdir(exist_ok=True)
        places = self.approval.Places((self.practice.own_documents, self.approval.APPROVED_FILES), received)
        if self.job.documents is None:
            verify = partial(
                self.approval.compare_as_agreed,
                note=lambda by_kind: self.approved.append((APPROVED, by_kind)),
                with_shared=self.job.with_shared,
            )
        else:
            verify = partial(self.approval.write, folder=Path(self.job.documents))
        compare = partial(verify, implementation=self.practice.folder.name, places=places)
        entry_point = find_entry_point(self.practice)
        sys.path.insert(0, str(entry_point.folder))
        try:
            return {"yatzy": import_module(entry_point.module).Yatzy, "verify_document": compare}
        except BaseException as error:  # noqa: BLE001 - whatever the practice raises
            raise WorkspaceError(self.describe(error, self.practice.display_path(entry_point.file))) from None

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Say in the report what failed; let go of what used up the memory, so that there is some left to say so."""
        report = yield
        notes, self.approved = self.approved, []
        if report.failed and call.excinfo is not None:
            error = call.excinfo.value
            differences = getattr(error, "differences", [])
            notes += [(DIFFERENCE, each) for each in differences]
            if differences:
                notes.append((ADDITIONS, vars(error)["additions"]))
            else:
                rule = item.name.rpartition("test_")[2].partition("[")[0].replace("_", " ")
                words = self.describe(error, rule)
                notes.append((_note_kind(error), words))
                report.longrepr = words if isinstance(item, ScenarioItem) else report.longrepr
            if isinstance(error, StopError | MemoryError):
                clear_frames(call.excinfo.tb)
            if isinstance(error, StopError):
                item.session.shouldstop = "the practice went beyond a limit"
        vars(report)["notes"] = notes
        return report

    def describe(self, error: BaseException, where: str) -> str:
        """Say what an error means: in its own words, by a location in the practice, or else by what failed."""
        if isinstance(error, WorkspaceError) or type(error).__name__ == UNREADABLE:
            return re.sub(r"\n *", f"\n{INDENT}", str(error))
        return describe(error, self.practice.folder) or f"{where}\n{INDENT}{in_words(error)}"

    # In the first process.

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
        """Add what came of a test, or of a part of it."""
        self.notes += vars(report).get("notes", [])
        if report.when == "call" and report.passed:
            self.passed.add(report.nodeid)
        if report.when == "teardown":
            self.finished.add(report.nodeid)

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Describe what ended pytest itself, such as an exit where a test is imported."""
        self.notes.append((STOP, self.describe(excinfo.value, f"{self.practice.name}/")))

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Keep what came of it; a command that waits for it asked for all that guards the practice."""
        if self.tree and self._is_part(session.config.rootpath):
            from dojo.practice.snapshots import Repository  # noqa: PLC0415 - it is loaded already

            Repository(self.practice.folder).end_check()
            self.summary = ["this run is no check: it ran a part of the tests"]
        elif self.tree or self.job.report:
            outcome = self.outcome(exitstatus)
            self.finish(outcome)
            if outcome.status == AMBER:
                # 1 is for code that answers otherwise.
                session.exitstatus = max(session.exitstatus, pytest.ExitCode.INTERRUPTED)

    def _is_part(self, root: Path) -> bool:
        """Tell whether only a part of what guards the practice was run; code that cannot be asked ends any part."""
        from dojo.checking.runner import own_tests  # noqa: PLC0415 - it is loaded already

        files = {name.partition("::")[0] for name in self.files | self.tests}
        own = [os.path.relpath(path, root).replace(os.sep, "/") for path in own_tests(self.practice)]
        is_all = files.issuperset(own) and self.tests <= self.finished and _scenarios(self.tests) >= len(self.scenarios)
        return not is_all and not self._notes_of(STOP, LACK)

    def finish(self, outcome: Outcome) -> None:
        """Keep the outcome as a check, or tell it to the command that waits for it."""
        if self.job.report:
            Path(self.job.report).write_bytes(msgspec.json.encode(outcome))
        elif self.tree:
            from dojo.checking import runner  # noqa: PLC0415 - it is loaded already

            report = runner.record(self.practice, outcome, self.moment, self.tree)
            first = f"{outcome.status}: this run is a check; `dojo progress` shows the timeline"
            self.summary = [first, *report.warning.splitlines()]
            if outcome.findings:
                self.summary.append(
                    f"{self.practice.display_path(self.practice.state_directory / FINDINGS)} has all that is wrong"
                )

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say whether this was a check."""
        for line in self.summary:
            terminalreporter.write_line(line)

    def outcome(self, exit_code: int) -> Outcome:
        """Say what came of it: red where the code answers otherwise, amber where it could not be asked."""
        wrong, stops = self._notes_of(DIFFERENCE, FAILED, BROKEN), self._notes_of(STOP, LACK)
        changed = sorted(path for path, _ in self.kata_files.items() ^ kata_files(self.practice).items())
        if changed:
            return amber(CHANGED.format(self.practice.display_path(changed[0])), *wrong, *stops, of_the_kata=True)
        if wrong:
            return self._outcome(RED, distinct([*wrong, *stops]))
        if stops:
            return amber(*stops, of_the_kata=bool(self._notes_of(LACK)))
        reason = self._reason(exit_code)
        return amber(reason) if reason else self._outcome(GREEN)

    def _notes_of(self, *kinds: str) -> list[Any]:
        return [what for kind, what in self.notes if kind in kinds]

    def _reason(self, exit_code: int) -> str:
        """Say what was not run, where nothing else was found: green is when all of the level's scenarios passed."""
        passed = _scenarios(self.passed)
        if exit_code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return NO_END.format(file=self.practice.display_path(self.practice.state_directory / PYTEST_OUTPUT))
        if passed < len(self.scenarios):
            return f"only {passed} of the level's {len(self.scenarios)} scenarios were run to their end"
        return "" if self.passed else NO_TESTS.format(name=self.practice.name)

    def _outcome(self, status: str, findings: tuple[str, ...] = ()) -> Outcome:
        """Return the outcome of code that was asked, with what is told beside findings."""
        approved = self._notes_of(APPROVED)
        changes = [place for each in approved for place in each["changes"]["places"]]
        additions = [place for each in approved for place in each["additions"]["places"]]
        return Outcome(
            status,
            findings,
            passed=len(self.passed),
            left_out=len(self.tests) - _scenarios(self.tests) - len(self.passed) + _scenarios(self.passed),
            asserted=bool(self._notes_of(DIFFERENCE, FAILED)),
            differences=len(self._notes_of(DIFFERENCE)),
            additions=sum(self._notes_of(ADDITIONS)),
            approved=Differences(len(changes), len(additions)),
            as_approved=distinct([*changes, *additions]),
        )


def _note_kind(error: BaseException) -> str:
    """Tell code that is wrong from code that could not be asked, and from what the kata lacks."""
    if isinstance(error, StopError):
        return STOP
    if type(error).__name__ == UNREADABLE:
        return LACK
    return FAILED if is_assertion(error) else BROKEN


def kata_files(practice: Practice) -> dict[Path, int]:
    """Return the files that a check goes by, and when each was changed."""
    folders = [practice.own_documents, *map(practice.workspace.joinpath, ("approved_files", "tests/golden_master"))]
    return {path: path.stat().st_ctime_ns for folder in folders for path in folder.glob("*.*")}


def _scenarios(tests: set[str]) -> int:
    """Count those of the tests that are scenarios of the golden master."""
    return sum(f"{GOLDEN_MASTER}::" in name for name in tests)
