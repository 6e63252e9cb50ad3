"""The program of a worker: `python -c "from dojo.inside.worker import main; main()" SETTINGS ...`.

The rest of the command line is for pytest.
"""

import json
import os
import socket
import sys
from functools import partial
from pathlib import Path

import pytest

from dojo.inside.jobs import take_job
from dojo.inside.session import NextJob, WorkerSession


def main() -> None:
    """Run pytest with the plugin of workers. The settings are JSON."""
    settings = json.loads(sys.argv[1])
    arguments = sys.argv[2:]
    sys.argv[:] = ["pytest"]  # as in a check
    next_job: NextJob
    if sys.platform != "win32" and "socket" in settings:
        from dojo.inside import forks  # noqa: PLC0415 - Windows has none

        connection = socket.socket(fileno=settings["socket"]).makefile("r", encoding="utf-8")
        answers = connection.fileno()
        next_job = partial(forks.next_job, connection)
    else:
        answers = os.open(settings["answers"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        next_job = partial(take_job, Path(settings["job"]), answers)
    session = WorkerSession(
        Path(settings["folder"]),
        settings["takes_job_before"],
        settings["preload"],
        next_job,
        answers,
    )
    exit_code = pytest.main(arguments, plugins=[session])
    session.end(int(exit_code))
