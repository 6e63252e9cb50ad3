"""Worker processes: each has a copy of the project, and tests one mutant at a time.

The copy is put in order after each job.
"""

import json
import os
import queue
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct, field

from dojo.checking.project import write_surroundings
from dojo.errors import WorkspaceError
from dojo.inside.importing import LOAD_DOJO
from dojo.mutation.project import Project
from dojo.mutation.results import KILLED, SURVIVED, TIMED_OUT, Place, Result, Twin
from dojo.processes import end_group, start_process
from dojo.text import printable_lines

# Bytecode is valid for a second of the file's time, so each patched file gets a time of its own.
FIRST_TIME = 1_000_000_000


State = tuple[int, int]  # the time of a file in nanoseconds, and its size in bytes
FOLDER = (0, -1)
T = TypeVar("T")

WORKER = f"{LOAD_DOJO}from dojo.inside.worker import main; main()"
SHOWN_LINES = 12
SECONDS_TO_END = 2.0
NEEDS_FORK = "This needs fork. Use Linux, macOS, or WSL on Windows."
ENDED = """\
Nothing was graded, because pytest ended before it ran a test. Its output:
{output}"""


class WorkingCopy:
    """The folder that a worker's tests run in. `original` has the same files, and stays as it is.

    `temporary`: the folder for temporary files of the tests. `states`: all files when they were
    remembered. `patches`: how many patched files were written.
    """

    def __init__(self, folder: Path, original: Path, temporary: Path) -> None:
        self.folder = folder
        self.original = original
        self.temporary = temporary
        self.states: dict[str, State] = {}
        self.patches = 0

    def create(self) -> None:
        """Copy the project, unless an earlier worker did."""
        if not self.folder.exists():
            shutil.copytree(self.original, self.folder, symlinks=True)
            self.temporary.mkdir()
        self.remember()

    def remember(self) -> None:
        """Remember all files, so that `restore` can find changes."""
        self.states = self._scan()

    def write(self, path: str, content: bytes) -> None:
        """Write a patched file."""
        file = self.folder / path
        file.write_bytes(content)
        self.patches += 1
        moment = FIRST_TIME + self.patches
        os.utime(file, (moment, moment))

    def restore(self) -> None:
        """Bring back files that were changed or removed, and remove new ones."""
        now = self._scan()
        for name in sorted(now.keys() - self.states.keys(), reverse=True):
            _remove(self.folder / name, is_folder=now[name] == FOLDER)
        for name, state in self.states.items():
            if now.get(name) != state:
                self._restore_file(name, state)
        for entry in self.temporary.iterdir():
            _remove(entry, is_folder=entry.is_dir() and not entry.is_symlink())

    def _restore_file(self, name: str, state: State) -> None:
        """Bring back a file or a folder from the original.

        A file that the collection of the tests has created has no original, and stays as it is.
        """
        original = self.original / name
        if not original.exists():
            return
        file = self.folder / name
        if state == FOLDER:
            file.mkdir(parents=True, exist_ok=True)
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(original, file, follow_symlinks=False)

    def _scan(self) -> dict[str, State]:
        """Return the state of all files and folders. Bytecode does not count."""
        states: dict[str, State] = {}
        waiting = [""]
        while waiting:
            below = waiting.pop()
            with suppress(OSError), os.scandir(f"{self.folder}/{below}") as entries:
                for entry in entries:
                    name = below + entry.name
                    if not entry.is_dir(follow_symlinks=False):
                        found = entry.stat(follow_symlinks=False)
                        states[name] = (found.st_mtime_ns, found.st_size)
                    elif entry.name != "__pycache__":
                        states[name] = FOLDER
                        waiting.append(f"{name}/")
        return states


def _remove(path: Path, *, is_folder: bool) -> None:
    """Remove a file or a folder, if the system allows it."""
    with suppress(OSError):
        if is_folder:
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink()


class PatchedFunction(Struct):
    """The outermost function around a patch, with its decorators, in the patched file."""

    path: str
    first: int
    last: int
    names: list[str]


class TwinSettings(Struct):
    """The job of comparing functions at `places` with the files in `others`, by path.

    A place has a path, a first line, a name, and whether this function changed itself. `calls` and
    `seconds` limit each function, and `total_seconds` all of them. `vary`: compare variations of
    the calls of the tests. `anew`: run both versions of the files anew before each call, because
    the change is in what runs at import. `lines`: note which calls reach one of them, and compare
    none. `only`: the numbers of the calls to compare, by the test. `is_earlier`: the other
    version is no mutant. Functions that did not change have lower limits, and objects may have
    other attributes.
    """

    places: Sequence[Place]
    others: dict[str, str]
    calls: int
    seconds: float
    total_seconds: float
    vary: bool = False
    anew: bool = False
    lines: Sequence[int] = ()
    only: dict[str, list[int]] = field(default_factory=dict)
    is_earlier: bool = False


