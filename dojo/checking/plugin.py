"""A pytest plugin, which the settings of a practice name: with it, pytest in a practice is a check.

It adds the golden master of the level to the person's own tests, lets nobody import a solution, and limits each test. A
run of a part is no check.
"""

import os
import signal
import sys
from collections.abc import Generator
from functools import partial
from importlib import import_module
from importlib.abc import MetaPathFinder
from pathlib import Path
from traceback import clear_frames

import msgspec
import pluggy
import pytest

from dojo.checking.check import (
    FINDINGS,
    UNREADABLE,
    Job,
    Outcome,
    StopError,
    amber,
    describe,
    is_assertion,
)
from dojo.checking.reports import ADDITION, BROKEN, DIFFERENCE, FAILED, LACK, STOP, Note, Reports
from dojo.checking.scenarios import GoldenMasterFile, Scenario, ScenarioItem, load
from dojo.errors import WorkspaceError
from dojo.kata.workspace import IMPLEMENTATIONS
from dojo.practice.code import find_yatzy_module
from dojo.practice.model import AMBER, GOLDEN_MASTER, STATE_DIRECTORY, Practice, workspace_of
from dojo.practice.own_code import make_importable
from dojo.text import INDENT, now

# It is in a room above this one, so pytest imports it by its name.
SHARING_PLUGIN = "dojo.room.plugin"
MEMORY_BYTES = 2 * 1024**3
COMPUTING_SECONDS = 10.0  # for a test; a busy machine does not stretch them, and what takes longer is an endless loop


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a command of dojo say what it wants."""
    parser.addoption("--dojo-job", help="what a command of dojo wants, in JSON")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    """Begin before anything of the person's own is imported; a run that does not come to its tests is amber."""
    options, settings = early_config.known_args_namespace, early_config.inipath
    folder = settings.parent if settings and not options.dojo_job else Path.cwd()  # for an editor chooses the root
    if not (folder / STATE_DIRECTORY).is_dir():
        return (yield)
    if options.dojo_job:
        job = msgspec.json.decode(options.dojo_job, type=Job)
    else:
        from dojo.practice.find import read_choices  # noqa: PLC0415 - with git, it takes 50 ms to load

        job = Job(read_choices(folder))
    workspace = workspace_of(folder)
    practice = Practice(workspace, job.choices, folder.relative_to(workspace).as_posix())
    plugins = early_config.pluginmanager
    plugins.add_hookspecs(Hooks)
    plugins.import_plugin(SHARING_PLUGIN)
    check = Check(practice, job, early_config.hook)
    try:
        is_worker = "PYTEST_XDIST_WORKER" in os.environ
        check.begin(is_recorded=not (job.report or is_worker or options.collectonly))
        early_config.pluginmanager.register(check)
        return (yield)
    except BaseException as error:  # noqa: BLE001 - whatever a conftest of the person's own raises
        cause = error.__cause__ or error
        words = describe(cause, folder, f"{folder.name}/")
        check.finish(amber(words, of_the_kata=isinstance(cause, WorkspaceError)))
        raise pytest.UsageError(words) from None


class NoSolutions(MetaPathFinder):
    """Lets nobody import `legacy/` or `refactored/`, if the practice has no module of that name."""

    def __init__(self, practice: Path) -> None:
        self.practice = practice

    def find_spec(self, name: str, *_: object) -> None:
        """Find nothing."""
        if name in IMPLEMENTATIONS and not any((self.practice / own).exists() for own in (name, f"{name}.py")):
            raise StopError(f"a practice stands by itself, and cannot use {name}/: delete this line")


class Hooks:
    """What other plugins can do after a plain pytest was recorded as a check."""

    def pytest_dojo_check_recorded(self, folder: Path) -> str:
        """Return a warning to print, or an empty string. `folder`: that of the practice."""
        raise NotImplementedError


