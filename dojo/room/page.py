"""The board as a page for a browser: it asks no other host, and works from a file as well as from a web server.

board: what changes with each check, the inside of the page's `main`. news: the folder beside the page in which an open
page looks for a newer board; a page without it stays as it is. A script counts the seconds between two boards; without
one, what was true when the page was written stands. Whatever a pair wrote is escaped.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from dojo.pages import filled
from dojo.practice import AMBER, GREEN, RED
from dojo.room.countdown import Countdown
from dojo.room.page_table import Row, lasts, name_of, table_of
from dojo.room.pairs import Pair
from dojo.room.rows import (
    GONE,
    LEFT,
    LONGEST_RED_SECONDS,
    LONGEST_STEP_SECONDS,
    OVERDUE,
    REVERTED,
    is_overdue,
    state_of,
)
from dojo.room.words import clock_time
from dojo.text import counted

PAGE, STYLE, SCRIPT = (Path(__file__).with_name(f"board.{kind}") for kind in ("html", "css", "js"))
STATES = (GREEN, AMBER, RED, REVERTED, GONE, LEFT)  # that are counted
LIMITS = f'data-long="{LONGEST_RED_SECONDS}" data-late="{LONGEST_STEP_SECONDS}"'  # for the script


@dataclass(frozen=True)
class Shown:
    """What there is to show at a moment: pairs by their names, in order, and what is wrong, a line each.

    `gone`: the pairs that are in the room no more; `left`: how many lines are not shown, for their pairs left.
    `links`: the address of a pair's page, where there is one. `advice`: what to do while there is no pair. `live`: a
    newer board may come.
    """

    now: float
    pairs: dict[str, Pair]
    gone: frozenset[str] = frozenset()
    left: int = 0
    troubles: list[str] = field(default_factory=list)
    links: dict[str, str] = field(default_factory=dict)
    advice: list[str] = field(default_factory=list)
    live: bool = False

    @property
    def stamp(self) -> str:
        """Return what tells this board from an older one."""
        return f"{self.now:.3f}"

    @property
    def rows(self) -> list[Row]:
        """Return the rows of the table."""
        return [Row(pair, self.now, name in self.gone, self.links.get(name)) for name, pair in self.pairs.items()]


def page_around(html: str, countdown: Countdown | None = None, news: str = "") -> str:
    """Return the page of a board; `news`: the address of the folder with newer ones, nothing when none will come."""
    template, style, script = (file.read_text(encoding="utf-8") for file in (PAGE, STYLE, SCRIPT))
    return filled(
        template.replace("$script", script),
        style=style,
        timer=_timer(countdown) if countdown else "",
        news=f' data-news="{escape(news)}"' if news else "",
        board=html,
    )


def html_of(shown: Shown) -> str:
    """Return the board alone."""
    return "\n".join(
        [
            f'<div data-now="{shown.stamp}" {LIMITS}{" data-live" * shown.live}>',
            f'<p id="summary">{"".join(_summary(shown))}</p>',
            table_of(shown.rows, shown.now),
            *(f"<p>{escape(line)}</p>" for line in shown.advice),
            *_troubles(shown.troubles),
            "</div>",
        ]
    )


def _timer(countdown: Countdown) -> str:
    end = countdown.start + countdown.seconds
    return f'<p id="timer" role="timer" data-end="{end:.0f}">until {clock_time(end)}</p>'


def _summary(shown: Shown) -> Iterator[str]:
    """Say how the pairs stand and when this was; how much is wrong, and who has been red or amber for too long."""
    pairs = [pair for name, pair in shown.pairs.items() if name not in shown.gone]
    yield f"<span>{counted(len(pairs), 'pair')}</span>"
    states = Counter(state_of(pair) for pair in pairs) + Counter({GONE: len(shown.gone), LEFT: shown.left})
    yield from (f'<span class="{each}">{states[each]} {each}</span>' for each in STATES if states[each])
    yield f"<span>{counted(sum(len(pair.lights) for pair in pairs), 'check')}</span>"
    if shown.troubles:
        yield f'<a class="long" href="#troubles">{counted(len(shown.troubles), "problem")}</a>'
    yield f'<span class="muted">at {clock_time(shown.now)}</span>'
    yield _overdue(pairs, shown.now)


def _overdue(pairs: Iterable[Pair], now: float) -> str:
    """Name those who have been red or amber for too long, the longest first."""
    overdue = sorted((pair for pair in pairs if is_overdue(pair, now)), key=lambda pair: pair.since or now)
    told = ", ".join(f"{name_of(pair)} {lasts(pair, now)}" for pair in overdue)
    hidden = " hidden" * (not overdue)
    return f'<span class="long"{hidden}>{OVERDUE.capitalize()}: <span id="long">{told}</span></span>'


def _troubles(troubles: list[str]) -> Iterator[str]:
    if troubles:
        yield '<ul id="troubles">' + "".join(f"\n<li>{escape(line)}</li>" for line in troubles) + "\n</ul>"
