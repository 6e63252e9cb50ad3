"""Diffs as people see them: in colours on a terminal, as HTML on a page."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import click
import pygit2

from dojo.pages import highlight
from dojo.text import printable

# By what a line begins with.
COLOURS = {"-": "red", "+": "green", "@": "cyan"}
HTML_TAGS = {"-": "del", "+": "ins"}
# Lines of a diff that only git needs.
GIT_HEADERS = ("index ", "similarity index ", "new file mode ", "deleted file mode ")
# By git's letter for the status of a file.
STATUS_WORDS = {"A": "new", "D": "removed"}

# The HTML tag for a line of a diff, and its text.
HtmlLine = tuple[str, str]


def colour_of(line: str) -> str | None:
    """Return the colour of a line of a diff, or None for an unchanged line."""
    return COLOURS.get(line[:1])


def paint_lines(lines: Iterable[str], indent: str = "") -> list[str]:
    """Return the lines of a diff in their colours, for a terminal."""
    return [click.style(f"{indent}{line}", fg=colour_of(line)) for line in lines]


def paint_diff(diff: str) -> str:
    """Return a diff in its colours, without the lines that only git needs."""
    lines = [line for line in diff.splitlines() if not line.startswith(GIT_HEADERS)]
    return "\n".join(paint_lines(lines))


def unified_diff(patches: Iterable[pygit2.Patch]) -> str:
    """Return patches as git prints them, but without the lines that begin with "index".

    Tabs are expanded, and untrusted text is escaped.
    """
    shown: list[str] = []
    for patch in patches:
        lines = patch.data.decode(errors="replace").split("\n")[:-1]
        shown += [printable(line.expandtabs()) for line in lines if not line.startswith("index ")]
    return "\n".join(shown)


class FileChange(NamedTuple):
    """The diff of one file on a page.

    The heading has its name, and whether it is new or removed.
    """

    heading: str
    lines: list[HtmlLine]


def file_change(patch: pygit2.Patch) -> FileChange:
    """Return the changes of a file for a page. The heading of a renamed file has both paths."""
    old = patch.delta.old_file.path
    new = patch.delta.new_file.path
    parts = [new]
    if old != new:
        parts = [f"{old} → {new}"]
    status = patch.delta.status_char()
    if status in STATUS_WORDS:
        parts.append(STATUS_WORDS[status])
    if patch.delta.is_binary:
        parts.append("binary")
    lines: list[HtmlLine] = []
    for hunk in patch.hunks:
        lines += _html_lines(hunk, is_code=new.endswith(".py"))
    return FileChange(", ".join(parts), lines)


def file_changes(diff: str) -> list[FileChange]:
    """Parse a diff that git wrote."""
    return [file_change(patch) for patch in pygit2.Diff.parse_diff(diff) if patch]


def _html_lines(hunk: pygit2.DiffHunk, *, is_code: bool) -> Iterator[HtmlLine]:
    """Yield the header and the lines of a hunk. Code is highlighted."""
    old = _highlighted(hunk, " -", is_code=is_code)
    new = _highlighted(hunk, " +", is_code=is_code)
    yield "b", hunk.header.rstrip("\n")
    for line in hunk.lines:
        text = line.content.strip("\n")
        if line.origin in " -":
            text = line.origin + old.pop(0)
        if line.origin in " +":
            text = line.origin + new.pop(0)
        yield HTML_TAGS.get(line.origin, "span"), text


def _highlighted(hunk: pygit2.DiffHunk, origins: str, *, is_code: bool) -> list[str]:
    """Return the lines of a hunk with one of these origins.

    All of them are highlighted together, because a string may go over several lines.
    """
    text = "".join(line.content for line in hunk.lines if line.origin in origins)
    if is_code:
        return list(highlight(text))
    return text.split("\n")
