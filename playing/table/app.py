"""The table on a screen: its widgets, keys and texts."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Center, Container, Horizontal, Vertical
from textual.events import Key
from textual.screen import ModalScreen
from textual.theme import Theme
from textual.widgets import Button, Static

from playing.games.players import new_seed
from playing.table.dice import COVERED, DICE_COUNT, Tray
from playing.table.rules import RulesPage, describe_rule
from playing.table.session import NO_DICE, Positions, Record, Session
from playing.table.sheet import CATEGORY_KEYS, Sheet

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


COMPUTER_SECONDS = 1.2  # between two things that a computer player does, so that people can watch
MAX_TRANSCRIPT_LINES = 40  # more do not fit a large screen
KEYS_AFTER_THROW = ("1", "2", "3", "4", "5", *CATEGORY_KEYS)
TOO_SMALL = """\
The table needs 80 columns and 20 rows, or 42 and 35 on a phone. `dojo play` works at any size."""
KEY_HINTS = (  # label, action, and the key that a click presses
    ("space", "throw", "space"),
    ("1-5", "keep", "1"),
    ("a-z", "take", "enter"),
    ("u", "undo", "u"),
    ("q", "quit", "q"),
    ("r", "rules", "r"),
    ("F2", "new", "f2"),
    ("t", "light", "t"),
)


class ConfirmScreen(ModalScreen[bool]):
    """A question to answer with yes or no."""

    AUTO_FOCUS = "#no"  # the answer that changes nothing
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

    def action_answer(self, answer: bool) -> None:  # noqa: FBT001 - textual passes it by position
        if self.is_current:  # a key may have been pressed several times
            self.dismiss(answer)


class TableApp(App[None]):
    """A game at the table."""

    CSS_PATH = "table.tcss"
    TITLE = "dojo table"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (42, "-tall"), (80, "-side")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-usual"), (35, "-high")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        ("space", "throw"),
        *[(str(position + 1), f"keep({position})") for position in range(DICE_COUNT)],
        *[(key, f"take({index})") for index, key in enumerate(CATEGORY_KEYS)],
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
        self.sheet = Sheet(self.session)
        self.tray = Tray(on_landed=self.show_game)
        self.button = Button(id="throw")
        self.button.can_focus = False
        self.button.active_effect_duration = 0

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
        """Begin the game, or resume a saved one and ask whether to begin a new one."""
        session = self.session
        self.computer_timer = self.set_interval(COMPUTER_SECONDS, self.play_computer)
        new_game = session.resume()
        self.show_move(session.begin(session.record))
        if new_game and not self.is_web:  # a reloaded page just continues
            names = ", ".join(session.cards)
            saved = f"A game of {names} is saved in round {session.question.round}."
            self.confirm(f"{saved} Begin a new one?", partial(session.begin_again, new_game))

    # What is shown.

    def show_move(self, thrown: Positions) -> None:
        """Show the game after a move, let the thrown dice tumble, and give people time to watch."""
        if self.animation_level == "none":
            thrown = NO_DICE
        self.tray.tumble(thrown, self.session.question.dice)
        self.show_game()
        self.computer_timer.stop()
        self.computer_timer = self.set_interval(COMPUTER_SECONDS, self.play_computer)

    def show_game(self) -> None:
        session = self.session
        faces = session.question.dice
        offers = {}
        if not session.is_revealed:
            faces = [COVERED] * DICE_COUNT
        elif not self.tray.flights:
            offers = session.offers()
        self.tray.show(faces, session.kept)
        self.sheet.show(offers)
        self.show_button()
        self.show_text("#status", self.status())
        self.show_text("#prompt", self.prompt())
        self.show_text("#keys", self.key_hints())
        self.show_words()

    def show_button(self) -> None:
        throws_left = self.session.throws_left
        label = "Throw"
        if throws_left:
            label = f"Throw ({throws_left} left)"
        elif not self.session.name:
            label = "New game"
        self.button.label = label
        self.button.action = "app.throw" if self.session.name else "app.new"
        self.button.disabled = label == "Throw"

    def show_text(self, selector: str, text: str) -> None:
        self.query_one(selector, Static).update(text, layout=False)

    def status(self) -> str:
        session = self.session
        name = session.name or "the end"
        if session.is_computers_turn:
            name = f"{name} ({session.kind})"
        rounds = f"round {session.question.round} of {len(session.game.categories)}"
        return f" {session.game.name}   {rounds}   {name}"

    def prompt(self) -> str:
        session = self.session
        if not session.name:
            return f"{session.transcript[-1]}."
        if session.is_computers_turn:
            return f"{session.name} is thinking. Space continues."
        if not session.is_revealed:
            return f"{session.name}, it is your turn. Space throws."
        throw = f"Throw {session.question.throw}"
        if session.throws_left:
            return f"{throw}: keep with 1-5, throw with space, or take a category."
        return f"{throw}, the last: take a category with arrows and Enter, or with its letter."

    def key_hints(self) -> str:
        last_key = CATEGORY_KEYS[len(self.session.game.categories) - 1]
        hints = []
        for label, action, key in KEY_HINTS:
            if self.check_action(action, ()):
                shown = label.replace("a-z", f"a-{last_key}")
                click = f"@click=app.simulate_key('{key}')"
                hints.append(f"[b $footer-key-foreground]{shown}[/] [{click}]{action}[/]")
        if self.size.width >= 80:
            return "  ".join(hints)
        return "  ".join(hints[:4]) + "\n" + "  ".join(hints[4:])

    def show_words(self) -> None:
        """Show the message, the rule of the category at the cursor, and the last moves."""
        session = self.session
        lines = []
        if session.message:
            lines.append(session.message)
        option = self.sheet.highlighted_option
        if option:
            category = session.game.categories[str(option.id)]
            lines.append(f"{category.name}: {describe_rule(category.rule)}")
        last_lines = session.transcript[-MAX_TRANSCRIPT_LINES:]
        lines += [f"> {line}" for line in reversed(last_lines)]
        self.show_text("#words", "\n".join(lines))

    def on_option_list_option_highlighted(self) -> None:
        self.show_words()

    # Moves.

    def check_action(self, action: str, _parameters: tuple[object, ...]) -> bool:
        """Return whether an action is possible now."""
        session = self.session
        if action == "throw":
            return session.throws_left > 0 or session.is_computers_turn
        if action == "keep":
            return session.can_take and session.throws_left > 0
        if action == "take":
            return session.can_take
        if action == "undo":
            return bool(session.undo_points)
        return True

    def on_key(self, event: Key) -> None:
        """Say which key throws, for a key that does nothing before the first throw."""
        if event.key in KEYS_AFTER_THROW:
            self.ask_to_throw()

    def ask_to_throw(self) -> None:
        session = self.session
        if not session.is_revealed:
            session.message = "Throw first: press space."
            self.show_words()

    def play_computer(self) -> None:
        """Let the computer player move, if it is its turn and no other screen is open."""
        if self.session.is_computers_turn and len(self.screen_stack) == 1:
            self.show_move(self.session.play_computer())

    def action_throw(self) -> None:
        """Throw the dice that are not kept, or let the computer player move at once."""
        if self.session.is_computers_turn:
            self.show_move(self.session.play_computer())
        else:
            self.show_move(self.session.throw())

    def action_keep(self, position: int) -> None:
        self.session.keep(position)
        self.show_move(NO_DICE)

    def action_take(self, index: int) -> None:
        categories = list(self.session.game.categories)
        if index < len(categories):
            category = categories[index]
            self.sheet.highlighted = self.sheet.get_option_index(category)
            self.take(category)

    def on_option_list_option_selected(self, event: Sheet.OptionSelected) -> None:
        if self.session.can_take:
            self.take(str(event.option_id))
        else:
            self.ask_to_throw()

    def take(self, category: str) -> None:
        """Take a category. Ask first if it scores 0."""
        take = partial(self.session.take, category)
        if self.session.offers().get(category) == 0:
            self.confirm(f"Sacrifice {category} for 0 points?", take)
        else:
            self.show_move(take())

    def confirm(self, question: str, move: Callable[[], Positions]) -> None:
        """Ask a question, and make the move if the answer is yes."""

        def handle(answer: bool | None) -> None:  # noqa: FBT001 - textual passes it by position
            if answer:
                self.show_move(move())

        self.push_screen(ConfirmScreen(question), handle)

    def action_undo(self) -> None:
        self.session.undo()
        self.show_move(NO_DICE)

    def action_rules(self) -> None:
        self.push_screen(RulesPage(self.session.game))

    def action_light(self) -> None:
        self.theme = DAY.name if self.theme == NIGHT.name else NIGHT.name

    def action_new(self) -> None:
        """Begin a new game with the same players. Ask first if one is unfinished."""
        session = self.session
        record = replace(session.record, seed=new_seed(), moves=[])
        begin = partial(session.begin_again, record)
        if session.record.moves and session.name:
            self.confirm("Begin a new game? The present one is kept.", begin)
        else:
            self.show_move(begin())
