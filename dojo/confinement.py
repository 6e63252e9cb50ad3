"""A process gives up rights for good, before it runs somebody else's code; what it starts has no more than itself.

Landlock: a part of Linux by which a process confines itself, without asking anybody. Whoever is confined looks into no
process outside (Linux 5.13), and sends none a signal (6.12).
"""

import ctypes
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

MEMORY_BYTES = 4 * 1024**3  # of addresses, which a process asks for before it fills them
FILE_BYTES = 64 * 1024**2
OPEN_FILES = 256
MORE_TASKS = 1000  # processes and threads, beside all that there are

SET_PARENT_DEATH_SIGNAL, SET_CHILD_SUBREAPER, SET_NO_NEW_PRIVILEGES = 1, 36, 38  # of prctl
CREATE_RULESET, RESTRICT_SELF = 444, 446  # system calls; their numbers are the same on all processors
ASK_FOR_VERSION = 1
SCOPED_SIGNALS_VERSION = 6
MAKE_BLOCK_DEVICES = 1 << 11  # a ruleset needs something to forbid: this is what no player does
SCOPE_SIGNALS = 1 << 1


def confine() -> None:
    """Give up what this system lets a process give up; call it before there is a second thread."""
    limit_resources(AS=MEMORY_BYTES, FSIZE=FILE_BYTES, NOFILE=OPEN_FILES, CORE=0)
    with suppress(OSError, ValueError, IndexError):  # only Linux counts them there
        tasks = Path("/proc/loadavg").read_text(encoding="ascii").split()[3].partition("/")[2]
        limit_resources(NPROC=int(tasks) + MORE_TASKS)
    keep_to_oneself()


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


def landlock_version() -> int:
    """Return which Landlock this system has; 0 for none."""
    if sys.platform != "linux":
        return 0
    return max(0, int(ctypes.CDLL(None).syscall(CREATE_RULESET, None, ctypes.c_size_t(0), ASK_FOR_VERSION)))


def keep_to_oneself() -> None:
    """Leave all processes outside alone, as far as this system has Landlock."""
    version = landlock_version()
    if not version:
        return
    syscall = ctypes.CDLL(None).syscall
    rules = [MAKE_BLOCK_DEVICES, 0, SCOPE_SIGNALS] if version >= SCOPED_SIGNALS_VERSION else [MAKE_BLOCK_DEVICES]
    attributes = (ctypes.c_uint64 * len(rules))(*rules)
    ruleset = syscall(CREATE_RULESET, attributes, ctypes.c_size_t(ctypes.sizeof(attributes)), 0)
    if ruleset < 0:  # a container may refuse it
        return
    prctl(SET_NO_NEW_PRIVILEGES, 1)
    syscall(RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)


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
