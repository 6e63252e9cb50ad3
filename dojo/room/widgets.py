"""Lines on a screen; and lines with a cursor on one of them.

A line is pieces of text with roles; COLOURS says how each role is painted, on a dark ground and on a light one. Texts
are of others: they are painted as they are, and never read as markup.
"""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer
from textual.content import Content
from textual.widgets import OptionList, Static

from dojo.room.signs import Line, Part

STRONG = "strong"
POINTER, POINTER_COLUMNS = "> ", 2

COLOURS = {  # by whether the ground is dark; bluish greens and orange reds, for those who do not tell red from green
    True: {
        "green": "#5fd7af",
        "amber": "#ffd75f",
        "red": "#ff8f80",
        "long": "bold #000000 on #ff8f80",
        "long-amber": "bold #000000 on #ffd75f",
        "muted": "#b4b4b4",
        "strong": "bold",
        "late": "bold",
        "place": "#87cefa",
    },
    False: {
        "green": "#00503a",
        "amber": "#5f3c00",
        "red": "#8f0012",
        "long": "bold #ffffff on #8f0012",
        "long-amber": "bold #ffffff on #5f3c00",
        "muted": "#404040",
        "strong": "bold",
        "late": "bold",
        "place": "#003f7f",
    },
}


def painted(lines: Iterable[Line]) -> Content:
    """Return lines in the colours that the theme has for each role."""
    texts = (Content.assemble(*((text, f"${role}" if role else "") for text, role in line)) for line in lines)
    return Content("\n").join(texts)


class Words(Static):
    """Some lines that are shown whole; where there are none, they take no room."""

    lines: tuple[Line, ...] | None = None

    def say(self, *lines: Line) -> None:
        """Show lines, unless they are there already."""
        if lines != self.lines:
            self.lines, self.display = lines, bool(lines)
            self.update(painted(lines))


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
    lines: Sequence[Line] = ()
    drawn: Sequence[Line] = ()

    def show(self, lines: Sequence[Line], at: int) -> None:
        """Show lines, the cursor on one of them."""
        if len(lines) != self.option_count:
            self.set_options([""] * len(lines))
            self.drawn = [[]] * len(lines)
        self.lines = lines
        self.highlighted = at
        self.draw()

    def draw(self) -> None:
        """Draw those lines anew that say something else by now."""
        before = self.drawn
        self.drawn = [
            [Part(POINTER if number == self.highlighted else " " * POINTER_COLUMNS, STRONG), *line]
            for number, line in enumerate(self.lines)
        ]
        for number, line in enumerate(self.drawn):
            if line != before[number]:
                self.replace_option_prompt_at_index(number, painted([line]))

    def on_option_list_option_highlighted(self) -> None:
        """Move the pointer to where the cursor is."""
        self.draw()
