"""Where nothing can be said of the code, nothing is: endless loops, full disks, interruptions."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from dojo.errors import WorkspaceError
from dojo.kata import golden_master
from dojo.kata.golden_master import run_golden_master
from tests.dojo.small_kata import SmallKata

SCENARIO = "tests/golden_master/test_scores.py"


@pytest.mark.skipif(sys.platform == "win32", reason="the system counts no seconds of the processor")
def test_an_endless_loop_is_ended_and_its_place_is_named(kata: SmallKata, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden_master, "TEST_SECONDS", 2)
    kata.change(
        "legacy/yatzy.py", "if first != second:\n            return 0", "while first != second:\n            pass"
    )
    with pytest.raises(WorkspaceError, match=r"^The tests were stopped at legacy/yatzy.py:1[01], in pair: an endless"):
        run_golden_master(kata.folder, ("legacy",))


@pytest.mark.parametrize("code", [9, 1])
def test_tests_that_end_early_are_no_endless_loop_and_no_failure(code: int, kata: SmallKata) -> None:
    kata.change("legacy/yatzy.py", "class Yatzy", f"import os\n\nos._exit({code})\n\n\nclass Yatzy")
    with pytest.raises(WorkspaceError, match=rf"^The tests were not run to their end: exit code {code}\."):
        run_golden_master(kata.folder, ("legacy",))


def test_a_scenario_that_cannot_be_imported_is_told_without_a_traceback(kata: SmallKata) -> None:
    kata.change(SCENARIO, "on_class, outcomes", "on_class, outc")
    with pytest.raises(WorkspaceError, match="pytest said:\nE   ImportError: cannot import name 'outc'") as told:
        run_golden_master(kata.folder, ("legacy",))
    assert "Traceback" not in str(told.value)


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such signals")
@pytest.mark.parametrize(("command", "sent"), [("verify", "SIGTERM"), ("approve", "SIGTERM"), ("verify", "SIGHUP")])
def test_a_command_that_is_terminated_takes_its_tests_with_it(
    command: str, sent: str, kata: SmallKata, tmp_path: Path
) -> None:
    kata.write(SCENARIO, "import os\nimport time\n\ndef test_it(yatzy):\n    os.mkfifo('begun')\n    time.sleep(600)\n")
    usual = signal.signal(signal.Signals[sent], signal.SIG_DFL)  # for the command, too: `nohup pytest` ignores one
    running = subprocess.Popen(  # noqa: S603 - our own command
        [sys.executable, "-m", "dojo", command], cwd=kata.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    signal.signal(signal.Signals[sent], usual)
    while not (tmp_path / "begun").exists():
        assert running.poll() is None
    tests = psutil.Process(running.pid).children(recursive=True)
    os.kill(running.pid, signal.Signals[sent])
    assert running.wait() == 130
    assert tests
    _, alive = psutil.wait_procs(tests, timeout=300)
    assert not alive
