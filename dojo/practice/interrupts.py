"""Ctrl-C, and a request to end, while something is done that is done as a whole, and told.

request: SIGTERM, or SIGHUP, which comes when somebody closes the terminal; Windows has no such signal.
"""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from signal import SIGINT, SIGTERM
from threading import current_thread, main_thread
from types import FrameType

REQUESTS = [SIGTERM] if sys.platform == "win32" else [SIGTERM, signal.SIGHUP]


class Postponed:
    """A handler that only remembers whether it was called."""

    heard = False

    def __call__(self, _number: int, _frame: FrameType | None) -> None:
        """Remember it."""
        self.heard = True


def is_postponed() -> bool:
    """Tell whether Ctrl-C waits until something is done."""
    return isinstance(signal.getsignal(SIGINT), Postponed)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let Ctrl-C, and a request to end, wait until all is done, what is around this included; an error comes first."""
    if current_thread() is not main_thread() or is_postponed():
        yield
        return
    handler = Postponed()
    heeded = [each for each in REQUESTS if signal.getsignal(each) != signal.SIG_IGN]  # `nohup` ignores one
    usual = {each: signal.signal(each, handler) for each in (SIGINT, *heeded)}
    try:
        yield
    finally:
        for each, before in usual.items():
            signal.signal(each, before)
    if handler.heard:
        raise KeyboardInterrupt
