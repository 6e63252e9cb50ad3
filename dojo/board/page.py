"""The board as a page for a browser: it asks no other host, and works from a file as well as from a web server.

board: what changes with each check, the inside of the page's `main`. news: the folder beside the page in which an open
page looks for a newer board; a page without it stays as it is. A script counts the seconds between two boards; without
one, what was true when the page was written stands. Whatever a pair wrote is escaped.
"""

from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape
from itertools import count, groupby, islice
from pathlib import Path
from string import Template

from dojo.board.countdown import Countdown
from dojo.board.lights import MOST_LIGHTS, Pair
from dojo.board.rows import LONGEST_RED_SECONDS, age_of, lasting
from dojo.board.signs import SWAP, Line, Window, by_minute, in_order, span_of, window_of
from dojo.board.words import clock_time
from dojo.practice import AMBER, GREEN, RED
from dojo.text import STATUS_MARKS, counted, printable

PAGE, STYLE, SCRIPT = (Path(__file__).with_name(f"board.{kind}") for kind in ("html", "css", "js"))
SHOWN_LIGHTS, SHOWN_COLUMNS = 200, 60  # of a row: in order, and by the minute
SIZES = {12: "few", 24: "some"}  # of a table, by the pairs that it has at most; it has many when it has more
REVERTED, NO_CHECK, GONE = "reverted", "no check yet", "gone"  # how a pair may stand that has no status
STATES = (GREEN, AMBER, RED, REVERTED, GONE)  # that are counted
MOST_TROUBLES = 50  # that are listed
MOST_RUNS = 5  # lights of one status in a row, in words
COLUMNS = (  # after the name and the lights: what a cell is, and its heading
    ("now", "now"),
    ("age number", "checked"),
    ("number", "level"),
    ("number", "score"),
    ("number", "swaps"),
    ("number", "reverts"),
)
KEY = (
    'Checks of each pair, the newest at the right: <b class="green">green</b>, <b class="amber">? amber</b>'
    ' (could not run), <b class="red">x red</b>, &lt; taken back by TCR, | partners swapped.'
)
AS_BARS = str.maketrans("●", ".")  # in every typewriter's width, and not seen on its bar


@dataclass(frozen=True)
class Shown:
    """What there is to show at a moment: pairs by their keys, in order, and what is wrong, a line each.

    `gone`: the pairs that are in the room no more. `links`: the address of a pair's page, where there is one. `advice`:
    what to do while there is no pair. `live`: a newer board may come.
    """

    now: float
    pairs: dict[str, Pair]
    gone: frozenset[str] = frozenset()
    troubles: list[str] = field(default_factory=list)
    links: dict[str, str] = field(default_factory=dict)
    advice: list[str] = field(default_factory=list)
    live: bool = False

    @property
    def stamp(self) -> str:
        """Return what tells this board from an older one."""
        return f"{self.now:.3f}"


class Drawings:
    """The lights of pairs as HTML; one is drawn anew when the pair or the window is another."""

    def __init__(self) -> None:
        """Begin with none."""
        self._drawn: dict[str, tuple[Pair, Window, str]] = {}

    def lights(self, pair: Pair, window: Window) -> str:
        """Return the lights of a pair."""
        before, wide, html = self._drawn.get(pair.name, (None, None, ""))
        if before is not pair or wide != window:
            html = _lights(pair, window)
            self._drawn[pair.name] = (pair, window, html)
        return html


def page_around(html: str, countdown: Countdown | None = None, news: str = "") -> str:
    """Return the page of a board; `news`: the address of the folder with newer ones, nothing when none will come."""
    style, script = (file.read_text(encoding="utf-8") for file in (STYLE, SCRIPT))
    return Template(PAGE.read_text(encoding="utf-8")).substitute(
        policy=f"default-src 'none'; base-uri 'none'; form-action 'none'; style-src {_hash(style)};"
        f" script-src {_hash(script)} 'strict-dynamic'",  # and what our script loads: the news
        style=style,
        script=script,
        timer=_timer(countdown) if countdown else "",
        news=f' data-news="{escape(news)}"' if news else "",
        board=html,
    )


