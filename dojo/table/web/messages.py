"""What a page says to its table.

message: JSON text as textual's page sends it, a list with its kind first. packet: what textual's driver reads: a letter
(D: something typed, M: something about the window), the length in four bytes, and so many bytes.
"""

import json

MOST_BYTES = 16 * 1024  # of a message: nobody types as much at once
COLUMNS = range(10, 301)
ROWS = range(5, 151)


def packet_of(message: str) -> bytes:
    """Return the packet for a message, or nothing where the table need not know; ValueError for what no page says."""
    try:
        said = json.loads(message)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    match said:
        case ["stdin", str(typed)]:
            return _packet(b"D", typed.encode())
        case ["resize", {"width": int(width), "height": int(height)}]:
            columns, rows = bounded(width, height)
            return _about_the_window(type="resize", width=columns, height=rows)
        case ["focus" | "blur" as kind]:
            return _about_the_window(type=kind)
        case ["ping", str()]:
            return b""
        case _:
            raise ValueError("no page says this")


def bounded(columns: int, rows: int) -> tuple[int, int]:
    """Return a size that a table can have, as near as can be to what is asked: each cell takes memory."""
    return max(COLUMNS[0], min(columns, COLUMNS[-1])), max(ROWS[0], min(rows, ROWS[-1]))


def _about_the_window(**facts: str | int) -> bytes:
    return _packet(b"M", json.dumps(facts).encode())


def _packet(letter: bytes, payload: bytes) -> bytes:
    return letter + len(payload).to_bytes(4, "big") + payload
