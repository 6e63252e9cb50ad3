"""Text for people: escaped, in lines of one width, with numbers and times as people read them."""

import re
import textwrap
from collections.abc import Sequence
from datetime import datetime
from difflib import SequenceMatcher
from itertools import zip_longest

WIDTH = 80  # columns of a terminal
INDENT = "    "
# Of an error message that is not ours.
MAX_ERROR_CHARACTERS = 200

STATUS_STYLES = {"green": "green", "amber": "yellow", "red": "red"}
# So that people need not tell colours apart.
STATUS_MARKS = {"red": "x", "amber": "?"}
# What is left of a label, if its text was cut off.
CUT_LABEL = re.compile(r" [^ ]*:\.\.\.$")


def printable(text: str) -> str:
    """Escape the characters that a terminal would obey, or cannot show."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def printable_lines(text: str) -> str:
    """Escape each line. Only a newline ends one."""
    return "\n".join(printable(line.expandtabs()) for line in text.split("\n"))


def line_changes(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """Return how lines changed: each place is an old line, a new one, or both."""
    places: list[str] = []
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for kind, start, end, new_start, new_end in matcher.get_opcodes():
        if kind == "equal":
            continue
        removed = [f"-{line}" for line in before[start:end]]
        added = [f"+{line}" for line in after[new_start:new_end]]
        for old, new in zip_longest(removed, added):
            lines = [line for line in (old, new) if line is not None]
            places.append("\n".join(lines))
    return places


def cut(text: str, most: int) -> str:
    """Return at most the first `most` characters of a text, with all its spaces."""
    if len(text) <= most:
        return text
    return f"{text[: most - 3]}..."


def shorten(text: str, most: int) -> str:
    """Return a text as a printable line of at most `most` characters."""
    line = printable(" ".join(text.split()))
    if len(line) <= most:
        return line
    short = textwrap.shorten(line, most, placeholder="...")
    short = CUT_LABEL.sub("...", short)
    if short == "...":  # the first word is too long
        return f"{line[: most - 3]}..."
    return short


def fill(text: str, indent: str = "", subsequent_indent: str | None = None) -> str:
    """Break a text into lines of at most 80 columns.

    `indent` begins the first line, and the others unless they have an indent of their own.
    """
    if subsequent_indent is None:
        subsequent_indent = indent
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=subsequent_indent,
        break_long_words=False,
    )


def next_step_line(step: str) -> str:
    """Return the advice after a command, in one or more lines."""
    return "Next: " + step.replace("\n", "\n      ")


def quantity(number: int, noun: str) -> str:
    """Return a number of things, as in "1 test" and "2,000 tests"."""
    if number == 1:
        return f"1 {noun}"
    return f"{number:,} {noun}s"


def percent(score: float | None) -> str:
    """Return a score from 0 to 1 in percent, and an empty string for None."""
    if score is None:
        return ""
    return f"{100 * score:.1f} %"


def now() -> datetime:
    """Return the time in the local zone."""
    return datetime.now().astimezone()


def timestamp() -> str:
    """Return the time for the name of a file or a folder."""
    return f"{now():%Y-%m-%d-%H%M%S}"


def duration(seconds: float) -> str:
    """Return a time as people say it: in seconds, minutes, or hours. It is never negative."""
    minutes, rest = divmod(max(0, int(seconds)), 60)
    if minutes >= 60:
        return f"{minutes // 60} h {minutes % 60} min"
    if minutes == 0:
        return f"{rest} s"
    if minutes >= 10 or rest == 0:
        return f"{minutes} min"
    return f"{minutes} min {rest} s"
