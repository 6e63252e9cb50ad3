"""The table on a screen: its keys, its words, the time that things take, and its light by night and by day."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Center, Container, Horizontal, Vertical
from textual.screen import ModalScreen
from textual.theme import Theme
from textual.widgets import Button, Static

from dojo.games.players import PLAYER_CLASSES
from dojo.table.dice import COVERED, DICE, Tray
from dojo.table.rules import RulesPage, in_words
from dojo.table.session import NONE, Positions, Record, Session
from dojo.table.sheet import LETTERS, Sheet

STEP_SECONDS = 1.2  # of a computer player, so that people see what it does
LAST_LINES = 40  # of the transcript: as many as a large screen has room for
TOO_SMALL = "The table needs 80 columns and 20 rows, or on a phone 42 and 35. `dojo play` plays without it."
KEYS = (  # what stands at the bottom: a name, what it does, and the key that a click presses; the most important first
    ("space", "throw", "space"),
    ("1-5", "keep", "1"),
    ("a-z", "take", "enter"),
    ("u", "undo", "u"),
    ("q", "quit", "q"),
    ("r", "rules", "r"),
    ("F2", "new", "f2"),
    ("t", "light", "t"),
)

NIGHT = Theme(
    name="table-night",
    primary="#2c7a57",
    accent="#ffcb47",
    foreground="#eef4ee",
    background="#0b1511",
    surface="#14211b",
    panel="#1b2b24",
    variables={
        "felt": "#0e4430",
        "felt-text": "#f2f7f1",
        "felt-muted": "#a9c9b6",
        "felt-mark": "#ffcb47",
        "felt-mark-text": "#241800",
        "die": "#f3ead4",
        "die-edge": "#b5a67f",
        "die-pip": "#1c1a17",
        "die-kept": "#ffcb47",
        "die-kept-edge": "#b57f0d",
        "die-kept-pip": "#241800",
        "die-back": "#a3987b",
        "die-back-edge": "#7a7058",
        "die-back-pip": "#7a7058",
        "sheet": "#14211b",
        "sheet-text": "#eef4ee",
        "sheet-muted": "#9db5a7",
        "mark": "#ffcb47",
        "mark-text": "#241800",
    },
)
DAY = Theme(
    name="table-day",
    primary="#1f6b49",
    accent="#9c2f14",
    foreground="#16211b",
    background="#e9efe8",
    surface="#fbfaf5",
    panel="#dde7dd",
    dark=False,
    variables={
        "felt": "#2b7350",
        "felt-text": "#ffffff",
        "felt-muted": "#e2f1e7",
        "felt-mark": "#ffea94",
        "felt-mark-text": "#2a1c00",
        "die": "#ffffff",
        "die-edge": "#a9b5ad",
        "die-pip": "#15181a",
        "die-kept": "#ffd95e",
        "die-kept-edge": "#a87400",
        "die-kept-pip": "#2a1c00",
        "die-back": "#c9d3cb",
        "die-back-edge": "#8b9a8f",
        "die-back-pip": "#8b9a8f",
        "sheet": "#fffefa",
        "sheet-text": "#16211b",
        "sheet-muted": "#526158",
        "mark": "#9c2f14",
        "mark-text": "#ffffff",
    },
)


class Ask(ModalScreen[bool]):
    """A question to answer with yes or no."""

    AUTO_FOCUS = "#no"  # costs nothing: Enter and Escape give that answer, too
    BINDINGS: ClassVar[list[BindingType]] = [
        ("y", "answer(True)"),
        ("n,escape", "answer(False)"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        with Vertical(classes="paper"):
            yield Static(self.question, markup=False)
            with Horizontal():
                yield Button("Yes (y)", id="yes", variant="primary", action="screen.answer(True)")
                yield Button("No (n)", id="no", action="screen.answer(False)")

    def action_answer(self, answer: bool) -> None:  # noqa: FBT001 - textual calls it so
        """Answer, once, however often a key was pressed meanwhile."""
        if self.is_current:
            self.dismiss(answer)


class Table(App[None]):
    """A game at a table."""

    CSS_PATH = "table.tcss"
    TITLE = "dojo table"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (42, "-tall"), (80, "-side")]  # noqa: RUF012 - textual declares it so
    VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-usual"), (35, "-high")]  # noqa: RUF012 - likewise
    BINDINGS: ClassVar[list[BindingType]] = [
        ("space", "throw"),
        *((str(number), f"keep({number - 1})") for number in range(1, DICE + 1)),
        *((letter, f"take({number})") for number, letter in enumerate(LETTERS)),
        ("u", "undo"),
        ("q,ctrl+c", "quit"),
        ("r,question_mark", "rules"),
        ("f2", "new"),
        ("t", "light"),
    ]

    def __init__(self, workspace: Path, record: Record) -> None:
        super().__init__()
        self.register_theme(NIGHT)
        self.register_theme(DAY)
        self.theme = NIGHT.name
        self.session = Session(workspace, record)
        self.sheet, self.tray = Sheet(self.session), Tray(self.show)
        self.button = Button(id="throw")
        self.button.can_focus, self.button.active_effect_duration = False, 0

    def compose(self) -> ComposeResult:
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
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Begin, or ask whether to go on with the game that was left in the middle, if there is one."""
        self.steps = self.set_interval(STEP_SECONDS, self.step)
        session = self.session
        fresh = session.resume()
        self.follow(session.begin(session.record))
        if fresh and not self.is_web:  # a page that was loaded again just goes on
            question = (
                f"A game of {', '.join(session.cards)} was left in round {session.question.round}. Begin a new one?"
            )
            self.ask(question, partial(session.begin_again, fresh))

    def show(self) -> None:
        session = self.session
        is_open = session.open and not self.tray.flights
        self.tray.show(session.question.dice if session.open else [COVERED] * DICE, session.kept)
        self.sheet.show(session.offers() if is_open else {})
        left = session.throws_left
        self.button.label = f"Throw ({left} left)" if left else "Throw" if session.name else "New game"
        self.button.action = "app.throw" if session.name else "app.new"
        self.button.disabled = bool(session.name) and not left
        turn = f"{session.name} ({session.kind})" if session.kind in PLAYER_CLASSES else session.name or "the end"
        number, last = session.question.round, len(session.game.categories)
        self.say("#status", f" {session.game.name}   round {number} of {last}   {turn}")
        self.say("#prompt", self.prompt())
        self.on_option_list_option_highlighted()
        keys = [
            f"[b $footer-key-foreground]{name}[/] [@click=app.simulate_key('{key}')]{does}[/]"
            for name, does, key in KEYS
            if self.check_action(does, ())
        ]
        lines = [keys] if self.size.width >= 80 else [keys[:4], keys[4:]]
        self.say("#keys", "\n".join(map("  ".join, lines)).replace("a-z", f"a-{LETTERS[:last][-1]}"))

    def say(self, place: str, text: str) -> None:
        """Show a text in the room that it has."""
        self.query_one(place, Static).update(text, layout=False)

    def prompt(self) -> str:
        name, throw = self.session.name, f"Throw {self.session.question.stage + 1}"
        if not name:
            return f"{self.session.transcript[-1]}."
        if self.session.kind in PLAYER_CLASSES:
            return f"{name} is thinking. Space goes on."
        if not self.session.open:
            return f"{name}, it is your turn. Space throws."
        if self.session.throws_left:
            return f"{throw}: keep with 1-5, throw with space, or take a category."
        return f"{throw}, the last: take a category with arrows and Enter, or its letter."

    def on_option_list_option_highlighted(self) -> None:
        """Say what was done lately, and what the category under the cursor pays."""
        session, option = self.session, self.sheet.highlighted_option
        words = [session.message] if session.message else []
        if option:
            words.append(f"{option.id}: {in_words(session.game.categories[str(option.id)].rule)}")
        words += [f"> {line}" for line in reversed(session.transcript[-LAST_LINES:])]
        self.say("#words", "\n".join(words))

    def follow(self, positions: Positions) -> None:
        """Show what came of a move, which threw dice at some positions; a computer player goes on in a while."""
        self.tray.throw(NONE if self.animation_level == "none" else positions, self.session.question.dice)
        self.show()
        self.steps.stop()
        self.steps = self.set_interval(STEP_SECONDS, self.step)

    def step(self) -> None:
        """Let a computer player whose turn it is go on, unless something lies on the table."""
        if self.session.kind in PLAYER_CLASSES and len(self.screen_stack) == 1:
            self.follow(self.session.step())

    # Keys.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - as textual calls it
        session = self.session
        may = {
            "throw": session.throws_left > 0 or session.kind in PLAYER_CLASSES,
            "keep": session.may_take and session.throws_left > 0,
            "take": session.may_take,
            "undo": bool(session.undos),
        }
        return may.get(action, True)

    def action_throw(self) -> None:
        """Throw the dice that are not kept, or let a computer player go on at once."""
        self.follow(self.session.step() if self.session.kind in PLAYER_CLASSES else self.session.throw())

    def action_keep(self, position: int) -> None:
        self.session.keep(position)
        self.follow(NONE)

    def action_take(self, number: int) -> None:
        categories = list(self.session.game.categories)
        if number < len(categories):
            self.sheet.highlighted = self.sheet.get_option_index(categories[number])
            self.take(categories[number])

    def on_option_list_option_selected(self, event: Sheet.OptionSelected) -> None:
        """Take the category that the cursor points at, or that was clicked."""
        if self.session.may_take:
            self.take(str(event.option_id))

    def take(self, category: str) -> None:
        """Take a category; ask once before one is sacrificed."""
        take = partial(self.session.take, category)
        if self.session.offers().get(category) == 0:
            self.ask(f"Sacrifice {category} for 0 points?", take)
        else:
            self.follow(take())

    def ask(self, question: str, move: Callable[[], Positions]) -> None:
        """Ask, and make a move if the answer is yes."""
        self.push_screen(Ask(question), lambda answer: self.follow(move()) if answer else None)

    def action_undo(self) -> None:
        self.session.undo()
        self.follow(NONE)

    def action_rules(self) -> None:
        self.push_screen(RulesPage(self.session.game))

    def action_light(self) -> None:
        self.theme = DAY.name if self.theme == NIGHT.name else NIGHT.name

    def action_new(self) -> None:
        """Begin a new game with the same players; ask once in the middle of one."""
        session = self.session
        new = replace(session.record, seed=random.randrange(2**32), moves=[])
        if session.record.moves and session.name:
            question = "Begin a new game? The one on the table is kept."
            self.ask(question, partial(session.begin_again, new))
        else:
            self.follow(session.begin_again(new))
