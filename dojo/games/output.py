"""What somebody else's player prints: all of it counted, the beginning kept in a file."""

import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from dojo.text import counted

KEPT_BYTES = 1_000_000


@dataclass
class Output:
    """How much `owner` has printed, how much of it is kept, and where; both in bytes."""

    owner: str
    size: int = 0
    kept: int = 0
    path: str = ""

    def listen(self, stream: IO[bytes]) -> None:
        """Take all that comes."""
        for some in iter(lambda: os.read(stream.fileno(), 65536), b""):
            self.size += len(some)
            with suppress(OSError):  # a full disk is no reason to stop: it is counted all the same
                self._keep(some[: KEPT_BYTES - self.kept])

    def _keep(self, some: bytes) -> None:
        if some and not self.path:
            owner = "".join(each if each.isalnum() else "-" for each in self.owner[:20])
            handle, self.path = tempfile.mkstemp(prefix=f"dojo-{owner}-", suffix=".txt")
            os.close(handle)
        if some:
            with Path(self.path).open("ab", buffering=0) as file:
                self.kept += file.write(some)

    def __str__(self) -> str:
        """Say how much it is, and where; nothing when there is nothing."""
        if not self.size:
            return ""
        size = counted(self.size, "byte")
        if not self.kept:
            return f"printed {size}, and there was no room to keep them"
        part = f", the first {self.kept:,} of them" if self.size > self.kept else ""
        return f"printed {size}{part}: {self.path}"
