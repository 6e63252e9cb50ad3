"""What no browser of somebody who plays would send to `dojo table --web`, from lists.

request: bytes of a connection of its own, in which {host} and {port} are those of the server. frame: what a websocket
carries: an operation, and bytes. talk: what is sent after a table was had, in pieces.
"""

import json
import struct
from collections.abc import Iterable
from itertools import repeat
from typing import Any

PAGE = "GET {path} HTTP/1.1\r\nHost: {{host}}\r\nConnection: close\r\n\r\n"
NAMED = "GET / HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n"
GET, POST = "GET / HTTP/1.1\r\nHost: {host}\r\nX: ", "POST / HTTP/1.1\r\nHost: {host}\r\n"
UPGRADE = (
    "GET /ws?{size} HTTP/1.1\r\nHost: {{host}}\r\n{origin}Upgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: {version}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
OWN, SIZE = "Origin: http://{host}\r\n", "width=80&height=24"
TABLE = UPGRADE.format(size=SIZE, origin=OWN, version=13)

NAMES = (
    *("evil.example", "evil.example:{port}", "LOCALHOST:{port}", "localhost.:{port}", "127.0.0.1.:{port}", "localhost"),
    *("[::1]:{port}", "2130706433:{port}", "0x7f.1:{port}", "127.1:{port}", "0:{port}", "127.0.0.1:0{port}", ""),
    *("ann@127.0.0.1:{port}", "127.0.0.1:{port}@evil.example", "127.0.0.1:{port}.evil.example", "{host},evil.example"),
    *("sub.localhost:{port}", "127.0.0.1", "127.0.0.1:{port}/", "{host};script-src *"),
)
ORIGINS = (
    *("null", "", "file://", "http://evil.example", "http://127.0.0.1", "http://127.0.0.1:1", "https://{host}"),
    *("http://{host}/", "HTTP://{host}", "http://localhost:{port}", "http://{host}.evil.example", "ws://{host}"),
    *("http://{host}, http://evil.example", "http://{host}\r\nOrigin: http://evil.example"),
    "http://evil.example\r\nOrigin: http://{host}",
)
SITES = ("cross-site", "same-site", "", "\\x00", "none, cross-site", "same-origin\r\nSec-Fetch-Site: cross-site")
PATHS = (
    *("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//evil.example", "/%00", "/page.css%00", "/page.css/..", "*"),
    *("http://evil.example/", "http://{{host}}/", "evil.example:443", "/\\..\\", "/%ff", "/ws", "/\x1b[2J", "/a b"),
)
WINDOWS = ("", "width=80", "width=1e9&height=24", "width=nan&height=nan", "width=%00&height=1", f"width={'9' * 4400}")
VERSIONS = ("5", "x", "13, 8")
METHODS = ("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", "NOTHING")
ODD = {
    "a table from nowhere": UPGRADE.format(size=SIZE, origin="", version=13),
    "no name": "GET / HTTP/1.1\r\n\r\n",
    "no name, as in former times": "GET / HTTP/1.0\r\n\r\n",
    "two names": "GET / HTTP/1.1\r\nHost: {host}\r\nHost: evil.example\r\n\r\n",
    "a name in two lines": "GET / HTTP/1.1\r\nHost: {host}\r\n evil.example\r\n\r\n",
    "lines of Unix": "GET / HTTP/1.1\nHost: {host}\n\n",
    "a forged version": "GET / HTTP/1.\x1b]0;forged\x07\r\nHost: {host}\r\n\r\n",
    "no version": "GET /\r\n\r\n",
    "HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "TLS": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + 200 * "\0",
    "a long header": GET + 10**6 * "x" + "\r\n\r\n",
    "many headers": GET + 10**4 * "y\r\nX: " + "\r\n\r\n",
    "a header that ends too soon": GET + "a\0b\r\n\r\n",
    "two lengths": POST + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET",
    "a second request in the first": POST + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + NAMED.format("{host}"),
    "a piece without a length": POST + "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    "a length that no number is": POST + f"Content-Length: {'9' * 30}\r\n\r\n",
    "less than nothing": POST + "Content-Length: -1\r\n\r\n",
    "what is packed, and is not": POST + "Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd",
    "expects too much": NAMED.format("{host}\r\nExpect: everything"),
}
REFUSED = {
    **{f"named {name!r}": NAMED.format(name) for name in NAMES},
    **{f"from {one!r}": NAMED.format("{host}\r\nOrigin: " + one) for one in ORIGINS},
    **{f"for {one!r}": NAMED.format("{host}\r\nSec-Fetch-Site: " + one) for one in SITES},
    **{f"a table from {one!r}": UPGRADE.format(size=SIZE, origin=f"Origin: {one}\r\n", version=13) for one in ORIGINS},
    **{f"a table of {size[:20]!r}": UPGRADE.format(size=size, origin=OWN, version=13) for size in WINDOWS},
    **{f"a table in version {each}": UPGRADE.format(size=SIZE, origin=OWN, version=each) for each in VERSIONS},
    **{f"asks for {path!r}": PAGE.format(path=path) for path in PATHS},
    **{f"does {method}": PAGE.format(path="/").replace("GET", method) for method in METHODS},
    **ODD,
}


def frame(operation: int, payload: bytes = b"", first: int = 0x80, length: int | None = None) -> bytes:
    """Return a frame of a client, masked with nothing; its `length` may be a lie, its `first` bits unusual."""
    size = len(payload) if length is None else length
    long = struct.pack(">H", size) if size < 2**16 else struct.pack(">Q", size)
    head = bytes([0x80 | size]) if size < 126 else bytes([0x80 | (126 if size < 2**16 else 127)]) + long
    return bytes([first | operation]) + head + bytes(4) + payload


def said(*message: Any) -> bytes:
    return frame(1, json.dumps(message).encode())


def typed(keys: str) -> bytes:
    return said("stdin", keys)


SIZES = (0, -1, 10**9, 10**400, float("nan"), float("inf"), "80", None, [], True, 1.5)
KEYS = {
    "names that are unknown": "\x1b[99~\x1bOz\x1b[1;99Z\x1b[57999u",
    "no letter that there is": "\x1b[1114112u\x1b[99999999999u",
    "half a letter": "\x1b[55296u",
    "letters of control": "".join(map(chr, (*range(1, 3), *range(4, 17), *range(18, 32), *range(127, 160)))),
    "a size of its own": "\x1b[48;9999;9999;1;1t",
    "a window of nothing": "\x1b[48;0;0;0;0t",
    "a mouse far away": "\x1b[<0;99999;99999M\x1b[<0;-5;-7M\x1b[<64;0;0M\x1b[<99999;1;1M",
    "a mouse without an end": "\x1b[<" + 5000 * "9" + ";1;1M",
    "modes of a terminal": "\x1b[?2048;1$y\x1b[?2026;2$y\x1b[99999;99999R\x1b]0;forged\x07",
    "letters from right to left": "\u202e\u0301\U0010ffff\x9b2J",
    "16 KB at once": 16_000 * "x",
    "10,000 lines of help": 10_000 * "?",
}
TALKS: dict[str, Iterable[bytes]] = {
    **{f"types {name}": [typed(keys)] for name, keys in KEYS.items()},
    **{f"a window of {str(size)[:9]}": [said("resize", {"width": size, "height": size})] for size in SIZES},
    **{
        f"says {message!r}": [frame(1, message)]
        for message in (b"", b"{", b"[]", b"7", b'["quit"]', b'["stdin", {}]', b'["stdin", "\\ud800"]', b"[" * 16_000)
    },
    "text that is none": [frame(1, b"\xff\xfe")],
    "bytes": [frame(2, bytes(100))],
    "no mask": [b"\x81\x02[]"],
    "bits that mean nothing": [frame(1, b"[]", first=0xC0)],
    "an operation that is none": [frame(5, b"[]")],
    "1 GB": [frame(1, b"x", length=2**30)],
    "more than there can be": [frame(1, b"x", length=2**64 - 1)],
    "1 MB of keys": [typed(10**6 * "x")],
    "10 MB of keys, pasted": [typed("\x1b[200~"), *repeat(typed(16_000 * "y"), 640)],
    "a message that does not end": [frame(1, b"x", first=0), *repeat(100 * frame(0, bytes(1000), first=0), 50)],
    "one in pieces of nothing": [frame(1, b"x", first=0), *repeat(1000 * frame(0, first=0), 100)],
    "an end without a beginning": [frame(0, b"x")],
    "100,000 small messages": repeat(1000 * said("ping", "1"), 100),
    "100,000 that nobody asked for": repeat(1000 * frame(10, 125 * b"x"), 100),
    "asks whether it is still there, 100,000 times": repeat(1000 * frame(9, 125 * b"x"), 100),
    "asks it at length": [frame(9, 1000 * b"x")],
    "compressed": [frame(1, b"\xca\x48\xcd\xc9\xc9\x07\x00", first=0xC0)],
    "half a goodbye": [frame(8, b"\x03")],
    "a goodbye that means nothing": [frame(8, b"\0\0forged")],
    "two goodbyes": [frame(8, b"\x03\xe8"), frame(8, b"\x03\xe8")],
    "begins again": [TABLE.encode()],
}
