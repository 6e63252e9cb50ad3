"""Jobs, each done in a fork of a process that waits for them.

A job and its answer are lines of JSON. All that a job does in memory is gone with its fork.
"""

import gc
import json
import mmap
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn, TextIO

Message = dict[str, Any]

POLL_SECONDS = 0.2
CHUNK = 65_536  # bytes
BYTES_OF_NUMBER = 4
SHORTEST_LIMIT = 0.001  # seconds; zero would be no limit
# What a job may take in addition to what its tests take without a mutant.
MEMORY_LIMIT = 1024**3  # bytes
STATM = Path("/proc/self/statm")


class CurrentTest:
    """The number of the test that runs, in memory that a worker shares with its forks."""

    def __init__(self) -> None:
        self.memory = mmap.mmap(-1, BYTES_OF_NUMBER)

    def set(self, number: int) -> None:
        self.memory[:] = number.to_bytes(BYTES_OF_NUMBER, "little")

    def get(self) -> int:
        return int.from_bytes(self.memory[:], "little")


class Fork:
    """The process of a job."""

    def __init__(self, job: Message, writer: int, current_test: CurrentTest) -> None:
        self.job = job
        self.writer = writer
        self.current_test = current_test
        self.numbers = {name: number for number, name in enumerate(job["tests"])}

    def begin_test(self, name: str) -> None:
        number = self.numbers[name]
        self.current_test.set(number)
        seconds = self.job["cpu"] - time.process_time()
        if self.job["test_cpu"]:
            seconds = min(seconds, self.job["test_cpu"][number])
        limit_processor_time(max(seconds, SHORTEST_LIMIT))

    def end(self, **answer: Any) -> NoReturn:  # noqa: ANN401 - whatever is JSON
        """Answer, and end the process at once: nothing that the code left behind can delay it."""
        send(self.writer, answer | {"done": True})
        os._exit(0)


def send(descriptor: int, message: Message) -> None:
    line = json.dumps(message) + "\n"
    data = line.encode()
    while data:
        data = data[os.write(descriptor, data) :]


def next_job(connection: TextIO, begin: Callable[[Message], Message]) -> Fork:
    """Wait for jobs, and fork for each. Returns in the forks only.

    A job of the kind "begin" is done in this process, by `begin`. The process ends when the
    connection is closed.
    """
    current_test = CurrentTest()
    memory_limit = _used_memory() + MEMORY_LIMIT
    while True:
        line = connection.readline()
        if not line:
            os._exit(0)
        job = json.loads(line)
        if job["kind"] == "begin":
            answer = begin(job)
            gc.collect()
            gc.freeze()  # otherwise, a collection in a fork would copy all objects
            memory_limit = _used_memory() + MEMORY_LIMIT
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


def _used_memory() -> int:
    """Return the size of this process in bytes, or 0 where nothing limits it."""
    if sys.platform != "linux":
        return 0
    pages = int(STATM.read_text(encoding="ascii").split()[0])
    return pages * resource.getpagesize()


def _limit(job: Message, memory: int) -> None:
    """Limit the memory and the processor time of this fork."""
    os.setsid()  # all that it starts can be ended together
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (memory, resource.RLIM_INFINITY))
    limit_processor_time(job["cpu"])


def limit_processor_time(seconds: float) -> None:
    """End this process after it has computed for so long."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)


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
