"""What serves the table to browsers on this machine, and to nobody else: textual's own server, with a page of ours.

Its own page loads a font from another host, and it lets the pages of others play.
"""

import shlex
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib.resources import files
from pathlib import Path
from weakref import WeakSet

from aiohttp import WSCloseCode, web
from aiohttp.typedefs import Handler, Middleware
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager
from textual_serve.server import Server

from dojo.errors import WorkspaceError
from dojo.table.themes import DAY, NIGHT

HOST = "127.0.0.1"
DRIVER = "dojo.table.web.driver:PageDriver"
HEARTBEAT_SECONDS = 15.0
GOODBYE_SECONDS = 1.0  # how long a page may take to answer that it is closed
SHUTDOWN_SECONDS = 3.0

OURS = files("dojo.table.web")
TEXTUALS = files("textual_serve") / "static"
FILES = {
    "/": OURS / "page.html",
    "/page.css": OURS / "page.css",
    "/page.js": OURS / "page.js",
    "/xterm.css": TEXTUALS / "css" / "xterm.css",
    "/textual.js": TEXTUALS / "js" / "textual.js",
}
NOTHING_FROM_ELSEWHERE = (
    "default-src 'none'; script-src 'self'; img-src data:; connect-src 'self' ws://{host}; "
    "style-src 'self' 'unsafe-inline'; "  # the terminal of textual's page sets styles of its own
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
OWN_SITES = {"same-origin", "none"}  # our page; and nobody's, where a person typed the address
FELL_OVER = "The table fell over. What it said last is at the terminal of `dojo table --web`."
SERVER_ENDS = "The server of the table has ended. `dojo table --web` starts it again."


def serve(command: Sequence[str], port: int, tell: Callable[[str], None]) -> None:
    """Serve tables, which `command` lays, until Ctrl-C; WorkspaceError where the port cannot be had."""
    try:
        listener = socket.create_server((HOST, port))
    except OSError as error:
        other = f"dojo table --web --port {port + 1 if port < 65535 else 8000}"
        raise WorkspaceError(f"Port {port} cannot be had ({error.strerror}). Take another: {other}") from None
    tell(f"The table is at http://{HOST}:{port} until Ctrl-C.")
    application = Tables(command, port).application()
    web.run_app(application, sock=listener, shutdown_timeout=SHUTDOWN_SECONDS, access_log=None, print=None)


class Process(AppService):
    """The process of one table."""

    def __init__(self, command: str, page: web.WebSocketResponse, downloads: DownloadManager) -> None:
        """Show what it shows on a page."""
        super().__init__(
            command,
            write_bytes=page.send_bytes,
            write_str=page.send_str,
            close=page.close,  # type: ignore[arg-type] # what it returns is of no use here
            download_manager=downloads,
        )
        self.page = page

    async def run(self) -> None:
        """Show it until it is over; a page that is open then has a table that fell over."""
        await super().run()
        await self.page.close(code=WSCloseCode.INTERNAL_ERROR, message=FELL_OVER.encode())

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        """Return the surroundings of a table; its terminal is the page's, not ours."""
        ours = super()._build_environment(width, height)
        return ours | {"TEXTUAL_DRIVER": DRIVER, "TERM": "xterm-256color"}


class Tables(Server):
    """A table for each page."""

    def __init__(self, command: Sequence[str], port: int) -> None:
        """Lay no table yet."""
        join = subprocess.list2cmdline if sys.platform == "win32" else shlex.join
        super().__init__(join(command), HOST, port)
        self.pages: WeakSet[web.WebSocketResponse] = WeakSet()

    def application(self) -> web.Application:
        """Return what answers browsers: the page, what it is made of, and a table for each."""
        application = web.Application(middlewares=[only_our_own(self.port)])
        application.add_routes([web.get(path, partial(file, Path(str(found)))) for path, found in FILES.items()])
        application.add_routes([web.get("/theme.css", colours), web.get("/ws", self.handle_websocket)])
        application.on_response_prepare.append(forbid_the_rest)
        application.on_shutdown.append(self.on_shutdown)
        return application

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Lay a table for a page, and clear it away with the page."""
        page = web.WebSocketResponse(heartbeat=HEARTBEAT_SECONDS, timeout=GOODBYE_SECONDS, compress=False)
        await page.prepare(request)
        self.pages.add(page)
        process = Process(self.command, page, self.download_manager)
        await process.start(int(request.query["width"]), int(request.query["height"]))
        try:
            await self._process_messages(page, process)
        finally:
            await process.stop()
        return page

    async def on_shutdown(self, app: web.Application) -> None:  # noqa: ARG002 - as aiohttp calls it
        """Tell all pages that the server ends."""
        for page in [*self.pages]:
            await page.close(code=WSCloseCode.GOING_AWAY, message=SERVER_ENDS.encode())


def only_our_own(port: int) -> Middleware:
    """Return what refuses whoever names us by a name that is not ours, and what pages of others ask for, or open.

    Browsers name a page's site in Origin when it asks to read or to send, and in Sec-Fetch-Site always, since 2023.
    """
    addresses = {f"{name}:{port}" for name in (HOST, "localhost")} | ({HOST, "localhost"} if port == 80 else set())

    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        origin = request.headers.get("Origin")
        is_own_page = origin == f"http://{request.host}" or (origin is None and request.path != "/ws")
        is_asked_by_others = request.headers.get("Sec-Fetch-Site", "none") not in OWN_SITES
        if request.host not in addresses or not is_own_page or is_asked_by_others:
            raise web.HTTPForbidden(text=f"The table is at http://{HOST}:{port}. Type that address yourself.\n")
        return await handler(request)

    return web.middleware(guard)


async def forbid_the_rest(request: web.Request, response: web.StreamResponse) -> None:
    """Tell the browser to ask no other host for anything, and to keep our page out of the pages of others."""
    response.headers["Content-Security-Policy"] = NOTHING_FROM_ELSEWHERE.format(host=request.host)
    response.headers["Cache-Control"] = "no-cache"


async def file(path: Path, _request: web.Request) -> web.StreamResponse:
    """Answer with a file."""
    return web.FileResponse(path)


async def colours(_request: web.Request) -> web.Response:
    """Answer with the colours of the table, by their names: those of the night, and of the day."""
    rules = ""
    for body, theme in (("body", NIGHT), ("body.day", DAY)):
        named = " ".join(f"--{name}: {colour};" for name, colour in theme.variables.items())
        rules += f"{body} {{ {named} }}\n"
    return web.Response(text=rules, content_type="text/css")
