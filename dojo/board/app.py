"""The board: all pairs of a room on one screen, for the person who runs the session.

The room is asked what is new in a thread of its own, so that no key ever waits for git. round: the time that is counted
down, where somebody set one.
"""

import time
from collections.abc import Callable
from threading import Thread
from typing import ClassVar, NamedTuple

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Digits, Footer, Static

from dojo.board.countdown import MORE_MINUTES, Countdown
from dojo.board.lines import POINTER_COLUMNS, STRONG, Choice, painted
from dojo.board.pairs import Pair, Room
from dojo.board.papers import HELP, Paper
from dojo.board.roster import Roster
from dojo.board.signs import MINUTE_SECONDS, MUTED, Line, Part
from dojo.board.words import clock_time, how_to_join, troubles_of
from dojo.errors import WorkspaceError

REFRESH_SECONDS = 2
TICK_SECONDS = 1
MOST_TROUBLES = 3  # lines
TIME_IS_UP = """\
╺┳╸╻┏┳┓┏━╸  ╻┏━┓  ╻ ╻┏━┓
 ┃ ┃┃┃┃┣╸   ┃┗━┓  ┃ ┃┣━┛
 ╹ ╹╹ ╹┗━╸  ╹┗━┛  ┗━┛╹"""

After = Callable[[float, Callable[[], None]], Timer]
Background = Callable[[Callable[[], None]], None]


def in_a_thread(do: Callable[[], None]) -> None:
    """Do something in a thread that nobody waits for, not even at the end."""
    Thread(target=do, daemon=True).start()


class Means(NamedTuple):
    """What the board needs from outside: a clock, timers (textual's own, if None), and a place to wait for git."""

    now: Callable[[], float] = time.time
    after: After | None = None
    background: Background = in_a_thread


