"""Words for people: errors, text from elsewhere made fit to be shown, things that are counted, what the clock says."""

import re
import textwrap
from datetime import datetime

WIDTH = 80  # of a terminal that everybody has
INDENT = "    "  # of what stands below the line that it is about
WIDEST_CHARACTERS = 200  # of what an error says of itself
BLOCKS = " ▁▂▃▄▅▆▇█"  # an amount in one character, from nothing to all

STATUS_STYLES = {"green": "green", "amber": "yellow", "red": "red"}  # in a terminal
STATUS_MARKS = {"red": "x", "amber": "?"}  # so that colour is not needed to tell
LABEL_AT_THE_END = re.compile(r" [^ ]*:\.\.\.$")  # of what was cut


def printable(text: str) -> str:
    """Return a text with whatever a terminal cannot show, or would obey, as an escape."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def printable_lines(text: str) -> str:
    """Return a text with each of its lines made printable; what ends a line is a newline alone."""
    return "\n".join(printable(line.expandtabs()) for line in text.split("\n"))


def shorten(text: str, most: int) -> str:
    """Return a text in one line that can be shown anywhere, of so many characters at most."""
    line = printable(" ".join(text.split()))
    short = LABEL_AT_THE_END.sub("...", textwrap.shorten(line, most, placeholder="..."))
    return f"{line[: most - 3]}..." if short == "..." != line else short  # of a word that is too long, its beginning


def fill(text: str, indent: str = "", subsequent_indent: str | None = None) -> str:
    """Break a text into lines of 80 columns. `indent`: of the first line, and of all by default."""
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent if subsequent_indent is None else subsequent_indent,
        break_long_words=False,
    )


def next_step_line(step: str) -> str:
    """Return the line, or lines, that say how to go on after a command."""
    return "Next: " + step.replace("\n", "\n      ")


def quantity(number: int, what: str) -> str:
    """Show a number of things."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def percent(score: float | None) -> str:
    """Return a score from 0 to 1 as people read it; nothing where it is not known."""
    return "" if score is None else f"{100 * score:.1f} %"


def now() -> datetime:
    """Return the time in the person's own zone."""
    return datetime.now().astimezone()


def stamp() -> str:
    """Return the time as the name of a file or a folder has it."""
    return f"{now():%Y-%m-%d-%H%M%S}"


def duration(seconds: float) -> str:
    """Return how long something took, as people say it."""
    minutes, left = divmod(int(seconds), 60)
    if minutes >= 60:
        return f"{minutes // 60} h {minutes % 60} min"
    if minutes >= 10 or (minutes and not left):
        return f"{minutes} min"
    return f"{minutes} min {left} s" if minutes else f"{left} s"
