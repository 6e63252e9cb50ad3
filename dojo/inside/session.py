"""A pytest plugin for workers: it collects the tests, and does jobs: in forks, or only one.

`dojo.mutation.workers.Job` describes a job. The answer says which `test` ran last, and whether it
`failed`; if so, whether it `crashed`: its error was not an assertion.
"""

import inspect
import os
import sys
import time
import traceback
import unittest
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from importlib import import_module
from importlib.util import find_spec
from itertools import zip_longest
from pathlib import Path
from types import FunctionType
from typing import Any, Literal, NamedTuple, NoReturn

import pytest
from _pytest.unittest import TestCaseFunction
from _pytest.warnings import catch_warnings_for_item

from dojo.inside.failures import is_assertion
from dojo.inside.jobs import CurrentJob, Message, limit_processor_time, send
from dojo.inside.reach import CallRecorder, real_path
from dojo.inside.swap import (
    OtherSource,
    PatchedFunction,
    Place,
    Versions,
    find_functions,
    read_lines,
    replace_code,
    split_lines,
)
from dojo.inside.twins import Tracer
from dojo.inside.write_call import CallWriter

# After these errors, pytest decides whether the test failed.
UNDECIDED = (pytest.skip.Exception, pytest.xfail.Exception, unittest.SkipTest)
MAX_ERROR_CHARACTERS = 500

Phase = Literal["setup", "call", "teardown"]
# Waits for a job. Its argument does one of the kind "import".
NextJob = Callable[[Callable[[Message], Message]], CurrentJob]
TakesJobBefore = Literal["tests", "collection", "conftest"]


class PhaseResult(NamedTuple):
    """The end of a phase of a test. A skipped one has neither passed nor failed."""

    passed: bool
    error: BaseException | None = None


