"""The terminal of a screen: when it is gone, the screen goes, too."""

import os
import select
import signal
import sys
from threading import Thread


def end_with_terminal() -> None:
    """End this process when its terminal hangs up and no signal says so: textual would look for keys there for ever.

    A system whose terminals cannot be watched without reading them says so at once, and nothing is done.
    """
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        Thread(target=_wait_for_the_end, args=(sys.stdin.fileno(),), daemon=True).start()


def _wait_for_the_end(terminal: int) -> None:
    watch = select.poll()
    watch.register(terminal, 0)
    if any(event & select.POLLHUP for _, event in watch.poll()):
        os.kill(os.getpid(), signal.SIGHUP)
