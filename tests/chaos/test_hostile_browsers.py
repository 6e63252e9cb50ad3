"""Hostile browsers: whatever they send to `dojo table --web`, they get no page, and who plays goes on playing."""

import os
import re
import signal
import socket
import struct
import subprocess
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import psutil
import pytest

from tests.chaos.browsers import NAMED, REFUSED, TABLE, TALKS, typed
from tests.chaos.scene import PATIENCE_SECONDS, Scene, begin, end_all, promise

pytest.importorskip("textual_serve", reason="browsers are served by an extra: pip install -e '.[web]'")
pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows ends processes in other ways")

AT_ONCE = 24  # requests that are tried in a round
TALKS_AT_ONCE, TABLES = 10, 5
MOST_BYTES = 400 * 1024**2  # of the server, and of each of its tables
UNWANTED_SECONDS = 2  # after which what is not taken is held to be unwanted
LINGER = struct.pack("ii", 1, 0)  # to end a connection without a word
SETS = b" of 13"  # in the first picture of a game
LINE = re.compile(
    r"(The table is at|Error handling request from|Unhandled exception:|127\.0\.0\.1:|socket\.accept\(\)) .*"
)

Next = Callable[[Collection[str], int, int], str]


class Site:
    """A server of tables, as somebody started it."""

    def __init__(self, folder: Path, *behind: str) -> None:
        """Start it at any free port."""
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        words = ("table", "--web", "--no-motion", "--port", str(self.port), "--player", "Ann=person")
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "stdin": subprocess.DEVNULL}
        self.process = begin(folder, *words, behind=behind, **pipes)
        assert self.process.stdout
        self.told = self.process.stdout.readline()
        self.tables: set[psutil.Process] = set()

    def connection(self, request: str = "") -> socket.socket:
        """Return a connection on which a request was sent."""
        made = socket.create_connection(("127.0.0.1", self.port), PATIENCE_SECONDS)
        send(made, request.format(host=f"127.0.0.1:{self.port}", port=self.port).encode("latin-1"))
        return made

    def answer(self, request: str) -> bytes:
        """Return how the answer to a request begins."""
        with self.connection(request) as made:
            return received(made, b"\r\n\r\n")

    def table(self) -> socket.socket:
        """Return a connection that has a table, as soon as one is free."""
        while SETS not in received(made := self.connection(TABLE), SETS):
            made.close()
        self.tables.update(psutil.Process(self.process.pid).children(recursive=True))
        return made

    def serves(self) -> bool:
        """Tell whether somebody who plays gets a page and a table, and all of it takes no more memory than it may."""
        page = self.answer(NAMED.format("{host}"))
        self.table().close()
        running = [psutil.Process(self.process.pid), *(each for each in self.tables if each.is_running())]
        return page.startswith(b"HTTP/1.1 200 OK\r\n") and all(memory_of(each) < MOST_BYTES for each in running)

    def end(self, number: int = signal.SIGINT) -> tuple[int, str, list[psutil.Process]]:
        """End it; return its exit code, the lines that it should not have said, and the tables that are left."""
        self.process.send_signal(number)
        printed = self.process.communicate(timeout=PATIENCE_SECONDS)[0].decode()
        _, left = psutil.wait_procs(self.tables, PATIENCE_SECONDS)
        odd = [line for line in printed.splitlines() if line and not (LINE.fullmatch(line) and line.isprintable())]
        return self.process.returncode, "\n".join(odd), left


def memory_of(process: psutil.Process) -> int:
    with suppress(psutil.NoSuchProcess):
        return int(process.memory_info().rss)
    return 0


def send(made: socket.socket, content: bytes) -> None:
    """Send something, as far as it is wanted."""
    with suppress(OSError):
        made.sendall(content)


def received(made: socket.socket, part: bytes) -> bytes:
    """Return what comes, up to this part of it, or to its end."""
    shown = b""
    with suppress(ConnectionError):
        while part not in shown and (more := made.recv(65536)):
            shown += more
    return shown


@pytest.fixture
def site(scene: Scene) -> Iterator[Site]:
    """Serve tables of a kata."""
    started = Site(scene.folder)
    yield started
    end_all(started.process)


@promise("own-page-alone", "no-traceback", "no-forged-line")
def test_no_page_of_another_site_gets_an_answer(site: Site, next_of: Next) -> None:
    for number in range(AT_ONCE):
        name = next_of(REFUSED, number, AT_ONCE)
        answer = site.answer(REFUSED[name])
        assert not re.match(rb"HTTP/\S+ [123]", answer), (name, answer)
        assert site.answer(NAMED.format("{host}")).startswith(b"HTTP/1.1 200 OK\r\n"), name
    assert site.serves()
    assert site.end() == (0, "", [])


@promise("own-page-alone", "no-traceback", "no-forged-line", "ends")
def test_whatever_is_said_to_a_table_ends_that_table_at_most(site: Site, next_of: Next) -> None:
    for number in range(TALKS_AT_ONCE):
        name = next_of(TALKS, number, TALKS_AT_ONCE)
        with site.table() as made:
            made.settimeout(UNWANTED_SECONDS)
            with suppress(OSError):
                for piece in TALKS[name]:
                    made.sendall(piece)
            assert site.serves(), name
    assert site.end() == (0, "", [])


def silent(site: Site) -> list[socket.socket]:
    return [site.connection() for _ in range(200)]


def slow(site: Site) -> list[socket.socket]:
    return [site.connection("GET / HTTP/1.1\r\nHost: 127") for _ in range(200)]


def with_tables(site: Site) -> list[socket.socket]:
    return [site.connection(TABLE) for _ in range(40)]


def vanishing(site: Site) -> list[socket.socket]:
    """Return those who ask for a table, and are gone before it is laid."""
    made = with_tables(site)
    for each in made:
        each.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, LINGER)
        each.close()
    return made


def deaf(site: Site) -> list[socket.socket]:
    """Return one who reads nothing of what it asks for, as long as that is taken."""
    made = site.table()
    made.settimeout(UNWANTED_SECONDS)
    with suppress(OSError):
        while True:
            made.sendall(typed(2000 * "\x1b[A") + typed("t?"))
    return [made]


def two_tabs(site: Site) -> list[socket.socket]:
    return [site.table(), site.table()]


CROWDS = {each.__name__: each for each in (silent, slow, with_tables, vanishing, deaf, two_tabs)}
ENDS = {signal.SIGINT: 0, signal.SIGTERM: 0, signal.SIGHUP: -signal.SIGHUP, signal.SIGKILL: -signal.SIGKILL}


@promise("own-page-alone", "no-traceback", "nothing-lost")
@pytest.mark.parametrize("number", range(2))
def test_a_crowd_lets_others_play_and_all_of_it_ends(number: int, site: Site, dice: Random, next_of: Next) -> None:
    name, ending = next_of(CROWDS, number, 2), dice.choice([*ENDS])
    crowd = CROWDS[name](site)
    if name == "with_tables":  # which are all tables that there are
        [each.close() for each in crowd]
    assert site.serves(), name
    assert site.end(ending) == (ENDS[ending], "", []), (name, ending)
    for each in crowd:
        each.close()


@promise("own-page-alone", "no-traceback")
def test_when_there_is_no_room_for_more_a_line_says_so_until_there_is_again(scene: Scene) -> None:
    site = Site(scene.folder, "sh", "-c", 'ulimit -n 64; exec "$@"', "sh")
    crowd = [site.connection() for _ in range(100)]
    for each in crowd:
        each.close()
    assert site.serves()
    code, odd, left = site.end()
    assert (code, odd, left) == (0, "", [])
