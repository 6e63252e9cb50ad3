"""Lines on a screen; and lines with a cursor on one of them.

A line is pieces of text with roles; PALETTES says how each role is painted, on a dark ground and on a light one. Texts
are a stranger's: they are painted as they are, and never read as markup.
"""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer
from textual.widgets import OptionList, Static

from dojo.practice import AMBER, GREEN, RED
from dojo.room.rows import LATE, LONG, LONG_AMBER
from dojo.room.signs import MUTED, Line, Part

STRONG, REMOVED, ADDED, PLACE = "strong", "-", "+", "@"  # roles, the last three of the lines of a diff
POINTER, POINTER_COLUMNS = "> ", 2

PALETTES = {  # by whether the ground is dark; bluish greens and orange reds, for those who do not tell red from green
    True: {
        GREEN: "#5fd7af",
        AMBER: "#ffd75f",
        RED: "#ff8f80",
        LONG: "bold #000000 on #ff8f80",
        LONG_AMBER: "bold #000000 on #ffd75f",
        MUTED: "#b4b4b4",
        STRONG: "bold",
        LATE: "bold",
        ADDED: "#5fd7af",
        REMOVED: "#ff8f80",
        PLACE: "#87cefa",
    },
    False: {
        GREEN: "#00503a",
        AMBER: "#5f3c00",
        RED: "#8f0012",
        LONG: "bold #ffffff on #8f0012",
        LONG_AMBER: "bold #ffffff on #5f3c00",
        MUTED: "#404040",
        STRONG: "bold",
        LATE: "bold",
        ADDED: "#00503a",
        REMOVED: "#8f0012",
        PLACE: "#003f7f",
    },
}


def painted(lines: Sequence[Line], *, is_dark: bool) -> Text:
    """Return lines in the colours for a ground."""
    roles = PALETTES[is_dark]
    texts = (Text.assemble(*((part.text, roles.get(part.role, "")) for part in line)) for line in lines)
    return Text("\n").join(texts)


class Words(Static):
    """Some lines that are shown whole; where there are none, they take no room."""

    def __init__(self, name: str) -> None:
        """Begin with none; `name` is its id on the screen."""
        super().__init__(id=name)
        self.lines: tuple[Line, ...] = ()
        self.display = False

    def say(self, *lines: Line) -> None:
        """Show lines, unless they are there already."""
        if lines != self.lines:
            self.lines, self.display = lines, bool(lines)
            self.refresh(layout=True)

    def render(self) -> Text:
        """Paint them in the colours of the theme."""
        return painted(self.lines, is_dark=self.app.current_theme.dark)


class Scrolled(ScrollableContainer):
    """What is larger than the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "page_down", "page down", show=False),
        Binding("b", "page_up", "page up", show=False),
    ]


class Choice(OptionList):
    """Lines with a cursor on one of them, which Enter or a click chooses."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("k", "cursor_up", "up", show=False),
        Binding("j", "cursor_down", "down", show=False),
        Binding("b", "page_up", "page up", show=False),
        Binding("space", "page_down", "page down", show=False),
        Binding("enter", "select", "open"),
    ]

    def __init__(self, name: str) -> None:
        """Begin with none; `name` is its id on the screen."""
        super().__init__(id=name, compact=True, markup=False)
        self.lines: Sequence[Line] = ()

    def on_mount(self) -> None:
        """Follow the theme."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self.paint())

    def show(self, lines: Sequence[Line], at: int) -> None:
        """Show lines, the cursor on one of them."""
        self.lines = lines
        if len(lines) != self.option_count:
            self.set_options([""] * len(lines))
        self.highlighted = at
        self.paint()

    def paint(self) -> None:
        """Paint those lines anew that say something else by now."""
        for number, line in enumerate(self.lines):
            pointer = POINTER if number == self.highlighted else " " * POINTER_COLUMNS
            text = painted([[Part(pointer, STRONG), *line]], is_dark=self.app.current_theme.dark)
            if text != self.get_option_at_index(number).prompt:
                self.replace_option_prompt_at_index(number, text)

    def on_option_list_option_highlighted(self) -> None:
        """Move the pointer to where the cursor is."""
        self.paint()
