"""Run a command, and measure it from outside with all processes that it starts."""

import ctypes
import os
import signal
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import psutil

from dojo.processes import start_process

BE_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER of Linux: orphans become children of this process
POLL_SECONDS = 0.05
MEGABYTE = 1_000_000
TIME_TO_STOP = 5.0  # seconds between Ctrl-C and the end


@dataclass(frozen=True)
class Usage:
    """`largest`: the memory of the largest process at its peak, in MB."""

    seconds: float = 0.0
    cpu_seconds: float = 0.0
    largest: float = 0.0
    finished: bool = True

    def then(self, other: "Usage") -> "Usage":
        return Usage(
            self.seconds + other.seconds,
            self.cpu_seconds + other.cpu_seconds,
            max(self.largest, other.largest),
            finished=other.finished,
        )


def run_measured(
    command: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    output: TextIO,
    limit: float,
) -> Usage:
    """Run a command, and end it with all that it started after `limit` seconds.

    Processes that outlive the command are ended, too, and counted.
    """
    ctypes.CDLL(None).prctl(BE_SUBREAPER, 1, 0, 0, 0)
    begin = time.monotonic()
    process = start_process(command, folder, environment, output)
    usage = Usage()
    finished = True
    running = True
    while running:
        usage, ended = reap(usage)
        running = process.pid not in ended
        if running and finished and time.monotonic() - begin > limit:
            finished = False
            stop(process.pid)
        time.sleep(POLL_SECONDS)
    seconds = time.monotonic() - begin
    process.returncode = 0  # it was reaped above
    while psutil.Process().children():
        end_children()
        usage, _ = reap(usage)
    return Usage(seconds, usage.cpu_seconds, usage.largest, finished)


def reap(usage: Usage) -> tuple[Usage, set[int]]:
    """Add what ended children used. Returns their process ids, too."""
    ended: set[int] = set()
    with suppress(ChildProcessError):
        while True:
            pid, _, used = os.wait4(-1, os.WNOHANG)
            if pid == 0:
                break
            ended.add(pid)
            cpu_seconds = used.ru_utime + used.ru_stime
            largest = used.ru_maxrss * 1024 / MEGABYTE
            usage = usage.then(Usage(0.0, cpu_seconds, largest))
    return usage, ended


def stop(pid: int) -> None:
    """Press Ctrl-C, wait a little, then end what is left."""
    os.killpg(pid, signal.SIGINT)
    deadline = time.monotonic() + TIME_TO_STOP
    process = psutil.Process(pid)
    while process.status() != psutil.STATUS_ZOMBIE and time.monotonic() < deadline:
        time.sleep(POLL_SECONDS)
    end_children()


def end_children() -> None:
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            child.kill()
