"""Results of mutants with fork, and without it, as on Windows, which has none."""

import os
import sys

import pytest

from dojo.mutation import coverage, workers
from dojo.mutation.kept import Kept
from dojo.mutation.results import KILLED, NOT_COVERED, SURVIVED, TIMED_OUT, Mutant
from dojo.mutation.run import RunResult
from tests.dojo.forked import short_loops
from tests.dojo.inside.projects import WAYS, mutants_by_path, run

FILES = {
    "survives.py": "FEE = 3\ndef fee():\n    return FEE + 1\ndef other():\n    return 2\n",
    "test_survives.py": "import survives\ndef test_it(): survives.fee()\n",
    "loops.py": "def fee(n):\n    while n:\n        n = n - 1\n    return n\n",
    "test_loops.py": "from loops import fee\ndef test_it(): assert fee(2) == 0\n",
    "ends.py": "import os\ndef fee(n):\n    return n and os._exit(n)\n",
    "test_ends.py": "from ends import fee\ndef test_it(): assert fee(0) == 0\n",
    "doc.py": "def fee():\n    return 3\n",
    "test_doc.txt": ">>> import doc\n>>> doc.fee()\n3\n",
    "codes.py": "CODES = ['a']\n",
    "test_codes.py": "import codes, pytest\n@pytest.mark.parametrize('code', codes.CODES)\n"
    "def test_it(code): assert len(code) == 1 and code.islower()\n",
}
MEMORY = {
    "eats.py": "def fee(n):\n    return bytes(n * 0)\n",
    "test_eats.py": "from eats import fee\ndef test_it(): assert fee(10**10) == b''\n",
}
needs_memory_limit = pytest.mark.skipif(sys.platform == "win32", reason="it limits no memory")
if sys.platform != "win32":
    FILES |= MEMORY


@pytest.fixture(scope="module", params=WAYS.values(), ids=WAYS.keys())
def mutants(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, list[Mutant]]:
    """Test the mutants of all files, with and without fork. Returns them by their files."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(coverage, "MAX_SHUFFLES", 1)
        folder = tmp_path_factory.mktemp("projects") / "project"
        with short_loops():
            return mutants_by_path(folder, FILES, no_fork=request.param)


def test_a_mutant_that_no_assertion_looks_at_survives(mutants: dict[str, list[Mutant]]):
    tested = mutants["survives.py"]
    assert {(each.function, each.diff[1]): each.status for each in tested} == {
        ("(module)", "+ FEE = None"): KILLED,
        ("(module)", "+ FEE = 4"): SURVIVED,
        ("fee", "+ return FEE - 1"): SURVIVED,
        ("fee", "+ return FEE + 2"): SURVIVED,
        ("other", "+ return 3"): NOT_COVERED,
    }


def test_a_mutant_that_gives_a_test_another_name_is_killed(mutants: dict[str, list[Mutant]]):
    found = {(each.status, each.killer) for each in mutants["codes.py"]}
    assert found == {(KILLED, "test_codes.py")}


def test_a_wrong_result_in_a_doctest_is_no_crash(mutants: dict[str, list[Mutant]]):
    assert [(each.status, each.crashed) for each in mutants["doc.py"]] == [(KILLED, False)]


def test_a_mutant_that_loops_is_stopped(mutants: dict[str, list[Mutant]]):
    [loops] = [each for each in mutants["loops.py"] if each.diff[1] == "+ n = n + 1"]
    assert (loops.status, loops.killer) == (TIMED_OUT, "test_loops.py::test_it")


def test_a_mutant_that_ends_python_is_killed_by_a_crash(mutants: dict[str, list[Mutant]]):
    [ends] = [each for each in mutants["ends.py"] if each.diff[1] == "+ return n or os._exit(n)"]
    assert (ends.status, ends.crashed, ends.killer) == (KILLED, True, "test_ends.py::test_it")


@needs_memory_limit
def test_a_mutant_that_needs_too_much_memory_is_stopped(mutants: dict[str, list[Mutant]]):
    [eats] = [each for each in mutants["eats.py"] if each.diff[1] == "+ return bytes(n * 1)"]
    assert (eats.status, eats.out_of_memory) == (KILLED, True)


LACKS_WHAT_WINDOWS_LACKS = """
import asyncio, io, multiprocessing, os, pytest, signal, subprocess, sys
for name in ("fork", "setsid", "killpg", "wait4", "register_at_fork", "WNOHANG"):
    delattr(os, name)
for name in ("SIGPROF", "SIGALRM", "SIGKILL", "setitimer", "ITIMER_PROF", "ITIMER_REAL"):
    delattr(signal, name)
sys.modules["resource"] = sys.modules["fcntl"] = sys.modules["termios"] = None
io._WindowsConsoleIO = type("_WindowsConsoleIO", (), {})  # pytest looks at it
sys.platform = "win32"
"""


@pytest.fixture(scope="module")
def run_where_there_is_no_fork(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[Kept, RunResult]:
    """Test a mutant in processes that lack what Windows lacks."""
    files = {
        "shop.py": "def fee():\n    return 3\n",
        "test_shop.py": "from shop import fee\ndef test_it(): assert fee() == 3\n",
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(coverage, "MAX_SHUFFLES", 1)
        patch.delattr(os, "fork", raising=False)
        if sys.platform != "win32":
            patch.setattr(workers, "WORKER", LACKS_WHAT_WINDOWS_LACKS + workers.WORKER)
        return run(tmp_path_factory.mktemp("no-fork") / "project", files)


def test_the_process_of_a_mutant_needs_nothing_that_windows_lacks(
    run_where_there_is_no_fork: tuple[Kept, RunResult],
):
    kept, _ = run_where_there_is_no_fork
    assert [each.status for each in kept.results.values()] == [KILLED]


def test_where_there_is_no_fork_mutants_are_tested_without(
    run_where_there_is_no_fork: tuple[Kept, RunResult],
):
    _, result = run_where_there_is_no_fork
    assert not result.forks