def html_of(shown: Shown, drawings: Drawings | None = None) -> str:
    """Return the board alone; what is drawn already is taken from the drawings."""
    drawings = drawings or Drawings()
    spans = [span for pair in shown.pairs.values() if (span := span_of(pair, shown.now))]
    window = window_of(spans, shown.now, SHOWN_COLUMNS)
    size = next((size for most, size in SIZES.items() if len(shown.pairs) <= most), "many")
    live = " data-live" if shown.live else ""
    return "\n".join(
        [
            f'<div data-now="{shown.stamp}" data-long="{LONGEST_RED_SECONDS}"{live}>',
            f'<p id="summary">{"".join(_summary(shown))}</p>',
            f'<table class="{size}">\n<caption>{KEY}</caption>',
            _headings(window),
            "<tbody>",
            *(_row(key, shown, drawings.lights(shown.pairs[key], window)) for key in shown.pairs),
            "</tbody>\n</table>",
            *(f"<p>{escape(line)}</p>" for line in shown.advice),
            *_troubles(shown.troubles),
            "</div>",
        ]
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _timer(countdown: Countdown) -> str:
    end = countdown.start + countdown.seconds
    return f'<p id="timer" role="timer" data-end="{end:.0f}">until {clock_time(end)}</p>'


def _summary(shown: Shown) -> Iterator[str]:
    """Say how the pairs stand and when this was; how much is wrong, and who has been red or amber for too long."""
    pairs = [pair for name, pair in shown.pairs.items() if name not in shown.gone]
    yield f"<span>{counted(len(pairs), 'pair')}</span>"
    states = Counter(_state(pair) for pair in pairs) + Counter({GONE: len(shown.gone)})
    yield from (f'<span class="{each}">{states[each]} {each}</span>' for each in STATES if states[each])
    yield f"<span>{counted(sum(len(pair.lights) for pair in pairs), 'check')}</span>"
    if shown.troubles:
        yield f'<a class="long" href="#troubles">{counted(len(shown.troubles), "problem")}</a>'
    yield f'<span class="muted">at {clock_time(shown.now)}</span>'
    yield _long(pairs, shown.now)


def _long(pairs: Iterable[Pair], now: float) -> str:
    """Name those who have been red or amber for too long, the longest first."""
    long = sorted((pair for pair in pairs if _is_long(pair, now)), key=lambda pair: pair.since or now)
    told = ", ".join(f"{_name(pair)} {_lasts(pair, now)}" for pair in long)
    over = f"Over {LONGEST_RED_SECONDS // 60} min:"
    return f'<span class="long"{"" if told else " hidden"}>{over} <span id="long">{told}</span></span>'


def _is_long(pair: Pair, now: float) -> bool:
    return pair.since is not None and now - pair.since > LONGEST_RED_SECONDS


def _headings(window: Window) -> str:
    axis = escape(window.axis(clock_time))
    lights = f'<div class="order">newest</div><div class="minute"><i class="axis">{axis}</i></div>'
    cells = "".join(f'<th scope="col" class="{kind}">{words}</th>' for kind, words in COLUMNS)
    return f'<thead><tr><th scope="col">pair</th><th scope="col" class="lights">{lights}</th>{cells}</tr></thead>'


def _row(key: str, shown: Shown, lights: str) -> str:
    pair, is_gone = shown.pairs[key], key in shown.gone
    name = f'<a href="{escape(shown.links[key])}">{_name(pair)}</a>' if key in shown.links else _name(pair)
    texts = [GONE if is_gone else _stands(pair, shown.now), *_cells(pair, shown.now)]
    cells = "".join(
        f'<td class="{kind}" data-name="{words}">{text}</td>'
        for (kind, words), text in zip(COLUMNS, texts, strict=True)
    )
    long = ' class="long"' if _is_long(pair, shown.now) and not is_gone else ""
    return f'<tr{long}><th scope="row">{name}</th><td class="lights">{lights}</td>{cells}</tr>'


def _stands(pair: Pair, now: float) -> str:
    """Say the status of a pair with its sign, and when it is not green, for how long; that is counted on."""
    state = _state(pair)
    status = f'<strong class="{state}">{" ".join([*STATUS_MARKS.get(state, ""), state])}</strong>'
    return status if pair.since is None else f'{status} <span data-since="{pair.since:.0f}">{_lasts(pair, now)}</span>'


def _state(pair: Pair) -> str:
    """Return the status of a pair; or that it has none, for TCR took the last check back, or there was none."""
    if pair.status is None:
        return NO_CHECK
    return REVERTED if pair.since is None and pair.status != GREEN else pair.status


def _cells(pair: Pair, now: float) -> Iterator[str]:
    """Yield what stands in the other columns."""
    yield "" if pair.last is None else f'<span data-at="{pair.last:.0f}">{escape(age_of(now - pair.last))}</span>'
    yield f"{pair.level}{' blind' if pair.blind else ''}"
    yield "" if pair.score is None else f"{100 * pair.score:.1f} %"
    yield str(len(pair.swaps) or "")
    yield str(sum(light.reverted for light in pair.lights) or "")


def _lasts(pair: Pair, now: float) -> str:
    return lasting(now - (pair.since or now))


def _lights(pair: Pair, window: Window) -> str:
    """Return the lights of a pair in order, and by the minute."""
    in_columns = by_minute(pair, window)
    is_whole = len(pair.lights) < MOST_LIGHTS  # else nobody knows which check was the first of them
    last, numbers = (f"{len(pair.lights)}", _numbers(pair, window, in_columns)) if is_whole else ("", "")
    in_a_row = in_order(pair, min(SHOWN_LIGHTS, len(pair.lights) + len(pair.swaps)))
    told = f'role="img" aria-label="{_told(pair)}"'
    return (
        f'<div class="order" {told} data-last="{last}">{_drawn(in_a_row)}</div>'
        f'<div class="minute" {told} data-numbers="{numbers}">{_drawn(in_columns)}</div>'
    )


def _numbers(pair: Pair, window: Window, signs: Line) -> str:
    """Return the number of the last check in each column that has the sign of one."""
    last = dict(zip(window.places(light.moment for light in pair.lights), count(1), strict=False))
    columns = enumerate("".join(part.text for part in signs))
    return " ".join(str(last[column]) for column, sign in columns if sign not in (" ", SWAP))


def _drawn(line: Line) -> str:
    return "".join(
        f"<i{f' class={part.role}' if part.role else ''}>{escape(part.text.translate(AS_BARS))}</i>" for part in line
    )


def _told(pair: Pair) -> str:
    """Return the last lights in words, the newest first."""
    runs = groupby(reversed(pair.lights), key=lambda light: light.status)
    words = [f"{sum(1 for _ in run)} {status}" for status, run in islice(runs, MOST_RUNS)]
    return f"newest first: {', '.join(words)}" if words else "no check yet"


def _name(pair: Pair) -> str:
    """Return a name, which cannot turn round what stands beside it."""
    return f"<bdi>{escape(printable(pair.name))}</bdi>"


def _troubles(troubles: list[str]) -> Iterator[str]:
    """Yield what is wrong, as far as anybody would read it."""
    more = len(troubles) - MOST_TROUBLES
    lines = [*troubles[:MOST_TROUBLES], *([f"and {more} more"] if more > 0 else [])]
    if lines:
        yield '<ul id="troubles">' + "".join(f"\n<li>{escape(line)}</li>" for line in lines) + "\n</ul>"
