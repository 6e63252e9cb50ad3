"""The table: dice, score sheet, and what everybody may do with them.

open: dice that their player has thrown, and everybody sees. pace: seconds between the steps of a computer player.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import ClassVar

from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widgets import Footer

from dojo.table import saves
from dojo.table.dialogs import Ask, Paper
from dojo.table.moment import Moment
from dojo.table.page import LETTERS
from dojo.table.rules import in_words
from dojo.table.session import Record, Session
from dojo.table.themes import DAY, NIGHT
from dojo.table.tray import Die
from dojo.table.tumble import Tumble
from dojo.table.view import View

PACE_SECONDS = {"slow": 1.2, "quick": 0.3, "at once": 0.01}

After = Callable[[float, Callable[[], None]], Timer]


class Table(App[None]):
    """A game at a table."""

    CSS_PATH: ClassVar = ["view.tcss", "dice.tcss", "papers.tcss"]
    TITLE = "dojo table"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "take"),
        Binding("space", "throw", "throw", priority=True),
        *(Binding(str(number), f"choose({number - 1})", "keep", show=False) for number in range(1, 6)),
        *(Binding(letter, f"take({number})", "take", show=False) for number, letter in enumerate(LETTERS)),
        Binding("up", "cursor(-1)", "up", show=False),
        Binding("down", "cursor(1)", "down", show=False),
        Binding("left", "die(-1)", "left", show=False),
        Binding("right", "die(1)", "right", show=False),
        Binding("u", "undo", "undo"),
        Binding("r", "rules", "rules"),
        Binding("s", "pace", "speed"),
        Binding("t", "light", "light"),
        Binding("f2", "again", "new"),
        Binding("q", "leave", "quit"),
    ]

    def __init__(self, workspace: Path, record: Record, *, motion: bool = True, after: After | None = None) -> None:
        """Lay the table for a game; `after` does something after so many seconds, by textual's own timers or others."""
        super().__init__()
        self.register_theme(NIGHT)
        self.register_theme(DAY)
        self.theme = NIGHT.name
        self._after: After = after or self.set_timer
        self.workspace, self.motion = workspace, motion
        self.session = Session(record)
        self.view = View(self.session)
        self.sheet, self.tray = self.view.sheet, self.view.tray
        self.kept: set[int] = set()
        self.open = False
        self.message = ""
        self.pace = "slow"
        self._step: Timer | None = None
        self._random = Random(record.seed)
        self._tumble = Tumble(self._after, self._random)

    def compose(self) -> ComposeResult:
        """Lay out the table, and the keys below it."""
        yield self.view
        yield Footer()

    @work
    async def on_mount(self) -> None:
        """Begin, or ask whether to go on with the game that was left in the middle, if there is one."""
        self.show()
        game = self.session.record.game
        try:
            left = saves.read(self.workspace, game)
        except ValueError as error:
            left, aside = None, saves.put_aside(self.workspace, game, "damaged")
            self.message = f"The saved game is {error}. It is put aside: {aside}"
        if left is not None:
            names = ", ".join(left.record.kinds)
            question = f"Go on with the game of {names}, round {left.round} of {left.rounds}?"
            # In a browser, a page was loaded again: that is no question.
            if self.is_web or await self.push_screen_wait(Ask(question, "Go on", "New game")):
                self.session = left
            else:
                self.message = f"The other game is kept: {saves.put_aside(self.workspace, game, 'left')}"
        self.ask_next()

    def show(self) -> None:
        """Show everything as it is now."""
        tumbling = self._tumble.goes_on
        self.view.show(Moment(self.session, frozenset(self.kept), self.open, tumbling, self.message, self.pace))

    def action_throw(self) -> None:
        """Throw the dice that are not kept; or lift the cover from those that were thrown first."""
        if self._busy():
            return
        if not self.open:
            self.open = True
            self.tumble(set(range(5)))
        elif self.session.may_throw():
            self.throw()
        else:
            self.say("That was the last throw: take a category.")

    def action_choose(self, position: int) -> None:
        """Keep a die, or let it go."""
        if not self._busy() and self.open and self.session.may_throw():
            self.kept ^= {position}
            self.show()

    def action_cursor(self, step: int) -> None:
        """Move the cursor of the sheet."""
        self.sheet.focus()
        self.sheet.move_cursor(step)
        self.show()

    def action_die(self, step: int) -> None:
        """Move the focus along the dice."""
        move = self.screen.focus_next if step > 0 else self.screen.focus_previous
        move(Die)

    @work(exclusive=True, group="take")
    async def action_take(self, number: int | None = None) -> None:
        """Take a category, what the cursor points at unless it is numbered; ask once before one is sacrificed."""
        at = self.sheet.cursor if number is None else number
        if at >= self.session.rounds:
            return
        self.sheet.cursor, category = at, self.session.categories[at]
        sacrifice = Ask(f"Sacrifice {category} for 0 points?", "Sacrifice", "Keep it")
        self.show()
        if self._busy() or not self.open:
            return
        offer = self.session.offers().get(category)
        if offer is None:
            self.say(f"{category} is taken already.")
        elif offer.why_not:
            self.say(f"Not there: {offer.why_not}.")
        elif offer.points > 0 or await self.push_screen_wait(sacrifice):
            self.make(category)

    def action_undo(self) -> None:
        """Go back to before the last category that a person took."""
        if self.session.undo():
            self._stop()
            self.kept, self.open = set(), True
            self.save()
            self.say("Taken back. These are the dice from before.")
        else:
            self.say("There is nothing to take back.")

    def action_rules(self) -> None:
        """Show the rules of all categories."""
        game = self.session.game
        widest = max(map(len, game.categories))
        lines = [f"{name:<{widest}}  {in_words(category.rule)}" for name, category in game.categories.items()]
        self.push_screen(Paper(f"The categories of {game.name}", "", *lines))

    def action_pace(self) -> None:
        """Let the computer players go slower or faster."""
        paces = list(PACE_SECONDS)
        self.pace = paces[(paces.index(self.pace) + 1) % len(paces)]
        self.show()

    def action_light(self) -> None:
        """Change between night and day."""
        self.theme = DAY.name if self.theme == NIGHT.name else NIGHT.name

    @work(exclusive=True, group="question")
    async def action_again(self) -> None:
        """Begin a new game with the same players."""
        unfinished = self.session.is_unfinished
        if not unfinished or await self.push_screen_wait(Ask("Begin a new game? The one on the table is kept.")):
            self._stop()
            record = self.session.record
            if unfinished:
                self.message = f"The other game is kept: {saves.put_aside(self.workspace, record.game, 'left')}"
            self.session = Session(replace(record, seed=self._random.randrange(2**32), moves=[]))
            self.ask_next()

    @work(exclusive=True, group="question")
    async def action_leave(self) -> None:
        """Leave the table; a game in the middle is saved, and asked about."""
        question = "Leave the table? The game is saved; the same command goes on with it."
        if not self.session.is_unfinished or await self.push_screen_wait(Ask(question, "Leave", "Stay")):
            self.exit()

    def make(self, move: list[int] | str) -> None:
        """Hand a move to the game; it is one that the session allows."""
        self.session.move(move)
        self.message = ""
        self.save()
        if isinstance(move, str):
            self.ask_next()

    def throw(self) -> None:
        """Throw the dice that are not kept."""
        self.make(sorted(self.kept))
        self.tumble(set(range(5)) - self.kept)

    def ask_next(self) -> None:
        """Turn to whoever the game asks: a person, who throws first; a computer player; or nobody any more."""
        self.kept, self.open = set(), False
        if self.session.question is None:
            saves.path_of(self.workspace, self.session.record.game).unlink(missing_ok=True)
            self.show()
            widest = max(16, *map(len, self.session.cards))
            lines = [f"{place}.  {name:<{widest}} {total:>4}" for place, name, total in self.session.standings()]
            self.push_screen(Paper("The end of the game", "", *lines, "", self.session.transcript[-1]))
            return
        if self.sheet.category not in self.session.question.view.free():
            self.sheet.move_cursor(1)
        if not self.session.asks_a_person():
            self.open = True
            self.tumble(set(range(5)))
            self._later(self.computer_thinks)
        self.show()

    def computer_thinks(self) -> None:
        """Let a computer player show what it keeps, or take its category."""
        if self.session.question is None or self.session.asks_a_person():
            return
        move = self.session.answer_of_computer()
        if isinstance(move, str):
            self.make(move)
        else:
            self.kept = set(move)
            self.show()
            self._later(self.computer_throws)

    def computer_throws(self) -> None:
        """Let a computer player throw again what it does not keep."""
        self.throw()
        self._later(self.computer_thinks)

    def _later(self, step: Callable[[], None]) -> None:
        self._step = self._after(PACE_SECONDS[self.pace], step)

    def _stop(self) -> None:
        """Stop whatever is under way."""
        if self._step is not None:
            self._step.stop()
        self._lie_still()

    def _busy(self) -> bool:
        """Tell whether the table is not a person's to touch; dice that still tumble lie at once."""
        self._lie_still()
        return not self.session.asks_a_person()

    def tumble(self, positions: set[int]) -> None:
        """Let thrown dice tumble for a moment, before they lie."""
        self._lie_still()
        moves = self.motion and self.animation_level != "none" and self.pace != "at once"
        if moves and positions and self.session.question:
            faces = self.session.question.dice
            self._tumble.start({self.tray.dice[at]: faces[at] for at in sorted(positions)}, self.show)
        self.show()

    def _lie_still(self) -> None:
        if self._tumble.stop():
            self.show()

    def say(self, message: str) -> None:
        """Say something below the dice."""
        self.message = message
        self.show()

    def save(self) -> None:
        """Save the game; where that is not possible, say so and play on."""
        try:
            saves.write(self.workspace, self.session.record)
        except OSError as error:
            self.message = f"The game cannot be saved: {error.strerror}."
