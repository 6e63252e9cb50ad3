"""The table in a browser on this machine, served by textual-serve with a page of our own."""

import shlex
from collections.abc import Sequence
from pathlib import Path

import aiohttp_jinja2
import click
from aiohttp import web
from textual_serve.server import Server

from playing.table.app import DAY, NIGHT

HOST = "127.0.0.1"
# The page of textual-serve loads a font from another host.
PAGE_FOLDER = Path(__file__).with_name("page")


def serve_tables(command: Sequence[str], port: int) -> None:
    """Serve tables until Ctrl-C. `command` starts a table."""
    server = TableServer(shlex.join(command), HOST, port, templates_path=PAGE_FOLDER)
    web.run_app(
        server.application(),
        host=HOST,
        port=port,
        shutdown_timeout=1.0,
        access_log=None,
        print=None,
    )


class TableServer(Server):
    """A server that starts a new process with a table for each page."""

    async def application(self) -> web.Application:
        application = await self._make_app()
        application.router.add_static("/page", PAGE_FOLDER)
        themes = {"body": NIGHT.variables, "body.day": DAY.variables}
        aiohttp_jinja2.get_env(application).globals["themes"] = themes
        return application

    async def on_startup(self, _: web.Application) -> None:
        click.echo(f"The table is at {self.public_url} until Ctrl-C.")

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Start a table for our own page only.

        Browsers send the origin of the page that connects, which the page itself cannot change.
        """
        own_origins = [f"http://{name}:{self.port}" for name in (HOST, "localhost")]
        if request.headers.get("Origin") not in own_origins:
            text = f"The table is at {self.public_url}. Open that address directly.\n"
            raise web.HTTPForbidden(text=text)
        return await super().handle_websocket(request)
