"""`dojo table --web`: what a browser is given, and who is refused; and a real browser, where one is at hand."""

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

pytest.importorskip("textual_serve", reason="browsers are served by an extra: pip install -e '.[web]'")

from aiohttp import ClientSession, ClientWebSocketResponse, WSServerHandshakeError, web

from dojo.table import browser

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
OPTIONS = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
TABLE = (sys.executable, "-m", "dojo", "table", "--no-motion", "--seed", "3", "--player", "Ann=person")
PATIENCE_SECONDS = 20

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def serving(*command: str) -> AsyncIterator[tuple[ClientSession, str]]:
    """Serve tables, or what else a command shows, at any free port; give a client, and their address."""
    others = set(psutil.Process().children())
    listener = socket.create_server((browser.HOST, 0))
    port = listener.getsockname()[1]
    tables = browser.Tables(shlex.join(command or TABLE), browser.HOST, port, templates_path=browser.PAGE)
    runner = web.AppRunner(await tables.application(), access_log=None, shutdown_timeout=0)
    await runner.setup()
    await web.SockSite(runner, listener).start()
    try:
        async with ClientSession() as client:
            yield client, f"http://127.0.0.1:{port}"
    finally:
        await runner.cleanup()
        # The event loop is to see the end of each table, for it is closed after the test.
        with fail_after(PATIENCE_SECONDS):
            while not others.issuperset(psutil.Process().children()):  # noqa: ASYNC110 - no event tells it
                await sleep(0.01)
        await sleep(0.05)


async def test_the_page_asks_no_other_host() -> None:
    assert not re.findall(r"(?:https?:)?//[a-z]", "".join(path.read_text() for path in browser.PAGE.iterdir()))
    async with serving() as (client, address), client.get(address) as page:
        text = await page.text()
        policy = re.findall('<meta http-equiv="Content-Security-Policy" content="(.*?)"', text)[0]
        assert policy.startswith("default-src 'none'")
        assert re.findall(r"[a-z]+://\S+", policy) == [f"{address.replace('http', 'ws')}/ws;"]
        own_files = re.findall(r'(?:src|href)="((?:page|static)/.*?)"', text)
        for name in own_files:
            async with client.get(f"{address}/{name}") as file:
                assert file.status == 200


@pytest.mark.parametrize("origin", ["http://foreign.example", "http://rebound.example:{port}", "null", ""])
async def test_a_page_of_others_is_refused(origin: str) -> None:
    async with serving() as (client, address):
        own = {"Origin": origin.format(port=address.rpartition(":")[2])} if origin else {}
        with pytest.raises(WSServerHandshakeError, match="403"):
            await client.ws_connect(f"{address}/ws", headers=own)


async def test_a_game_is_played_by_the_keys_of_a_page() -> None:
    async with serving() as (client, address):
        page = await client.ws_connect(f"{address}/ws?width=80&height=24", headers={"Origin": address})
        await picture_with(page, b" of 13")
        await page.send_json(["stdin", "r"])
        await picture_with(page, b"The rules")


async def picture_with(page: ClientWebSocketResponse, part: bytes) -> None:
    """Wait until a page is shown this."""
    shown = b""
    with fail_after(PATIENCE_SECONDS):
        while part not in shown:
            shown += await page.receive_bytes()


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "find_spec", lambda _: None)
    assert "pip install -e '.[web]'" in CliRunner().invoke(main, ["table", "--web"]).output


def test_all_options_but_one_are_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[tuple[list[str], int]] = []
    monkeypatch.setattr(browser, "serve", lambda *how: served.append(how))
    monkeypatch.setattr(sys, "argv", ["dojo", "table", "yacht", "--web", "--seed", "3", "--port", "8123"])
    CliRunner().invoke(main, sys.argv[1:])
    assert served == [([*TABLE[:4], "yacht", "--seed", "3", "--port", "8123"], 8123)]


# In a real browser.


class Tab:
    """A tab of the browser, told what to do in its own protocol."""

    def __init__(self, talk: ClientWebSocketResponse) -> None:
        """Begin to talk to it."""
        self.talk, self.number = talk, 0
        self.requests: list[str] = []

    async def do(self, method: str, **how: Any) -> dict[str, Any]:
        """Have something done, and return what came of it; what the page asked for meanwhile is noted."""
        self.number += 1
        await self.talk.send_json({"id": self.number, "method": method, "params": how})
        while (answer := await self.talk.receive_json(timeout=PATIENCE_SECONDS)).get("id") != self.number:
            if answer.get("method") == "Network.requestWillBeSent":
                self.requests.append(answer["params"]["request"]["url"])
        return dict(answer["result"])

    async def value(self, script: str) -> Any:
        return (await self.do("Runtime.evaluate", expression=script, returnByValue=True))["result"].get("value")

    async def wait_for(self, script: str) -> None:
        with fail_after(PATIENCE_SECONDS):
            while not await self.value(script):
                await checkpoint()


@pytest.fixture
def chromium(tmp_path: Path) -> Iterator[str]:
    """Start a browser with an empty tab; give the address where it is told what to do."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on this machine")
    line = [CHROMIUM, *OPTIONS, f"--user-data-dir={tmp_path}", "--remote-debugging-port=0", "about:blank"]
    with Popen(line, stdout=DEVNULL, stderr=PIPE, text=True) as started:  # noqa: S603 - the browser of this machine
        said = next(line for line in started.stderr or () if line.startswith("DevTools listening on"))
        yield re.sub(r".* ws://(.*?)/.*\s*", r"http://\1", said)
        started.terminate()


@asynccontextmanager
async def tab_of(chromium: str) -> AsyncIterator[Tab]:
    """Give the tab of a browser."""
    async with ClientSession() as client, client.get(f"{chromium}/json") as tabs:
        [address] = [each["webSocketDebuggerUrl"] for each in await tabs.json() if each["type"] == "page"]
        async with client.ws_connect(address, max_msg_size=0) as talk:
            tab = Tab(talk)
            await tab.do("Network.enable")
            yield tab


FILLED = """(() => {
  const shown = document.querySelector(".xterm-screen").getBoundingClientRect();
  const parts = [shown.width / innerWidth, shown.height / innerHeight];
  return parts.every((part) => 0.95 < part && part <= 1);
})()"""


async def test_the_table_fills_the_window_takes_keys_and_asks_no_other_host(chromium: str) -> None:
    async with serving() as (_, address), tab_of(chromium) as tab:
        await tab.do("Page.navigate", url=address)
        await tab.wait_for('document.activeElement?.className === "xterm-helper-textarea"')
        for width, height in ((390, 844), (1920, 1080)):
            window = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
            await tab.do("Emulation.setDeviceMetricsOverride", **window)
            await tab.wait_for(f"innerWidth === {width} && {FILLED}")
        await tab.do("Input.dispatchKeyEvent", type="keyDown", key="q", text="q")  # which ends this table
        await tab.wait_for('document.querySelector("#closed").open')
        assert all(url.startswith((address, "data:")) for url in tab.requests)
