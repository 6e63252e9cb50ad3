"""Results of mutants with fork, and without it, as on Windows, which has none."""

import os
import sys
from pathlib import Path

import pytest

from dojo.mutation import coverage, workers
from dojo.mutation.results import KILLED, NOT_COVERED, SURVIVED, TIMED_OUT
from tests.dojo.inside.projects import mutants, run, with_and_without_fork


@pytest.fixture
def one_order(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(coverage, "MAX_SHUFFLES", 1)


@with_and_without_fork
@pytest.mark.usefixtures("one_order")
def test_a_mutant_that_no_assertion_looks_at_survives(tmp_path: Path, *, no_fork: bool):
    files = {
        "shop.py": "FEE = 3\n\n\ndef fee():\n    return FEE + 1\n\n\ndef other():\n    return 2\n",
        "test_shop.py": "import shop\n\n\ndef test_it():\n    shop.fee()\n",
    }
    tested = mutants(tmp_path / "project", files, no_fork=no_fork)
    found = {(each.function, each.diff[1]): each.status for each in tested}
    assert found == {
        ("(module)", "+ FEE = None"): KILLED,
        ("(module)", "+ FEE = 4"): SURVIVED,
        ("fee", "+ return FEE - 1"): SURVIVED,
        ("fee", "+ return FEE + 2"): SURVIVED,
        ("other", "+ return 3"): NOT_COVERED,
    }


LOOP = "def fee(n):\n    while n > 0:\n        n -= 1\n    return n\n"


@with_and_without_fork
@pytest.mark.usefixtures("one_order")
def test_a_mutant_that_loops_is_stopped(tmp_path: Path, *, no_fork: bool):
    test = "from shop import fee\ndef test_it(): assert fee(3) == 0\n"
    files = {"shop.py": LOOP, "test_shop.py": test}
    found = mutants(tmp_path / "project", files, no_fork=no_fork)
    [loops] = [each for each in found if each.diff[1] == "+ n += 1"]
    assert (loops.status, loops.killer) == (TIMED_OUT, "test_shop.py::test_it")


@with_and_without_fork
@pytest.mark.usefixtures("one_order")
def test_a_mutant_that_ends_python_is_killed_by_a_crash(tmp_path: Path, *, no_fork: bool):
    code = "import os\n\n\ndef fee(n):\n    if n > 1:\n        os._exit(0)\n    return n\n"
    test = "from shop import fee\ndef test_it(): assert fee(1) == 1\n"
    files = {"shop.py": code, "test_shop.py": test}
    found = mutants(tmp_path / "project", files, no_fork=no_fork)
    [ends] = [each for each in found if each.diff[1] == "+ if n >= 1:"]
    assert (ends.status, ends.crashed, ends.killer) == (KILLED, True, "test_shop.py::test_it")


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


@pytest.mark.skipif(sys.platform == "win32", reason="it lacks all that")
@pytest.mark.usefixtures("one_order")
def test_the_process_of_a_mutant_needs_nothing_that_windows_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(workers, "WORKER", LACKS_WHAT_WINDOWS_LACKS + workers.WORKER)
    test = "from shop import fee\ndef test_it(): assert fee() == 3\n"
    files = {"shop.py": "def fee():\n    return 3\n", "test_shop.py": test}
    found = mutants(tmp_path / "project", files, no_fork=True)
    assert [each.status for each in found] == [KILLED]


@pytest.mark.usefixtures("process_of_its_own", "one_order")
def test_where_there_is_no_fork_mutants_are_tested_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delattr(os, "fork", raising=False)
    test = "from shop import fee\ndef test_it(): assert fee() == 3\n"
    files = {"shop.py": "def fee():\n    return 3\n", "test_shop.py": test}
    kept, result = run(tmp_path / "project", files)
    assert [each.status for each in kept.results.values()] == [KILLED]
    assert not result.forks
