"""A run of mutants that is killed leaves nothing behind that could disturb the next one."""

import os
import signal
from pathlib import Path

import pytest

from tests.dojo.inside.projects import run

CODE = "def fee():\n    return 3\n"
# A FIFO is at its end when no process has it open any more.
TEST = """import os, signal
from shop import fee


def test_fee():
    fee()
    os.write(os.open({fifo!r}, os.O_WRONLY), b"running")
    signal.pause()
"""


@pytest.mark.usefixtures("process_of_its_own")
def test_a_test_ends_with_the_run_that_is_killed(tmp_path: Path):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    killed = os.fork()
    if killed == 0:
        run(tmp_path / "shop", {"shop.py": CODE, "test_shop.py": TEST.format(fifo=str(fifo))})
        os._exit(0)
    with fifo.open("rb") as reader:
        assert reader.read(7) == b"running"
        os.kill(killed, signal.SIGKILL)
        os.waitpid(killed, 0)
        assert reader.read() == b""