class WantedCall(Struct):
    """A call that a worker writes as Python: the `number`th of a function in the test.

    `variation`: other values of arguments, as they were described.
    """

    path: str
    line: int
    number: int
    variation: dict[str, str]


class Job(Struct):
    """A job for a fork of a worker, or for itself if the kind is "import".

    It imports `modules` first. `tests` run until one fails. `files`: the files that a cold worker
    imports for them; without any, it imports all. `known`: the tests of the code without a mutant;
    if there are any, others run, too. `cpu` and `seconds` limit the processor time and the time by
    the clock. `test_cpu`: the same for each test.
    """

    kind: Literal["cover", "import", "test", "twins", "write"]
    tests: Sequence[str] = ()
    files: Sequence[str] = ()
    known: Sequence[str] = ()
    modules: Sequence[str] = ()
    cpu: float = 0.0
    test_cpu: Sequence[float] = ()
    seconds: float = 0.0
    patch: PatchedFunction | None = None
    twins: TwinSettings | None = None
    wanted: WantedCall | None = None


class Answer(Struct):
    """The answer to a job. `test` ran last. `took`: seconds, `computed`: of processor time.

    `done`: it ended as it should. `by_clock`: it timed out, but did not compute for too long.
    `needs_import`: only a cold worker can test this mutant. `broken`: an error of the dojo's own.
    `story`: a call as in a recording.
    """

    done: bool = False
    test: str = ""
    failed: bool = False
    crashed: bool = False
    out_of_memory: bool = False
    timed_out: bool = False
    by_clock: bool = False
    needs_import: bool = False
    error: str = ""
    broken: str = ""
    reached: list[tuple[str, int]] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)
    imported: list[tuple[str, str]] = field(default_factory=list)
    took: float = 0.0
    computed: float = 0.0
    twins: list[Twin] = field(default_factory=list)
    tests_run: int = 0
    story: dict[str, Any] | None = None

    @property
    def noticed(self) -> bool:
        """Whether a test failed, ended Python, or took too long."""
        return self.failed or self.timed_out or not self.done

    @property
    def result(self) -> Result:
        """The result of the mutant: killed or timed out by the last test, or survived."""
        status = SURVIVED
        if self.timed_out:
            status = TIMED_OUT
        elif self.noticed:
            status = KILLED
        return Result(
            status,
            round(self.took, 4),
            self.test if self.noticed else "",
            crashed=status == KILLED and (self.crashed or not self.done),
            out_of_memory=self.out_of_memory,
        )

    def printable_error(self) -> str:
        """Return the error for a terminal. A fork that died, or was ended, could send none."""
        return printable_lines(self.error or "It ends Python, or never ends.")


class Start(Struct, frozen=True):
    """How workers start. Cold ones do not fork before the tests, but before the code is imported.

    So does one without fork take its only job.

    `preload`: modules of others that they import first.
    """

    takes_job_before: Literal["tests", "collection", "conftest"] = "tests"
    preload: Sequence[str] = ()


WARM = Start()


class Hello(Struct):
    """The first message of a worker, after it has collected the tests.

    `other_modules`: the imported ones that are not the project's. `by_conftest`: the files of the
    project that were imported before the tests were collected. `files`: those imported now.
    """

    tests: list[str] = field(default_factory=list)
    reached: list[tuple[str, int]] = field(default_factory=list)
    failed_collections: list[str] = field(default_factory=list)
    other_modules: list[str] = field(default_factory=list)
    by_conftest: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    exit_code: int | None = None


