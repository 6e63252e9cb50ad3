"""What the tests of mutants share: a mutmut that is imported once, and practices whose mutants were tested once."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dojo.mutation import Grade, grade_mutants, runner, sandbox
from dojo.practice import Practice, find_practice
from tests.dojo.practising import TEST, started
from tests.dojo.small_kata import SmallKata

SERVER = Path(__file__).with_name("mutmut_server.py")
OWN_TEST = "practice/tests/test_yatzy.py"

Grading = Callable[[Practice], Grade]


@pytest.fixture(scope="session")
def mutmut_command(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """Start a mutmut that is imported once, and give the command that lets it run."""
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
    yield [sys.executable, "-I", "-S", str(SERVER), "ask", str(place)]
    server.kill()
    server.wait()


@pytest.fixture(scope="session")
def warm_mutmut(mutmut_command: list[str]) -> Iterator[None]:
    """Let runs that this process starts use the mutmut that is imported already, and rehearse but once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "FAST_MUTMUT", mutmut_command)
        patch.setattr(sandbox, "REHEARSALS", 1)
        yield


@pytest.fixture(scope="session")
def graded(warm_mutmut: None) -> Grading:  # noqa: ARG001 - it is to be there
    """Give the function that tests the mutants of a practice."""
    return lambda practice: grade_mutants(practice, lambda _done, _of: None)


@pytest.fixture(scope="session")
def guarded_template(tmp_path_factory: pytest.TempPathFactory, graded: Grading) -> Path:
    """Lay out a kata with a practice that the golden master guards, and test its mutants."""
    kata = SmallKata(tmp_path_factory.mktemp("guarded"))
    graded(started(kata))
    return kata.folder


@pytest.fixture(scope="session")
def blind_template(tmp_path_factory: pytest.TempPathFactory, graded: Grading) -> Path:
    """Lay out a kata with a practice that was started blind, with one test, and test its mutants."""
    kata = SmallKata(tmp_path_factory.mktemp("blind"))
    practice = started(kata, blind=True)
    kata.write(OWN_TEST, TEST)
    graded(practice)
    return kata.folder


@pytest.fixture
def guarded_once(tmp_path: Path, guarded_template: Path) -> Practice:
    """Give a practice that the golden master guards; its mutants were tested, and 3 of 3 killed."""
    return _copied(guarded_template, tmp_path)


@pytest.fixture
def blind_once(tmp_path: Path, blind_template: Path) -> Practice:
    """Give a practice that was started blind, with one test; its mutants were tested, and 2 of 3 killed."""
    return _copied(blind_template, tmp_path)


def _copied(template: Path, folder: Path) -> Practice:
    shutil.copytree(template, folder, dirs_exist_ok=True, symlinks=True)
    return find_practice(folder)
