"""Jobs of workers. A job and its answers are lines of JSON.

Without fork, a process takes one job from a file, does it, and ends.
"""

import faulthandler
import json
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

if sys.platform != "win32":
    import resource

Message = dict[str, Any]

# What a job may take in addition to what its tests take without a mutant.
MEMORY_LIMIT = 1024**3  # bytes
STATM = Path("/proc/self/statm")
TIMES_TO_END = 3.0  # of the limit by the clock


class CurrentJob:
    """The job that this process does. Answers go to the file descriptor `answers`."""

    def __init__(self, request: Message, answers: int) -> None:
        self.request = request
        self.answers = answers
        self.numbers = {name: number for number, name in enumerate(request["tests"])}

    def begin_test(self, name: str) -> None:
        """Note which test runs now, and limit its processor time. A new test has no limit."""
        seconds = self.request["cpu"] - time.process_time()
        if self.request["test_cpu"] and name in self.numbers:
            seconds = min(seconds, self.request["test_cpu"][self.numbers[name]])
        self.limit(name, seconds)

    def limit(self, name: str, seconds: float) -> None:
        """Limit the processor time of the test that begins. Negative seconds are none left."""
        raise NotImplementedError

    def end(self, **answer: Any) -> NoReturn:  # noqa: ANN401 - whatever is JSON
        """Answer, and end the process at once: nothing that the code left behind can delay it."""
        send(self.answers, answer | {"done": True})
        os._exit(0)


class OnlyJob(CurrentJob):
    """The only job of this process. The process that waits for the answers keeps the limits."""

    is_limited = False

    def limit(self, name: str, seconds: float) -> None:
        """Limit the memory, and tell the waiting process until which processor time to wait."""
        if not self.is_limited:
            limit_processor_time(0)  # of the import
            limit_memory(used_memory() + MEMORY_LIMIT)
            self.is_limited = True
        send(self.answers, {"test": name, "until": time.process_time() + seconds})

    def end(self, **answer: Any) -> NoReturn:  # noqa: ANN401 - whatever is JSON
        super().end(**({"computed": time.process_time()} | answer))


def send(descriptor: int, message: Message) -> None:
    """Write a message as a line. A pipe may take it in several parts."""
    line = json.dumps(message) + "\n"
    data = line.encode()
    while data:
        data = data[os.write(descriptor, data) :]


def take_job(file: Path, answers: int, import_all: Callable[[Message], Message]) -> OnlyJob:
    """Take the job in a file. `import_all` does one of the kind "import", and the process ends.

    The first answer is the number of the process, which a virtual environment of Windows hides,
    and the processor time, in seconds, until which it may go on.
    """
    request = json.loads(file.read_bytes())
    if request["kind"] == "import":
        send(answers, import_all(request))
        os._exit(0)
    send(answers, {"pid": os.getpid(), "until": request["cpu"]})
    if sys.platform == "win32":  # nobody may be left to end it
        seconds = TIMES_TO_END * request["seconds"]
        faulthandler.dump_traceback_later(seconds, exit=True, file=2)
    return OnlyJob(request, answers)


def used_memory() -> int:
    """Return the size of this process in bytes, or 0 where nothing limits it."""
    if sys.platform == "linux":
        pages = int(STATM.read_text(encoding="ascii").split()[0])
        return pages * resource.getpagesize()
    return 0


def limit_memory(size: int) -> None:
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (size, resource.RLIM_INFINITY))


def limit_processor_time(seconds: float) -> None:
    """End this process after it has computed for so long. Zero is no limit."""
    if sys.platform != "win32":
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds)
