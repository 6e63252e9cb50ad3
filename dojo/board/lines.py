"""Lines on a screen, of which only those are made that are seen; and lines with a cursor on one of them.

A line is pieces of text with roles; PALETTES says how each role is painted, on a dark ground and on a light one. Texts
are a stranger's: they are painted as they are, and never read as markup.
"""

from collections.abc import Callable
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Static

from dojo.board.rows import LATE, LONG, LONG_AMBER
from dojo.board.signs import MUTED, Line, Part
from dojo.practice import AMBER, GREEN, RED

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


def width_of(line: Line) -> int:
    """Return how many columns a line takes."""
    return sum(cell_len(part.text) for part in line)


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
            is_as_large = [*map(width_of, lines)] == [*map(width_of, self.lines)]
            self.lines, self.display = lines, bool(lines)
            self.refresh(layout=not is_as_large)

    def render(self) -> Text:
        """Paint them in the colours of the theme."""
        roles = PALETTES[self.app.current_theme.dark]
        texts = (Text.assemble(*((part.text, roles.get(part.role, "")) for part in line)) for line in self.lines)
        return Text("\n").join(texts)


class Lines(ScrollView, can_focus=True):
    """Lines that scroll; each is asked for when it is seen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "page_down", "page down", show=False),
        Binding("b", "page_up", "page up", show=False),
    ]

    def __init__(self, name: str) -> None:
        """Begin with none; `name` is its id on the screen."""
        super().__init__(id=name)
        self.line_of: Callable[[int], Line] = lambda _: []
        self.count = 0
        self._shown: dict[int, Line] = {}

    def show(self, count: int, line_of: Callable[[int], Line], widest: int = 0) -> None:
        """Show so many lines; what is seen already, and has not changed, is not painted anew."""
        self.count, self.line_of = count, line_of
        size = Size(widest, count)
        if size != self.virtual_size:
            self.virtual_size = size
            self.refresh()
        self.look()

    def look(self) -> None:
        """Paint those lines anew that are seen, and say something else by now."""
        for y in range(self.size.height):
            number = self.scroll_offset.y + y
            if self._shown.get(y) != self._line(number):
                self.refresh_line(number)

    def _line(self, number: int) -> Line:
        return self.line_of(number) if number < self.count else []

    def render_line(self, y: int) -> Strip:
        """Paint a line of the screen."""
        number = self.scroll_offset.y + y
        line = self._shown[y] = self._line(number)
        ground, roles = self.line_style(number), PALETTES[self.app.current_theme.dark]
        segments = [Segment(part.text, ground + Style.parse(roles.get(part.role, ""))) for part in line]
        left = self.scroll_offset.x
        return Strip(segments).crop_extend(left, left + self.size.width, ground)

    def line_style(self, _number: int) -> Style:
        """Return what a line is painted on."""
        return self.rich_style


class Choice(Lines):
    """Lines with a cursor on one of them, which Enter or a click chooses."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"choice--cursor"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "up", show=False),
        Binding("down,j", "move(1)", "down", show=False),
        Binding("pageup,b", "leap(-1)", "page up", show=False),
        Binding("pagedown,space", "leap(1)", "page down", show=False),
        Binding("home", "move(-1_000_000)", "first", show=False),
        Binding("end", "move(1_000_000)", "last", show=False),
        Binding("enter", "choose", "open"),
    ]

    class Chosen(Message):
        """A line was chosen."""

        def __init__(self, number: int) -> None:
            """Say which."""
            super().__init__()
            self.number = number

    def __init__(self, name: str) -> None:
        """Begin with none."""
        super().__init__(name)
        self.cursor = 0

    def _line(self, number: int) -> Line:
        if number >= self.count:
            return []
        return [Part(POINTER if number == self.cursor else " " * POINTER_COLUMNS, STRONG), *super()._line(number)]

    def line_style(self, number: int) -> Style:
        """Return what a line is painted on; the cursor's stands out."""
        is_chosen = number == self.cursor < self.count
        return self.get_component_rich_style("choice--cursor") if is_chosen else self.rich_style

    def action_move(self, step: int) -> None:
        """Move the cursor, no further than to the ends."""
        self.cursor = max(0, min(self.cursor + step, self.count - 1))
        self.scroll_to_region(Region(0, self.cursor, 1, 1), animate=False, immediate=True)
        self.look()

    def on_resize(self) -> None:
        """Keep the cursor in sight."""
        self.action_move(0)

    def action_leap(self, pages: int) -> None:
        """Move the cursor by pages."""
        self.action_move(pages * max(1, self.size.height - 1))

    def action_choose(self) -> None:
        """Choose the line of the cursor."""
        if self.count:
            self.post_message(self.Chosen(self.cursor))

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to a line; choose it when it is there."""
        number = self.scroll_offset.y + event.y
        if number == self.cursor:
            self.action_choose()
        elif number < self.count:
            self.action_move(number - self.cursor)