class Check:
    """A run of pytest in a practice."""

    def __init__(self, practice: Practice, job: Job, hook: pluggy.HookRelay) -> None:
        self.practice = practice
        self.job = job
        self.hook = hook
        self.seconds = job.limit or COMPUTING_SECONDS
        self.scenarios: dict[str, Scenario] = {}
        self.tree = ""  # of the files as the run began, if it is to be in the history
        self.moment = now()
        self.notes: list[Note] = []  # of the test that runs
        self.summary: list[str] = []

    def begin(self, *, is_recorded: bool) -> None:
        """Keep the files as they are, and prepare for imports of the practice."""
        if is_recorded:
            from dojo.practice.snapshots import Repository  # noqa: PLC0415 - with git, it takes 50 ms to load

            self.tree = Repository(self.practice.folder).tree()
        if self.job.report and sys.platform == "linux":
            import resource  # noqa: PLC0415 - Windows has none

            resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
        os.environ["APPROVALTESTS_DISABLE_SCRIPT_DOWNLOADS"] = "1"
        if not self.practice.choices.blind:
            self.scenarios, self.approval = load(self.practice)
        self.reports = Reports(self.practice, len(self.scenarios))
        sys.dont_write_bytecode = True
        # What was compiled before may be older than its source.
        sys.pycache_prefix = str(self.practice.state_directory / "none")
        if self.practice.is_own_code:
            make_importable(self.practice.folder)
        sys.meta_path.insert(0, NoSolutions(self.practice.folder))

    def pytest_configure(self, config: pytest.Config) -> None:
        """Ask the golden master also where a test of the person's own does not load."""
        config.option.continue_on_collection_errors = True
        config.pluginmanager.register(self.reports)

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
            words = describe(error.__cause__ or error, self.practice.folder, self.practice.display_path(collector.path))
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
                self.approval.compare_as_agreed, note=self._note_approved, with_shared=self.job.with_shared
            )
        else:
            verify = partial(self.approval.write, folder=Path(self.job.documents))
        compare = partial(verify, implementation=self.practice.folder.name, places=places)
        module = find_yatzy_module(self.practice)
        sys.path.insert(0, str(module.import_folder))
        try:
            return {"yatzy": import_module(module.name).Yatzy, "verify_document": compare}
        except BaseException as error:  # noqa: BLE001 - whatever the practice raises
            file = self.practice.display_path(module.file)
            raise WorkspaceError(describe(error, self.practice.folder, file)) from None

    def _note_approved(self, by_kind: dict[str, dict[str, list[str]]]) -> None:
        self.notes += [(kind, place) for kind, found in by_kind.items() for place in found["places"]]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Say in the report what failed; let go of what used up the memory, so that there is some left to say so."""
        report = yield
        notes, self.notes = self.notes, []
        if report.failed and call.excinfo is not None:
            error = call.excinfo.value
            rule = item.name.rpartition("test_")[2].partition("[")[0].replace("_", " ")
            notes += self._notes_of(error, rule)
            if isinstance(item, ScenarioItem) and not hasattr(error, "differences"):
                report.longrepr = notes[-1][1]
            if isinstance(error, StopError | MemoryError):
                clear_frames(call.excinfo.tb)
            if isinstance(error, StopError):
                item.session.shouldstop = "the practice went beyond a limit"
        vars(report)["notes"] = notes
        return report

    def _notes_of(self, error: BaseException, rule: str) -> list[Note]:
        """Tell code that is wrong from code that could not be asked, and from what the kata lacks."""
        if hasattr(error, "differences"):
            only_adds = vars(error)["additions"] == len(error.differences)
            return [(ADDITION if only_adds else DIFFERENCE, each) for each in error.differences]
        if type(error).__name__ == UNREADABLE:
            kind = LACK
        elif isinstance(error, StopError):
            kind = STOP
        else:
            kind = FAILED if is_assertion(error) else BROKEN
        return [(kind, describe(error, self.practice.folder, rule))]

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Describe what ended pytest itself, such as an exit where a test is imported."""
        self.reports.notes.append((STOP, describe(excinfo.value, self.practice.folder, f"{self.practice.name}/")))

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Keep what came of it; a command that waits for it asked for all that guards the practice."""
        if self.tree and self.reports.is_part(session.config.rootpath):
            self.summary = ["this run is no check: it ran a part of the tests"]
        elif self.tree or self.job.report:
            outcome = self.reports.outcome(exitstatus)
            self.finish(outcome)
            if outcome.status == AMBER:
                # 1 is for code that answers otherwise.
                session.exitstatus = max(session.exitstatus, pytest.ExitCode.INTERRUPTED)

    def finish(self, outcome: Outcome) -> None:
        """Keep the outcome as a check, or tell it to the command that waits for it."""
        if self.job.report:
            Path(self.job.report).write_bytes(msgspec.json.encode(outcome))
        elif self.tree:
            from dojo.checking import runner  # noqa: PLC0415 - it is loaded already

            runner.record(self.practice, outcome, self.moment, self.tree)
            first = f"{outcome.status}: this run is a check; `dojo progress` shows the timeline"
            warnings = self.hook.pytest_dojo_check_recorded(folder=self.practice.folder)
            self.summary = [first, *(line for each in warnings for line in each.splitlines())]
            if outcome.findings:
                self.summary.append(
                    f"{self.practice.display_path(self.practice.state_directory / FINDINGS)} has all that is wrong"
                )

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say whether this was a check."""
        for line in self.summary:
            terminalreporter.write_line(line)