class WorkerSession:
    """A worker. It forks for each job, after it has imported the tests.

    A cold worker forks before it imports the code: before the first conftest.py, or before the
    tests are collected. So does one without fork take its only job. `preload`: modules of others
    that forks need. `answers`: a file descriptor.

    `job`: the one of this fork, or the one that a cold worker took. `items`: the tests by id.
    `functions`: the live functions of the project, by their places. `below`: the path of the folder
    with which the real path of each of its files begins.
    """

    def __init__(
        self,
        folder: Path,
        takes_job_before: TakesJobBefore,
        preload: Sequence[str],
        next_job: NextJob,
        answers: int,
    ) -> None:
        self.folder = folder
        self.takes_job_before = takes_job_before
        self.preload = preload
        self.next_job = next_job
        self.answers = answers
        self.job: CurrentJob | None = None
        self.failed_collections: list[str] = []
        self.items: dict[str, pytest.Item] = {}
        self.logged_failure = ""
        self.has_own_reports = False
        self.functions: dict[Place, list[FunctionType]] = {}
        self.modules: dict[str, str] = {}  # the files of the project, by their modules
        self.modules_noted = 0  # how many there were, with those of others
        self.by_conftest: list[str] = []
        self.below = f"{os.path.realpath(folder)}{os.sep}"
        self.reached_file = folder.parent / "reached.txt"
        self.recorder: CallRecorder | None = None

    # Before the tests are imported.

    @pytest.hookimpl(tryfirst=True)
    def pytest_load_initial_conftests(self, early_config: pytest.Config) -> None:
        """Import what forks need, and take the job if not even a conftest.py may be imported."""
        early_config.known_args_namespace.no_cov = True  # pytest-cov would trace each fork
        import_all(self.preload)
        if self.takes_job_before == "conftest":
            self.job = self.next_job(self._import)
        elif self.takes_job_before == "tests":
            self.recorder = self._start_recorder()

    @pytest.hookimpl(tryfirst=True)
    def pytest_cmdline_main(self, config: pytest.Config) -> None:
        """Keep pytest-xdist from starting workers."""
        if hasattr(config.option, "numprocesses"):
            config.option.numprocesses = None
            config.option.dist = "no"

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self, session: pytest.Session) -> None:
        """Take the job if the code may not be imported, and collect only its files."""
        # A check keeps no bytecode. Here, it saves time: each patched file has a time of its own.
        sys.dont_write_bytecode = False
        self.by_conftest = [path for _, path in self._modules()]
        if self.takes_job_before == "collection":
            self.job = self.next_job(self._import)
        if self.job is not None and self.job.request["files"]:
            session.config.args = [str(self.folder / file) for file in self.job.request["files"]]

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note an import that failed. If the job is taken already, its mutant caused that."""
        if report.failed:
            if self.job is not None:
                self.job.end(test=report.nodeid, failed=True, crashed=True)
            self.failed_collections.append(f"{report.nodeid}\n{report.longreprtext}")

    # After that.

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Wait for jobs. In the fork of each, do it, and end."""
        self.items = {item.nodeid: item for item in session.items}
        self.has_own_reports = has_own_reports(session.config)
        if self.job is None:
            self._say_hello()
            self.job = self.next_job(self._import)
        try:
            self._do(self.job)
        except BaseException:  # noqa: BLE001 - a fork must not go on as a second worker
            self.job.end(broken=traceback.format_exc())

    def _say_hello(self) -> None:
        """Say which tests there are, and which functions ran already."""
        limit_processor_time(0)  # this process may wait for long
        reached: list[list[str]] = []
        if self.recorder is not None:
            self.recorder.stop()
            reached = self._read_reached()
        self._note_functions()
        if "approvaltests" in sys.modules:
            inspect.stack()  # it fills caches that each approval needs
        hello = {
            "tests": list(self.items),
            "reached": reached,
            "failed_collections": self.failed_collections,
            "other_modules": self._other_modules(),
            "by_conftest": self.by_conftest,
            "files": list(self.modules.values()),
        }
        send(self.answers, hello)

    def _import(self, job: Message) -> Message:
        """Import modules, so that no fork has to. Returns the functions that this runs."""
        recorder = self._start_recorder()
        import_all(job["modules"])
        recorder.stop()
        self._note_functions()
        return {"reached": self._read_reached(), "done": True}

    def _note_functions(self) -> None:
        """Note the live functions of the project, and the files of its modules."""
        for place, functions in find_functions(self.below).items():
            self.functions.setdefault(place, []).extend(functions)
        self.modules = dict(self._modules())
        self.modules_noted = len(sys.modules)

    def _modules(self) -> list[tuple[str, str]]:
        """Return the name and the path of each imported module of the project."""
        found: list[tuple[str, str]] = []
        for name, module in list(sys.modules.items()):
            path = real_path(getattr(module, "__file__", None) or "")
            if path.startswith(self.below):
                found.append((name, self._relative(path)))
        return found

    def _other_modules(self) -> list[str]:
        """Return the names of the imported modules that are not the project's."""
        others: list[str] = []
        for name, module in sys.modules.items():
            # Of this name, there may be one in the project, too.
            is_conftest = name.rpartition(".")[2] == "conftest"
            # A package without a file may be a folder of the project.
            if name not in self.modules and not is_conftest and getattr(module, "__file__", None):
                others.append(name)
        return others

    def end(self, exit_code: int) -> NoReturn:
        """End the process, because pytest ended before the tests.

        If a job was taken, its mutant caused that. Otherwise, nobody can work here.
        """
        if self.job is not None:
            self.job.end(test="", failed=True, crashed=True)
        send(self.answers, {"exit_code": exit_code})
        os._exit(0)

    def _do(self, job: CurrentJob) -> NoReturn:
        """Do a job in this process, and end it with the answer."""
        import_all(job.request["modules"])
        tests = [self.items[name] for name in job.request["tests"] if name in self.items]
        if job.request["known"]:
            known = set(job.request["known"])
            tests += [item for name, item in self.items.items() if name not in known]
        kind = job.request["kind"]
        if kind == "cover":
            self._cover(job, tests)
        if kind == "twins":
            self._compare_twins(job, tests)
        if kind == "write":
            self._write_call(job, tests)
        patch = job.request["patch"]
        # A cold worker has not imported the code yet, and will import the patched file.
        if patch and self.takes_job_before == "tests":
            self._swap(job, patch)
        self._run(job, tests)
        job.end(failed=False)

    def _cover(self, job: CurrentJob, tests: list[pytest.Item]) -> NoReturn:
        """Run tests, and answer with the functions that ran, files and modules.

        `opened`: the files below the folder, also those that were written. `imported`: the modules
        of the project that were new.
        """
        imported_before = self._modules()
        opened: set[str] = set()

        def note_opened(event: str, arguments: tuple[object, ...]) -> None:
            if event == "open" and isinstance(arguments[0], str):
                with suppress(OSError):  # the current folder may be gone
                    opened.add(os.path.realpath(arguments[0]))

        sys.addaudithook(note_opened)
        recorder = self._start_recorder()
        recorder.start_in_children()
        begin = time.perf_counter()
        computed_before = sum(os.times()[:4])  # in this process, and in those that it waited for
        self._run(job, tests)
        took = time.perf_counter() - begin
        computed = sum(os.times()[:4]) - computed_before
        recorder.stop()
        files = [self._relative(path) for path in opened if path.startswith(self.below)]
        job.end(
            failed=False,
            took=took,
            computed=computed,
            reached=self._read_reached(),
            opened=sorted(files),
            imported=[each for each in self._modules() if each not in imported_before],
        )

    def _compare_twins(self, job: CurrentJob, tests: list[pytest.Item]) -> NoReturn:
        """Compare two versions of functions at the calls of tests, within limits."""
        settings = job.request["twins"]
        tracer = Tracer(
            [[f"{self.below}{path}", *rest] for path, *rest in settings["places"]],
            self._functions_at,
            self._versions(settings, job.request["patch"]),
            [f"{self.below}{path}" for path in settings["others"]],
            settings,
        )
        ran = 0
        error: BaseException | None = None
        for test, following in zip_longest(tests, tests[1:]):
            job.begin_test(test.nodeid)
            tracer.start(test.nodeid)
            error = self._run_test(test, following)
            tracer.stop()
            ran += 1
            if error is not None or tracer.is_done:
                break
        found = [twin.for_json(self.below) for twin in tracer.found()]
        job.end(failed=error is not None, twins=found, tests_run=ran)

    def _write_call(self, job: CurrentJob, tests: list[pytest.Item]) -> NoReturn:
        """Run a test, and write one of its calls as Python."""
        wanted = job.request["wanted"]
        writer = CallWriter(self._importable(), f"{self.below}{wanted['path']}", wanted)
        job.begin_test(tests[0].nodeid)
        sys.settrace(writer.on_event)
        self._run_test(tests[0], None)
        sys.settrace(None)
        job.end(failed=False, story=writer.story, error=writer.reason)

    def _importable(self) -> dict[str, str]:
        """Return the files of imported modules, with the name by which any test can import each.

        A test may have loaded a file by another name, or by another path.
        """
        modules = self._modules()
        names: dict[str, str] = {}
        for name, path in modules:
            module = sys.modules.pop(name)  # otherwise, it would be found here
            with suppress(ImportError):
                spec = find_spec(name)
                if spec is not None and self._relative(real_path(spec.origin or "")) == path:
                    names.setdefault(path, name)
            sys.modules[name] = module
        found = [(sys.modules[name].__file__, path) for name, path in modules]
        return {str(file): names[path] for file, path in found if path in names}

    def _functions_at(self, place: Place) -> list[FunctionType]:
        """Return the live functions of a place. A test may have imported their module since.

        Functions that a call creates are in none: they are a part of the call.
        """
        if place not in self.functions and len(sys.modules) != self.modules_noted:
            self._note_functions()
        return self.functions.get(place, [])

    def _versions(self, settings: Message, patch: PatchedFunction | None) -> Versions:
        """Return the two versions. With a patch, only the code of one function differs."""
        current_sources: dict[str, OtherSource] = {}
        other_sources: dict[str, OtherSource] = {}
        for path, text in settings["others"].items():
            file = f"{self.below}{path}"
            current = "".join(read_lines(self.folder / path))
            if settings["anew"]:
                current_sources[file] = OtherSource(file, current)
                other_sources[file] = OtherSource(file, text)
            else:
                other_sources[file] = OtherSource(file, text, current)
        if not patch or settings["anew"]:
            return Versions(current_sources, other_sources, self.functions)
        lines = split_lines(settings["others"][patch["path"]])
        place = f"{self.below}{patch['path']}", patch["first"]
        return Versions(
            current_sources,
            other_sources,
            self.functions,
            lambda: replace_code(self._functions_at(place), lines, patch),
        )

    def _swap(self, job: CurrentJob, patch: PatchedFunction) -> None:
        """Replace the code of the live functions. If Python refuses that, a cold fork is needed."""
        place = f"{self.below}{patch['path']}", patch["first"]
        functions = self.functions.get(place)
        if functions is None:
            return  # a test will import it, from the patched file
        try:
            replace_code(functions, read_lines(self.folder / patch["path"]), patch)
        except SyntaxError:
            job.end(test="", failed=True, crashed=True)
        except (ValueError, Warning):
            job.end(needs_import=True)

    def _run(self, job: CurrentJob, tests: list[pytest.Item]) -> None:
        """Run tests. If one fails, end with that answer.

        Fixtures of modules and sessions stay between tests. A test that only a mutant has counts as
        its file.
        """
        for test, following in zip_longest(tests, tests[1:]):
            name = test.nodeid if test.nodeid in job.numbers else test.nodeid.partition("::")[0]
            job.begin_test(name)
            error = self._run_test(test, following)
            if error is not None:
                job.end(
                    test=name,
                    failed=True,
                    crashed=not is_assertion(error),
                    out_of_memory=isinstance(error, MemoryError),
                    error="" if job.request["patch"] else describe_error(error, self.below),
                )

    def _run_test(self, item: pytest.Item, following: pytest.Item | None) -> BaseException | None:
        """Run a test as pytest does, but without reports. Returns the error if it fails."""
        self.logged_failure = ""
        with warnings_of(item):
            result = self._run_phase(item, "setup")
            if result.passed:
                result = self._run_phase(item, "call")
            if result.error is None and self.logged_failure:
                return AssertionError(self.logged_failure)
            if result.error is None:
                result = self._run_phase(item, "teardown", nextitem=following)
        return result.error

    def _run_phase(self, item: pytest.Item, when: Phase, **arguments: object) -> PhaseResult:
        """Run a phase of a test, and return how it ended.

        Most phases need no report, which takes long. It is made if it decides whether an error is a
        failure, or if a plugin or `tmp_path` uses it.
        """
        hook = getattr(item.ihook, f"pytest_runtest_{when}")
        call = pytest.CallInfo.from_call(lambda: hook(item=item, **arguments), when=when)
        error = None
        if call.excinfo is not None:
            error = call.excinfo.value
        may_fail_as_expected = item.get_closest_marker("xfail") is not None
        is_unittest = isinstance(item, TestCaseFunction)  # it keeps its errors for the report
        may_pass = isinstance(error, UNDECIDED) or may_fail_as_expected or is_unittest
        # A report would take long.
        if error is not None and not may_pass:
            return PhaseResult(passed=False, error=error)
        uses_report = self.has_own_reports or "tmp_path" in getattr(item, "fixturenames", ())
        if not (may_pass or uses_report):
            return PhaseResult(passed=True)
        report = item.ihook.pytest_runtest_makereport(item=item, call=call)
        if not report.failed:
            return PhaseResult(report.passed)
        if call.excinfo is not None:
            error = call.excinfo.value
        return PhaseResult(passed=False, error=error or AssertionError(report.longreprtext))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the failure of a subtest, which is logged while its test goes on."""
        if report.failed:
            self.logged_failure = report.longreprtext

    def _start_recorder(self) -> CallRecorder:
        """Start to record which functions run, in an empty file."""
        self.reached_file.unlink(missing_ok=True)
        recorder = CallRecorder(str(self.reached_file), self.below)
        recorder.start()
        return recorder

    def _read_reached(self) -> list[list[Any]]:
        """Return the functions that were recorded: the path and the first line of each."""
        found: set[tuple[str, int]] = set()
        for text in self.reached_file.read_text(encoding="utf-8").splitlines():
            line, _, path = text.partition("\t")
            found.add((self._relative(path), int(line)))
        return [list(each) for each in sorted(found)]

    def _relative(self, path: str) -> str:
        """Return the path of a file of the project as all systems write it."""
        return path.removeprefix(self.below).replace(os.sep, "/")


def import_all(names: Iterable[str]) -> None:
    """Import modules, so that no fork has to. If one fails here, each fork imports it."""
    for name in names:
        with suppress(BaseException):
            import_module(name)


def warnings_of(item: pytest.Item) -> AbstractContextManager[None]:
    """Apply the project's filters of warnings while a test runs."""
    if not item.config.pluginmanager.hasplugin("warnings"):
        return nullcontext()
    return catch_warnings_for_item(item.config, item.ihook, "runtest", item)


def has_own_reports(config: pytest.Config) -> bool:
    """Return whether a plugin of the project may use or change the report of a test that passes."""
    for each in config.hook.pytest_runtest_makereport.get_hookimpls():
        name = getattr(each.plugin, "__name__", type(each.plugin).__module__)
        if not name.startswith(("_pytest.", "dojo.")):
            return True
    return False


def describe_error(error: BaseException, below: str) -> str:
    """Return the last place of an error in a folder, and its message."""
    place = ""
    for frame, line in traceback.walk_tb(error.__traceback__):
        path = Path(frame.f_code.co_filename)
        if str(path).startswith(below):
            place = f"{str(path).removeprefix(below)}:{line}: "
    message = "".join(traceback.format_exception_only(error)).strip()
    return f"{place}{message}"[:MAX_ERROR_CHARACTERS]
