"""A mutmut that is imported once for many runs: most of a run in a small kata is the import of mutmut.

server: a process that has imported what a run needs, and nothing of any kata, and forks itself for each run. client: a
process in the place of mutmut's, which hands its arguments, its folder, its environment and where it reads and writes
to the server.
It is started as a script, for a package `tests` belongs to each kata.
"""

import gc
import json
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

MOST_BYTES = 1 << 16  # of a request
STANDARD_FILES = [0, 1, 2]


def serve(listener: socket.socket) -> None:
    """Answer requests until the listener is closed."""
    import anyio.pytest_plugin  # noqa: F401, PLC0415 - a client has no use for it
    import approvaltests  # noqa: F401, PLC0415 - likewise
    import pytest  # noqa: F401, PLC0415 - likewise
    from mutmut import reset_config, reset_state  # noqa: PLC0415 - likewise
    from mutmut.__main__ import cli  # noqa: PLC0415 - likewise

    import dojo.checking.check  # noqa: F401, PLC0415 - likewise; our plugin, which imports it, belongs to each run

    reset_config()
    reset_state()
    gc.freeze()  # what is there now is nothing for a run to look through
    while True:
        connection, _ = listener.accept()
        with connection:
            run = os.fork()
            if not run:
                answer(connection, cli)
            _, status = os.waitpid(run, 0)
            connection.send(str(os.waitstatus_to_exitcode(status)).encode())


def answer(connection: socket.socket, cli: Callable[[], None]) -> None:
    """Run mutmut as a client asks."""
    request, files, _, _ = socket.recv_fds(connection, MOST_BYTES, len(STANDARD_FILES))
    asked = json.loads(request)
    for number, file in enumerate(files):
        os.dup2(file, number)
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    sys.argv = ["mutmut", *asked["arguments"]]
    sys.path.insert(0, asked["folder"])
    try:
        cli()
    finally:
        end = sys.exc_info()[1]
        code = end.code if isinstance(end, SystemExit) else 1
        sys.stdout.flush()
        os._exit(int(code or 0))


def ask(place: str, arguments: list[str]) -> int:
    """Let the server run mutmut; return its exit code."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(place)
        asked = {"folder": str(Path.cwd()), "arguments": arguments, "environment": dict(os.environ)}
        socket.send_fds(connection, [json.dumps(asked).encode()], STANDARD_FILES)
        return int(connection.recv(MOST_BYTES) or 1)


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        with socket.socket(fileno=int(sys.argv[2])) as bound:
            serve(bound)
    sys.exit(ask(sys.argv[2], sys.argv[3:]))
