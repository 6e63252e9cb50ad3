"""A check of a practice, in a process of its own: whatever the code in it does, the dojo goes on.

Its report goes into the file that the job names. Time and memory are limited here. When the time is over, or the
process crashes, Python itself writes down where.
"""

import faulthandler
import json
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

from dojo.checking.job import Job
from dojo.checking.reporter import Reporter

MEMORY_BYTES = 2 * 1024**3


def main(text: str) -> None:
    """Do a job, write its report, and end the process, whatever threads the practice left behind."""
    job = Job(**json.loads(text))
    limit(job)
    os.environ["APPROVALTESTS_DISABLE_SCRIPT_DOWNLOADS"] = "1"
    import pytest  # noqa: PLC0415 - it takes long, and who starts this process has no use for it

    reporter = Reporter(job)
    result = reporter.result(int(pytest.main(job.arguments, plugins=[reporter])))
    Path(job.report).write_text(json.dumps(vars(result)), encoding="utf-8")
    os._exit(0)


def limit(job: Job) -> None:
    """Limit time and memory; where the process was when it ended is written down."""
    stacks = Path(job.stacks).open("w")  # noqa: SIM115 - it stays open for as long as the process lives
    faulthandler.enable(stacks)
    faulthandler.dump_traceback_later(job.clock_seconds, exit=True, file=stacks)
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - Windows has none

    faulthandler.register(signal.SIGPROF, stacks, chain=True)
    with suppress(OSError, ValueError):  # macOS refuses it
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


if __name__ == "__main__":
    main(sys.argv[1])
