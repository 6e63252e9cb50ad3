"""Workers that do without fork, which Windows has not. A new process imports all for each job."""

import json
from collections.abc import Sequence
from contextlib import suppress
from math import inf
from subprocess import TimeoutExpired
from time import monotonic
from typing import Literal

import msgspec
import psutil

from dojo.inside.jobs import Message
from dojo.mutation.workers import WARM, Answer, Job, Start, Worker
from dojo.processes import end_group

POLL_SECONDS = 0.1
BEFORE_IMPORT = Start("conftest")

Limit = Literal["", "cpu", "clock"]


class FreshWorker(Worker):
    """Starts a process for each job, and ends it at the limits of the job."""

    seconds_to_start = 0.5

    def connect(self, start: Start) -> None:
        """Start the first process, which collects the tests and says hello."""
        self.modules: Sequence[str] = ()
        self.is_closed = False
        self.request = self.folder / "job.json"
        self.answers = self.folder / "answers.txt"
        self._start_job(Job("import"), start)

    def _start_job(self, job: Job, start: Start) -> None:
        """Start a process with a job in a file. Its answers go to another file."""
        self.request.write_bytes(msgspec.json.encode(job))
        self.answers.write_bytes(b"")
        self._start_process(start, {"job": str(self.request), "answers": str(self.answers)})

    def _read_line(self) -> str:
        """Return the first message of the first process."""
        self._wait(inf)
        return self.answers.read_text(encoding="utf-8").partition("\n")[0]

    def import_modules(self, modules: Sequence[str]) -> list[tuple[str, int]]:
        """Have each later process import modules. Now, one does to show which functions run."""
        self.modules = modules
        return super().import_modules(modules) if modules else []

    def _do(self, job: Job) -> Answer:
        """Start a process for a job, and wait for it. Returns its answers as one.

        It is late if it reached a limit before it was done; what it left running does not count.
        """
        job.modules = self.modules
        self._start_job(job, WARM if job.kind == "import" else BEFORE_IMPORT)
        begin = monotonic()
        limit = self._wait(job.seconds or inf)
        answer = self._answer()
        is_late = limit != "" and "done" not in answer
        found = {
            "test": job.tests[0] if job.tests else "",
            "timed_out": is_late,
            "by_clock": is_late and limit == "clock",
            "took": monotonic() - begin,
            **answer,
        }
        return msgspec.convert(found, Answer)

    def _wait(self, seconds: float) -> Limit:
        """Wait for the process, and end all that it started. Returns the limit that it passed."""
        end = monotonic() + seconds
        limit: Limit = ""
        while not limit and not self.is_closed and self._is_running():
            answer = self._answer()
            if processor_time(answer.get("pid")) > answer.get("until", inf):
                limit = "cpu"
            elif monotonic() > end:
                limit = "clock"
        self._end()
        return limit

    def _is_running(self) -> bool:
        """Return whether the process runs after a short time."""
        with suppress(TimeoutExpired):
            self.process.wait(POLL_SECONDS)
        return self.process.poll() is None

    def _answer(self) -> Message:
        """Return the messages of the process as one answer."""
        answer: Message = {}
        for line in self.answers.read_bytes().splitlines(keepends=True):
            if line.endswith(b"\n"):  # it is complete
                answer |= json.loads(line)
        return answer

    def _end(self) -> None:
        """End the process and all that it started. Windows has no groups of processes."""
        with suppress(psutil.Error):
            for child in psutil.Process(self.process.pid).children(recursive=True):
                child.kill()
        end_group(self.process)

    def close(self) -> None:
        """End the process. A thread that waits for its answer goes on then."""
        self.is_closed = True
        self._end()


def processor_time(pid: int | None) -> float:
    """Return the processor time of a process, without that of the processes that it started."""
    if pid is None:
        return 0.0
    try:
        times = psutil.Process(pid).cpu_times()
    except psutil.Error:  # it has ended
        return 0.0
    return float(times.user + times.system)
