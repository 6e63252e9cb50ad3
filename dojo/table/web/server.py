"""What serves the table to browsers on this machine, and to nobody else.

page: what a browser shows; it has one table, for as long as it is connected. address: our host and port as a browser
may name them.
"""

import asyncio
import logging
import signal
import socket
from asyncio.log import logger as asyncio_logger
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from importlib.resources import files
from pathlib import Path
from types import FrameType

from aiohttp import WSCloseCode, WSMsgType, web
from aiohttp.log import server_logger
from aiohttp.typedefs import Handler, Middleware
from textual.theme import Theme

from dojo.errors import WorkspaceError
from dojo.table.themes import DAY, NIGHT
from dojo.table.web.messages import MOST_BYTES, bounded, packet_of
from dojo.table.web.process import Process
from dojo.text import shortened

HOST = "127.0.0.1"
MOST_TABLES = 8
LONGEST_LINE = 200  # characters of what went wrong
LONGEST_REASON = 120  # bytes: a frame that closes a socket holds no more
HEARTBEAT_SECONDS = 15.0
GOODBYE_SECONDS = 1.0  # how long a page may take to answer that it is closed
SHUTDOWN_SECONDS = 6.0

OURS = files("dojo.table.web")
TEXTUALS = files("textual_serve") / "static"
FILES = {
    "/": OURS / "page.html",
    "/page.css": OURS / "page.css",
    "/page.js": OURS / "page.js",
    "/xterm.css": TEXTUALS / "css" / "xterm.css",
    "/textual.js": TEXTUALS / "js" / "textual.js",
}

OWN_SITES = {"same-origin", "none"}  # our page; and nobody's, where a person typed the address

TOO_MANY = f"{MOST_TABLES} tables are open. Close one, and open this one again."
NOT_UNDERSTOOD = "This table got a message that it does not know, and is closed."
SERVER_ENDS = "The server of the table has ended. `dojo table --web` starts it again."

Tell = Callable[[str], None]


class Pages(set[web.WebSocketResponse]):
    """The pages that have a table now."""

    are_closed = False  # the server ends, and takes none in

    def refusal(self) -> tuple[WSCloseCode, str] | None:
        """Return why one more gets no table, if it gets none."""
        if self.are_closed:
            return WSCloseCode.GOING_AWAY, SERVER_ENDS
        return (WSCloseCode.TRY_AGAIN_LATER, TOO_MANY) if len(self) >= MOST_TABLES else None


def serve(command: Sequence[str], port: int, tell: Tell) -> None:
    """Serve tables, which `command` lays, until Ctrl-C; WorkspaceError where the port cannot be had."""
    try:
        listener = socket.create_server((HOST, port))
    except OSError as error:
        other = f"dojo table --web --port {port + 1 if port < 65535 else 8000}"
        raise WorkspaceError(f"Port {port} cannot be had ({error.strerror}). Take another: {other}") from None
    in_a_line = InALine(tell)
    for logger in (server_logger, asyncio_logger):
        logger.addHandler(in_a_line)
    application = application_for(command, port, tell)
    asyncio.run(answer(application, listener, lambda: tell(f"The table is at http://{HOST}:{port} until Ctrl-C.")))


async def answer(application: web.Application, listener: socket.socket, begun: Callable[[], None]) -> None:
    """Answer browsers until Ctrl-C or another request to end; asking again changes nothing."""
    loop, asked = asyncio.get_running_loop(), asyncio.Event()
    at_a_request_to_end(lambda *_: loop.call_soon_threadsafe(asked.set))
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=SHUTDOWN_SECONDS)
    try:
        await runner.setup()
        await web.SockSite(runner, listener).start()
        begun()
        await asked.wait()
    finally:
        await runner.cleanup()
        at_a_request_to_end(signal.SIG_IGN)


def at_a_request_to_end(do: Callable[[int, FrameType | None], object] | signal.Handlers) -> None:
    """Do this from now on, in this process, when somebody asks it to end."""
    for request in (signal.SIGINT, signal.SIGTERM):
        signal.signal(request, do)


class InALine(logging.Handler):
    """What tells at the terminal what went wrong with a request: in a line, with no traceback, and once in a row."""

    def __init__(self, tell: Tell) -> None:
        """Begin with nothing told."""
        super().__init__()
        self._tell = tell
        self._last = ""

    def emit(self, record: logging.LogRecord) -> None:
        """Tell it."""
        error = record.exc_info[1] if record.exc_info else None
        line = shortened(f"{record.getMessage()}: {error}", LONGEST_LINE)
        if line != self._last:
            self._tell(line)
        self._last = line


def application_for(command: Sequence[str], port: int, tell: Tell) -> web.Application:
    """Return what answers browsers at a port: the page, what it is made of, and a table for each."""
    pages = Pages()
    application = web.Application(middlewares=[only_our_own(port)])
    application.add_routes([web.get(path, partial(file, Path(str(found)))) for path, found in FILES.items()])
    application.add_routes([web.get("/theme.css", colours), web.get("/ws", partial(table, command, pages, tell))])
    application.on_response_prepare.append(forbid_the_rest)
    application.on_shutdown.append(partial(close_all, pages))
    return application


