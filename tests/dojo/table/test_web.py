"""`dojo table --web`: what a browser is given, what it may say, and who is refused."""

import json
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
from anyio import connect_tcp, create_task_group, fail_after
from anyio.lowlevel import checkpoint
from anyio.to_thread import run_sync
from click.testing import CliRunner

from dojo.commands import main, table
from dojo.errors import WorkspaceError
from dojo.table import web
from dojo.table.themes import DAY, NIGHT
from dojo.table.web import process
from dojo.table.web.messages import COLUMNS, MOST_BYTES, ROWS, packet_of
from tests.dojo.table.pages import (
    ECHOING,
    PATIENCE_SECONDS,
    ClientSession,
    Closing,
    RefusedError,
    Served,
    WSMsgType,
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


@pytest.mark.parametrize("path", PATHS)
async def test_a_page_is_given_what_it_is_made_of(path: str) -> None:
    async with serving() as served:
        status, text, _ = await served.get(path)
        assert status == 200
        assert text


def test_what_a_page_is_made_of_is_all_that_it_names() -> None:
    assert {f"/{name}" for name in re.findall(r'(?:src|href)="([\w.]+)"', PAGE)} == {*PATHS} - {"/"}


@pytest.mark.parametrize("path", ["/static/", "/static/js/textual.js", "/..%2fserver.py", "/page.html", "/download/x"])
async def test_nothing_else_is_served(path: str) -> None:
    async with serving() as served:
        assert (await served.get(path))[0] == 404


def test_the_page_names_no_other_host() -> None:
    assert not re.findall(r"(?:https?:)?//[a-z]", PAGE + STYLE)


@pytest.mark.parametrize("path", ["/", "/textual.js", "/ws", "/none"])
async def test_the_browser_is_told_to_ask_no_other_host(path: str) -> None:
    async with serving() as served:
        _, _, headers = await served.get(path)
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert re.findall(r"[a-z]+://\S+", policy) == [f"ws://127.0.0.1:{served.port};"]


def test_the_page_has_no_colour_that_the_table_has_not() -> None:
    assert {*re.findall(r"var\(--([\w-]+)\)", STYLE)} <= {*NIGHT.variables}


async def test_the_page_is_told_the_colours_of_the_table_by_night_and_by_day() -> None:
    async with serving() as served:
        by_night, by_day = (await served.get("/theme.css"))[1].split("body.day")
    assert f"--felt: {NIGHT.variables['felt']};" in by_night
    assert f"--felt: {DAY.variables['felt']};" in by_day


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
async def test_it_answers_to_its_own_names(name: str) -> None:
    async with serving() as served:
        assert (await served.get("/", Host=f"{name}:{served.port}"))[0] == 200


@pytest.mark.parametrize("host", ["rebound.example:{}", "rebound.example", "127.0.0.1", "127.0.0.1:1", "127.0.0.1:{}0"])
async def test_it_answers_to_no_other_name(host: str) -> None:
    async with serving() as served:
        named = host.format(served.port)
        assert (await served.get("/", Host=named, Origin=f"http://{named}"))[0] == 403


@pytest.mark.parametrize("origin", ["http://foreign.example", "null", "http://localhost:{}", "https://127.0.0.1:{}"])
async def test_a_page_of_others_is_refused(origin: str) -> None:
    async with serving() as served:
        with pytest.raises(RefusedError) as refused:
            await served.page(Origin=origin.format(served.port))
        assert refused.value.status == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
@pytest.mark.parametrize("path", PATHS)
async def test_what_a_page_of_others_shows_or_opens_without_naming_its_origin_is_refused(path: str, site: str) -> None:
    async with serving() as served:
        assert (await served.get(path, **{"Sec-Fetch-Site": site}))[0] == 403


@pytest.mark.parametrize("site", ["same-origin", "none"])
async def test_a_page_that_a_person_opened_is_served(site: str) -> None:
    async with serving() as served:
        assert (await served.get("/", **{"Sec-Fetch-Site": site}))[0] == 200


async def test_what_is_no_page_at_all_is_refused() -> None:
    async with serving() as served:
        with pytest.raises(RefusedError) as refused:
            await served.session.ws_connect(f"{served.address}/ws?width=80&height=24")
        assert refused.value.status == 403


async def test_a_table_has_the_size_of_its_page() -> None:
    async with serving() as served:
        await picture_with(await served.page(44, 48), b"size 44x48")


async def test_a_table_is_never_larger_than_any_window() -> None:
    async with serving() as served:
        await picture_with(await served.page(10**9, 10**9), f"size {COLUMNS[-1]}x{ROWS[-1]}".encode())


@pytest.mark.parametrize("size", ["", "?width=80", "?width=x&height=24", "?width=8e9&height=24"])
async def test_a_table_without_a_size_is_refused(size: str) -> None:
    async with serving() as served:
        assert (await served.get(f"/ws{size}", Origin=served.address))[0] == 400


@pytest.mark.parametrize(
    ("message", "heard"),
    [
        (["stdin", "ä"], ("D", "ä")),
        (["resize", {"width": 44, "height": 48}], ("M", {"type": "resize", "width": 44, "height": 48})),
        (["resize", {"width": 10**9, "height": -1}], ("M", {"type": "resize", "width": 300, "height": 5})),
        (["focus"], ("M", {"type": "focus"})),
        (["blur"], ("M", {"type": "blur"})),
    ],
)
def test_what_a_page_says_is_handed_on(message: object, heard: tuple[str, object]) -> None:
    packet = packet_of(json.dumps(message))
    text = packet[5:].decode()
    assert int.from_bytes(packet[1:5], "big") == len(packet) - 5
    assert (packet[:1].decode(), text if heard[0] == "D" else json.loads(text)) == heard


def test_how_long_the_way_takes_is_nothing_to_the_table() -> None:
    assert packet_of('["ping", "1"]') == b""


MALFORMED = [
    "",
    "{",
    "[]",
    "[" * MOST_BYTES,
    "7" * 5000,
    '"stdin"',
    '["stdin"]',
    '["stdin", 7]',
    '["stdin", "\\ud800"]',
    '["stdin", "a", "b"]',
    '["resize", {"width": 80}]',
    '["resize", {"width": null, "height": 24}]',
    '["resize", {"width": 1e400, "height": 24}]',
    '["quit"]',
]


@pytest.mark.parametrize("message", MALFORMED)
def test_what_no_page_says_is_malformed(message: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        packet_of(message)


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("{", Closing.POLICY_VIOLATION),
        (b"[]", Closing.POLICY_VIOLATION),
        ("x" * (MOST_BYTES + 1), Closing.MESSAGE_TOO_BIG),
    ],
)
async def test_a_malformed_message_closes_its_table_alone(
    message: str | bytes, code: int, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    async with serving() as served:
        wrong, right = await served.page(), await served.page()
        await (wrong.send_str(message) if isinstance(message, str) else wrong.send_bytes(message))
        assert (await closed(wrong))[0] == code
        await say(right, "stdin", "still here")
        await picture_with(right, b"still here")
        assert served.told == []
    assert capfd.readouterr() == ("", "")
    assert not caplog.records


async def test_one_table_too_many_is_told_so_until_another_closes() -> None:
    async with serving() as served:
        pages = [await served.page() for _ in range(server.MOST_TABLES)]
        assert await closed(await served.page()) == (Closing.TRY_AGAIN_LATER, server.TOO_MANY)
        await say(pages[0], "stdin", "q")
        await closed(pages[0])
        with fail_after(PATIENCE_SECONDS):
            while (await (await served.page()).receive()).type is WSMsgType.CLOSE:
                """Its process takes a moment to end."""


async def test_a_table_that_is_left_closes_its_page() -> None:
    async with serving() as served:
        page = await served.page()
        await say(page, "stdin", "q")
        assert await closed(page) == (Closing.OK, "")


async def test_a_table_that_falls_over_says_so_on_its_page_and_at_the_terminal() -> None:
    async with serving() as served:
        page = await served.page()
        await say(page, "stdin", "fall")
        assert await closed(page) == (
            Closing.INTERNAL_ERROR,
            "The table fell over: and the last of its words",
        )
        assert served.told == ["The table fell over: and the last of its words"]


async def test_a_table_ends_with_its_page() -> None:
    async with serving() as served:
        before = psutil.Process().children()
        page = await served.page()
        await picture_with(page, b"size")
        [child] = [each for each in psutil.Process().children() if each not in before]
        await page.close()
        with fail_after(20):
            while child.is_running():
                await checkpoint()


async def test_pages_are_told_that_the_server_ends() -> None:
    async with serving() as served:
        page = await served.page()
        await picture_with(page, b"size")
        async with create_task_group() as meanwhile:
            meanwhile.start_soon(served.end)
            assert await closed(page) == (Closing.GOING_AWAY, server.SERVER_ENDS)


def test_a_table_has_our_surroundings_but_not_our_terminal() -> None:
    ours = {"PATH": "/bin", "TERM": "dumb", "NO_COLOR": "1", "TEXTUAL": "devtools", "TEXTUAL_ANIMATIONS": "none"}
    assert process.surroundings_of(ours, 80, 24) == {
        "PATH": "/bin",
        "TEXTUAL_ANIMATIONS": "none",
        "TERM": "xterm-256color",
        "TEXTUAL_DRIVER": process.DRIVER,
        "TEXTUAL_COLOR_SYSTEM": "truecolor",
        "COLUMNS": "80",
        "ROWS": "24",
    }


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


@pytest.mark.parametrize(
    ("typed", "laid"),
    [
        ("--web", ""),
        (
            "yacht --web --no-motion --seed 3 --player Ann=person --port 8123",
            "yacht --no-motion --seed 3 --player Ann=person --port 8123",
        ),
    ],
)
def test_all_options_but_one_are_passed_on(typed: str, laid: str, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[Sequence[str]] = []
    monkeypatch.setattr(table, "serve", lambda command, _port, _tell: served.append(command))
    monkeypatch.setattr(sys, "argv", ["dojo", "table", *typed.split()])
    result = CliRunner().invoke(main, ["table", *typed.split()])
    assert result.exit_code == 0, result.output
    assert served == [[*TABLE, *laid.split()]]


def test_what_no_table_would_take_is_told_before_any_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "serve", None)
    result = CliRunner().invoke(main, ["table", "--web", "--player", "Ann=nobody"])
    assert result.exit_code == 2
    assert "nobody" in result.output


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
        command.send_signal(signal.SIGINT)
        assert await closed(page) == (Closing.GOING_AWAY, server.SERVER_ENDS)
    assert await run_sync(command.stdout.read) == ""
    assert await run_sync(command.wait) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there, no request to end is heard")
async def test_asked_to_end_twice_it_ends_as_well(port: int, command: subprocess.Popen[str]) -> None:
    assert command.stdout
    await run_sync(command.stdout.readline)
    async with ClientSession() as session:
        page = await Served(session, port).page()
        command.send_signal(signal.SIGTERM)
        assert await closed(page) == (Closing.GOING_AWAY, server.SERVER_ENDS)
        command.send_signal(signal.SIGTERM)
    assert await run_sync(command.wait) == 0


@pytest.mark.parametrize("key", ["\x1b[1114112u", "\x1b[99999999999u", "\x1b[1;1;1114112u"])
async def test_a_key_that_there_is_not_is_none(key: str, port: int, command: subprocess.Popen[str]) -> None:
    assert command.stdout
    await run_sync(command.stdout.readline)
    async with ClientSession() as session:
        page = await Served(session, port).page()
        await picture_with(page, b" of 13")
        await say(page, "stdin", key)
        await say(page, "stdin", "r")
        await picture_with(page, b"The rules")


@pytest.mark.skipif(sys.platform == "win32", reason="there, no table outlives its pipes")
async def test_tables_end_with_a_server_that_is_killed(port: int, command: subprocess.Popen[str]) -> None:
    assert command.stdout
    await run_sync(command.stdout.readline)
    async with ClientSession() as session:
        await picture_with(await Served(session, port).page(), b" of 13")
        [child] = psutil.Process(command.pid).children()
        command.kill()
        await run_sync(partial(child.wait, timeout=20))


MALFORMED_REQUESTS = [
    "GET / HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: {host}\r\nHost: rebound.example\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    f"GET /{'x' * 10_000} HTTP/1.1\r\nHost: {{host}}\r\n\r\n",
]


@pytest.mark.parametrize("request_of", MALFORMED_REQUESTS, ids=["no host", "two hosts", "two lengths", "too long"])
async def test_a_malformed_request_is_refused_and_told_in_a_line(
    request_of: str, port: int, command: subprocess.Popen[str]
) -> None:
    assert command.stdout
    await run_sync(command.stdout.readline)
    async with await connect_tcp(server.HOST, port) as stream:
        await stream.send(request_of.format(host=f"127.0.0.1:{port}").encode())
        assert (await stream.receive()).startswith(b"HTTP/1.0 400 ")
    command.send_signal(signal.SIGINT)
    told = await run_sync(command.stdout.read)
    assert re.fullmatch(r"Error handling request from 127\.0\.0\.1: 400, .{1,200}\n", told)
