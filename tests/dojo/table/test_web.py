"""`dojo table --web`: what a browser is given, and who is refused."""

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import psutil
import pytest
from anyio import create_task_group, fail_after
from anyio.lowlevel import checkpoint
from anyio.to_thread import run_sync
from click.testing import CliRunner

from dojo.commands import main, table
from dojo.errors import WorkspaceError
from dojo.table import web
from tests.dojo.table.pages import (
    ECHOING,
    ClientSession,
    Closing,
    Served,
    closed,
    picture_with,
    say,
    server,
    serving,
)

pytestmark = pytest.mark.anyio

PAGE = "".join((Path(web.__file__).parent / name).read_text(encoding="utf-8") for name in ("page.html", "page.js"))
STYLE = (Path(web.__file__).parent / "page.css").read_text(encoding="utf-8")
PATHS = [*server.FILES, "/theme.css"]
TABLE = [sys.executable, "-m", "dojo", "table"]


async def test_a_page_is_given_what_it_is_made_of() -> None:
    assert {f"/{name}" for name in re.findall(r'(?:src|href)="([\w.]+)"', PAGE)} == {*PATHS} - {"/"}
    async with serving() as served:
        own = {"Host": f"localhost:{served.port}", "Sec-Fetch-Site": "same-origin"}
        assert [(await served.get(path, **own))[0] for path in PATHS] == [200] * len(PATHS)


async def test_the_page_asks_no_other_host() -> None:
    assert not re.findall(r"(?:https?:)?//[a-z]", PAGE + STYLE)
    async with serving() as served:
        _, _, headers = await served.get("/")
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert re.findall(r"[a-z]+://\S+", policy) == [f"ws://127.0.0.1:{served.port};"]


@pytest.mark.parametrize("path", ["/", "/textual.js", "/ws?width=80&height=24"])
@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "rebound.example:{}", "Origin": "http://rebound.example:{}"},
        {"Host": "127.0.0.1:1"},
        {"Origin": "http://foreign.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
    ids=str,
)
async def test_a_page_of_others_is_refused(headers: dict[str, str], path: str) -> None:
    async with serving() as served:
        named = {header: value.format(served.port) for header, value in headers.items()}
        assert (await served.get(path, **named))[0] == 403


async def test_a_table_has_the_size_of_its_page_and_hears_what_is_typed() -> None:
    async with serving() as served:
        page = await served.page(44, 48)
        await picture_with(page, b"size 44x48")
        await say(page, "stdin", "ä")
        await picture_with(page, "D ä".encode())


async def test_a_table_that_is_left_closes_its_page() -> None:
    async with serving() as served:
        page = await served.page()
        await say(page, "stdin", "q")
        assert await closed(page) == (Closing.OK, "")


async def test_a_table_that_falls_over_says_so_on_its_page_and_at_the_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async with serving() as served:
        page = await served.page()
        await say(page, "stdin", "fall")
        assert await closed(page) == (Closing.INTERNAL_ERROR, server.FELL_OVER)
    assert "and the last of its words" in capsys.readouterr().out


async def test_a_table_ends_with_its_page() -> None:
    async with serving() as served:
        before = psutil.Process().children(recursive=True)
        page = await served.page()
        await picture_with(page, b"size")
        children = [each for each in psutil.Process().children(recursive=True) if each not in before]
        await page.close()
        assert children
        with fail_after(20):
            while any(child.is_running() for child in children):
                await checkpoint()


async def test_pages_are_told_that_the_server_ends() -> None:
    async with serving() as served:
        page = await served.page()
        await picture_with(page, b"size")
        async with create_task_group() as meanwhile:
            meanwhile.start_soon(served.end)
            assert await closed(page) == (Closing.GOING_AWAY, server.SERVER_ENDS)


def test_a_port_that_is_taken_is_told_in_a_line_with_another() -> None:
    with socket.create_server((server.HOST, 0)) as taken, pytest.raises(WorkspaceError) as error:
        server.serve(ECHOING, port := taken.getsockname()[1], print)
    assert re.fullmatch(
        rf"Port {port} cannot be had \(.*\)\. Take another: dojo table --web --port {port + 1}", error.value.message
    )


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "find_spec", lambda _: None)
    with pytest.raises(WorkspaceError, match=r"pip install -e '\.\[web\]'"):
        web.serve(ECHOING, 8000, print)


# The command, as people start it.


def test_all_options_but_one_are_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[Sequence[str]] = []
    typed = ["yacht", "--web", "--no-motion", "--seed", "3", "--player", "Ann=person", "--port", "8123"]
    monkeypatch.setattr(table, "serve", lambda command, _port, _tell: served.append(command))
    monkeypatch.setattr(sys, "argv", ["dojo", "table", *typed])
    result = CliRunner().invoke(main, ["table", *typed])
    assert result.exit_code == 0, result.output
    assert served == [[*TABLE, *(word for word in typed if word != "--web")]]


@pytest.fixture
def port() -> int:
    """Give a port that is free."""
    with socket.create_server((server.HOST, 0)) as listener:
        return int(listener.getsockname()[1])


@pytest.fixture
def command(port: int) -> Iterator[subprocess.Popen[str]]:
    """Serve tables as people do, until the end of the test."""
    line = [*TABLE, "--web", "--port", str(port), "--no-motion"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as started:  # noqa: S603 - our own
        yield started
        started.kill()


async def test_a_game_is_played_by_the_keys_of_a_page_until_ctrl_c(port: int, command: subprocess.Popen[str]) -> None:
    assert command.stdout
    told = await run_sync(command.stdout.readline)
    assert told == f"The table is at http://127.0.0.1:{port} until Ctrl-C.\n"
    async with ClientSession() as session:
        page = await Served(session, port).page()
        await picture_with(page, b" of 13")
        await say(page, "stdin", "r")
        await picture_with(page, b"The rules")
        command.send_signal(signal.SIGINT)
        assert await closed(page) == (Closing.GOING_AWAY, server.SERVER_ENDS)
    assert await run_sync(command.stdout.read) == ""
    assert await run_sync(command.wait) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there, no table outlives its pipes")
async def test_tables_end_with_a_server_that_is_killed(port: int, command: subprocess.Popen[str]) -> None:
    assert command.stdout
    await run_sync(command.stdout.readline)
    async with ClientSession() as session:
        await picture_with(await Served(session, port).page(), b" of 13")
        children = psutil.Process(command.pid).children(recursive=True)
        command.kill()
        for child in children:
            await run_sync(partial(child.wait, timeout=20))
