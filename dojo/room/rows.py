"""The board at a moment: its report, which is the JSON, and its view on screen and page.

A row is a pair. It has a sign for each check.
"""

import shlex
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from msgspec import Struct

from dojo.kata.description import level_option
from dojo.practice.history import History, SlipsOfOthers
from dojo.practice.model import AMBER, GREEN, RED, ChangedExpectations
from dojo.practice.steps import Predictions, Step, count_predictions
from dojo.room.git import display_url
from dojo.room.pairs import Pair, Sources
from dojo.room.remote import clock_in_words
from dojo.text import STATUS_MARKS, percent, quantity
from dojo.times import clock_time, format_age, format_long_ago, format_minutes

# States of a pair beside the statuses of its last check.
APPROVED = "approved"
REVERTED = "reverted"
NO_CHECK = "no check yet"
SILENT = "silent"

SYMBOLS = {GREEN: "●", APPROVED: "*", **STATUS_MARKS}
REVERTED_SIGN = "<"
SWAP_SIGN = "|"
START_SIGN = "/"
KEY = """\
● green  * green with changed expected results  x red  ? amber (could not run)
< reverted  | partners swapped  / started over"""

# Roles beside the statuses and APPROVED: a role is a colour of the screen, and a class of the page.
LONG = "long-red"
LONG_AMBER = "long-amber"
MUTED = "muted"
STRONG = "strong"

# What the heading counts, each pair once, and the role of each.
COUNTS = {
    GREEN: GREEN,
    APPROVED: APPROVED,
    AMBER: AMBER,
    RED: RED,
    REVERTED: MUTED,
    NO_CHECK: MUTED,
    SILENT: MUTED,
    "left": MUTED,
    "hidden": MUTED,
}
NO_PAIRS = """\
No pairs yet. Each pair starts a practice in the room:

{}

Then each of its checks appears here within seconds."""
NOT_HEARD = "No room has answered yet."


class Part(NamedTuple):
    """A piece of a line, and its role."""

    text: str
    role: str = ""


BoardLine = list[Part]


class ReportedCheck(Struct):
    moment: float
    status: str
    expected: str | None
    commit: str
    reverted: bool
    approved: ChangedExpectations


class ReportedPair(Struct):
    """A pair. Moments are seconds since 1970 on its clock, and None if that is wrong.

    `status`: that of the last check. `state`: the same, or "approved" for a green check with
    changed expectations, "reverted", or "no check yet": one of COUNTS. The score is from 0 to 1.
    """

    name: str
    level: int | None
    blind: bool
    step: int
    status: str | None
    state: str
    silent: bool
    overdue: bool
    late: bool
    last_heard: float
    clock_ahead: float | None
    approved: ChangedExpectations
    not_green_since: float | None
    last_check: float | None
    score: float | None
    predictions: Predictions
    slips: SlipsOfOthers
    has_all_times: bool
    swaps: list[float]
    starts: list[float | None]
    checks: list[ReportedCheck]


class ReportedRound(Struct):
    name: str
    start: float
    end: float


class Unreachable(Struct):
    """A source that does not answer. `since`: in seconds since 1970."""

    since: float
    why: str


class BoardReport(Struct):
    round: ReportedRound | None
    pairs: list[ReportedPair]
    left: list[str]
    closed: list[str]
    unreachable: dict[str, Unreachable]


class BoardRow(NamedTuple):
    """One row of the board: a pair, and its part of the report.

    `signs`: a sign for each check, swap and new start, the newest last. `detail`: how long it is
    not green, or how many results are changed, or when a silent pair was heard last. `age`: of the
    last check, if the pair may send more.
    """

    pair: Pair
    report: ReportedPair
    signs: BoardLine
    detail: str
    age: str

    @property
    def level(self) -> str:
        """Return the level, and after which worked step the pair began."""
        return format_start(self.report.level, self.report.step, blind=self.report.blind)

    @property
    def score(self) -> str:
        return percent(self.report.score)

    @property
    def predictions(self) -> str:
        """Return how many checks came as expected, as in "9 of 12"."""
        return str(self.report.predictions)

    @property
    def slips(self) -> str:
        """Return how many slips of others the tests noticed, or how many slips the pair sent."""
        return str(self.report.slips).partition(",")[0]

    @property
    def counted_as(self) -> str:
        return SILENT if self.report.silent else self.report.state


