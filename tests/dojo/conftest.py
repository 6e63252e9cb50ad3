"""What the tools' tests share."""

import gc
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from inspect import FrameInfo
from pathlib import Path
from typing import Any

import pytest
from approvaltests.namer.stack_frame_namer import StackFrameNamer

from dojo.mutation import coverage
from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository
from dojo.room import pushing
from dojo.room.hosting import make_room
from dojo.room.pushing import push_all
from dojo.slips import grade
from tests.dojo.forked import ForkedPython, new_processes
from tests.dojo.practising import TEST, copied, outcome_of, started
from tests.dojo.printed import RealKata
from tests.dojo.small_kata import COMPILED, SmallKata

# Imports and screens make so much that the usual threshold takes a tenth to a third of the time.
gc.set_threshold(100_000)


@pytest.fixture(scope="session")
def templates(tmp_path_factory: pytest.TempPathFactory) -> dict[bool, Path]:
    """Start one practice with a golden master (False) and one blind (True), for all tests."""
    katas = {blind: SmallKata(tmp_path_factory.mktemp("template")) for blind in (False, True)}
    return {blind: started(kata, blind=blind).folder for blind, kata in katas.items()}


@pytest.fixture(scope="session", autouse=True)
def _in_a_clone(tmp_path_factory: pytest.TempPathFactory):
    """Create a .git folder above every kata, as in a clone."""
    (tmp_path_factory.getbasetemp() / ".git").mkdir(exist_ok=True)


@pytest.fixture(scope="session", autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory):
    """Fetch rooms into a cache of the tests' own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def compiled(_in_a_clone: None, _forks: None, tmp_path_factory: pytest.TempPathFactory):
    """Compile the golden master once for each kind of kata; later katas copy the result."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "dont_write_bytecode", False)
        for kind in (SmallKata, RealKata):
            kata = kind(tmp_path_factory.mktemp("compiled"))
            outcome_of(started(kata))
            kind.compiled = kata.folder / COMPILED


@pytest.fixture
def kata(tmp_path: Path, compiled: None) -> SmallKata:  # noqa: ARG001 - it is to be there
    """Give a new small kata to each test."""
    return SmallKata(tmp_path)


@pytest.fixture(scope="session")
def new_kata(
    compiled: None,  # noqa: ARG001 - it is to be there
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[[], SmallKata]:
    """Give a function that makes a small kata which several tests share."""
    return lambda: SmallKata(tmp_path_factory.mktemp("kata"))


@pytest.fixture
def practice(kata: SmallKata, templates: dict[bool, Path]) -> Practice:
    """Give a practice that was just started, at level 1, in a small kata."""
    return copied(templates[False], kata)


@pytest.fixture
def repository(practice: Practice) -> Repository:
    """Give the repository of the practice."""
    return Repository(practice.folder)


@pytest.fixture
def blind(kata: SmallKata, templates: dict[bool, Path]) -> Practice:
    """Give a practice that was started blind, with one test."""
    practice = copied(templates[True], kata)
    kata.write("practice/tests/test_yatzy.py", TEST)
    return practice


@pytest.fixture(scope="session")
def new_graded_kata(
    new_kata: Callable[[], SmallKata], templates: dict[bool, Path]
) -> Callable[[str], SmallKata]:
    """Give a function that grades a blind practice with a test, in a kata to be shared."""

    def grade_kata(test: str) -> SmallKata:
        kata = new_kata()
        copied(templates[True], kata)
        kata.write("practice/tests/test_yatzy.py", test)
        kata.dojo("mutants")
        return kata

    return grade_kata


@pytest.fixture(scope="session")
def template_with_results(new_graded_kata: Callable[[str], SmallKata]) -> SmallKata:
    """Grade one blind practice for all tests."""
    return new_graded_kata(TEST)


@pytest.fixture
def graded(template_with_results: SmallKata, tmp_path: Path) -> SmallKata:
    """Give a kata with a blind practice whose mutants were tested: one of three survived."""
    return template_with_results.copy_to(tmp_path)


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """Give a room that is new."""
    make_room(tmp_path / "room.git")
    return tmp_path / "room.git"


@pytest.fixture
def pushed_at_once(monkeypatch: pytest.MonkeyPatch):
    """Push in this process, so that no test needs to wait for another one."""

    def push(command: list[str], *_: object):
        push_all(Path(command[-1]))

    monkeypatch.setattr(pushing, "start_process", push)


@pytest.fixture(scope="session", autouse=True)
def _no_process_stays(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """End the processes of the practices that joined a room, as if their pairs were inactive."""
    yield
    for file in tmp_path_factory.getbasetemp().rglob(pushing.ACTIVITY_FILE):
        file.unlink()


@pytest.fixture(scope="session", autouse=True)
def _forks() -> Iterator[None]:
    """Fork this process for each check, for the golden master and for mutants."""
    with pytest.MonkeyPatch.context() as patch:
        if sys.platform != "win32":
            patch.setattr(subprocess, "Popen", ForkedPython)
            patch.setattr(StackFrameNamer, "get_test_frame_index", staticmethod(innermost_test))
        yield


def innermost_test(stack: list[FrameInfo]) -> int:
    """Return the innermost test. In a fork, approvaltests would pick the outer one, ours."""
    tests = [index for index, frame in enumerate(stack) if frame.function.startswith("test_")]
    return tests[0]


@pytest.fixture
def process_of_its_own() -> Iterator[None]:
    with new_processes():
        yield


class InTurn(ThreadPoolExecutor):
    """Works in the main thread, where checks are forked."""

    def map(self, work: Callable[..., Any], *items: Any) -> Any:
        return map(work, *items)


@pytest.fixture
def slips_in_turn(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(grade, "ThreadPoolExecutor", InTurn)


@pytest.fixture(scope="module")
def one_order() -> Iterator[None]:
    """Run the tests of a project in one random order, not in ten, before they run on mutants."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(coverage, "MAX_SHUFFLES", 1)
        yield


@pytest.fixture
def anyio_backend() -> str:
    """Run the tests of the table on asyncio, as textual does."""
    return "asyncio"


def pytest_collection_finish():
    """Let the garbage collector skip the objects that all tests share."""
    gc.freeze()
