"""The program of a worker: `python -c "from dojo.inside.worker import main; main()" SETTINGS ...`.

The rest of the command line is for pytest.
"""

import json
import socket
import sys
from pathlib import Path

import pytest

from dojo.inside.session import WorkerSession


def main() -> None:
    """Run pytest with the plugin of workers. The settings are JSON."""
    settings = json.loads(sys.argv[1])
    arguments = sys.argv[2:]
    del sys.argv[1:]
    connection = socket.socket(fileno=settings["socket"]).makefile("r", encoding="utf-8")
    session = WorkerSession(
        connection, Path(settings["folder"]), settings["forks_before"], settings["preload"]
    )
    exit_code = pytest.main(arguments, plugins=[session])
    session.end(int(exit_code))
