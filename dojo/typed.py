"""What a person types, who may be a program: lines, each as long and all as many as somebody could type."""

import io
from typing import TextIO

LONGEST_LINE = 10_000  # characters
MOST_LINES = 10_000


class Typed(io.TextIOWrapper):
    """Standard input that has an end: before a line that is too long, or after too many."""

    def __init__(self, stream: io.TextIOWrapper) -> None:
        """Read in place of a stream."""
        super().__init__(stream.buffer, encoding=stream.encoding, errors=stream.errors)
        self._stream = stream  # which would close what both read, were it forgotten
        self._lines_left = MOST_LINES

    def readline(self, _size: int | None = -1, /) -> str:  # type: ignore[override] # as in io: lines are text here
        """Return the next line, nothing at the end."""
        line = super().readline(LONGEST_LINE) if self._lines_left else ""
        is_whole = 0 < len(line) < LONGEST_LINE
        self._lines_left = self._lines_left - 1 if is_whole else 0
        return line if is_whole else ""


def bounded(stream: TextIO) -> TextIO:
    """Return a stream that reads the same, and has an end; the same, where a terminal or a test sees to that."""
    raw = getattr(getattr(stream, "buffer", None), "raw", None)
    if isinstance(stream, io.TextIOWrapper) and type(raw) is io.FileIO and not stream.isatty():
        return Typed(stream)
    return stream
