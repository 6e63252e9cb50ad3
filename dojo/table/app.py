"""The table on a screen: its keys, its dialogs, and the time that things take. What comes of a key, its host knows."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.events import Event, Key
from textual.screen import ModalScreen
from textual.timer import Timer

from dojo.table import questions
from dojo.table.dialogs import Ask
from dojo.table.host import PACE_SECONDS, Host
from dojo.table.keys import KEYS, Held, Keys, in_runs
from dojo.table.rules_page import RulesPage
from dojo.table.session import Record, Session
from dojo.table.sheet_text import LETTERS
from dojo.table.themes import DAY, NIGHT
from dojo.table.tray import Die
from dojo.table.tumble import Tumble
from dojo.table.view import View

After = Callable[[float, Callable[[], None]], Timer]


class Table(App[None]):
    """A game at a table."""

    CSS_PATH: ClassVar = ["view.tcss", "dice.tcss", "keys.tcss", "papers.tcss", "rules_page.tcss"]  # none is read later
    TITLE = "dojo table"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = KEYS

    def __init__(self, workspace: Path, record: Record, *, motion: bool = True, after: After | None = None) -> None:
        """Lay the table for a game; `after` does something after so many seconds, by textual's own timers or others."""
        super().__init__()
        self.register_theme(NIGHT)
        self.register_theme(DAY)
        self.theme = NIGHT.name
        self._after: After = after or self.set_timer
        self.motion = motion
        self.host = Host(workspace, record)
        self.view = View(self.session)
        self.sheet, self.tray = self.view.sheet, self.view.tray
        self.held = Held()
        self._step: Timer | None = None
        self._random = Random(record.seed)
        self._tumble = Tumble(self._after, self._random)

    @property
    def session(self) -> Session:
        """Return the game on the table."""
        return self.host.session

    def compose(self) -> ComposeResult:
        """Lay out the table, and the keys below it."""
        yield self.view
        yield Keys()

    def on_mount(self) -> None:
        """Begin, or ask whether to go on with the game that was left in the middle, if there is one."""
        if not self.view.children:  # it was left while it was being laid
            return
        left = self.host.left()
        self.show()
        if left is None:
            self.follow(self.host.begin())
        elif self.is_web:  # a page was loaded again, or opened again: that is no question
            self.follow(self.host.go_on(left))
        else:
            self.ask(
                questions.go_on(left),
                lambda: self.follow(self.host.go_on(left)),
                lambda: self.follow(self.host.decline()),
            )

    def show(self) -> None:
        """Show everything as it is now; the cursor stands where somebody could take a category."""
        if self.session.asks_a_person() and self.sheet.category not in self.session.offers():
            self.sheet.move_cursor(1)
        for die in self.tray.dice:
            die.can_focus = self.host.may_keep
        if isinstance(self.focused, Die) and not self.host.may_keep:
            self.sheet.focus()
        self.view.show(self.host.moment(tumbling=self._tumble.goes_on))
        self.refresh_bindings()

    # Keys.

    async def on_event(self, event: Event) -> None:
        """Leave out what a key does again as it is held down."""
        if not (isinstance(event, Key) and not event.is_forwarded and self.held.repeats(event)):
            await super().on_event(event)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Tell whether an action may be done now; none of the table's while a paper lies on it."""
        if action == "quit":
            return True
        if self.is_covered or (self.view.is_too_small and action != "leave"):
            return False
        host = self.host
        may = {
            "throw": host.may_throw,
            "choose": host.may_keep,
            "die": host.may_keep,
            "offer": host.may_take,
            "take": host.may_take and (not parameters or parameters[0] in range(self.session.rounds)),
            "undo": self.session.may_undo(),
            "pace": self.session.has_computers,
        }
        return may.get(action, True)

    @property
    def is_covered(self) -> bool:
        """Tell whether a question or a paper lies on the table."""
        return len(self.screen_stack) > 1

    def get_key_display(self, binding: Binding) -> str:
        """Return how a key is named: the categories that are free by their letters."""
        if binding.action == "offer(1)":
            free = self.session.offers()
            return in_runs(
                [letter for letter, name in zip(LETTERS, self.session.categories, strict=False) if name in free]
            )
        return super().get_key_display(binding)

    def action_throw(self) -> None:
        """Throw the dice that are not kept; ask once before a throw is spent on none."""
        self._lie_still()
        if self.host.open and len(self.host.kept) == len(self.tray.dice):
            self.ask(questions.throw_none(), self._throw)
        else:
            self._throw()

    def _throw(self) -> None:
        self.follow(self.host.throw())

    def action_no_throw(self) -> None:
        """Say why a person may not throw."""
        if self.host.may_take:
            self.say("That was the last throw: take a category.")

    def action_choose(self, position: int) -> None:
        """Keep a die, or let it go."""
        self._lie_still()
        self.host.choose(position)
        self.show()

    def action_cursor(self, step: int) -> None:
        """Move the cursor of the sheet."""
        self.sheet.focus()
        self.sheet.move_cursor(step)
        self.show()

    action_offer = action_cursor  # while there is something to take; so the foot of the table shows its key

    def action_die(self, step: int) -> None:
        """Move the focus along the dice."""
        move = self.screen.focus_next if step > 0 else self.screen.focus_previous
        move(Die)

    def action_take(self, number: int | None = None) -> None:
        """Take a category, what the cursor points at unless it is numbered; ask once before one is sacrificed."""
        self._lie_still()
        at = self.sheet.cursor if number is None else number
        category = self.session.categories[at]
        if why_not := self.host.why_not(category):
            self.say(why_not)
            return
        self.sheet.cursor = at
        self.show()
        if self.host.is_sacrifice(category):
            self.ask(questions.sacrifice(category), lambda: self._take(category))
        else:
            self._take(category)

    def _take(self, category: str) -> None:
        self.follow(self.host.take(category))

    def action_undo(self) -> None:
        """Go back to before the last category that a person took."""
        self._stop()
        self.host.undo()
        self.show()

    def action_rules(self) -> None:
        """Show the rules of the game."""
        self.lay(RulesPage(self.session.game))

    def action_pace(self) -> None:
        """Let the computer players go slower or faster."""
        self.host.change_pace()
        self.show()

    def action_light(self) -> None:
        """Change between night and day."""
        self.theme = DAY.name if self.theme == NIGHT.name else NIGHT.name

    def action_again(self) -> None:
        """Begin a new game with the same players."""
        if not self.session.is_unfinished:
            self._again()
        else:
            self.ask(questions.new_game(self.host.why_lost()), self._again)

    def _again(self) -> None:
        self._stop()
        self.follow(self.host.again(self._random.randrange(2**32)))

    def action_leave(self) -> None:
        """Leave the table; a game in the middle is saved, and asked about."""
        if not self.session.is_unfinished:
            self.exit()
        else:
            self.ask(questions.leave(self.host.why_lost()), self.exit)

    async def action_quit(self) -> None:
        """Leave at once where nothing is lost by it."""
        if not self.session.is_unfinished or self.host.store():
            self.exit()
        elif not self.is_covered:
            self.action_leave()

    # What lies on the table, and what goes on by itself.

    def ask(self, question: Ask, yes: Callable[[], None], no: Callable[[], None] | None = None) -> None:
        """Ask, do what the answer says, and go on."""

        def answered(answer: bool | None) -> None:  # noqa: FBT001 - textual calls it so
            if do := yes if answer else no:
                do()
            self.go_on()

        self._stop()
        self.push_screen(question, answered)

    def lay(self, paper: ModalScreen[None]) -> None:
        """Lay something to read on the table; the game rests until it is put away."""
        self._stop()
        self.push_screen(paper, lambda _: self.go_on())

    def follow(self, thrown: frozenset[int]) -> None:
        """Show what came of a move, dice that were thrown, and go on."""
        self.tumble(thrown)
        self.go_on()

    def go_on(self) -> None:
        """Let a computer player take its next step in a while, if it is its turn and nothing lies on the table."""
        if self._step is not None:
            self._step.stop()
        if self.host.asks_a_computer and not self.is_covered:
            self._step = self._after(PACE_SECONDS[self.host.pace], lambda: self.follow(self.host.step()))

    def _stop(self) -> None:
        if self._step is not None:
            self._step.stop()
        self._lie_still()

    def tumble(self, positions: frozenset[int]) -> None:
        """Let thrown dice tumble for a moment, before they lie."""
        self._lie_still()
        is_moving = self.motion and self.animation_level != "none" and self.host.pace != "at once"
        if is_moving and positions and not self.host.is_over:
            self._tumble.start({self.tray.dice[at]: self.session.dice[at] for at in sorted(positions)}, self.show)
        self.show()

    def _lie_still(self) -> None:
        if self._tumble.stop():
            self.show()

    def say(self, message: str) -> None:
        """Say something below the dice."""
        self.host.message = message
        self.show()
