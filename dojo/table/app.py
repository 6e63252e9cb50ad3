"""The table on a screen: its keys, and the time that things take. What comes of a key, its controller knows."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Container, Vertical
from textual.screen import Screen
from textual.widgets import Button, Footer, Static

from dojo.table import words
from dojo.table.controller import PACE_SECONDS, Controller
from dojo.table.dice import COVERED
from dojo.table.papers import Ask, RulesPage
from dojo.table.session import Record, Session
from dojo.table.sheet import LETTERS, Sheet
from dojo.table.themes import DAY, NIGHT
from dojo.table.tray import DICE, Tray

if TYPE_CHECKING:
    from textual.timer import Timer

TOO_SMALL = "The table needs 80 columns and 20 rows, or on a phone 42 and 35. `dojo play` plays without it."


class Keys(Footer):
    """The keys that work now; on a phone, in two lines."""

    shown: Sequence[str] = ()

    def compose(self) -> ComposeResult:
        """Lay them out."""
        yield from super().compose()
        self.styles.grid_size_columns = 5

    def bindings_changed(self, screen: Screen[object]) -> None:
        """Lay them out anew where others work: that takes longer than all else that a key does."""
        shown = [key for key, active in screen.active_bindings.items() if active.binding.show]
        if shown != self.shown:
            self.shown = shown
            super().bindings_changed(screen)


class Table(App[None]):
    """A game at a table."""

    CSS_PATH = "table.tcss"
    TITLE = "dojo table"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (42, "-tall"), (80, "-side")]  # noqa: RUF012 - textual declares it so
    VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-usual"), (35, "-high")]  # noqa: RUF012 - likewise
    BINDINGS: ClassVar[list[BindingType]] = [  # the most important first
        Binding("space", "throw", "throw"),
        Binding("1", "keep(0)", "keep", key_display="1-5"),
        *(Binding(str(number), f"keep({number - 1})", show=False) for number in range(2, 6)),
        Binding("plus", "point", "take", key_display="a-z"),
        *(Binding(letter, f"take({number})", show=False) for number, letter in enumerate(LETTERS)),
        Binding("u", "undo", "undo"),
        Binding("q", "quit", "quit"),
        Binding("r,question_mark", "rules", "rules"),
        Binding("ctrl+c", "quit", show=False, priority=True),
        Binding("f2", "again", "new", key_display="F2"),
        Binding("s", "pace", "speed"),
        Binding("t", "light", "light"),
    ]

    def __init__(self, workspace: Path, record: Record, *, motion: bool = True) -> None:
        """Lay the table for a game."""
        super().__init__()
        self.register_theme(NIGHT)
        self.register_theme(DAY)
        self.theme = NIGHT.name
        self.motion = motion
        self.controller = Controller(workspace, record)
        self.sheet, self.tray = Sheet(self.session), Tray()
        self.button = Button(id="throw", action="app.throw")
        self.button.can_focus, self.button.active_effect_duration = False, 0
        self._random = Random(record.seed)
        self._step: Timer | None = None

    @property
    def session(self) -> Session:
        """Return the game on the table."""
        return self.controller.session

    def compose(self) -> ComposeResult:
        """Lay out the sheet and the felt; dice, a button and words lie on the felt."""
        yield Static(id="status", markup=False)
        with Container(id="board"):
            with Vertical(id="felt"):
                yield Static(id="prompt", markup=False)
                yield self.tray
                with Center():
                    yield self.button
                yield Static(id="words", markup=False)
            yield self.sheet
        yield Static(TOO_SMALL, id="needs", markup=False)
        yield Keys(compact=True)

    def on_mount(self) -> None:
        """Begin, or ask whether to go on with the game that was left in the middle, if there is one."""
        controller, saved = self.controller, self.controller.saved_game()
        if saved is None:
            self.follow(controller.begin())
        elif self.is_web:  # a page was loaded again: that is no question
            self.follow(controller.go_on(saved))
        else:
            self.show()
            names = ", ".join(saved.record.kinds)
            question = f"Go on with the game of {names}, round {saved.round} of {saved.rounds}?"
            self.push_screen(
                Ask(question, "Go on", "New game", harmless=True),
                lambda yes: self.follow(controller.go_on(saved) if yes else controller.again(self.session.record.seed)),
            )

    def show(self) -> None:
        """Show everything as it is now."""
        controller, session = self.controller, self.session
        is_open = controller.open and not self.tray.flights
        self.tray.show(session.dice if controller.open else [COVERED] * DICE, controller.kept)
        self.sheet.show(session, session.offers() if is_open else {})
        is_over = session.question is None
        self.button.label = words.button(controller)
        self.button.action = "app.again" if is_over else "app.throw"
        self.button.disabled = not (is_over or controller.may_throw)
        self.say("#status", words.status(controller))
        self.say("#prompt", words.prompt(controller))
        self.say("#words", words.remarks(controller, self.sheet.category))
        self.refresh_bindings()

    def say(self, place: str, text: str) -> None:
        """Show a text in the room that it has."""
        self.query_one(place, Static).update(text, layout=False)

    def follow(self, thrown: frozenset[int]) -> None:
        """Show what came of a move, dice that were thrown, and let a computer player take its next step in a while."""
        session, pace = self.session, self.controller.pace
        self.tray.lie()
        if thrown and self.motion and self.animation_level != "none" and pace != "at once":
            self.tray.throw({position: session.dice[position] for position in thrown}, self._random)
        self.show()
        if self._step:
            self._step.stop()
        if self.controller.asks_a_computer:
            self._step = self.set_timer(PACE_SECONDS[pace], self.step)

    def step(self) -> None:
        """Let the computer player whose turn it is go on, unless something lies on the table."""
        self.follow(frozenset() if len(self.screen_stack) > 1 else self.controller.step())

    def on_tray_lie(self) -> None:
        """Show what the dice bring."""
        self.show()

    def on_option_list_option_highlighted(self) -> None:
        """Say what the category under the cursor pays."""
        self.say("#words", words.remarks(self.controller, self.sheet.category))

    # Keys.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - as textual calls it
        """Tell whether an action may be done now."""
        controller = self.controller
        may = {
            "throw": controller.may_throw,
            "keep": controller.may_keep,
            "point": controller.may_take,
            "take": controller.may_take,
            "undo": bool(self.session.placed_by_persons()),
            "pace": self.session.has_computers,
        }
        return may.get(action, True)

    def get_key_display(self, binding: Binding) -> str:
        """Return how a key is named: those of the categories from the first letter to the last."""
        if binding.action == "point":
            return f"a-{LETTERS[self.session.rounds - 1]}"
        return super().get_key_display(binding)

    def action_throw(self) -> None:
        """Throw the dice that are not kept."""
        self.follow(self.controller.throw())

    def action_keep(self, position: int) -> None:
        """Keep a die, or let it go."""
        self.tray.lie()
        self.controller.keep(position)
        self.show()

    def action_point(self) -> None:
        """Point at the next category."""
        self.sheet.action_cursor_down()

    def action_take(self, number: int) -> None:
        """Take the category of a letter."""
        categories = self.session.categories
        if number < len(categories):
            self.sheet.highlighted = self.sheet.get_option_index(categories[number])
            self.take(categories[number])

    def on_option_list_option_selected(self, event: Sheet.OptionSelected) -> None:
        """Take the category that the cursor points at, or that was clicked."""
        if self.controller.may_take:
            self.take(str(event.option_id))

    def take(self, category: str) -> None:
        """Take a category; ask once before one is sacrificed."""
        controller = self.controller
        self.tray.lie()
        controller.message = controller.why_not(category)
        if controller.message:
            self.show()
        elif self.session.offers()[category].points == 0:
            question = Ask(f"Sacrifice {category} for 0 points?", "Sacrifice", "Keep it")
            self.push_screen(question, lambda yes: self.follow(controller.take(category)) if yes else None)
        else:
            self.follow(controller.take(category))

    def action_undo(self) -> None:
        """Go back to before the last category that a person took."""
        self.controller.undo()
        self.follow(frozenset())

    def action_rules(self) -> None:
        """Show the rules of the game."""
        self.push_screen(RulesPage(self.session.game))

    def action_pace(self) -> None:
        """Let the computer players go slower or faster."""
        self.controller.change_pace()
        self.show()

    def action_light(self) -> None:
        """Change between night and day."""
        self.theme = DAY.name if self.theme == NIGHT.name else NIGHT.name

    def action_again(self) -> None:
        """Begin a new game; ask once in the middle of one."""
        if self.session.is_unfinished:
            fate = "The one on the table is kept." if self.controller.store() else self.controller.message
            question = Ask(f"Begin a new game? {fate}", "Yes", "No")
            self.push_screen(question, lambda yes: self.begin_again() if yes else None)
        else:
            self.begin_again()

    def begin_again(self) -> None:
        """Begin a new game with the same players."""
        self.follow(self.controller.again(self._random.randrange(2**32)))

    async def action_quit(self) -> None:
        """Leave; ask once before a game is lost that cannot be saved."""
        if not self.session.is_unfinished or self.controller.store():
            self.exit()
        else:
            question = Ask(f"Leave the table, and lose the game? {self.controller.message}", "Leave", "Stay")
            self.push_screen(question, lambda yes: self.exit() if yes else None)
