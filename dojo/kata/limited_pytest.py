"""pytest, in a process that comes to an end: it says where it was when its time was over.

Called by its file, so that no room is imported: `python -P limited_pytest.py PARENT SECONDS ARGUMENTS`. It ends with
the process of that number. The seconds are those of the processor, where the system counts them, so that a busy machine
takes nothing away; and for a process that waits without an end, ten times as many by the clock.
"""

import faulthandler
import os
import sys

import pytest

from dojo.confinement import end_with


def limit(seconds: int) -> None:
    """End this process after so many seconds, with a traceback."""
    stderr = os.dup(2)  # pytest redirects the descriptor itself while a test runs
    faulthandler.dump_traceback_later(10 * seconds, exit=True, file=stderr)
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - Windows has none
        import signal  # noqa: PLC0415 - it has no SIGXCPU either

        faulthandler.register(signal.SIGXCPU, file=stderr, all_threads=False, chain=True)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        most = resource.getrlimit(resource.RLIMIT_CPU)[1]
        allowed = (seconds, seconds + 1) if most == resource.RLIM_INFINITY else (min(seconds, most), most)
        resource.setrlimit(resource.RLIMIT_CPU, allowed)


if __name__ == "__main__":
    end_with(int(sys.argv[1]))
    limit(int(sys.argv[2]))
    sys.exit(pytest.main(sys.argv[3:]))
