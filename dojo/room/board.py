"""The board: all pairs of a room on one screen, for the person who runs the session.

The room is asked what is new in a thread, so that no key ever waits for git. round: the time that is counted down,
where somebody set one.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

from dojo.practice.model import AMBER, GREEN, RED
from dojo.room.room import Room
from dojo.room.rows import UNHEARD_SIGN, Roster, View, clock_time
from dojo.room.screens import COLOURS, POINTER_COLUMNS, STRONG, Choice, Over, Steps, Words
from dojo.room.signs import MUTED, OTHERWISE, REVERTED, SIGNS, SWAP, Line, Part, window_of
from dojo.room.terminal import LONG, LONG_SIGN, MORE_MINUTES, Countdown, headings, large, layout_of, line_of, summary
from dojo.text import printable

REFRESH_SECONDS = 2
TICK_SECONDS = 1
LOOKING = "Looking into the room."
TIME_IS_UP = "TIME IS UP"
MOST_TROUBLES = 3  # lines

HELP = f"""\
A line for each pair, by name; newest check at the right.

  {SIGNS[GREEN]}  green         {SIGNS[RED]}  red: another answer
  {REVERTED}  reverted      {SIGNS[AMBER]}  amber: the code could not be asked
  {SWAP}  a swap of partners
  {OTHERWISE}  green, with places approved otherwise than the kata;
     green {OTHERWISE}30 is now so in 30 of them

lvl      the level; b: blind, with tests of their own
now      red 3:12{LONG_SIGN} is red for 3 minutes and 12 seconds;
         {LONG_SIGN} stands where that is longer than two minutes
score    of mutants killed when they last ran dojo mutants
checked  how long ago the last check that came was made;
         {LONG_SIGN} after five minutes: no check, or no network there
1:05{UNHEARD_SIGN}    as last heard: the room is away, or it is a bundle
5 came late    checks that could not be sent at their time

Enter    the steps of a pair: + new, ~ changed, - gone;
         Enter: the diff, n and p go on and back, Esc leaves
m        checks by the minute, under a clock, or in order
h        hides a line, H shows again what was hidden
t        begins the round anew; + and - give and take
         five minutes
