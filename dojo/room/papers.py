"""What lies over the board until any key is pressed: how to read it, and its keys."""

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from dojo.practice import AMBER, GREEN, RED
from dojo.room.rows import LONG_SIGN, UNHEARD_SIGN
from dojo.room.signs import OTHERWISE, REVERTED, SIGNS, SWAP

HELP = f"""\
A line for each pair, by name; the newest check at the right.

  {SIGNS[GREEN]}  green         {SIGNS[RED]}  red: another answer
  {REVERTED}  reverted      {SIGNS[AMBER]}  amber: the code could not be asked
  {SWAP}  a swap of partners
  {OTHERWISE}  green, with places approved otherwise than the kata;
     green {OTHERWISE}30 is now so in 30 of them

lvl      the level; b: blind, with tests of their own
now      red 3:12{LONG_SIGN} is red for 3 minutes and 12 seconds by now;
         {LONG_SIGN} stands where that is longer than two minutes
score    of mutants killed when they last ran dojo mutants
checked  how long ago the last check that came was made;
         {LONG_SIGN} after five minutes: no check, or no network there
1:05{UNHEARD_SIGN}    the board does not hear the room: nobody knows more
5 came late    checks that could not be sent at their time

Enter    the steps of a pair; there, Enter is what a step
         changed, n and p go on and back, Esc leaves
m        the checks by the minute, under a clock, or in order
h        hides a line, H shows again what was hidden
t        begins the round anew; + and - give and take
         five minutes
l        light or dark        q  quit
Arrows, page up and down, home and end go through the lines.
"""
SCROLLS = ("up", "down", "pageup", "pagedown", "home", "end")


class Help(ModalScreen[None]):
    """How to read the board, until any key is pressed."""

    def compose(self) -> ComposeResult:
        """Show the text."""
        with VerticalScroll(id="help"):
            yield Static(HELP, markup=False)

    def on_key(self, event: events.Key) -> None:
        """Put it away, unless it is being scrolled."""
        if event.key not in SCROLLS:
            event.stop()
            self.dismiss()
