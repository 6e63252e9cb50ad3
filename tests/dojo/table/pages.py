"""A server of tables, and pages that talk to it, for the tests."""

import json
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from anyio import fail_after

pytest.importorskip("textual_serve", reason="browsers are served by an extra: pip install -e '.[web]'")

from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType, web
from aiohttp import WSCloseCode as Closing  # noqa: F401 - likewise
from aiohttp import WSServerHandshakeError as RefusedError  # noqa: F401 - likewise

from dojo.table.web import server

# A table that says back what it hears: a letter, and the rest. Its first picture has the length of a picture.
ECHO = """
import os, sys
from textual.drivers._byte_stream import ByteStream
write = lambda letter, payload: os.write(1, letter + len(payload).to_bytes(4, "big") + payload)
os.write(1, b"__GANGLION__\\n")
stream = ByteStream()
write(b"D", b"size " + os.environ["COLUMNS"].encode() + b"x" + os.environ["ROWS"].encode() + b" " * 100)
while data := os.read(0, 1024):
    for letter, payload in stream.feed(data):
        if payload == b"q" or "quit" in str(payload):
            write(b"M", b'{"type": "exit"}')
            raise SystemExit
        elif payload == b"fall":
            raise SystemExit("one line\\nand the last of its words")
        else:
            write(b"D", letter.encode() + b" " + payload)
"""
ECHOING = (sys.executable, "-c", ECHO)
PATIENCE_SECONDS = (
    20  # in all: what aiohttp waits for a message begins anew whenever it is asked whether it still is there
)


@dataclass
class Served:
    """A server of tables, as a browser would meet it; `end` ends it."""

    session: ClientSession
    port: int
    end: Callable[[], Awaitable[None]] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def get(self, path: str, **headers: str) -> tuple[int, str, dict[str, str]]:
        async with self.session.get(self.address + path, headers=headers) as response:
            return response.status, await response.text(), dict(response.headers)

    async def page(self, columns: int = 80, rows: int = 24, **headers: str) -> ClientWebSocketResponse:
        """Open a page, as our own does; it is refused with a WSServerHandshakeError."""
        return await self.session.ws_connect(
            f"{self.address}/ws?width={columns}&height={rows}", headers={"Origin": self.address} | headers
        )


@asynccontextmanager
async def serving(command: Sequence[str] = ECHOING) -> AsyncIterator[Served]:
    """Serve tables at any free port, until the end of the test."""
    listener = socket.create_server((server.HOST, 0))
    port = listener.getsockname()[1]
    runner = web.AppRunner(server.Tables(command, port).application(), access_log=None)
    await runner.setup()
    await web.SockSite(runner, listener).start()

    try:
        async with ClientSession() as session:
            yield Served(session, port, runner.cleanup)
    finally:
        await runner.cleanup()


async def say(page: ClientWebSocketResponse, *message: Any) -> None:
    await page.send_str(json.dumps(message))


async def picture_with(page: ClientWebSocketResponse, part: bytes) -> bytes:
    """Return what the page is shown, up to the picture with this part in it."""
    shown = b""
    with fail_after(PATIENCE_SECONDS):
        while part not in shown:
            shown += await page.receive_bytes()
    return shown


async def closed(page: ClientWebSocketResponse) -> tuple[int | None, str]:
    """Return how the page was closed, after whatever it is still shown: the code, and why."""
    with fail_after(PATIENCE_SECONDS):
        while (message := await page.receive()).type is not WSMsgType.CLOSE:
            """It is shown something."""
    return message.data, message.extra or ""