l        light or dark        q  quit
Arrows, page up and down, home and end go through the lines.
"""
SCROLLS = ("up", "down", "pageup", "pagedown", "home", "end")


class Help(ModalScreen[None]):
    """How to read the board, and its keys, until any key is pressed."""

    def compose(self) -> ComposeResult:
        """Show the text."""
        with VerticalScroll(id="help"):
            yield Static(HELP, markup=False)

    def on_key(self, event: events.Key) -> None:
        """Put it away, unless it is being scrolled; a key that came before it was gone puts nothing else away."""
        if event.key not in SCROLLS and self.is_current:
            event.stop()
            self.dismiss()


class Pairs(Choice):
    """The pairs, a line each."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "app.align", "by minute"),
        Binding("h", "app.hide", "hide"),
        Binding("H", "app.show_hidden", "show hidden", show=False),
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
        now: Callable[[], float] = time.time,
    ) -> None:
        """Show a room, which pairs join at these places; with minutes, count a round down.

        `messages`: what the room has said by now of how it is read; the last is shown until there is a pair.
        """
        super().__init__()
        self.room, self.messages, self.now = room, messages, now
        self.roster = Roster(room, places)
        self.countdown = None if minutes is None else Countdown(now(), minutes * 60)
        self.is_aligned = False
        self.is_asked = False
        self.names: list[str] = []  # of the pairs that are shown
        self.round = Words(id="round")
        self.summary, self.clock, self.troubles = Words(id="summary"), Words(id="clock"), Words(id="troubles")
        self.headings, self.welcome = Words(id="headings"), Words(id="welcome")
        self.rows = Pairs(id="pairs", compact=True)

    def get_css_variables(self) -> dict[str, str]:
        """Return the colours of the theme, and ours for its ground."""
        return super().get_css_variables() | COLOURS[self.current_theme.dark]

    def compose(self) -> ComposeResult:
        """Lay out the round and what is said of all pairs above the pairs."""
        yield self.round
        with Horizontal(classes="top"):
            yield from (self.summary, self.clock)
        yield from (self.troubles, self.headings, self.welcome, self.rows, Footer())

    def on_mount(self) -> None:
        """Begin to look at the clock, and at the room."""
        self.set_interval(TICK_SECONDS, self.show)
        self.run_worker(self.follow())

    def on_unmount(self) -> None:
        """Wait for no git any more."""
        self.room.stop()

    def on_resize(self) -> None:
        """Share out the columns anew."""
        self.show()

    async def follow(self) -> None:
        """Ask the room what is new, again and again."""
        while True:
            await self.ask_room()
            await asyncio.sleep(REFRESH_SECONDS)

    async def ask_room(self) -> None:
        """Ask the room what is new, and show it."""
        await asyncio.to_thread(self.room.refresh, REFRESH_SECONDS)
        self.roster.take()
        self.is_asked = True
        self.show()

    def show(self) -> None:
        """Show everything as it is now, the cursor on the pair where it is."""
        now = self.now()
        view = self.roster.view(now)
        self.show_round(now)
        self.summary.say(summary(view))
        self.clock.say(self.time_of(view))
        troubles = view.troubles
        if len(troubles) > MOST_TROUBLES:
            troubles = [*troubles[: MOST_TROUBLES - 1], f"and {len(troubles) - MOST_TROUBLES + 1} more"]
        self.troubles.say(*([Part(line, STRONG)] for line in troubles))
        self.welcome.say(*([Part(line)] for line in self.advice_of(view)))
        self.show_rows(view)

    def show_rows(self, view: View) -> None:
        """Show a line for each pair."""
        layout = layout_of(view.rows, self.size.width - POINTER_COLUMNS - self.rows.scrollbar_size_vertical)
        window = window_of([row.pair for row in view.rows], view.now, layout.lights) if self.is_aligned else None
        self.headings.say([Part(" " * POINTER_COLUMNS), *headings(layout, window)])
        before, at = self.names, self.rows.highlighted or 0
        self.names = [row.pair.name for row in view.rows]
        if before and before[at] in self.names:
            at = self.names.index(before[at])
        self.rows.show([line_of(row, layout, window) for row in view.rows], at)

    def show_round(self, now: float) -> None:
        """Show what is left of the round, so large that everybody can read it, and whether it is over."""
        if self.countdown is None:
            return
        is_over, left = self.countdown.left(now) <= 0, self.countdown.shown(now)
        self.round.set_class(is_over, "over")
        self.round.say(*([Part(line)] for line in large(TIME_IS_UP if is_over else left)))
        if isinstance(self.screen, Over):
            self.screen.time.say([Part(f"{TIME_IS_UP} {left}", LONG) if is_over else Part(left, STRONG)])

    def time_of(self, view: View) -> Line:
        """Say when the room was last heard, and the time, unless a round is counted down."""
        reading = ", still reading" if self.room.is_reading and view.rows else ""
        return [
            Part(view.as_of + reading, MUTED),
            *([] if self.countdown else [Part(f"  {clock_time(view.now)}", STRONG)]),
        ]

    def advice_of(self, view: View) -> list[str]:
        """Return what to say while there is no pair."""
        if not self.is_asked or (view.advice and self.room.is_reading):
            return [(self.messages[-1] if self.messages else "") or LOOKING]
        return view.advice

    def on_option_list_option_selected(self, chosen: Choice.OptionSelected) -> None:
        """Open the history of a pair."""
        pair = self.roster.pairs[self.names[chosen.option_index]]
        self.push_screen(Steps(printable(pair.name), lambda: self.room.open(pair)))

    def action_hide(self) -> None:
        """Hide the line that the cursor is on."""
        if self.names:
            self.roster.hidden.add(self.names[self.rows.highlighted or 0])
        self.show()

    def action_show_hidden(self) -> None:
        """Show again what was hidden."""
        self.roster.hidden.clear()
        self.show()

    def action_align(self) -> None:
        """Align the checks by the minute, or show them in order again."""
        self.is_aligned = not self.is_aligned
        self.show()

    def action_again(self) -> None:
        """Begin the round anew."""
        self.countdown = (self.countdown or Countdown(0))._replace(start=self.now())
        self.show()

    def action_longer(self, minutes: int) -> None:
        """Give the round more minutes, or take some."""
        if self.countdown is not None or minutes > 0:
            self.countdown = (self.countdown or Countdown(self.now(), 0)).longer(minutes, self.now())
        self.show()

    def action_light(self) -> None:
        """Change between a light ground and a dark one."""
        self.theme = "textual-light" if self.current_theme.dark else "textual-dark"

    def action_help(self) -> None:
        """Show how to read the board, and its keys."""
        self.push_screen(Help())
