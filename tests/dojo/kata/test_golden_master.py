"""What the golden master tells a person; and where nothing can be said of the code, nothing is."""

import re
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from dojo.errors import WorkspaceError
from dojo.kata import golden_master
from dojo.kata.golden_master import run_golden_master
from tests.dojo.small_kata import APPROVED, SmallKata

SCENARIO = "tests/golden_master/test_scores.py"
DOCUMENT = "approved_files/pairs.approved.txt"


def test_both_implementations_pass_and_leave_no_received_file(kata: SmallKata) -> None:
    assert "2 passed" in kata.pytest("tests").stdout
    assert not list(kata.folder.glob("approved_files/*.received.*"))


def test_a_mismatch_says_which_call_what_was_expected_and_what_came_and_keeps_it(
    kata: SmallKata,
) -> None:
    kata.change("refactored/yatzy.py", "first + second", "first + 1")
    shown = kata.pytest("tests").stdout
    assert f"refactored differs from {DOCUMENT} in 2 results:" in shown
    assert "Yatzy.pair(6, 6)\n    expected 12\n    actual   7\n" in shown
    received = APPROVED.replace("(2, 2) -> 4", "(2, 2) -> 3").replace("(6, 6) -> 12", "(6, 6) -> 7")
    assert kata.read("approved_files/pairs.refactored.received.txt") == received


def test_a_missing_approved_file_fails_and_stays_missing(kata: SmallKata) -> None:
    (kata.folder / DOCUMENT).unlink()
    done = kata.pytest("tests")
    assert (done.returncode, f"{DOCUMENT} is missing" in done.stdout) == (1, True)
    assert not (kata.folder / DOCUMENT).exists()


LOOP = ("if first != second:\n            return 0", "while first != second:\n            pass")
EXIT = ("class Yatzy", "import os\n\nos._exit(9)\n\n\nclass Yatzy")
FORGED = ("from ", "raise ImportError('\\x1b]0;forged')\nfrom ")
CANNOT = {
    r'endless loop\?\nFile ".*legacy/yatzy.py", line 1[01] in pair$': ("legacy/yatzy.py", LOOP),
    r"^pytest ended before the tests did, with exit code 9:": ("legacy/yatzy.py", EXIT),
    r"Output of pytest:\nE   ImportError: \\x1b\]0;forged": (SCENARIO, FORGED),
}


@pytest.mark.skipif(sys.platform == "win32", reason="the system counts no seconds of the processor")
@pytest.mark.parametrize("words", CANNOT)
def test_where_it_cannot_be_run_it_says_why_without_a_traceback(
    words: str, kata: SmallKata, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, change = CANNOT[words]
    monkeypatch.setattr(golden_master, "TEST_TIMEOUT", 0.3)
    kata.write(file, kata.read(file).replace(*change, 1))
    with pytest.raises(WorkspaceError) as told:
        run_golden_master(kata.folder, ("legacy",))
    assert re.search(words, told.value.format_message())
    assert "Traceback" not in str(told.value)


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such signals")
def test_a_command_that_is_terminated_takes_its_tests_with_it(
    kata: SmallKata, tmp_path: Path
) -> None:
    kata.write(
        SCENARIO,
        (
            "import os\nimport time\n\n"
            "def test_it(yatzy):\n    os.mkfifo('begun')\n    time.sleep(600)\n"
        ),
    )
    running = subprocess.Popen(
        [sys.executable, "-m", "dojo", "verify"],
        cwd=kata.folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while not (tmp_path / "begun").exists():
        assert running.poll() is None
        time.sleep(0.01)
    tests = psutil.Process(running.pid).children(recursive=True)
    running.terminate()
    assert running.wait(30) == 130
    assert tests
    _, alive = psutil.wait_procs(tests, timeout=30)
    assert not alive
