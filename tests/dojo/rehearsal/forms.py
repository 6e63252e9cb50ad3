"""The board in four forms, read as a program reads them: JSON, text, page and screen."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any, NamedTuple

from tests.dojo.rehearsal.happenings import parse_minutes

STATES = ("green", "approved", "amber", "red", "reverted", "no check yet")
ABSENT = ("silent", "left", "hidden")
STATE = re.compile(
    rf"\b(?P<state>{'|'.join(STATES)})(?P<silent>\?)?"
    r"(?: last heard (?P<heard>[\d:]+))?"
    r"(?: \*\d+)?"
    r"(?: (?P<about>~)?(?P<red>[\d:]+\d)\??)?"
    r"(?P<overdue>!)?"
)
NAME = re.compile(r"\W*([A-Z][\w-]+) ")
AGE = re.compile(r"(?P<less>< 1 min)|(?P<minutes>\d+) min|(?P<hours>\d+) h\b")
LIGHTS = "●.x?*<"
# As many lights may fill the line: then some are cut off.
MANY_LIGHTS = 25
COUNT = re.compile(r"(\d+) (.+)")
MINUTE = 60
HOUR = 3600


class Row(NamedTuple):
    """A row as it was read. Times are in seconds before that; None: not in this form.

    `ages`: the least and the most that the age of the last check may be.
    """

    name: str
    state: str
    is_silent: bool
    heard: float | None
    red: float | None
    is_about: bool
    is_overdue: bool | None
    ages: tuple[float, float] | None
    lights: int | None
    text: str


@dataclass
class Sample:
    """The board in one form. It was read between two moments. `counts`: of its header."""

    form: str
    asked: float
    answered: float
    rows: list[Row] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    problem: str = ""


def parse_json(sample: Sample, printed: str) -> None:
    """Read the output of `dojo room URL --json`."""
    board = json.loads(printed)
    sample.rows = [_json_row(pair, sample.answered) for pair in board["pairs"]]
    sample.counts = {"pair": len(board["pairs"]), "left": len(board["left"])}


def _json_row(pair: dict[str, Any], now: float) -> Row:
    def age_of(key: str) -> float | None:
        return None if pair.get(key) is None else now - pair[key]

    state = str(pair["state"])
    is_silent = bool(pair["silent"])
    heard = age_of("last_heard")
    red = age_of("not_green_since")
    age = age_of("last_check")
    lights = len(pair["checks"])
    return Row(
        name=pair["name"],
        state=state,
        is_silent=is_silent,
        heard=heard,
        red=red,
        is_about=False,
        is_overdue=None,
        ages=None if age is None else (age, age),
        lights=lights,
        text=f"{state}, {is_silent=}, {heard=}, {red=}, {age=}, {lights=}",
    )


def parse_lines(sample: Sample, text: str) -> None:
    """Read the text of `dojo room URL`, or of the screen."""
    for line in text.split("\n"):
        parts = re.split("  +", line.strip())
        counts = dict(_count(part) for part in parts if COUNT.fullmatch(part))
        if "pair" in counts or (sample.counts and not sample.rows):
            sample.counts |= counts  # the header may take two lines
        row = _row_of(line)
        if row is not None:
            sample.rows.append(row)


def _count(text: str) -> tuple[str, int]:
    """Read a count of the header, as in `6 pairs`."""
    number, label = text.split(" ", 1)
    if label == "pairs":
        label = "pair"
    return label, int(number)


def _row_of(line: str) -> Row | None:
    """Read a line of the board. Returns None if it is no row."""
    name = NAME.match(line)
    state = STATE.search(line)
    if name is None or state is None:
        return None
    after_state = line[state.end() :]
    lights = _count_lights(line[name.end() : state.start()])
    return Row(
        name=name[1],
        state=state["state"],
        is_silent=state["silent"] is not None,
        heard=_seconds(state["heard"]),
        red=_seconds(state["red"]),
        is_about=state["about"] is not None,
        is_overdue=state["overdue"] is not None,
        ages=_ages(after_state),
        lights=lights,
        text=line.strip(),
    )


def _seconds(text: str | None) -> float | None:
    return None if text is None else parse_minutes(text)


def _ages(text: str) -> tuple[float, float] | None:
    """Read how old the last check is."""
    found = AGE.search(text)
    if found is None:
        return None
    if found["less"]:
        return 0, MINUTE
    if found["minutes"]:
        return int(found["minutes"]) * MINUTE, int(found["minutes"]) * MINUTE + MINUTE
    return int(found["hours"]) * HOUR, int(found["hours"]) * HOUR + HOUR


def _count_lights(signs: str) -> int | None:
    """Count the lights among the signs of a row. It is not known if some may be cut off."""
    count = sum(sign in LIGHTS for sign in signs)
    if count >= MANY_LIGHTS:
        return None
    return count


def parse_page(sample: Sample, script: str) -> None:
    """Read the script of the open page, `board-pairs/board.js`, as a browser shows it."""
    arguments = script.strip().removeprefix("show(").removesuffix(");")
    html, *_ = json.loads(f"[{arguments}]")
    page = PageReader(sample.answered)
    page.feed(html)
    sample.counts = dict(_count(each) for each in page.counts if COUNT.fullmatch(each))
    rows = [_row_of(line) for line in page.lines()]
    sample.rows = [row for row in rows if row is not None]


class PageReader(HTMLParser):
    """Reads the rows of a page. It counts times on as board.js does."""

    def __init__(self, now: float) -> None:
        """Read a page as it is at a moment."""
        super().__init__()
        self.now = now
        self.longest_red = 0.0
        self.counts: list[str] = []
        self.rows: list[dict[str, str]] = []
        self.overdue: set[int] = set()
        self.cell = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {key: value or "" for key, value in attrs}
        kind = attributes.get("class", "")
        if "data-long" in attributes:
            self.longest_red = float(attributes["data-long"])
        if attributes.get("id") == "summary":
            self.cell = "summary"
        if self.cell == "summary" and tag == "span":
            self.counts.append("")
        if tag == "tr":
            self.rows.append({})
        if tag in ("th", "td"):
            self.cell = kind or "name"
        if tag == "div":
            self.cell = kind
        if "data-since" in attributes:
            seconds = max(0.0, self.now - float(attributes["data-since"]))
            self.handle_data(f"{int(seconds) // MINUTE}:{int(seconds) % MINUTE:02}")
            if seconds > self.longest_red:
                self.overdue.add(len(self.rows) - 1)
        if "data-at" in attributes:
            self.handle_data(age_text(max(0.0, self.now - float(attributes["data-at"]))))

    def handle_endtag(self, tag: str) -> None:
        if tag in ("p", "table"):
            self.cell = ""

    def handle_data(self, data: str) -> None:
        if self.cell == "summary" and self.counts:
            self.counts[-1] += data
        elif self.rows and self.cell:
            row = self.rows[-1]
            row[self.cell] = row.get(self.cell, "") + data.replace("\n", "")

    def lines(self) -> Iterable[str]:
        """Return the rows as lines of the board in text."""
        for number, row in enumerate(self.rows):
            now = row.get("now", "").removeprefix("x ").removeprefix("? ")
            if number in self.overdue:
                now += "!"
            lights = row.get("order", "").replace(".", "●")
            yield f"{row.get('name', '')} {lights} {now}  {row.get('checked', '')}"


def age_text(seconds: float) -> str:
    """Return an age as board.js writes it."""
    if seconds < MINUTE:
        return "< 1 min"
    if seconds < HOUR:
        return f"{int(seconds) // MINUTE} min"
    return f"{int(seconds) // HOUR} h"
