"""The board at a moment: the model of which screen, text, JSON and page are made.

A row is a pair. It has a sign for each check.
"""

import re
import shlex
from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from dojo.practice.events import MAX_NAME
from dojo.practice.history import Step
from dojo.practice.model import AMBER, GREEN, RED
from dojo.room.git import display_url
from dojo.room.pairs import Pair, Room
from dojo.text import STATUS_MARKS, percent, quantity

SYMBOLS = {GREEN: "●", **STATUS_MARKS}
REVERTED = "<"
SWAPPED = "|"
APPROVED = "*"
KEY = "● green  x red  ? amber  < reverted  | partners swapped  * approved otherwise"

# Roles beside the statuses: a role is a colour of the screen, and a class of the page.
LONG = "long-red"
MUTED = "muted"
STRONG = "strong"

MINUTE_SECONDS = 60
HOUR_SECONDS = 3600

# What the heading counts, and the role of each.
COUNTS = {GREEN: GREEN, AMBER: AMBER, RED: RED, "over 2 min": LONG, "left": MUTED, "hidden": MUTED}
NO_PAIRS = """\
No pair yet. Each pair makes a practice with `dojo start`, and joins with:

{}

Then every check of theirs shows here within seconds."""
NOT_HEARD = "No pair was read yet."


class Part(NamedTuple):
    """A piece of a line, and its role."""

    text: str
    role: str = ""


BoardLine = list[Part]


class BoardRow(NamedTuple):
    """One row of the board. The state is unknown once the room stops answering.

    `signs`: a sign for each check and swap, the newest last. `state`: the status of the last check,
    "reverted", or "no check yet". `detail`: how long it is not green; otherwise, in how many places
    it has changed expectations. `age`: of the last check.
    """

    pair: Pair
    signs: BoardLine
    state: str
    detail: str
    age: str
    score: str
    is_unheard: bool
    is_overdue: bool
    is_late: bool

    @property
    def level(self) -> str:
        choices = self.pair.history.choices
        return format_level(choices.level, blind=choices.blind)


class View(NamedTuple):
    """The board at a moment. `troubles`: a line for each source that does not answer."""

    now: float
    rows: list[BoardRow]
    counts: list[Part]
    left: list[str]
    troubles: list[str]
    advice: str
    as_of: str


def view_of(room: Room, now: float, hidden: Collection[str] = ()) -> View:
    """Return the board at a moment, without the pairs that are hidden."""
    present, left = present_and_left(room)
    rows = [row_of(pair, now) for pair in present if pair.name not in hidden]
    counts = counts_of(rows, len(left), len(present) - len(rows))
    heard = max(clone.heard or 0 for clone in room.clones)
    as_of = ""
    if heard:
        as_of = f"as of {clock_time(heard, '%H:%M:%S')}"
    advice = ""
    if not present and not left:
        advice = advice_without_pairs(room, is_heard=bool(heard))
    names = [pair.name for pair in left]
    return View(now, rows, counts, names, troubles_of(room), advice, as_of)


def present_and_left(room: Room) -> tuple[list[Pair], list[Pair]]:
    """Return the pairs that are present, and those that left, in the order of the board."""
    pairs = sorted(room.pairs, key=lambda pair: natural_order(pair.name))
    present = [pair for pair in pairs if not pair.has_left]
    left = [pair for pair in pairs if pair.has_left]
    return present, left


def row_of(pair: Pair, now: float) -> BoardRow:
    history = pair.history
    signs = [sign_of(step) for step in history.steps]
    for swap in reversed(history.swaps):
        signs.insert(swap.after, Part(SWAPPED, MUTED))
    known = pair.known_until(now)
    is_unheard = known < now
    unknown = "?" if is_unheard else ""
    detail = ""
    if history.red_since is not None:
        detail = format_minutes(known - history.red_since.timestamp()) + unknown
    elif history.approved.changes:
        detail = f"{APPROVED}{history.approved.changes}"
    age = ""
    if history.last is not None:
        age = format_age(known - history.last.moment.timestamp()) + unknown
    return BoardRow(
        pair,
        signs,
        history.state,
        detail,
        age,
        score=percent(history.score),
        is_unheard=is_unheard,
        is_overdue=history.is_red_too_long(now) and not is_unheard,
        is_late=history.is_late(now) and not is_unheard,
    )


def sign_of(step: Step) -> Part:
    """Return the sign of a check. With changed expectations, it has not the colour of green."""
    if step.reverted:
        return Part(REVERTED, step.status)
    if step.is_green and step.approved.changes:
        return Part(APPROVED, MUTED)
    return Part(SYMBOLS[step.status], step.status)


def counts_of(rows: Sequence[BoardRow], left: int, hidden: int) -> list[Part]:
    """Count the pairs, by status, and their checks."""
    counts = Counter(row.state for row in rows)
    counts["over 2 min"] = sum(row.is_overdue for row in rows)
    counts["left"] = left
    counts["hidden"] = hidden
    parts = [Part(quantity(len(rows), "pair"))]
    for what, role in COUNTS.items():
        if counts[what]:
            parts.append(Part(f"{counts[what]} {what}", role))
    checks = sum(len(row.pair.history.steps) for row in rows)
    return [*parts, Part(quantity(checks, "check"))]


def advice_without_pairs(room: Room, *, is_heard: bool) -> str:
    """Return how pairs join, as long as there is none."""
    if not is_heard:
        return NOT_HEARD
    urls = [shlex.quote(display_url(clone.address)) for clone in room.clones]
    return NO_PAIRS.format("\n".join(f"  dojo join {url} --name Panda" for url in urls))


def troubles_of(room: Room) -> list[str]:
    """Return a line for each source that does not answer."""
    lines: list[str] = []
    for clone in room.clones:
        if clone.failure:
            since = clock_time(clone.silent_since)
            lines.append(f"{clone.display_name}: no answer since {since}: {clone.failure}")
    return lines


def timestamp_of(moment: datetime | None) -> float | None:
    return None if moment is None else moment.timestamp()


def clock_time(moment: float, form: str = "%H:%M") -> str:
    """Return the time of day here, of a moment in seconds since 1970."""
    return f"{datetime.fromtimestamp(moment).astimezone():{form}}"


def format_minutes(seconds: float) -> str:
    """Return minutes and seconds, as in 25:00."""
    minutes, rest = divmod(int(max(0, seconds)), MINUTE_SECONDS)
    return f"{minutes}:{rest:02}"


def format_age(seconds: float) -> str:
    """Return how long ago something was, in seven characters, to the minute."""
    if seconds < MINUTE_SECONDS:
        return "< 1 min"
    minutes = int(seconds) // MINUTE_SECONDS
    if seconds < HOUR_SECONDS:
        return f"{minutes} min"
    return f"{minutes // 60} h"


def format_level(level: int | None, *, blind: bool) -> str:
    """Return a level as a column has it: b for a blind practice, own for somebody's own code."""
    if not level:
        return "own"
    return f"{level}b" if blind else str(level)


def natural_order(name: str) -> str:
    """Return a key that sorts Panda-2 before Panda-10."""
    return re.sub(r"\d+", lambda number: number[0].zfill(MAX_NAME), name.casefold())
