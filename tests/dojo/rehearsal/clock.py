"""Clocks that are wrong: a small library, in C, shifts the time that a program is told."""

import os
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("clock.c")


def compile_clock(folder: Path) -> Path:
    """Compile the library, and return its path. Needs Linux and a C compiler."""
    library = folder / "clock.so"
    command = ["cc", "-shared", "-fPIC", "-O1", "-o", str(library), str(SOURCE)]
    subprocess.run(command, check=True)  # noqa: S603 - the compiler of this computer
    return library


def shifted_environment(library: Path, seconds: int) -> dict[str, str]:
    """Return an environment in which the clock is some seconds ahead."""
    environment = dict(os.environ)
    if seconds:
        environment["LD_PRELOAD"] = str(library)
        environment["REHEARSAL_CLOCK"] = str(seconds)
    return environment
