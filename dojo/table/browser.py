"""The table in a browser on this machine: textual's own server, with a page of ours, which alone may play."""

import shlex
from collections.abc import Sequence
from pathlib import Path

import aiohttp_jinja2
import click
from aiohttp import web
from textual_serve.server import Server

from dojo.table.app import DAY, NIGHT

HOST = "127.0.0.1"
PAGE = Path(__file__).with_name("page")  # textual's own loads a font from another host
SHUTDOWN_SECONDS = 1.0


def serve(command: Sequence[str], port: int) -> None:
    """Serve tables, which `command` lays, until Ctrl-C."""
    application = Tables(command, port).application()
    web.run_app(application, host=HOST, port=port, shutdown_timeout=SHUTDOWN_SECONDS, access_log=None, print=None)


class Tables(Server):
    """A table for each page, which is a process of its own."""

    def __init__(self, command: Sequence[str], port: int) -> None:
        """Lay no table yet."""
        super().__init__(shlex.join(command), HOST, port, templates_path=PAGE)

    async def application(self) -> web.Application:
        """Return textual's own, with what our page is made of."""
        application = await self._make_app()
        application.router.add_static("/page", PAGE)
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
