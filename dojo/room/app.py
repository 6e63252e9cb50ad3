"""The board: all pairs of a room on one screen, for the person who runs the session.

The room is asked what is new in a thread of its own, so that no key ever waits for git. round: the time that is counted
down, where somebody set one.
"""

import time
from collections.abc import Callable, Sequence
from threading import Thread
from typing import ClassVar, NamedTuple

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.timer import Timer
from textual.widgets import Footer

from dojo.room.countdown import MORE_MINUTES, Countdown
from dojo.room.large import large
from dojo.room.lines import POINTER_COLUMNS, STRONG, Choice, Words
from dojo.room.pair_steps import Opened
from dojo.room.pairs import Pair
from dojo.room.papers import Help
from dojo.room.room import Room
from dojo.room.roster import Roster
from dojo.room.rows import LONG
from dojo.room.screens import Background, Over, Steps
from dojo.room.signs import MUTED, Line, Part
from dojo.room.words import clock_time, shown_first, troubles_of, without_pairs
from dojo.text import printable

REFRESH_SECONDS = 2
TICK_SECONDS = 1
LOOKING = "Looking into the room."
TIME_IS_UP = "TIME IS UP"

After = Callable[[float, Callable[[], None]], Timer]  # does something after so many seconds


def in_a_thread(do: Callable[[], None]) -> None:
    """Do something in a thread that nobody waits for, not even at the end."""
    Thread(target=do, daemon=True).start()


class Means(NamedTuple):
    """What the board needs from outside: a clock, timers (textual's own, if None), and a place to wait for git."""

    now: Callable[[], float] = time.time
    after: After | None = None
    background: Background = in_a_thread


class Pairs(Choice):
    """The pairs, a line each."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "app.align", "by minute"),
        Binding("h", "app.hide(1)", "hide"),
        Binding("H", "app.hide(0)", "show hidden", show=False),
    ]


class Board(App[None]):
    """The pairs of a room."""

    CSS_PATH = "board.tcss"
    TITLE = "dojo room"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "again", "round anew"),
        Binding("plus,equals_sign", f"longer({MORE_MINUTES})", f"{MORE_MINUTES} min", key_display="+/-"),
        Binding("minus", f"longer({-MORE_MINUTES})", show=False),
        Binding("l", "light", "light"),
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("q", "quit", "quit"),
    ]

    def __init__(
        self,
        room: Room,
        places: Sequence[str],
        minutes: float | None = None,
        messages: Sequence[str] = (),
        means: Means | None = None,
    ) -> None:
        """Show a room, which pairs join at these places; with minutes, count a round down.

        `messages`: what the room has said by now of how it is read; the last is shown until there is a pair.
        """
        super().__init__()
        self.room, self.places, self.messages, self.means = room, places, messages, means or Means()
        self.now = self.means.now
        self.roster = Roster()
        self.countdown = None if minutes is None else Countdown.of(minutes, self.now())
        self.refreshed: float | None = None
        self.round = Words("round")
        self.summary, self.clock, self.troubles = Words("summary"), Words("clock"), Words("troubles")
        self.headings, self.welcome, self.rows = Words("headings"), Words("welcome"), Pairs("pairs")

    def compose(self) -> ComposeResult:
        """Lay out the round and what is said of all pairs above the pairs."""
        yield self.round
        with Horizontal(classes="top"):
            yield self.summary
            yield self.clock
        yield self.troubles
        yield self.headings
        yield self.welcome
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
        self.room.refresh(REFRESH_SECONDS)
        self.call_later(self.take, dict(self.room.pairs), troubles_of(self.room))

    def take(self, pairs: dict[str, Pair], troubles: list[str]) -> None:
        """Take what is new, leave the cursor on its pair, and ask again in a moment."""
        before, at = self.roster.names, self.rows.highlighted
        self.roster.take(pairs)
        self.refreshed = self.now()
        self.troubles.say(*([Part(line, STRONG)] for line in shown_first(troubles)))
        names = self.roster.names
        self.show(names.index(before[at]) if at is not None and before[at] in names else None)
        self._after(REFRESH_SECONDS, self.ask_room)

    def show(self, at: int | None = None) -> None:
        """Show everything as it is now, the cursor where it is, or `at` another pair."""
        now, roster = self.now(), self.roster
        roster.align(now)
        self.show_round(now)
        self.summary.say(roster.summary(now))
        self.clock.say(self._clock(now))
        self.headings.say([Part(" " * POINTER_COLUMNS), *roster.headings(clock_time)])
        self.welcome.say(*([] if roster.pairs else self._welcome()))
        if at is None:
            at = self.rows.highlighted or 0
        self.rows.show([roster.line(number, now) for number in range(len(roster.names))], at)

    def show_round(self, now: float) -> None:
        """Show what is left of the round, so large that everybody can read it, and whether it is over."""
        if self.countdown is None:
            return
        is_over, left, over = self.countdown.is_over(now), self.countdown.shown(now), self.screen
        self.round.set_class(is_over, "over")
        self.round.say(*([Part(line)] for line in large(TIME_IS_UP if is_over else left)))
        if isinstance(over, Over):
            over.time.say([Part(f"{TIME_IS_UP} {left}", LONG) if is_over else Part(left, STRONG)])

    def _clock(self, now: float) -> Line:
        as_of = "" if self.refreshed is None else f"as of {clock_time(self.refreshed, '%H:%M:%S')}"
        reading = ", still reading" if self.room.is_reading and self.roster.names else ""
        return [Part(as_of + reading, MUTED), *([] if self.countdown else [Part(f"  {clock_time(now)}", STRONG)])]

    def _welcome(self) -> list[Line]:
        words = [(self.messages[-1] if self.messages else "") or LOOKING]
        if self.refreshed is not None and not self.room.is_reading:
            words = without_pairs(self.room, self.places)
        return [[Part(line)] for line in words]

    def on_option_list_option_selected(self, chosen: Choice.OptionSelected) -> None:
        """Open the story of a pair."""
        pair = self.roster.pairs[self.roster.names[chosen.option_index]]
        self.push_screen(Steps(printable(pair.name), lambda: Opened(*self.room.open(pair)), self.means.background))

    def action_hide(self, lines: int) -> None:
        """Hide so many lines, from the cursor on; none: show again what was hidden."""
        at = self.rows.highlighted or 0
        self.roster.hide(self.roster.names[at : at + lines] if lines else None)
        self.show()

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

    def action_help(self) -> None:
        """Show how to read the board, and its keys."""
        self.push_screen(Help())
