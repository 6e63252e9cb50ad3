"""`dojo table --web`: pages, refused connections, and a real browser if there is one."""

import re
import shlex
import shutil
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from typing import Any

import psutil
import pytest
from anyio import fail_after, sleep
from anyio.lowlevel import checkpoint
from click.testing import CliRunner

from dojo.commands import table
from dojo.main import main

pytest.importorskip("textual_serve", reason="needs an extra: pip install -e '.[web]'")

from aiohttp import ClientSession, ClientWebSocketResponse, WSServerHandshakeError, web

from dojo.table import browser

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
CHROMIUM_OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--remote-debugging-port=0",
)
TABLE = (sys.executable, "-m", "dojo", "table")
ANNS_TABLE = (*TABLE, "--no-motion", "--seed", "3", "--player", "Ann=person")
TIMEOUT = 20  # seconds

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def serving() -> AsyncIterator[tuple[ClientSession, str]]:
    """Serve tables at any free port. Yields a client, and the address of the tables."""
    others = set(psutil.Process().children())
    listener = socket.create_server((browser.HOST, 0))
    port = listener.getsockname()[1]
    command = shlex.join(ANNS_TABLE)
    templates = browser.PAGE_FOLDER
    server = browser.TableServer(command, browser.HOST, port, templates_path=templates)
    runner = web.AppRunner(await server.application(), access_log=None, shutdown_timeout=0)
    await runner.setup()
    await web.SockSite(runner, listener).start()
    try:
        async with ClientSession() as client:
            yield client, f"http://127.0.0.1:{port}"
    finally:
        await runner.cleanup()
        # The event loop has to notice the end of each table before the test closes it.
        with fail_after(TIMEOUT):
            while not others.issuperset(psutil.Process().children()):  # noqa: ASYNC110 - no event
                await sleep(0.01)
        await sleep(0.05)


async def test_the_page_requests_nothing_from_other_hosts() -> None:
    for file in browser.PAGE_FOLDER.iterdir():
        assert not re.findall(r"(?:https?:)?//[a-z]", file.read_text())
    async with serving() as (client, address), client.get(address) as page:
        text = await page.text()
        [policy] = re.findall('"Content-Security-Policy" content="(.*?)"', text)
        assert policy.startswith("default-src 'none'")
        assert re.findall(r"[a-z]+://\S+", policy) == [f"{address.replace('http', 'ws')}/ws;"]
        for name in re.findall(r'(?:src|href)="((?:page|static)/.*?)"', text):
            async with client.get(f"{address}/{name}") as file:
                assert file.status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://foreign.example"},
        {"Origin": "http://rebound.example:{port}"},
        {"Origin": "null"},
        {},
    ],
)
async def test_pages_of_other_sites_are_refused(headers: dict[str, str]) -> None:
    async with serving() as (client, address):
        port = address.rpartition(":")[2]
        sent = {name: value.format(port=port) for name, value in headers.items()}
        with pytest.raises(WSServerHandshakeError, match="403"):
            await client.ws_connect(f"{address}/ws", headers=sent)


async def test_a_page_sends_keys_to_its_table() -> None:
    async with serving() as (client, address):
        own_origin = {"Origin": address}
        page = await client.ws_connect(f"{address}/ws?width=80&height=24", headers=own_origin)
        await wait_for_text(page, b" of 13")
        await page.send_json(["stdin", "r"])
        await wait_for_text(page, b"The rules")


async def wait_for_text(page: ClientWebSocketResponse, part: bytes) -> None:
    shown = b""
    with fail_after(TIMEOUT):
        while part not in shown:
            shown += await page.receive_bytes()


def test_the_error_without_the_extra_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table, "find_spec", lambda _: None)
    assert "pip install -e '.[web]'" in CliRunner().invoke(main, ["table", "--web"]).output


def test_all_options_but_web_are_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[tuple[list[str], int]] = []
    monkeypatch.setattr(browser, "serve_tables", lambda *arguments: served.append(arguments))
    options = ["yacht", "--seed", "3", "--port", "8123"]
    monkeypatch.setattr(sys, "argv", ["dojo", "table", "--web", *options])
    CliRunner().invoke(main, sys.argv[1:])
    assert served == [([*TABLE, *options], 8123)]


# In a real browser.


class Tab:
    """A tab of the browser, controlled with the Chrome DevTools Protocol.

    `requests` are the addresses that the page requested.
    """

    def __init__(self, connection: ClientWebSocketResponse) -> None:
        """Control the tab at the other end of a connection."""
        self.connection = connection
        self.number = 0
        self.requests: list[str] = []

    async def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        await self.connection.send_json(request)
        while True:
            message = await self.connection.receive_json(timeout=TIMEOUT)
            if message.get("id") == self.number:
                return dict(message["result"])
            if message.get("method") == "Network.requestWillBeSent":
                self.requests.append(message["params"]["request"]["url"])

    async def evaluate(self, script: str) -> Any:
        answer = await self.call("Runtime.evaluate", expression=script, returnByValue=True)
        return answer["result"].get("value")

    async def wait_for(self, script: str) -> None:
        with fail_after(TIMEOUT):
            while not await self.evaluate(script):
                await checkpoint()


@pytest.fixture
def chromium(tmp_path: Path) -> Iterator[str]:
    """Start a browser with an empty tab. Yields the address of its DevTools."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on this machine")
    command = [CHROMIUM, *CHROMIUM_OPTIONS, f"--user-data-dir={tmp_path}", "about:blank"]
    with Popen(command, stdout=DEVNULL, stderr=PIPE, text=True) as process:  # noqa: S603
        for line in process.stderr or ():
            if line.startswith("DevTools listening on"):
                break
        yield re.sub(r".* ws://(.*?)/.*\s*", r"http://\1", line)
        process.terminate()


@asynccontextmanager
async def tab_of(chromium: str) -> AsyncIterator[Tab]:
    """Connect to the only tab of a browser."""
    async with ClientSession() as client, client.get(f"{chromium}/json") as answer:
        [page] = [each for each in await answer.json() if each["type"] == "page"]
        address = page["webSocketDebuggerUrl"]
        async with client.ws_connect(address, max_msg_size=0) as connection:
            tab = Tab(connection)
            await tab.call("Network.enable")
            yield tab


FILLS_WINDOW = """(() => {
  const shown = document.querySelector(".xterm-screen").getBoundingClientRect();
  const parts = [shown.width / innerWidth, shown.height / innerHeight];
  return parts.every((part) => 0.95 < part && part <= 1);
})()"""


async def test_a_browser_shows_the_table_in_the_whole_window(chromium: str) -> None:
    async with serving() as (_, address), tab_of(chromium) as tab:
        await tab.call("Page.navigate", url=address)
        await tab.wait_for('document.activeElement?.className === "xterm-helper-textarea"')
        for width, height in ((390, 844), (1920, 1080)):
            window = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
            await tab.call("Emulation.setDeviceMetricsOverride", **window)
            await tab.wait_for(f"innerWidth === {width} && {FILLS_WINDOW}")
        await tab.call("Input.dispatchKeyEvent", type="keyDown", key="q", text="q")  # quits
        await tab.wait_for('document.querySelector("#closed").open')
        assert all(url.startswith((address, "data:")) for url in tab.requests)
