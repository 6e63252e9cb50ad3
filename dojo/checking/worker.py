"""A check of a practice, in a process of its own: whatever the code in it does, the dojo goes on.

It is told the number of the process that started it, and ends with that. Its input is two lines, a seal and a job. Its
report goes into the file that the job names, under the seal: a word that nobody else knows, so no other report counts.
Time and memory are limited here. When the time is over, or the process crashes, Python itself writes down where. What a
practice must not touch is guarded from the moment at which its first line runs.
"""

import faulthandler
import json
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

from dojo.checking.job import CheckResult, Job
from dojo.checking.reporter import Reporter
from dojo.confinement import adopt_orphans, end_with, limit_resources

MEMORY_BYTES = 2 * 1024**3
OUTPUT_BYTES = 64 * 1024**2  # that the practice may print
GENERATIONS = 100  # of processes, each of which comes here when the one before has ended


def main(text: str) -> None:
    """Do the job behind a seal, write its report, and end the process and all that it started."""
    seal, _, described = text.partition("\n")
    job, process = Job(**json.loads(described)), os.getpid()
    limit(job)
    adopt_orphans(adopt=True)
    # What the last lines need is taken now, for the practice may replace it.
    encode, write, replace, leave = json.JSONEncoder(default=sorted).encode, Path.write_text, os.replace, os._exit
    unfinished = Path(f"{job.report}.new")
    result = run(job)
    if os.getpid() == process:  # and no copy of it, which somebody's code has forked
        end_children()
        write(unfinished, encode({"seal": seal, "result": vars(result)}), encoding="utf-8")
        replace(unfinished, job.report)
    leave(0)  # whatever threads the practice left behind


def end_children() -> None:
    """End all that was started here and is left; only Linux tells a process of its own children.

    psutil would tell it as well, but by now it would be imported from wherever the practice says.
    """
    for _ in range(GENERATIONS):
        lists = Path("/proc/self/task").glob("*/children")
        left = {int(each) for file in lists for each in file.read_text(encoding="ascii").split()}
        for each in left:
            with suppress(OSError):
                os.kill(each, signal.SIGKILL)
                os.waitpid(each, 0)
        if not left:
            break


def limit(job: Job) -> None:
    """Limit time, memory and output; where the process was when it ended is written down."""
    stacks = Path(job.stacks).open("w")  # noqa: SIM115 - it stays open for as long as the process lives
    faulthandler.enable(stacks)
    faulthandler.dump_traceback_later(job.clock_seconds, exit=True, file=stacks)
    if sys.platform == "win32":
        return
    faulthandler.register(signal.SIGPROF, stacks, chain=True)
    signal.setitimer(signal.ITIMER_PROF, job.computing_seconds)
    limit_resources(AS=MEMORY_BYTES, FSIZE=OUTPUT_BYTES, CORE=0)


def leave_no_path() -> None:
    """Take away the path by which this process found our modules: somebody's code gets Python as it is."""
    with suppress(ValueError):
        sys.path.remove(os.environ.pop("PYTHONPATH"))


def run(job: Job) -> CheckResult:
    """Run pytest as the job says."""
    leave_no_path()
    os.environ["APPROVALTESTS_DISABLE_SCRIPT_DOWNLOADS"] = "1"
    import pytest  # noqa: PLC0415 - now that all is as it needs it, and before the practice can stand in its way

    reporter = Reporter(job)
    if not job.module:
        reporter.guard.start()
        sys.dont_write_bytecode = True
        sys.path.insert(0, job.practice)
    return reporter.result(int(pytest.main(job.arguments, plugins=[reporter])))


if __name__ == "__main__":
    end_with(int(sys.argv[1]))
    given = sys.stdin.read()
    with open(os.devnull, "rb") as nothing:  # noqa: PTH123 - for the code, there is nothing to read
        os.dup2(nothing.fileno(), 0)
    main(given)