class Worker:
    """A process that tests mutants in its own copy of the project.

    `original`: the copy from which this one is made and restored. `folder` has the worker's copy,
    the output of pytest, and the temporary files of tests.
    """

    seconds_to_start = 0.01  # a job, about

    def __init__(self, project: Project, original: Path, folder: Path, start: Start) -> None:
        self.project = project
        self.folder = folder
        self.log = folder / "output.txt"
        self.temporary = folder / "t"  # short: the paths of sockets are limited
        self.copy = WorkingCopy(folder / "copy" / project.name, original, self.temporary)
        self.copy.create()
        write_surroundings(self.copy.folder, project.around)
        self.connect(start)

    def connect(self, start: Start) -> None:
        """Start the process. Jobs and answers go through a pair of sockets."""
        ours, theirs = socket.socketpair()
        self.socket = ours
        self.connection = ours.makefile("rw", encoding="utf-8")
        self._start_process(start, {"socket": theirs.fileno()}, keep=(theirs.fileno(),))
        theirs.close()

    def _start_process(
        self, start: Start, settings: Mapping[str, object], keep: Sequence[int] = ()
    ) -> None:
        """Start Python as the project does, with `dojo.inside.worker` and pytest's arguments.

        `settings`: how jobs and answers are passed. `keep`: descriptors that stay open.
        """
        all_settings = {
            "folder": str(self.copy.folder),
            "takes_job_before": start.takes_job_before,
            "preload": start.preload,
            **settings,
        }
        code = [self.project.python, "-c", WORKER]
        environment = {
            **self.project.environment,
            "TMPDIR": str(self.temporary),
            "PYTEST_DEBUG_TEMPROOT": str(self.temporary),
        }
        with self.log.open("w", encoding="utf-8") as output:
            self.process = start_process(
                [*code, json.dumps(all_settings), *self.project.arguments],
                self.copy.folder / self.project.start,
                environment,
                output,
                keep,
            )

    def hello(self) -> Hello:
        """Wait until the tests are collected. Raises WorkspaceError if they cannot be."""
        hello = msgspec.json.decode(self._receive(), type=Hello)
        if hello.exit_code is not None or not (hello.tests or hello.failed_collections):
            raise WorkspaceError(ENDED.format(output=self._last_lines()))
        if hello.failed_collections:
            output = printable_lines("\n".join(hello.failed_collections))
            raise WorkspaceError(ENDED.format(output=output))
        self.copy.remember()
        return hello

    def import_modules(self, modules: Sequence[str]) -> list[tuple[str, int]]:
        """Import modules before the first fork. Returns the functions that this runs."""
        return self.ask(Job("import", modules=modules)).reached

    def ask(self, job: Job, patched: bytes = b"") -> Answer:
        """Have a job done. `patched`: the content of the patched file."""
        if job.patch is not None and patched:
            self.copy.write(job.patch.path, patched)
        answer = self._do(job)
        self.copy.restore()
        if answer.broken:
            raise WorkspaceError(answer.broken)
        return answer

    def _do(self, job: Job) -> Answer:
        """Send a job as a line of JSON, and wait for the answer."""
        self.connection.write(msgspec.json.encode(job).decode() + "\n")
        self.connection.flush()
        return msgspec.json.decode(self._receive(), type=Answer)

    def _receive(self) -> str:
        """Return the next message. Raises WorkspaceError if the process has ended."""
        line = self._read_line()
        if not line:
            raise WorkspaceError(ENDED.format(output=self._last_lines()))
        return line

    def _read_line(self) -> str:
        return self.connection.readline()

    def _last_lines(self) -> str:
        """Return the end of pytest's output, for an error message."""
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
        return printable_lines("\n".join(lines[-SHOWN_LINES:]))

    def close(self) -> None:
        """End the worker, and the mutant that it tests."""
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(SECONDS_TO_END)
        end_group(self.process)


class Crew:
    """Some workers. Each job waits until one of them is free."""

    def __init__(self, workers: Sequence[Worker], pool: ThreadPoolExecutor) -> None:
        self.workers = workers
        self.pool = pool
        self.free: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        for worker in workers:
            self.free.put(worker)

    def ask(self, job: Job, patched: bytes = b"") -> Answer:
        """Have a job done by the next worker that is free."""
        worker = self.free.get()
        try:
            return worker.ask(job, patched)
        finally:
            self.free.put(worker)

    def submit(self, call: Callable[..., T], *arguments: object) -> Future[T]:
        """Call a function in a thread. There are as many threads as workers."""
        return self.pool.submit(call, *arguments)

    def hello(self) -> Hello:
        """Wait until all workers have collected the tests."""
        hello = Hello()
        for worker in self.workers:
            hello = worker.hello()
        return hello

    def import_modules(self, modules: Sequence[str]) -> list[tuple[str, int]]:
        """Import modules in all workers. Returns the functions that this runs."""
        reached: list[tuple[str, int]] = []
        for worker in self.workers:
            reached = worker.import_modules(modules)
        return reached


def has_fork() -> bool:
    return hasattr(os, "fork")


def refuse_without_fork() -> None:
    if not has_fork():
        raise WorkspaceError(NEEDS_FORK)


@contextmanager
def temporary_copies() -> Iterator[Path]:
    """Create a folder for the copies of a project, and remove it at the end."""
    with tempfile.TemporaryDirectory(prefix="dojo-", ignore_cleanup_errors=True) as folder:
        yield Path(os.path.realpath(folder))


@contextmanager
def start_crew(
    project: Project,
    original: Path,
    number: int,
    start: Start = WARM,
    kind: type[Worker] = Worker,
) -> Iterator[Crew]:
    """Start workers. Raises WorkspaceError if they need fork, and there is none."""
    if kind is Worker:
        refuse_without_fork()
    workers: list[Worker] = []
    pool = ThreadPoolExecutor(number)
    try:
        for index in range(number):
            folder = original.parent / str(index)
            folder.mkdir(exist_ok=True)
            workers.append(kind(project, original, folder, start))
        yield Crew(workers, pool)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.close()
        pool.shutdown()
