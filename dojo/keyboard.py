"""Reading single keys at a terminal, with a timeout. On Windows, there is no timeout."""

import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

if sys.platform != "win32":
    import termios
    import tty

CTRL_D = "\x04"


@contextmanager
def single_keys() -> Iterator[None]:
    """Make keys readable without Enter, and do not show them. Earlier keys are discarded."""
    if sys.platform == "win32" or not sys.stdin.isatty():
        yield
        return
    mode = termios.tcgetattr(sys.stdin)
    tty.setcbreak(sys.stdin)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, mode)


def read_key(timeout: float) -> str:
    """Return the next key, or an empty string if none is pressed within some seconds.

    Raises EOFError at the end of the input.
    """
    if sys.platform == "win32" or not sys.stdin.isatty():
        return click.getchar()
    ready, _, _ = select.select([sys.stdin], [], [], timeout)
    if not ready:
        return ""
    key = os.read(sys.stdin.fileno(), 32).decode(errors="replace")
    if key in ("", CTRL_D):
        raise EOFError
    return key
