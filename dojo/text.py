"""Words for people: text from elsewhere made fit to be shown, things that are counted, and what the clock says."""

import re
import textwrap
import unicodedata
from datetime import UTC, datetime
from itertools import groupby

WIDTH = 80  # of a terminal that everybody has
INDENT = "    "  # of what stands below the line that it is about
WIDEST_CHARACTERS = 200  # of what an error says of itself
BLOCKS = " ▁▂▃▄▅▆▇█"  # an amount in one character, from nothing to all
MOST_MARKS = 4  # on a letter; more of them reach into other lines
# What counts as a letter, or as a mark on one, and is not seen: what fills a place, and joins; braille without a dot.
UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U00016fe4\U0001d159")
VARIANTS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")  # a heart may be red in a sentence, and in no name

STATUS_STYLES = {"green": "green", "amber": "yellow", "red": "red"}  # in a terminal
STATUS_MARKS = {"red": "x", "amber": "?"}  # so that colour is not needed to tell
DIFF_COLOURS = {"-": "red", "+": "green", "@": "cyan"}  # by what a line begins with


def printable(text: str) -> str:
    """Return a text with whatever a terminal cannot show, or would obey, or shows as nothing, as an escape."""
    if text.isascii() and text.isprintable():
        return text
    letters = ((marks, at, each) for marks, run in groupby(text, _is_mark) for at, each in enumerate(run))
    return "".join(
        each if (at < MOST_MARKS if marks else _is_seen(each)) else ascii(each)[1:-1] for marks, at, each in letters
    )


def printable_name(text: str) -> str:
    """Return a name made printable, with nothing in it that is not seen: what chooses the look of a letter, too."""
    return VARIANTS.sub(lambda found: ascii(found[0])[1:-1], printable(text))


def printable_lines(text: str) -> str:
    """Return a text with each of its lines made printable; what ends a line is a newline alone."""
    return "\n".join(printable(line.expandtabs()) for line in text.split("\n"))


def shortened(text: str, most: int) -> str:
    """Return a text in one line that can be shown anywhere, of so many characters at most."""
    line = printable(" ".join(text.split()))
    short = textwrap.shorten(line, most, placeholder="...")
    return f"{line[: most - 3]}..." if short == "..." != line else short  # of a word that is too long, its beginning


def _is_mark(letter: str) -> bool:
    return _is_seen(letter) and unicodedata.category(letter) in ("Mn", "Me")


def _is_seen(letter: str) -> bool:
    return letter.isprintable() and letter not in UNSEEN


def counted(number: int, what: str) -> str:
    """Show a number of things."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def now() -> datetime:
    """Return the time in the person's own zone; where that is none that there can be, in UTC."""
    try:
        return datetime.now().astimezone()
    except ValueError:
        return datetime.now(UTC)


def stamp() -> str:
    """Return the time as the name of a file or a folder has it."""
    return f"{now():%Y-%m-%d-%H%M%S}"


def duration(seconds: float) -> str:
    """Return how long something took, as people say it."""
    minutes = int(seconds / 60)
    if not minutes:
        return f"{int(seconds)} s"
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"
