"""`dojo room serve`: a room for all computers in the network, as long as it is wanted."""

import shutil
import signal
import socket
import subprocess
import sys

import pytest

from dojo.commands.hosting import start_daemon
from dojo.practice.snapshots import CHECKS
from tests.dojo.practising import git
from tests.dojo.small_kata import MAIN, WORKSPACE, SmallKata, variables

EXEC_PATH = subprocess.run(["git", "--exec-path"], capture_output=True, text=True, check=True).stdout.strip()  # noqa: S607
HAS_DAEMON = shutil.which("git-daemon", path=EXEC_PATH) is not None


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("", 0))
        return int(listening.getsockname()[1])


@pytest.mark.usefixtures("pushed_at_once")
@pytest.mark.skipif(not HAS_DAEMON or sys.platform == "win32", reason="git has no daemon, or nobody sends it Ctrl-C")
def test_pairs_come_into_a_room_that_is_served_until_ctrl_c_and_again_at_once(kata: SmallKata) -> None:
    room, port = kata.folder / "tuesday.git", free_port()
    serve = ("room", "serve", "tuesday.git", "--port", str(port))
    serving = subprocess.Popen(  # noqa: S603 - our own command
        [sys.executable, "-c", MAIN, *serve],
        cwd=kata.folder,
        env=variables() | {"PYTHONPATH": str(WORKSPACE)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert serving.stdout is not None
    url = serving.stdout.readline().split()[3]
    joined = kata.dojo("start", "--again", "--name", "Panda", "--room", url)
    kata.dojo("check")
    told, kept = git(room, "rev-parse", "refs/heads/dojo/Panda"), git(kata.folder / "practice", "rev-parse", CHECKS)
    refused = kata.dojo(*serve)
    serving.send_signal(signal.SIGINT)
    rest = serving.communicate()[0]
    assert (joined.returncode, told) == (0, kept)
    assert (refused.returncode, len(refused.stderr.splitlines()), "already in use" in refused.stderr) == (1, 1, True)
    assert (serving.returncode, rest.splitlines()[-1].split(".")[0]) == (0, "tuesday")
    again = start_daemon(room, port)
    again.terminate()
    again.communicate()


def test_what_is_no_room_is_served_to_nobody(kata: SmallKata) -> None:
    git(kata.folder, "init", "--quiet", "project")
    done = kata.dojo("room", "serve", "project")
    assert (done.returncode, "was not made by `dojo room new`" in done.stderr) == (1, True)