class Board(App[None]):
    """The pairs of a room."""

    CSS_PATH = "board.tcss"
    TITLE = "dojo room"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "align", "by minute"),
        Binding("t", "again", "round anew"),
        Binding("plus,equals_sign", f"longer({MORE_MINUTES})", "longer", key_display="+"),
        Binding("minus", f"longer({-MORE_MINUTES})", "shorter", key_display="-"),
        Binding("l", "light", "light"),
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("q", "quit", "quit"),
    ]

    class Refreshed(Message):
        """The room was asked what is new."""

        def __init__(self, pairs: dict[str, Pair], changed: set[str], troubles: list[str]) -> None:
            """Say what is in it, what of it changed, and what is wrong, a line each."""
            super().__init__()
            self.pairs, self.changed, self.troubles = pairs, changed, troubles

    def __init__(self, room: Room, minutes: float | None = None, means: Means | None = None) -> None:
        """Show a room; with minutes, count a round down."""
        super().__init__()
        self.room, self.means = room, means or Means()
        self.now = self.means.now
        self.roster = Roster()
        self.countdown = None if minutes is None else Countdown(self.now(), minutes * MINUTE_SECONDS)
        self.troubles: list[str] = []
        self.refreshed: float | None = None
        self._said: dict[str, list[Line]] = {}

    def compose(self) -> ComposeResult:
        """Lay out the round and what is said of all pairs above the pairs."""
        self.rows = Choice("pairs")
        with Horizontal(id="round"):
            yield Digits(id="left")
            yield Static(TIME_IS_UP, id="over", markup=False)
        with Horizontal(id="top"):
            yield Static(id="summary", markup=False)
            yield Static(id="clock", markup=False)
        yield Static(id="troubles", markup=False)
        yield Static(id="headings", markup=False)
        yield Static(id="welcome", markup=False)
        yield self.rows
        yield Footer()

    def on_mount(self) -> None:
        """Begin to look at the clock, and at the room."""
        self.tick()
        self.ask_room()

    def on_resize(self, event: events.Resize) -> None:
        """Share out the columns anew."""
        self.roster.lay_out(event.size.width - POINTER_COLUMNS - self.rows.scrollbar_size_vertical)
        self.show()

    def tick(self) -> None:
        """Show what a second changes, and wait for the next."""
        self.show()
        self._after(TICK_SECONDS, self.tick)

    def _after(self, seconds: float, do: Callable[[], None]) -> None:
        (self.means.after or self.set_timer)(seconds, do)

    def ask_room(self) -> None:
        """Ask the room what is new."""
        self.means.background(self._refresh)

    def _refresh(self) -> None:
        changed: set[str] = set()
        troubles: list[str] = []
        try:
            changed = set(self.room.refresh().changed)
        except (WorkspaceError, OSError) as error:
            troubles = [str(error)]
        self.post_message(self.Refreshed(dict(self.room.pairs), changed, troubles + troubles_of(self.room)))

    def on_board_refreshed(self, news: Refreshed) -> None:
        """Take what is new, leave the cursor on its pair, and ask again in a moment."""
        key = self.key
        self.roster.take(news.pairs, news.changed)
        self.rows.cursor = self.roster.keys.index(key) if key else 0
        self.troubles, self.refreshed = news.troubles, self.now()
        self.show()
        self._after(REFRESH_SECONDS, self.ask_room)

    @property
    def key(self) -> str | None:
        """Return the key of the pair that the cursor is on."""
        return self.roster.keys[self.rows.cursor] if self.roster.keys else None

    def show(self) -> None:
        """Show everything as it is now; what says the same as before is not painted again."""
        now, roster = self.now(), self.roster
        roster.align(now)
        self.show_round(now)
        self.say("#summary", roster.summary(now))
        self.say("#clock", self._clock(now))
        self.say("#troubles", *self._troubles())
        self.say("#headings", [Part(" " * POINTER_COLUMNS), *roster.headings(clock_time)])
        self.say("#welcome", *([] if roster.keys else self._welcome()))
        self.rows.show(len(roster.keys), lambda number: roster.line(number, self.now()))

    def show_round(self, now: float) -> None:
        """Show what is left of the round, as large as it can be read, and whether it is over."""
        is_over = self.countdown is not None and self.countdown.left(now) <= 0
        self.query_one("#round").display = self.countdown is not None
        self.query_one("#round").set_class(is_over, "over")
        left, shown = self.query_one("#left", Digits), self.countdown.shown(now) if self.countdown else ""
        if left.value != shown:
            left.update(shown)

    def say(self, place: str, *lines: Line) -> None:
        """Show lines at a place, which has no room where there are none."""
        if self._said.get(place) != [*lines]:
            self._said[place] = [*lines]
            static = self.query_one(place, Static)
            static.display = bool(lines)
            static.update(painted(self, *lines))

    def _clock(self, now: float) -> Line:
        as_of = "" if self.refreshed is None else f"as of {clock_time(self.refreshed, '%H:%M:%S')}"
        return [Part(as_of, MUTED), *([] if self.countdown else [Part(f"  {clock_time(now)}", STRONG)])]

    def _troubles(self) -> list[Line]:
        more = len(self.troubles) - MOST_TROUBLES
        lines = self.troubles[: MOST_TROUBLES - (more > 0)]
        return [[Part(line, STRONG)] for line in lines + [f"and {more + 1} more"] * (more > 0)]

    def _welcome(self) -> list[Line]:
        words = ["Looking into the room."] if self.refreshed is None else how_to_join(self.room)
        return [[Part(line)] for line in words]

    def action_align(self) -> None:
        """Align the checks by the minute, or show them in order again."""
        self.roster.is_aligned = not self.roster.is_aligned
        self.show()

    def action_again(self) -> None:
        """Begin the round anew."""
        self.countdown = (self.countdown or Countdown(0)).again(self.now())
        self.show()

    def action_longer(self, minutes: int) -> None:
        """Give the round more minutes, or take some."""
        if self.countdown is None and minutes > 0:
            self.countdown = Countdown(self.now(), 0)
        if self.countdown is not None:
            self.countdown = self.countdown.longer(minutes, self.now())
        self.show()

    def action_light(self) -> None:
        """Change between a light ground and a dark one."""
        self.theme = "textual-light" if self.current_theme.dark else "textual-dark"
        self._said.clear()
        self.show()

    def action_help(self) -> None:
        """Show how to read the board, and its keys."""
        self.push_screen(Paper(HELP))
