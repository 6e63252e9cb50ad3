"""A diff as a page shows it: a heading for each file, and each line marked by its sign and by what it is.

change: what becomes of one file. A diff may be a stranger's, and of any size: whatever a browser would obey is written
as an escape, a long line ends in an ellipsis, and a long change in a sentence that says how much of it is not shown.
"""

import re
from html import escape
from typing import NamedTuple

from dojo.text import counted, printable

FILE = re.compile(r'^diff --git "?a/(.+?)"? "?b/(.+?)"?\n', re.MULTILINE)
HUNK = "\n@@ "
ELEMENTS = {"-": "del", "+": "ins", "@": "b"}  # by what a line of a diff begins with
WHAT = {"new file": "new", "deleted file": "removed", "Binary files": "binary"}
MOST_LINES = 1_000  # of a file: a table of all rolls that was approved has more
WIDEST_LINE, WIDEST_NAME = 500, 200  # characters


class Change(NamedTuple):
    """What becomes of one file: its name, and whether it is new or removed; the lines that differ, with some around."""

    heading: str
    lines: list[str]


def changes_of(diff: str) -> list[Change]:
    """Return what a diff does to each file."""
    _, *parts = FILE.split(diff)
    of_files = zip(parts[0::3], parts[1::3], parts[2::3], strict=True)
    return [_change(before, after, rest) for before, after, rest in of_files]


def drawn_diff(diff: str, heading: str = "h3") -> str:
    """Return a diff as HTML, each file below a heading of this kind."""
    return "\n".join(_drawn(change, heading) for change in changes_of(diff))


def _drawn(change: Change, heading: str) -> str:
    name = shown(change.heading, WIDEST_NAME)
    html = f"<{heading}>{name}</{heading}>\n"
    lines = [_line(line) for line in change.lines[:MOST_LINES]]
    if lines:
        html += f"<pre>{''.join(lines)}</pre>"
    unshown = len(change.lines) - MOST_LINES
    if unshown > 0:
        html += f'\n<p class="cut">{counted(unshown, "more line")}, not shown here.</p>'
    return html


def _change(before: str, after: str, rest: str) -> Change:
    head, start, hunks = f"\n{rest}".partition(HUNK)
    name = before if before == after else f"{before} → {after}"
    said = [said for words, said in WHAT.items() if f"\n{words}" in head]
    heading = ", ".join([name, *said])
    if not start:
        return Change(heading, [])
    text = f"{start[1:]}{hunks}".removesuffix("\n")
    return Change(heading, text.split("\n"))


def _line(line: str) -> str:
    element = ELEMENTS.get(line[:1], "span")
    return f"<{element}>{shown(line, WIDEST_LINE)}\n</{element}>"


def shown(text: str, most: int = WIDEST_LINE) -> str:
    """Return the first characters of a text as HTML: tabs as spaces, and nothing that turns or moves the others."""
    cut = text[:most]
    if len(text) > most:
        cut += "…"
    spaces = printable(cut.expandtabs(4))
    return escape(spaces, quote=False)
