"""What lies over the board until Esc: a pair's steps, and what a step changed.

Both are read from git in the background; until then, a note says so.
"""

from collections.abc import Callable
from functools import partial
from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Footer

from dojo.errors import WorkspaceError
from dojo.room.lines import ADDED, PLACE, REMOVED, STRONG, Choice, Scrolled, Words
from dojo.room.pair_steps import Opened
from dojo.room.signs import Line, Part
from dojo.room.words import why_not
from dojo.text import counted

What = TypeVar("What")
Background = Callable[[Callable[[], None]], None]  # does something where it may take its time
ROLES = (ADDED, REMOVED, PLACE)  # each is what a line of a diff begins with
HEADS = ("+++ ", "--- ", "diff ")  # of a file in a diff


class Over(Screen[None]):
    """A title, what is left of the round, a note, and lines."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "app.pop_screen", "back")]

    def __init__(self, lines: Widget, background: Background) -> None:
        """Begin without a title; the lines are still empty."""
        super().__init__()
        self.lines, self.background = lines, background
        self._asked: object = None  # last: what was asked before is not waited for any more
        self.title_shown, self.time, self.note = Words("title"), Words("time"), Words("note")

    def compose(self) -> ComposeResult:
        """Lay out what all have, and the lines."""
        with Horizontal(classes="top"):
            yield self.title_shown
            yield self.time
        yield self.note
        yield self.lines
        yield Footer()

    def load(self, what: Callable[[], What], show: Callable[[What], None], note: str = "") -> None:
        """Ask for something that takes its time, say so, and show it when it is there; or what went wrong."""
        if note:
            self.note.say([Part(note)])
        self._asked = what

        def ask() -> None:
            try:
                shown = partial(show, what())
            except (WorkspaceError, OSError) as error:
                shown = partial(self.note.say, [Part(why_not(error))])
            self.call_later(self.show_loaded, what, shown)

        self.background(ask)

    def show_loaded(self, asked: object, show: Callable[[], None]) -> None:
        """Show what came, unless something else was asked for meanwhile."""
        if asked is self._asked:
            self.note.say()
            show()


class Steps(Over):
    """The steps of a pair; under the cursor is the last that changed something."""

    def __init__(self, name: str, open_story: Callable[[], Opened], background: Background) -> None:
        """Open the story of a pair."""
        self.steps = Choice("steps")
        super().__init__(self.steps, background)
        self.pair, self.open_story = name, open_story
        self.opened: Opened | None = None

    def on_mount(self) -> None:
        """Ask for the steps."""
        self.title_shown.say([Part(f"{self.pair}: steps", STRONG)])
        self.load(self.open_story, self.show, f"Reading the story of {self.pair}.")

    def show(self, opened: Opened) -> None:
        """Show the steps."""
        self.opened = opened
        self.show_lines(opened, opened.tried)
        if opened.steps:
            self.load(opened.names, self.show_names)
            steps = counted(len(opened.steps), "step")
            self.title_shown.say([Part(f"{self.pair}: {steps} since {opened.begun}", STRONG)])
        else:
            self.note.say([Part("No check yet.")])

    def show_names(self, names: list[str]) -> None:
        """Call the steps by these names."""
        if self.opened is not None:
            self.opened.call(names)
            self.show_lines(self.opened, self.steps.highlighted or 0)

    def show_lines(self, opened: Opened, at: int) -> None:
        """Show a line for each step, the cursor on one of them."""
        self.steps.show([step.line() for step in opened.steps], at)

    def on_option_list_option_selected(self, chosen: Choice.OptionSelected) -> None:
        """Show what a step changed."""
        chosen.stop()
        if self.opened is not None:
            self.app.push_screen(Changed(self.pair, self.opened, chosen.option_index, self.background))


class Changed(Over):
    """What a step changed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,right", "go(1)", "next"),
        Binding("p,left", "go(-1)", "before"),
    ]

    def __init__(self, pair: str, opened: Opened, at: int, background: Background) -> None:
        """Begin with a step of a pair, by its place."""
        self.diff = Words("diff")
        super().__init__(Scrolled(self.diff), background)
        self.pair, self.opened, self.at = pair, opened, at

    def on_mount(self) -> None:
        """Show the step that was chosen."""
        self.action_go(0)

    def action_go(self, by: int) -> None:
        """Go on to another step, or back; not beyond the ends."""
        self.at = at = max(0, min(self.at + by, len(self.opened.steps) - 1))
        self.title_shown.say([Part(f"{self.pair}: step ", STRONG), *self.opened.steps[at].title()])
        self.load(lambda: self.opened.diff(at), self.show, "Reading what changed.")

    def show(self, lines: list[str]) -> None:
        """Show what the step changed."""
        said = [self.opened.steps[self.at].finding, "" if lines else "No file changed."]
        self.note.say(*([Part(each)] for each in said if each))
        self.lines.scroll_home(animate=False)
        self.diff.say(*map(drawn, lines))


def drawn(line: str) -> Line:
    """Return a line of a diff by what it begins with."""
    if line.startswith(HEADS):
        return [Part(line, STRONG)]
    return [Part(line, line[:1] if line[:1] in ROLES else "")]
