"""`dojo table --web`: refused connections, and a look with a real browser if there is one."""

import re
import shlex
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from subprocess import DEVNULL, Popen

import pytest
from anyio import Path as AsyncPath
from anyio import fail_after, sleep
from click.testing import CliRunner
from psutil import Process

from playing.main import playing

pytest.importorskip("textual_serve", reason="needs an extra: pip install -e '.[web]'")

from aiohttp import WSServerHandshakeError
from aiohttp.test_utils import TestClient, TestServer, unused_port

from playing.table import browser

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
CHROMIUM_OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--remote-debugging-port=0",
    "--window-size=1920,1080",
)
TABLE = (sys.executable, "-m", "playing", "table", "--no-motion", "--seed", "3")
TIMEOUT = 20  # seconds
# The table fills the window, has the keys, and is drawn.
IS_SHOWN = """(() => {
  const table = document.querySelector(".xterm-screen").getBoundingClientRect();
  const fills = table.width > 0.95 * innerWidth && table.height > 0.95 * innerHeight;
  const hasKeys = document.activeElement.className === "xterm-helper-textarea";
  return fills && hasKeys && document.body.style.background !== "";
})()"""

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def serving() -> AsyncIterator[TestClient]:
    """Serve tables at a free port. Waits in the end until all tables are closed."""
    others = set(Process().children())
    port = unused_port()
    command = shlex.join(TABLE)
    templates = browser.PAGE_FOLDER
    server = browser.TableServer(command, browser.HOST, port, templates_path=templates)
    test_server = TestServer(await server.application(), host=browser.HOST, port=port)
    async with TestClient(test_server) as client:
        yield client
    with fail_after(TIMEOUT):
        while not others.issuperset(Process().children()):  # noqa: ASYNC110 - no event
            await sleep(0.01)


async def test_the_page_may_connect_to_its_own_server_only():
    async with serving() as client, client.get("/") as page:
        text = await page.text()
        [policy] = re.findall('"Content-Security-Policy" content="(.*?)"', text)
        address = client.make_url("/ws").with_scheme("ws")
        assert policy.startswith("default-src 'none'")
        assert re.findall(r"[a-z]+://\S+", policy) == [f"{address};"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://foreign.example"},
        {"Origin": "http://rebound.example:{port}"},
        {"Origin": "null"},
        {},
    ],
)
async def test_pages_of_other_sites_are_refused(headers: dict[str, str]):
    async with serving() as client:
        sent = {name: value.format(port=client.port) for name, value in headers.items()}
        with pytest.raises(WSServerHandshakeError, match="403"):
            await client.ws_connect("/ws", headers=sent)


def test_the_error_without_the_extra_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setitem(sys.modules, "textual_serve", None)
    assert "pip install -e '.[web]'" in CliRunner().invoke(playing, ["table", "--web"]).output


def test_the_table_is_served_at_the_port_of_the_option(monkeypatch: pytest.MonkeyPatch):
    ports: list[int] = []
    monkeypatch.setattr(browser, "serve_tables", lambda _command, port: ports.append(port))
    CliRunner().invoke(playing, ["table", "--web", "--port", "8001"])
    assert ports == [8001]


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")
async def test_a_browser_shows_the_table_in_the_whole_window(tmp_path: Path):
    async with serving() as client:
        page = str(client.make_url("/"))
        command = [str(CHROMIUM), *CHROMIUM_OPTIONS, f"--user-data-dir={tmp_path}", page]
        process = Popen(command, stdout=DEVNULL, stderr=DEVNULL)  # noqa: ASYNC220, S603
        try:
            with fail_after(TIMEOUT):
                await wait_for_table(client, AsyncPath(tmp_path / "DevToolsActivePort"))
        finally:
            process.terminate()
            process.wait()


async def wait_for_table(client: TestClient, port_file: AsyncPath):
    """Look at the only tab of a browser with the Chrome DevTools Protocol."""
    while not await port_file.exists():  # noqa: ASYNC110 - no event
        await sleep(0.01)
    text = await port_file.read_text()
    port = text.split()[0]
    async with client.session.get(f"http://127.0.0.1:{port}/json") as answer:
        tabs = await answer.json()
    [address] = [tab["webSocketDebuggerUrl"] for tab in tabs if tab["type"] == "page"]
    parameters = {"expression": IS_SHOWN, "returnByValue": True}
    is_shown = False
    async with client.session.ws_connect(address) as tab:
        while not is_shown:
            await tab.send_json({"id": 1, "method": "Runtime.evaluate", "params": parameters})
            is_shown = '"value":true' in await tab.receive_str()
            await sleep(0.01)
