"""How long somebody else's player is waited for.

tick: a short wait for an answer. computed: the seconds of processor time that a process has used; a busy machine makes
them no more.
"""

from collections.abc import Callable
from contextlib import suppress
from queue import Empty

import psutil  # type: ignore[import-untyped] # it comes without types

TICK_SECONDS = 0.1
IDLE_SECONDS = 60.0  # without an answer and without any computing


class BlamedError(Exception):
    """The player's process did what no player may; the text says what."""


class OverdueError(BlamedError):
    """The player had time enough."""


class Patience:
    """Decides, tick by tick, when a player has had time enough: by what it computed, or by how long it did nothing."""

    def __init__(self, limit: float, computed: float) -> None:
        """Begin to wait; `limit` is in seconds of computing, `computed` is what it has computed before."""
        self._limit, self._before, self._last = limit, computed, computed
        self._idle = 0.0

    def spend_a_tick(self, computed: float) -> None:
        """Count a tick without an answer; OverdueError when that was the last."""
        self._idle = 0.0 if computed > self._last else self._idle + TICK_SECONDS
        self._last = computed
        if computed - self._before > self._limit:
            raise OverdueError(f"no move after {self._limit:g} s of computing")
        if self._idle >= max(IDLE_SECONDS, self._limit):
            raise OverdueError(f"no move for {self._idle:.0f} s in which its own process computed nothing")


def awaited(next_line: Callable[[], bytes], computed: Callable[[], float], limit: float) -> bytes:
    """Return the next line, which raises Empty after each tick without one; OverdueError when it had time enough.

    `computed` says how much the process has computed so far; one that is stopped has its minute as well.
    """
    patience = None
    while True:
        with suppress(Empty):
            return next_line()
        so_far = computed()
        patience = patience or Patience(limit, so_far)
        patience.spend_a_tick(so_far)


def computed_by(process: psutil.Process, before: float) -> float:
    """Return what a process has computed so far, `before` when it has just ended; one that is stopped tells it, too."""
    try:
        return float(sum(process.cpu_times()[:4]))  # its own, and that of the programs it waited for
    except psutil.Error:
        return before
