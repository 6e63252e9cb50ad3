"""A mutmut that is imported once for many runs: in a small kata, importing it takes most of a run.

The server has imported everything that a run needs, and forks for each run. The client is started
instead of mutmut. It hands its arguments, folder, environment and standard files to the server.

This is a script, because `tests` is a package of each kata.
"""

import gc
import json
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

MAX_REQUEST_BYTES = 1 << 16
STANDARD_FILES = [0, 1, 2]


def serve(listener: socket.socket) -> None:
    """Run mutmut for each client, until the process is killed."""
    # A client needs none of these. Our plugin, which imports the last, is loaded in each run.
    import anyio.pytest_plugin  # noqa: F401, PLC0415
    import approvaltests  # noqa: F401, PLC0415
    import pytest  # noqa: F401, PLC0415
    from mutmut import reset_config, reset_state  # noqa: PLC0415
    from mutmut.__main__ import cli  # noqa: PLC0415

    import dojo.checking.describe  # noqa: F401, PLC0415

    reset_config()
    reset_state()
    gc.freeze()  # collections in a run pass over everything that was imported here
    while True:
        connection, _ = listener.accept()
        with connection:
            process = os.fork()
            if process == 0:
                run_mutmut(connection, cli)
            _, status = os.waitpid(process, 0)
            connection.send(str(os.waitstatus_to_exitcode(status)).encode())


def run_mutmut(connection: socket.socket, cli: Callable[[], None]) -> None:
    """Run mutmut with the arguments of a client, and end this process."""
    received = socket.recv_fds(connection, MAX_REQUEST_BYTES, len(STANDARD_FILES))
    request = json.loads(received[0])
    for number, file in enumerate(received[1]):
        os.dup2(file, number)
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    sys.argv = ["mutmut", *request["arguments"]]
    sys.path.insert(0, request["folder"])
    exit_code = 1
    try:
        cli()
    except SystemExit as end:
        exit_code = int(end.code or 0)
    finally:
        sys.stdout.flush()
        os._exit(exit_code)


def run_on_server(address: str, arguments: list[str]) -> int:
    """Let the server run mutmut. Returns its exit code."""
    request = {
        "folder": str(Path.cwd()),
        "arguments": arguments,
        "environment": dict(os.environ),
    }
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(address)
        socket.send_fds(connection, [json.dumps(request).encode()], STANDARD_FILES)
        return int(connection.recv(MAX_REQUEST_BYTES) or 1)


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        with socket.socket(fileno=int(sys.argv[2])) as bound:
            serve(bound)
    sys.exit(run_on_server(sys.argv[2], sys.argv[3:]))
