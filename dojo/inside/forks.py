"""Jobs, each done in a fork of a process that waits for them.

All that a job does in memory is gone with its fork. Windows cannot import this module.
"""

import gc
import json
import mmap
import os
import select
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO

from dojo.inside.jobs import (
    MEMORY_LIMIT,
    CurrentJob,
    Message,
    limit_memory,
    limit_processor_time,
    send,
    used_memory,
)

assert sys.platform != "win32"  # noqa: S101 - so mypy knows

POLL_SECONDS = 0.2
CHUNK = 65_536  # bytes
BYTES_OF_NUMBER = 4
SHORTEST_LIMIT = 0.001  # seconds; zero would be no limit


class CurrentTest:
    """The number of the test that runs, in memory that a worker shares with its forks."""

    def __init__(self) -> None:
        self.memory = mmap.mmap(-1, BYTES_OF_NUMBER)

    def set(self, number: int) -> None:
        self.memory[:] = number.to_bytes(BYTES_OF_NUMBER, "little")

    def get(self) -> int:
        return int.from_bytes(self.memory[:], "little")


class Fork(CurrentJob):
    """The job of this fork."""

    def __init__(self, request: Message, answers: int, current_test: CurrentTest) -> None:
        super().__init__(request, answers)
        self.current_test = current_test

    def limit(self, name: str, seconds: float) -> None:
        """Share the number of the test, and let the system end this fork after the seconds."""
        if name in self.numbers:
            self.current_test.set(self.numbers[name])
        limit_processor_time(max(seconds, SHORTEST_LIMIT))


def next_job(connection: TextIO, import_all: Callable[[Message], Message]) -> Fork:
    """Wait for jobs, and fork for each. Returns in the forks only.

    Sends each answer on, with the test that ran last and the time that the fork took. A job of the
    kind "import" is done in this process, by `import_all`. The process ends when the connection is
    closed.
    """
    current_test = CurrentTest()
    memory_limit = used_memory() + MEMORY_LIMIT
    while True:
        line = connection.readline()
        if not line:
            os._exit(0)
        job = json.loads(line)
        if job["kind"] == "import":
            answer = import_all(job)
            gc.collect()
            gc.freeze()  # otherwise, a collection in a fork would copy all objects
            memory_limit = used_memory() + MEMORY_LIMIT
            send(connection.fileno(), answer)
            continue
        current_test.set(0)
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(reader)
            _limit(job, memory_limit)
            return Fork(job, writer, current_test)
        os.close(writer)
        answer = _wait(pid, reader, connection.fileno(), job["seconds"])
        if job["tests"]:
            answer = {"test": job["tests"][current_test.get()]} | answer
        send(connection.fileno(), answer)


def _limit(job: Message, memory: int) -> None:
    """Limit the memory and the processor time of this fork."""
    os.setsid()  # all that it starts can be ended together
    limit_memory(memory)
    limit_processor_time(job["cpu"])


def _wait(pid: int, reader: int, connection: int, seconds: float) -> Message:
    """Wait for the answer of a fork, at most for some seconds, and end all that it started."""
    begin = time.monotonic()
    output = b""
    ended = 0
    status = 0
    timed_out = False
    while not ended:
        ready, _, _ = select.select([reader, connection], [], [], POLL_SECONDS)
        if connection in ready:  # nobody waits for the answer any more
            _end_group(pid)
            os._exit(0)
        data = b""
        if reader in ready:
            data = os.read(reader, CHUNK)
            output += data
        if data:
            continue
        # It has ended, or something that it started keeps the pipe open.
        timed_out = time.monotonic() - begin > seconds
        if timed_out:
            _end_group(pid)
        options = 0 if timed_out or reader in ready else os.WNOHANG
        ended, status, usage = os.wait4(pid, options)
    _end_group(pid)
    os.close(reader)
    answer: Message = {}
    for line in output.splitlines():
        answer.update(json.loads(line))
    if os.WIFSIGNALED(status):
        answer["signal"] = os.WTERMSIG(status)
    computed_too_long = answer.get("signal") == signal.SIGPROF
    return {
        "timed_out": timed_out or computed_too_long,
        "by_clock": timed_out,
        "took": time.monotonic() - begin,
        "computed": usage.ru_utime + usage.ru_stime,
        **answer,
    }


def _end_group(pid: int) -> None:
    with suppress(OSError):
        os.killpg(pid, signal.SIGKILL)
