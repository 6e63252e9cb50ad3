"""What is set around a command: where it would change what the command does, or what it starts, it is put right."""

import os
import re
import signal

SIZES = ("COLUMNS", "LINES")
A_SIZE = re.compile("0*[1-9][0-9]{0,2}")  # each cell takes memory, where a screen is drawn
TEMPORARY = ("TMPDIR", "TEMP", "TMP")


def put_right() -> None:
    """Put right what is set, for this process and all that it starts."""
    _forget_odd_sizes()
    _have_one_place_for_temporary_files()
    if hasattr(signal, "SIGCHLD"):  # with it ignored, whatever is started would seem to end well
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)


def _forget_odd_sizes() -> None:
    """Forget a size that no terminal has: of none, nothing would be shown; of a huge one, lines without an end."""
    for name in SIZES:
        if not A_SIZE.fullmatch(os.environ.get(name, "")):
            os.environ.pop(name, None)


def _have_one_place_for_temporary_files() -> None:
    """Say from the root where they are: what is started in another folder looks for them there, too."""
    for name in TEMPORARY:
        if place := os.environ.get(name):
            os.environ[name] = os.path.abspath(place)  # noqa: PTH100 - pathlib costs more than all else here
