"""`dojo table --web` in a real browser, where one is at hand."""

import re
import shutil
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from typing import Any

import pytest
from anyio import fail_after
from anyio.lowlevel import checkpoint

from tests.dojo.table.pages import ClientSession, ClientWebSocketResponse, serving

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
OPTIONS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
TABLE = [sys.executable, "-m", "dojo", "table", "--no-motion", "--seed", "3", "--player", "Ann=person"]

pytestmark = [pytest.mark.anyio, pytest.mark.skipif(BROWSER is None, reason="there is no Chromium on this machine")]


TAKES_KEYS = 'document.activeElement?.className === "xterm-helper-textarea"'


class Tab:
    """A tab of the browser, told what to do in its own protocol."""

    def __init__(self, talk: ClientWebSocketResponse) -> None:
        """Begin to talk to it."""
        self._talk, self._number = talk, 0
        self.asked_for: list[str] = []

    async def do(self, method: str, **how: Any) -> dict[str, Any]:
        """Have something done, and return what came of it; what the page asked for meanwhile is noted."""
        self._number += 1
        await self._talk.send_json({"id": self._number, "method": method, "params": how})
        while (answer := await self._talk.receive_json(timeout=20)).get("id") != self._number:
            if answer.get("method") == "Network.requestWillBeSent":
                self.asked_for.append(answer["params"]["request"]["url"])
        return dict(answer["result"])

    async def value(self, script: str) -> Any:
        return (await self.do("Runtime.evaluate", expression=script, returnByValue=True))["result"].get("value")

    async def wait_for(self, script: str) -> None:
        with fail_after(20):
            while not await self.value(script):
                await checkpoint()

    async def open(self, address: str) -> None:
        """Open a page, and wait until its table takes keys."""
        await self.do("Page.navigate", url=address)
        await self.wait_for(TAKES_KEYS)

    async def press(self, key: str) -> None:
        await self.do("Input.dispatchKeyEvent", type="keyDown", key=key, text=key)
        await self.do("Input.dispatchKeyEvent", type="keyUp", key=key)

    async def resize(self, width: int, height: int) -> None:
        await self.do(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False
        )


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[str]:
    """Start a browser with an empty tab; give the address where it is told what to do."""
    assert BROWSER
    line = [BROWSER, *OPTIONS, f"--user-data-dir={tmp_path}", "--remote-debugging-port=0", "about:blank"]
    with Popen(line, stdout=DEVNULL, stderr=PIPE, text=True) as started:  # noqa: S603 - the browser of this machine
        assert started.stderr
        told = next(line for line in started.stderr if line.startswith("DevTools listening on"))
        yield re.sub(r".* ws://(.*?)/.*\s*", r"http://\1", told)
        started.terminate()


@asynccontextmanager
async def tab_of(browser: str, width: int, height: int) -> AsyncIterator[Tab]:
    """Give the tab of a browser, in a window of this size."""
    async with ClientSession() as session, session.get(f"{browser}/json") as tabs:
        [address] = [each["webSocketDebuggerUrl"] for each in await tabs.json() if each["type"] == "page"]
        async with session.ws_connect(address, max_msg_size=0) as talk:
            tab = Tab(talk)
            await tab.resize(width, height)
            yield tab


FILLED = """(() => {
  const shown = document.querySelector(".xterm-screen").getBoundingClientRect();
  return [shown.width / innerWidth, shown.height / innerHeight];
})()"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 720)])
async def test_the_table_fills_the_window_and_asks_no_other_host(width: int, height: int, browser: str) -> None:
    async with serving(TABLE) as served, tab_of(browser, width, height) as tab:
        await tab.do("Network.enable")
        await tab.do("Page.navigate", url=served.address)
        await tab.wait_for('document.body.classList.contains("-first-byte")')
        assert all(0.95 < part <= 1 for part in await tab.value(FILLED))
        assert tab.asked_for
        assert all(url.startswith((served.address, "data:")) for url in tab.asked_for)


async def test_keys_work_without_a_click_and_a_table_that_is_left_opens_again(browser: str) -> None:
    async with serving() as served, tab_of(browser, 1280, 720) as tab:
        await tab.open(served.address)
        await tab.press("q")  # which ends this table
        await tab.wait_for('document.querySelector("#closed").open')
        assert await tab.value('document.querySelector("#why").textContent') == "The table is closed."
        await tab.value('document.querySelector("#again").click()')
        await tab.wait_for(TAKES_KEYS)