class View(NamedTuple):
    """The board at a moment. `troubles`: a line for each source that does not answer.

    `notes`: lines about clocks that are wrong, and about rooms that are closed. `has_late_pairs`:
    pairs are to check, so some may be late.
    """

    now: float
    report: BoardReport
    rows: list[BoardRow]
    counts: list[Part]
    troubles: list[str]
    notes: list[str]
    advice: str
    as_of: str
    has_late_pairs: bool


def view_of(sources: Sources, now: float, hidden: Collection[str] = ()) -> View:
    """Return the board at a moment, without the pairs that are hidden."""
    present = sources.present
    left = sources.left
    rows = [row_of(pair, now) for pair in present if pair.name not in hidden]
    report = BoardReport(
        round=None,
        pairs=[row.report for row in rows],
        left=[pair.name for pair in left],
        closed=closed_rooms(sources),
        unreachable=unreachable_rooms(sources),
    )
    counts = counts_of(rows, len(left), len(present) - len(rows))
    current = sources.round_at(now)
    if current is not None:
        report.round = ReportedRound(current.name, current.start, current.end)
    if current is not None and current.name:
        counts.insert(0, Part(current.name, STRONG))
    has_late_pairs = current is None or current.has_late_pairs(now)
    for row in rows:
        row.report.late = row.report.late and has_late_pairs
    answered = max(clone.answered or 0 for clone in sources.clones)
    as_of = ""
    if answered:
        as_of = f"as of {clock_time(answered, '%H:%M:%S')}"
    advice = ""
    if not present and not left:
        advice = advice_without_pairs(sources, is_heard=bool(answered))
    return View(
        now,
        report,
        rows,
        counts,
        troubles=trouble_lines(report.unreachable),
        notes=notes_of(sources),
        advice=advice,
        as_of=as_of,
        has_late_pairs=has_late_pairs,
    )


def closed_rooms(sources: Sources) -> list[str]:
    return [clone.display_name for clone in sources.clones if clone.is_closed]


def unreachable_rooms(sources: Sources) -> dict[str, Unreachable]:
    return {
        clone.display_name: Unreachable(clone.silent_since, clone.failure)
        for clone in sources.clones
        if clone.failure
    }


def row_of(pair: Pair, now: float) -> BoardRow:
    """Return how a pair stands, by its history and its signs of life."""
    history = pair.history
    practices = history.practices
    swaps = [swap for practice in practices for swap in practice.swaps]
    last_checked = history.last_check.checked if history.last_check else None
    until = pair.known_until(now)
    is_silent = pair.is_silent(now)
    is_certain = pair.has_times and not is_silent and not pair.is_final
    state = history.state
    if state == GREEN and history.approved.changes:
        state = APPROVED
    report = ReportedPair(
        name=pair.name,
        level=history.choices.level or None,
        blind=history.choices.blind,
        step=history.choices.step,
        status=history.last.status if history.last else None,
        state=state,
        silent=is_silent,
        overdue=is_certain and history.is_red_too_long(until),
        late=is_certain and history.is_late(until),
        last_heard=pair.sighting.heard,
        clock_ahead=pair.sighting.ahead,
        approved=history.approved,
        not_green_since=seconds_of(history.red_since) if pair.has_times else None,
        last_check=seconds_of(last_checked) if pair.has_times else None,
        score=history.score,
        predictions=count_predictions(history.all_steps),
        slips=history.slips_of_others,
        has_all_times=pair.has_all_times,
        swaps=[swap.moment.timestamp() for swap in swaps],
        starts=[seconds_of(practice.started_at) for practice in practices],
        checks=[_report_check(step) for step in history.all_steps],
    )
    detail = ""
    if is_silent:
        detail = f"last heard {format_long_ago(now - report.last_heard)}"
    elif report.not_green_since is not None:
        detail = format_minutes(until - report.not_green_since)
    elif state == APPROVED:
        detail = f"{SYMBOLS[APPROVED]}{report.approved.changes}"
    age = ""
    if last_checked is not None and is_certain:
        age = format_age(until - last_checked.timestamp())
    return BoardRow(pair, report, signs_of(history), detail, age)


