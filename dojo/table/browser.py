"""The table in a browser on this machine: textual's own server, with a page of ours, which alone may play."""

import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import aiohttp_jinja2
import click
from aiohttp import web
from textual_serve import server
from textual_serve.app_service import AppService

from dojo.table.themes import DAY, NIGHT

HOST = "127.0.0.1"
PAGE = Path(__file__).with_name("page")  # textual's own loads a font from another host
SHUTDOWN_SECONDS = 1.0
POLICY = (
    "default-src 'none'; script-src 'self'; img-src data:; connect-src 'self' ws://{host}; "
    "style-src 'self' 'unsafe-inline'; "  # the terminal of textual's page sets styles of its own
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def serve(command: Sequence[str], port: int) -> None:
    """Serve tables, which `command` lays, until Ctrl-C."""
    application = Tables(command, port).application()
    web.run_app(application, host=HOST, port=port, shutdown_timeout=SHUTDOWN_SECONDS, access_log=None, print=None)


class Service(AppService):
    """The process of a table; its page is closed when it ends, however it ends."""

    async def run(self) -> None:
        """Pass on what is shown, then close the page."""
        await super().run()
        await self._process.wait()  # type: ignore[union-attr]  # it was started
        await self.remote_close()


vars(server)["AppService"] = Service  # of which textual's own server makes one for each page


class Tables(server.Server):
    """A table for each page, which is a process of its own."""

    def __init__(self, command: Sequence[str], port: int) -> None:
        """Lay no table yet."""
        quoted = subprocess.list2cmdline if sys.platform == "win32" else shlex.join
        super().__init__(quoted(command), HOST, port, templates_path=PAGE)

    async def application(self) -> web.Application:
        """Return textual's own, with what our page is made of."""
        application = await self._make_app()
        application.router.add_static("/page", PAGE)
        application.on_response_prepare.append(restrict)
        themes = {"body": NIGHT.variables, "body.day": DAY.variables}
        aiohttp_jinja2.get_env(application).globals["themes"] = themes
        return application

    async def on_startup(self, app: web.Application) -> None:  # noqa: ARG002 - as aiohttp calls it
        """Say where the table is."""
        click.echo(f"The table is at {self.public_url} until Ctrl-C.")

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Lay a table for our own page. Browsers name the site of the page that asks, whatever that page says."""
        if request.headers.get("Origin") not in {f"http://{name}:{self.port}" for name in (HOST, "localhost")}:
            raise web.HTTPForbidden(text=f"The table is at {self.public_url}. Type that address yourself.\n")
        return await super().handle_websocket(request)


async def restrict(request: web.Request, response: web.StreamResponse) -> None:
    """Tell the browser to ask no other host for anything, and to keep our page out of the pages of others."""
    response.headers["Content-Security-Policy"] = POLICY.format(host=request.host)