def only_our_own(port: int) -> Middleware:
    """Return what refuses whoever names us by a name that is not ours, and what pages of others ask for, or open.

    Browsers name a page's site in Origin when it asks to read or to send, and in Sec-Fetch-Site always, since 2023.
    """
    addresses = {f"{name}:{port}" for name in (HOST, "localhost")} | ({HOST, "localhost"} if port == 80 else set())

    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        origins = request.headers.getall("Origin", [])
        is_own_page = origins == [f"http://{request.host}"] or (not origins and request.path != "/ws")
        is_asked_by_others = not {*request.headers.getall("Sec-Fetch-Site", [])} <= OWN_SITES
        if request.host not in addresses or not is_own_page or is_asked_by_others:
            raise web.HTTPForbidden(text=f"The table is at http://{HOST}:{port}. Type that address yourself.\n")
        return await handler(request)

    return web.middleware(guard)


async def forbid_the_rest(request: web.Request, response: web.StreamResponse) -> None:
    """Tell the browser to ask no other host for anything, and to keep our page out of the pages of others."""
    allowed = (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",  # the terminal of textual's page sets styles of its own
        "img-src data:",
        f"connect-src 'self' ws://{request.host}",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
    response.headers["Content-Security-Policy"] = "; ".join(allowed)
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    response.headers["Cache-Control"] = "no-cache"


async def file(path: Path, _request: web.Request) -> web.StreamResponse:
    """Answer with a file."""
    return web.FileResponse(path)


async def colours(_request: web.Request) -> web.Response:
    """Answer with the colours of the table, by their names: those of the night, and of the day."""
    rules = (f"{body} {{ {colours_of(theme)} }}\n" for body, theme in (("body", NIGHT), ("body.day", DAY)))
    return web.Response(text="".join(rules), content_type="text/css")


def colours_of(theme: Theme) -> str:
    """Return the colours of a theme as a style sheet names them."""
    return " ".join(f"--{name}: {colour};" for name, colour in theme.variables.items())


async def table(command: Sequence[str], pages: Pages, tell: Tell, request: web.Request) -> web.WebSocketResponse:
    """Lay a table for a page, and clear it away with the page."""
    try:
        size = bounded(int(request.query["width"]), int(request.query["height"]))
    except (KeyError, ValueError):
        raise web.HTTPBadRequest(text="A table has a width and a height.\n") from None
    page = web.WebSocketResponse(
        heartbeat=HEARTBEAT_SECONDS, max_msg_size=MOST_BYTES, timeout=GOODBYE_SECONDS, compress=False
    )
    await page.prepare(request)
    if why_not := pages.refusal():
        await close(page, *why_not)
        return page
    pages.add(page)
    try:
        await play(page, await Process.start(command, *size), tell)
    finally:
        pages.discard(page)
    return page


async def play(page: web.WebSocketResponse, process: Process, tell: Tell) -> None:
    """Let a page and its table talk until one of them leaves."""
    showing = asyncio.create_task(show(process, page, tell))
    try:
        await listen(page, process)
    finally:
        await process.end()
        await showing


async def listen(page: web.WebSocketResponse, process: Process) -> None:
    """Hand on what the page says, until it is closed."""
    async for message in page:
        try:
            if message.type is not WSMsgType.TEXT:
                raise ValueError("no text")  # noqa: TRY301 - one place says what comes of it
            packet = packet_of(message.data)
        except ValueError:
            await close(page, WSCloseCode.POLICY_VIOLATION, NOT_UNDERSTOOD)
            return
        await process.tell(packet)


async def show(process: Process, page: web.WebSocketResponse, tell: Tell) -> None:
    """Show what the table shows, until it is over; what went wrong there is told here and there."""
    async for picture in process.pictures():
        with suppress(ConnectionError):
            await page.send_bytes(picture)
    last_words = (await process.end()).splitlines()[-1:]
    reason = "".join(f"The table fell over: {shortened(line, LONGEST_LINE)}" for line in last_words)
    if reason:
        tell(reason)
    await close(page, WSCloseCode.INTERNAL_ERROR if reason else WSCloseCode.OK, reason)


async def close(page: web.WebSocketResponse, code: WSCloseCode, reason: str) -> None:
    """Close a page's table, and say why; whoever does not even read that is cut off."""
    words = reason.encode()[:LONGEST_REASON].decode(errors="ignore").encode()
    connection = page.get_extra_info("socket")
    try:
        await asyncio.wait_for(page.close(code=code, message=words), 2 * GOODBYE_SECONDS)
    except TimeoutError:
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)


async def close_all(pages: Pages, _application: web.Application) -> None:
    """Close all tables: the server ends."""
    pages.are_closed = True
    await asyncio.gather(*(close(page, WSCloseCode.GOING_AWAY, SERVER_ENDS) for page in pages))