def _report_check(step: Step) -> ReportedCheck:
    return ReportedCheck(
        moment=step.moment.timestamp(),
        status=step.status,
        expected=step.check.expected or None,
        commit=step.commit,
        reverted=step.reverted is not None,
        approved=step.approved,
    )


def seconds_of(moment: datetime | None) -> float | None:
    return None if moment is None else moment.timestamp()


def signs_of(history: History) -> BoardLine:
    """Return the signs of all practices of a pair."""
    signs: BoardLine = []
    for practice in history.practices:
        if practice.earlier is not None:
            signs.append(Part(START_SIGN, MUTED))
        of_practice = [sign_of(step) for step in practice.steps]
        for swap in reversed(practice.swaps):
            of_practice.insert(swap.after, Part(SWAP_SIGN, MUTED))
        signs += of_practice
    return signs


def sign_of(step: Step) -> Part:
    """Return the sign of a check. It shows if a green one changed expectations."""
    if step.reverted:
        return Part(REVERTED_SIGN, step.status)
    if step.is_green and step.approved.changes:
        return Part(SYMBOLS[APPROVED], APPROVED)
    return Part(SYMBOLS[step.status], step.status)


def counts_of(rows: Sequence[BoardRow], left: int, hidden: int) -> list[Part]:
    """Count the pairs, each in one state, and their checks."""
    counts = Counter(row.counted_as for row in rows)
    counts["left"] = left
    counts["hidden"] = hidden
    overdue = Counter(row.report.state for row in rows if row.report.overdue)
    parts = [Part(quantity(len(rows) + hidden, "pair"))]
    for what, role in COUNTS.items():
        if counts[what]:
            parts.append(Part(f"{counts[what]} {what}", role))
        if overdue[what]:
            parts.append(Part(f"({overdue[what]} too long)", LONG))
    checks = sum(row.pair.history.check_count for row in rows)
    return [*parts, Part(quantity(checks, "check"))]


def advice_without_pairs(sources: Sources, *, is_heard: bool) -> str:
    """Return how pairs join, as long as there is none."""
    if not is_heard:
        return NOT_HEARD
    urls = [shlex.quote(display_url(clone.address)) for clone in sources.clones]
    commands = [f"  dojo start --again --name Panda --room {url}" for url in urls]
    return NO_PAIRS.format("\n".join(commands))


def trouble_lines(unreachable: Mapping[str, Unreachable]) -> list[str]:
    lines: list[str] = []
    for name, trouble in unreachable.items():
        lines.append(f"{name}: no answer since {clock_time(trouble.since)}: {trouble.why}")
    return lines


def notes_of(sources: Sources) -> list[str]:
    """Return lines about clocks that are wrong, and about rooms that are closed."""
    lines: list[str] = []
    for clone in sources.clones:
        if clone.is_closed or clone.is_file:
            state = "closed" if clone.is_closed else "a file"
            last = max([pair.sighting.heard for pair in clone.pairs], default=clone.silent_since)
            moment = clock_time(last, "%Y-%m-%d %H:%M")
            lines.append(f"{clone.display_name} is {state}. The board is that of {moment}.")
    present = sources.present
    wrong = [
        f"{pair.name} {clock_in_words(pair.sighting.ahead or 0)}"
        for pair in present
        if pair.sighting.is_clock_wrong
    ]
    right = [pair.name for pair in present if pair.has_right_clock and not pair.has_times]
    if wrong:
        lines.append(f"Wrong clocks, so no times: {', '.join(wrong)}.")
    if right:
        lines.append(f"Right clocks now: {', '.join(right)}. Times follow after a green step.")
    return lines


def format_start(level: int | None, step: int, *, blind: bool) -> str:
    """Return how a practice began, as in "1", "2b", "hour" or "1 from 17".

    b is a blind practice, own somebody's own code, and 17 the worked step after which it began.
    """
    if not level:
        return "own"
    text = level_option(level)
    if blind:
        text += "b"
    if step:
        text += f" from {step}"
    return text
