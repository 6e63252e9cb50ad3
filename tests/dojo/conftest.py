"""What the tools' tests share; among it, a mutmut that is imported once."""

import gc
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from inspect import FrameInfo
from pathlib import Path
from subprocess import CompletedProcess
from threading import current_thread, main_thread
from typing import IO, Any

import pytest
from approvaltests.namer.stack_frame_namer import StackFrameNamer

from dojo.checking import runner as checks
from dojo.kata import golden_master
from dojo.mutation import run, sandbox
from dojo.practice.create import find_practice
from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository
from dojo.room import pushing
from dojo.room.hosting import make_room
from dojo.room.pushing import push_all
from tests.dojo import forked
from tests.dojo.forked import Forked, Surroundings
from tests.dojo.practising import TEST, outcome_of, started
from tests.dojo.printed import RealKata
from tests.dojo.small_kata import COMPILED, SmallKata

gc.set_threshold(
    100_000
)  # imports and screens make so much that the usual one takes a tenth to a third of the time
start_pytest = checks.start_pytest
SERVER = Path(__file__).with_name("mutation") / "mutmut_server.py"


@pytest.fixture(scope="session")
def templates(tmp_path_factory: pytest.TempPathFactory) -> dict[bool, Path]:
    """Start one practice with a golden master (False) and one blind (True), for all tests."""
    katas = {blind: SmallKata(tmp_path_factory.mktemp("template")) for blind in (False, True)}
    return {blind: started(kata, blind=blind).folder for blind, kata in katas.items()}


@pytest.fixture(scope="session", autouse=True)
def _in_a_clone(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Create a .git folder above every kata, as in a clone."""
    (tmp_path_factory.getbasetemp() / ".git").mkdir()


@pytest.fixture(scope="session")
def compiled(
    _in_a_clone: None, _checks_in_forks: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Compile the golden master once for each kind of kata; later katas copy the result."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "dont_write_bytecode", False)
        for kind in (SmallKata, RealKata):
            kata = kind(tmp_path_factory.mktemp("compiled"))
            outcome_of(started(kata))
            kind.compiled = kata.folder / COMPILED


@pytest.fixture
def kata(tmp_path: Path, compiled: None) -> SmallKata:  # noqa: ARG001 - it is to be there
    """Give a small kata of its own to each test."""
    return SmallKata(tmp_path)


@pytest.fixture
def practice(kata: SmallKata, templates: dict[bool, Path]) -> Practice:
    """Give a practice that was just started, at level 1, in a small kata."""
    shutil.copytree(templates[False], kata.folder / "practice")
    return find_practice(kata.folder)


@pytest.fixture
def repository(practice: Practice) -> Repository:
    """Give the repository of a practice that was just started."""
    return Repository(practice.folder)


@pytest.fixture
def blind(kata: SmallKata, templates: dict[bool, Path]) -> Practice:
    """Give a practice that was started blind, with one test."""
    shutil.copytree(templates[True], kata.folder / "practice")
    kata.write("practice/tests/test_yatzy.py", TEST)
    return find_practice(kata.folder)


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """Give a room that is new."""
    make_room(tmp_path / "room.git")
    return tmp_path / "room.git"


@pytest.fixture
def pushed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Push in this process, so that no test needs to wait for another one."""

    def push(command: list[str], *_: object) -> None:
        push_all(Path(command[-1]))

    monkeypatch.setattr(pushing, "start_process", push)


@pytest.fixture(scope="session", autouse=True)
def _no_process_stays(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """End the processes of the practices that joined a room, as if their pairs were inactive."""
    yield
    for file in tmp_path_factory.getbasetemp().rglob(pushing.ACTIVITY_FILE):
        file.unlink()


@pytest.fixture(scope="session", autouse=True)
def _checks_in_forks() -> Iterator[None]:
    """Run each check in a fork where possible, to save the import of pytest."""
    with pytest.MonkeyPatch.context() as patch:
        if sys.platform != "win32":
            patch.setattr(checks, "start_pytest", fork)
            patch.setattr(StackFrameNamer, "get_test_frame_index", staticmethod(innermost_test))
            patch.setattr(golden_master, "run", run_in_fork)
        yield


def innermost_test(stack: list[FrameInfo]) -> int:
    """Return the innermost test. In a fork, approvaltests would pick the outer one, ours."""
    return next(index for index, frame in enumerate(stack) if frame.function.startswith("test_"))


def fork(folder: Path, arguments: list[str], variables: dict[str, str], output: IO[Any]) -> Any:
    """Run pytest in a fork; outside the main thread, in a new process."""
    if current_thread() is not main_thread():
        return start_pytest(folder, arguments, variables, output)

    def work() -> int:
        return int(pytest.main(arguments))

    with Path(os.devnull).open() as nothing:
        return Forked(work, Surroundings(folder, variables, nothing, output, output))


def run_in_fork(
    command: list[str], folder: Path, environment: dict[str, str]
) -> CompletedProcess[str]:
    """Run the golden master in a fork."""

    def work() -> int:
        sys.dont_write_bytecode = True
        return int(pytest.main(command[command.index("pytest") + 1 :]))

    return forked.run(work, folder, environment)


@pytest.fixture
def process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start the process of each check as for a person: what a test sets up around it may matter."""
    monkeypatch.setattr(checks, "start_pytest", start_pytest)


@pytest.fixture(scope="session")
def warm_mutmut(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Serve an imported mutmut to every run, and look for flaky tests only once."""
    place = tmp_path_factory.mktemp("mutmut") / "socket"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(place))
        listener.listen()
        server = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, str(SERVER), "serve", str(listener.fileno())],
            pass_fds=[listener.fileno()],
            env={**os.environ, "APPROVALTESTS_DISABLE_SCRIPT_DOWNLOADS": "1"},
            stdin=subprocess.DEVNULL,
        )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run, "MUTMUT", [sys.executable, "-I", "-S", str(SERVER), "ask", str(place)])
        patch.setattr(sandbox, "FLAKINESS_CHECKS", 1)
        yield
    server.kill()
    server.wait()


@pytest.fixture
def anyio_backend() -> str:
    """Run the tests of the table on asyncio, as textual does."""
    return "asyncio"


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over what all tests share, for good: it never goes."""
    gc.freeze()
