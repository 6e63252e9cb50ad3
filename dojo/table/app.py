"""The table on a screen: its keys, and the time that things take. What comes of a key, its controller knows."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Container, Horizontal, HorizontalGroup, Vertical
from textual.screen import ModalScreen, Screen
from textual.widgets import Button, Footer, Static

from dojo.table.controller import Controller
from dojo.table.dice import COVERED, DICE, Tray
from dojo.table.rules import RulesPage
from dojo.table.session import Record, Session
from dojo.table.sheet import LETTERS, Sheet
from dojo.table.themes import DAY, NIGHT

STEP_SECONDS = 1.2  # of a computer player, so that people see what it does
TOO_SMALL = "The table needs 80 columns and 20 rows, or on a phone 42 and 35. `dojo play` plays without it."


class Ask(ModalScreen[bool]):
    """A question to answer with yes or no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("y", "answer(True)", "yes"),
        ("n", "answer(False)", "no"),
        ("escape", "answer(False)", "back"),
    ]

    AUTO_FOCUS = "#no"  # costs nothing: Enter and Escape give that answer, too

    def __init__(self, question: str, yes: str, no: str) -> None:
        """Ask, with a word for each answer."""
        super().__init__()
        self.question, self.yes, self.no = question, yes, no

    def compose(self) -> ComposeResult:
        """Show the question and the answers."""
        with Vertical(classes="paper"):
            yield Static(self.question, markup=False)
            with Horizontal():
                yield Button(f"{self.yes} (y)", id="yes", variant="primary", action="screen.answer(True)")
                yield Button(f"{self.no} (n)", id="no", action="screen.answer(False)")

    def action_answer(self, answer: bool) -> None:  # noqa: FBT001 - textual calls it so
        """Answer, once, however often a key was pressed meanwhile."""
        if self.is_current:
            self.dismiss(answer)


class Keys(Footer):
    """The keys that work now; on a phone, in two lines."""

    shown: Sequence[str] = ()

    def compose(self) -> ComposeResult:
        """Lay them out."""
        keys = list(super().compose())
        yield HorizontalGroup(*keys[:3])  # as many as fit there
        yield HorizontalGroup(*keys[3:])

    def bindings_changed(self, screen: Screen[object]) -> None:
        """Lay them out anew where others work: that takes longer than all else that a key does."""
        shown = [
            self.app.get_key_display(each.binding) for each in screen.active_bindings.values() if each.binding.show
        ]
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
        Binding("plus", "point", "take"),
        *(Binding(letter, f"take({number})", show=False) for number, letter in enumerate(LETTERS)),
        Binding("u", "undo", "undo"),
        Binding("q", "quit", "quit"),
        Binding("r,question_mark", "rules", "rules"),
        Binding("ctrl+c", "quit", show=False, priority=True),
        Binding("f2", "again", "new", key_display="F2"),
        Binding("t", "light", "light"),
    ]

    def __init__(self, workspace: Path, record: Record) -> None:
        """Lay the table for a game."""
        super().__init__()
        self.register_theme(NIGHT)
        self.register_theme(DAY)
        self.theme = NIGHT.name
        self.controller = Controller(workspace, record)
        self.sheet, self.tray = Sheet(self.session), Tray()
        self.button = Button(id="throw", action="app.throw")
        self.button.can_focus, self.button.active_effect_duration = False, 0

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
        self._steps = self.set_interval(STEP_SECONDS, self.step)
        controller, seed = self.controller, self.session.record.seed
        saved = controller.saved_game()
        self.follow(controller.begin(saved or self.session))
        if saved and not self.is_web:  # a page that was loaded again just goes on
            question = f"A game of {', '.join(saved.cards)} was left in {saved.round}. Begin a new one?"
            self.ask(Ask(question, "New game", "Go on"), lambda: self.follow(controller.again(seed)))

    def show(self) -> None:
        """Show everything as it is now."""
        controller, session = self.controller, self.session
        is_open = controller.open and not self.tray.flights
        self.tray.show(session.question.dice if controller.open else [COVERED] * DICE, controller.kept)
        self.sheet.show(session, session.offers() if is_open else {})
        self.button.label = controller.button()
        self.button.action = "app.again" if session.is_over else "app.throw"
        self.button.disabled = not (session.is_over or controller.may_throw)
        self.say("#status", controller.status())
        self.say("#prompt", controller.prompt())
        self.on_option_list_option_highlighted()
        self.refresh_bindings()

    def say(self, place: str, text: str) -> None:
        """Show a text in the room that it has."""
        self.query_one(place, Static).update(text, layout=False)

    def on_option_list_option_highlighted(self) -> None:
        """Say what the category under the cursor pays."""
        self.say("#words", self.controller.remarks(self.sheet.category))

    def follow(self, thrown: frozenset[int]) -> None:
        """Show what came of a move, dice that were thrown, and let a computer player take its next step in a while."""
        self.tray.lie()
        if thrown and self.animation_level != "none":
            self.tray.throw({position: self.session.question.dice[position] for position in thrown})
        self.show()
        self._steps.stop()
        self._steps = self.set_interval(STEP_SECONDS, self.step)

    def step(self) -> None:
        """Let a computer player whose turn it is go on, unless something lies on the table."""
        if self.session.asks_a_computer and len(self.screen_stack) == 1:
            self.follow(self.controller.step())

    def on_tray_lie(self) -> None:
        """Show what the dice bring."""
        self.show()

    def ask(self, question: Ask, then: Callable[[], None]) -> None:
        """Ask, and do something if the answer is yes."""
        self.push_screen(question, lambda yes: then() if yes else None)

    # Keys.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - as textual calls it
        """Tell whether an action may be done now."""
        controller = self.controller
        may = {
            "throw": controller.may_throw or self.session.asks_a_computer,
            "keep": controller.may_throw and controller.open,
            "point": controller.may_take,
            "take": controller.may_take,
            "undo": bool(self.session.placed_by_persons()),
        }
        return may.get(action, True)

    def get_key_display(self, binding: Binding) -> str:
        """Return how a key is named: to take a category, from the first letter to the last that is free."""
        free = [
            letter
            for letter, category in zip(LETTERS, self.session.categories, strict=False)
            if category in self.session.question.card.free()
        ]
        return "-".join(sorted({free[0], free[-1]})) if binding.action == "point" else super().get_key_display(binding)

    def action_throw(self) -> None:
        """Throw the dice that are not kept, or let a computer player go on at once."""
        self.follow(self.controller.step() if self.session.asks_a_computer else self.controller.throw())

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
        if number < len(self.session.categories):
            category = self.session.categories[number]
            self.sheet.highlighted = self.sheet.get_option_index(category)
            self.take(category)

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
            self.ask(question, lambda: self.follow(controller.take(category)))
        else:
            self.follow(controller.take(category))

    def action_undo(self) -> None:
        """Go back to before the last category that a person took."""
        self.controller.undo()
        self.follow(frozenset())

    def action_rules(self) -> None:
        """Show the rules of the game."""
        self.push_screen(RulesPage(self.session.game))

    def action_light(self) -> None:
        """Change between night and day."""
        self.theme = DAY.name if self.theme == NIGHT.name else NIGHT.name

    def action_again(self) -> None:
        """Begin a new game; ask once in the middle of one."""
        if self.session.record.moves and not self.session.is_over:
            self.ask(Ask("Begin a new game? The one on the table is kept.", "Yes", "No"), self.begin_again)
        else:
            self.begin_again()

    def begin_again(self) -> None:
        """Begin a new game with the same players."""
        self.follow(self.controller.again(random.randrange(2**32)))
