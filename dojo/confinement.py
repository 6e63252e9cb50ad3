"""A process limits itself, before it runs somebody else's code."""

import ctypes
import os
import signal
import sys
from contextlib import suppress

SET_PARENT_DEATH_SIGNAL, SET_CHILD_SUBREAPER = 1, 36  # of prctl


def limit_resources(**limits: int) -> None:
    """Limit resources, each by its name in Python's module `resource`; nobody can raise a limit again."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - Windows has none

    for name, most in limits.items():
        with suppress(OSError, ValueError):  # macOS refuses some
            what = getattr(resource, f"RLIMIT_{name}")
            _, hard = resource.getrlimit(what)
            least = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(what, (least, least))


def end_with(parent: int) -> None:
    """Have Linux end this process when the one that started it ends, and nobody is left who would."""
    if sys.platform != "linux":
        return
    prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != parent:  # it was faster
        os._exit(1)


def adopt_orphans(*, adopt: bool) -> bool:
    """Let Linux hand this process whatever its descendants leave behind; tell whether it does."""
    return sys.platform == "linux" and prctl(SET_CHILD_SUBREAPER, int(adopt)) == 0


def prctl(what: int, value: int) -> int:
    """Call Linux's prctl; 0 is fine."""
    return int(ctypes.CDLL(None).prctl(what, ctypes.c_ulong(value), *[ctypes.c_ulong(0)] * 3))
