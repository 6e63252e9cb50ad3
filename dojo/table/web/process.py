"""The process of one table.

picture: bytes for the page's terminal. packet: as in messages; the process answers in packets, after a line of its own.
"""

import asyncio
import json
import os
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress

DRIVER = "dojo.table.web.driver:PageDriver"
READY = b"__GANGLION__\n"  # what textual's driver says before its first packet
PATIENCE_SECONDS = 3.0  # how long a table may take to end
LAST_WORDS = 16 * 1024  # how many bytes of its errors are kept

# Our terminal is not the page's; and a table that somebody looks into is not what textual's settings for that are for.
OF_OUR_TERMINAL = {"TERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "COLORTERM", "NO_COLOR", "LINES"}
FOR_EVERY_TABLE = {"TEXTUAL_ANIMATIONS"}


class Process:
    """A table that runs for one page."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        """Watch over a process that was started."""
        assert process.stdin, "it was started with pipes"  # noqa: S101 - for the types
        assert process.stdout, "it was started with pipes"  # noqa: S101 - likewise
        self._process, self._in, self._out = process, process.stdin, process.stdout
        self._errors = asyncio.create_task(self._read_errors())

    @classmethod
    async def start(cls, command: Sequence[str], columns: int, rows: int) -> "Process":
        """Start a table of this size; not in our process group, for Ctrl-C is the server's to hear."""
        surroundings = surroundings_of(os.environ, columns, rows)
        return cls(
            await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=surroundings, start_new_session=True
            )
        )

    async def tell(self, packet: bytes) -> None:
        """Hand a packet to the table; one that has gone hears nothing."""
        with suppress(ConnectionError):
            self._in.write(packet)
            await self._in.drain()

    async def pictures(self) -> AsyncIterator[bytes]:
        """Give what the table shows, until it is over."""
        with suppress(asyncio.IncompleteReadError):
            await self._out.readuntil(READY)
            while True:
                letter = await self._out.readexactly(1)
                payload = await self._out.readexactly(int.from_bytes(await self._out.readexactly(4), "big"))
                if letter == b"D":
                    yield payload
                elif letter == b"M" and json.loads(payload)["type"] == "exit":
                    return

    async def end(self) -> str:
        """End it, if it has not ended; return its last words, which are none where all went well."""
        self._in.close()
        try:
            await asyncio.wait_for(self._process.wait(), PATIENCE_SECONDS)
        except TimeoutError:
            self._process.kill()
        failed = await self._process.wait() > 0
        return (await self._errors).strip() if failed else ""

    async def _read_errors(self) -> str:
        """Read its errors, that it may go on writing, and keep the last of them."""
        assert self._process.stderr, "it was started with pipes"  # noqa: S101 - for the types
        kept = b""
        while more := await self._process.stderr.read(LAST_WORDS):
            kept = (kept + more)[-LAST_WORDS:]
        return kept.decode(errors="replace")


def surroundings_of(ours: Mapping[str, str], columns: int, rows: int) -> dict[str, str]:
    """Return the environment of a table: ours, but for what describes our terminal."""
    handed_on = {
        name: value
        for name, value in ours.items()
        if name in FOR_EVERY_TABLE or not (name in OF_OUR_TERMINAL or name.startswith("TEXTUAL"))
    }
    return handed_on | {
        "TEXTUAL_DRIVER": DRIVER,
        "TEXTUAL_COLOR_SYSTEM": "truecolor",
        "TERM": "xterm-256color",
        "COLUMNS": str(columns),
        "ROWS": str(rows),
    }
