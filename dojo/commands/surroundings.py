"""What is set around a command: where it would change what the command does, or what it starts, it is put right."""

import os
import signal

SIZES = ("COLUMNS", "LINES")
TEMPORARY = ("TMPDIR", "TEMP", "TMP")


def put_right() -> None:
    """Put right what is set, for this process and all that it starts."""
    _forget_no_size()
    _have_one_place_for_temporary_files()
    if hasattr(signal, "SIGCHLD"):  # with it ignored, whatever is started would seem to end well
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)


def _forget_no_size() -> None:
    """Forget that a terminal has no columns or lines at all: nothing would be shown there."""
    for size in SIZES:
        if os.environ.get(size, "").strip("0") == "":
            os.environ.pop(size, None)


def _have_one_place_for_temporary_files() -> None:
    """Say from the root where they are: what is started in another folder looks for them there, too."""
    for name in TEMPORARY:
        if place := os.environ.get(name):
            os.environ[name] = os.path.abspath(place)  # noqa: PTH100 - pathlib costs more than all else here
