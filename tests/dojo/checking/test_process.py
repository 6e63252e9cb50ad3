"""What a check starts ends with it, whether or not the check itself still runs."""

import os
import subprocess
import sys
import time

import psutil
import pytest

from dojo.checking import process, run
from dojo.practice import Practice
from tests.dojo.practising import YATZY
from tests.dojo.small_kata import RULE, WORKSPACE, SmallKata, variables

SLEEPER = "import subprocess, sys, os\nwith open('pid', 'w') as file: file.write(str(subprocess.Popen([{}]{}).pid))\n"
SLEEPS = "sys.executable, '-c', 'import time; time.sleep(600)'"
DETACHED = (
    "sys.executable, '-c', 'import subprocess, sys; print(subprocess.Popen([sys.executable, \"-c\", "
    '"import time; time.sleep(600)"], start_new_session=True).pid, file=open("pid2", "w"))\''
)


def alive(pid: int) -> bool:
    """Tell whether a process runs; one that is killed may need a moment."""
    for _ in range(100):
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            return False
        time.sleep(0.05)
    return True


@pytest.mark.skipif(sys.platform == "win32", reason="a session is something else there")
@pytest.mark.parametrize("how", ["", ", env={}", ", start_new_session=True"])
@pytest.mark.parametrize("end", ["", "os._exit(0)\n"])
def test_a_process_that_outlives_its_check_is_ended(how: str, end: str, kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, f"{SLEEPER.format(SLEEPS, how)}{end}{RULE}")
    result = run(practice, 300)
    assert ([finding.text for finding in result.findings] == []) is not bool(end)
    assert not alive(int(kata.read("practice/pid")))


@pytest.mark.skipif(sys.platform == "win32", reason="a session is something else there")
def test_a_grandchild_that_left_its_parents_is_ended(kata: SmallKata, practice: Practice) -> None:
    kata.write(
        YATZY, f"{SLEEPER.format(DETACHED, '')}import time\nwhile not os.path.exists('pid2'): time.sleep(0.01)\n{RULE}"
    )
    assert run(practice, 300).findings == []
    while not kata.read("practice/pid2"):
        time.sleep(0.01)
    assert not alive(int(kata.read("practice/pid2")))


@pytest.mark.skipif(sys.platform != "linux", reason="nothing else tells a process that its parent has ended")
@pytest.mark.parametrize(
    "command", ["check", "approve practice", "play --implementation practice", "verify", "score yatzy pair 3 3 3 4 4"]
)
def test_what_a_killed_command_has_started_ends_with_it(command: str, kata: SmallKata, practice: Practice) -> None:
    started = practice.folder / "started"
    waits = f"import os, time\nopen({str(started)!r}, 'w').write(f'{{os.getpid()}}\\n')\ntime.sleep(600)\n{RULE}"
    for name in ("legacy/yatzy.py", practice.shown(practice.folder / "yatzy.py")):
        kata.write(name, waits)
    words, around = [sys.executable, "-m", "dojo", *command.split()], {**variables(), "PYTHONPATH": str(WORKSPACE)}
    with subprocess.Popen(words, cwd=kata.folder, env=around, stdout=subprocess.DEVNULL) as process:  # noqa: S603 - ours
        while not (started.exists() and started.read_text().endswith("\n")):
            assert process.poll() is None
            time.sleep(0.01)
        process.kill()
    assert not alive(int(started.read_text()))


@pytest.mark.skipif(sys.platform != "linux", reason="likewise")
def test_what_starts_too_late_ends_at_once() -> None:
    ends = f"from dojo.confinement import end_with; end_with({os.getpid()}1); print('goes on')"
    done = subprocess.run([sys.executable, "-c", ends], cwd=WORKSPACE, capture_output=True, check=False)  # noqa: S603 - ours
    assert (done.returncode, done.stdout) == (1, b"")


@pytest.mark.usefixtures("process_of_its_own")
@pytest.mark.skipif(sys.platform == "win32", reason="no process stops itself there")
@pytest.mark.parametrize(("does", "seconds"), [("", 300), ("os.kill(os.getpid(), 19)", 1)])
def test_where_no_processes_are_shown_a_check_ends_all_the_same(
    does: str, seconds: float, kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hidden(*_: object) -> None:
        raise IndexError

    monkeypatch.setattr(process.psutil, "process_iter", hidden)
    monkeypatch.setattr(process.psutil, "Process", hidden)
    monkeypatch.setattr(process, "LAST_WORDS_SECONDS", 0)
    kata.write(YATZY, f"import os\n{does}\n{RULE}")
    assert bool(run(practice, seconds).findings) is bool(does)
