"""The standard streams: what a command does never ends for what it says.

stream: standard input, output, or errors. lost: words that could not be written, for the disk is full, say; the
command goes on without a word, and at its end it is told. A reader that has gone, `dojo mutants | head`, ends a command
at once, unless it does something that is done whole or not at all: then it goes on, too. So it does where nobody reads
errors.
"""

import errno
import io
import os
import select
import sys
from contextlib import suppress
from typing import Any, TextIO

from dojo.errors import words_of
from dojo.typed import bounded

LOST = "Some of the output could not be written: {}. All else was done as usual."
GONE = (errno.EPIPE, errno.ECONNRESET)


class Outlasting(io.FileIO):
    """Where a stream writes to; what cannot be written is lost, and `failure` is why."""

    def __init__(self, number: int) -> None:
        """Write to the stream of this number."""
        super().__init__(number, "w", closefd=False)
        self.failure: OSError | None = None
        self.needs_no_reader = False
        self.is_nowhere = False

    def write(self, content: Any, /) -> int:  # noqa: ANN401 - as io has it
        """Write what there is room for; wait for room where there is none, and for nobody who has gone."""
        if self.is_nowhere:
            self.failure = OSError(errno.EBADF, "it is closed")
        try:
            while (written := super().write(content)) is None:  # a pipe that somebody has set not to wait
                select.select([], [self], [])
        except OSError as error:
            if error.errno in GONE and not self.needs_no_reader:
                raise
            self.failure = error
            return len(content)
        return written


def hold_up() -> None:
    """Put in the place of output and errors what outlasts whatever becomes of them, and of what is closed, nothing.

    Input has an end, whatever comes.
    """
    closed = leave_none_closed()
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # where a bar or a name cannot be shown, all else can
            if type(raw_of(stream)) is io.FileIO:  # else a console of Windows, or a test's own
                setattr(sys, name, outlasting(stream, is_nowhere=name in closed))
    sys.stdin = bounded(sys.stdin)
    need_no_reader(sys.stderr)  # whoever reads no errors is told by the exit code


def leave_none_closed() -> list[str]:
    """Open each stream that whoever started dojo has closed, to nothing; else a file might get its number."""
    closed = []
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            with suppress(OSError):
                os.fstat(number)
                continue
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # noqa: FBT003 - it gets the lowest number that is free
            setattr(sys, name, os.fdopen(number, "r" if number == 0 else "w", closefd=False))
            closed.append(name)
    return closed


def outlasting(stream: io.TextIOWrapper, *, is_nowhere: bool) -> TextIO:
    """Return a stream like this one, that outlasts what it writes to; where that is nowhere, all words are lost."""
    stream.flush()
    raw = Outlasting(stream.fileno())
    raw.is_nowhere = is_nowhere
    return io.TextIOWrapper(
        io.BufferedWriter(raw),
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def need_no_reader(stream: TextIO) -> None:
    """Go on to the end, whoever reads what is said there."""
    raw = raw_of(stream)
    if isinstance(raw, Outlasting):
        raw.needs_no_reader = True


def why_lost() -> str:
    """Return why words were lost, nothing when none were; a reader that has gone wanted no more."""
    need_no_reader(sys.stdout)
    with suppress(OSError):
        sys.stdout.flush()
    raw = raw_of(sys.stdout)
    failure = raw.failure if isinstance(raw, Outlasting) else None
    return "" if failure is None or failure.errno in GONE else f"{words_of(failure)}"


def raw_of(stream: TextIO) -> object:
    """Return what a stream writes to at last, as far as that is known; with `python -u`, nothing is between."""
    buffer = getattr(stream, "buffer", None)
    return getattr(buffer, "raw", buffer)
