"""A mutmut that is imported once for many runs: most of a run in a small kata is the import of mutmut."""

import multiprocessing
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from tests.dojo.forked import Surroundings


class WarmMutmut:
    """mutmut, in the place of a process of `subprocess` whose output is read line by line.

    It is a fork of a server of its own: one of pytest, which may have threads, would sometimes wait for ever.
    """

    def __init__(self, command: list[str], cwd: Path, env: Mapping[str, str], **_: object) -> None:
        """Begin."""
        server = multiprocessing.get_context("forkserver")
        server.set_forkserver_preload(["approvaltests", "pytest", "mutmut.__main__"])
        reader, writer = server.Pipe(duplex=False)
        self.process = server.Process(target=run_mutmut, args=(command[command.index("run") :], cwd, env, writer))
        self.process.start()
        self.returncode: int | None = None
        writer.close()
        self.stdout = os.fdopen(os.dup(reader.fileno()), encoding="utf-8")

    def __enter__(self) -> Self:
        """Return it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Wait until it has ended."""
        self.stdout.close()
        self.process.join()
        self.returncode = self.process.exitcode


def run_mutmut(arguments: list[str], folder: Path, variables: Mapping[str, str], output: Any) -> None:
    """Run mutmut in a process of its own."""
    from mutmut import reset_config, reset_state  # noqa: PLC0415 - few tests need it
    from mutmut.__main__ import cli  # noqa: PLC0415 - likewise

    with Path(os.devnull).open() as nothing:
        Surroundings(folder, variables, nothing, output, output).enter()
    multiprocessing.set_start_method("fork", force=True)  # for mutmut's own processes
    reset_config()
    reset_state()
    sys.argv = ["mutmut", *arguments]
    sys.path.insert(0, str(folder))
    cli()
