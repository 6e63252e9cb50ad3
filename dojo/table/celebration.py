"""Confetti over the felt, and a ribbon with a word in large letters.

felt: the widget that a celebration lies in; the dice and words on it stay to be seen, for paper falls where nothing
lies. still: a celebration without motion, which sets no timer. A celebration ends by itself, or when somebody presses
a key or a button of the mouse; it keeps neither from whom they are for.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.geometry import Region
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from dojo.table.confetti import Piece, fallen
from dojo.table.letters import largest
from dojo.table.occasions import Kind, Occasion

FRAMES_A_SECOND = 12
FRAMES, FRAMES_OF_A_COMPUTER = 18, 9
STILL = 9  # the frame that is shown without motion
UNROLLED = 3  # the frame in which the ribbon is as wide as the felt
SMALLEST = 3  # rows of large letters
MARGIN = 2  # columns of the ribbon beside its words

After = Callable[[float, Callable[[], None]], Timer]


class Celebration(Widget):
    """What lies over the felt while there is something to celebrate."""

    COMPONENT_CLASSES: ClassVar = {"celebration--ribbon"}

    def __init__(self) -> None:
        """Celebrate nothing yet."""
        super().__init__()
        self.occasions: Sequence[Occasion] = ()
        self.frame = 0
        self._due: Sequence[Occasion] = ()
        self._timer: Timer | None = None
        self._lying: list[tuple[Widget, Region]] = []
        self._pieces: Mapping[int, list[tuple[int, Piece]]] = {}
        self._ribbon: dict[int, Text] = {}

    def expect(self, occasions: Sequence[Occasion]) -> None:
        """Be ready to celebrate what a move was worth, if it was; a still picture of another gives way."""
        if self._timer is None:
            self.end()
        self._due = occasions or self._due

    def begin(self, after: After | None, *, tumbling: bool) -> None:
        """Celebrate what is due, if it does not wait for dice that tumble; without `after`, in a still picture."""
        if not self._due or (tumbling and any(occasion.kind is Kind.FIVE_ALIKE for occasion in self._due)):
            return
        self.end()
        self.occasions, self._due, self.frame = self._due, (), 0 if after else STILL
        self.display = self._by_person or bool(self._headlines)
        if self.display:
            self.lay_out()
            self.call_after_refresh(self.lay_out)  # for what moves at the same time
        if self.display and after:
            self._wait(after)

    def end(self) -> None:
        """Leave the felt."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self.display = False

    @property
    def _felt(self) -> Widget:
        return self.query_ancestor("#felt", Widget)

    @property
    def _by_person(self) -> bool:
        return any(occasion.by_person for occasion in self.occasions)

    @property
    def _headlines(self) -> list[str]:
        return [occasion.headline for occasion in self.occasions if occasion.headline]

    def _wait(self, after: After) -> None:
        self._timer = after(1 / FRAMES_A_SECOND, lambda: self._go_on(after))

    def _go_on(self, after: After) -> None:
        """Show the next frame, or leave after the last."""
        self._timer = None
        self.frame += 1
        if self.frame < (FRAMES if self._by_person else FRAMES_OF_A_COMPUTER):
            self.lay_out()
            self._wait(after)
        else:
            self.end()

    def lay_out(self) -> None:
        """Find what lies on the felt, and where the pieces and the ribbon are in this frame."""
        felt = self._felt
        self._lying = [
            (widget, widget.region.translate(-felt.region.offset))
            for widget in felt.walk_children(Widget)
            if widget is not self
        ]
        self._pieces = fallen(self.frame, *felt.size)
        self._ribbon = self._laid_ribbon() if self._headlines and felt.size else {}
        self.refresh()

    on_resize = lay_out

    def _laid_ribbon(self) -> dict[int, Text]:
        """Return the lines of the ribbon by their row: right below the dice, where there is room."""
        felt = self._felt
        columns, rows = felt.size
        below = felt.query_one("#tray").region.bottom - felt.region.y
        lines = self._on_ribbon(columns, rows - below)
        return dict(enumerate(lines, max(0, min(below, rows - len(lines)))))

    def _on_ribbon(self, columns: int, rows: int) -> list[Text]:
        """Return what stands on the ribbon, with a hem above and below; it may come to more rows than there are."""
        width = max(1, columns - 2 * MARGIN)
        words = Text(" ".join(occasion.words for occasion in self.occasions)).wrap(self.app.console, width)
        room = rows - len(words) - 2
        headlines = self._headlines[: max(1, room // (SMALLEST + 1))]
        for_each = room // len(headlines) - 1
        letters = [Text(line) for word in headlines for line in (*largest(word, width, for_each), "")]
        lines = [Text(), *letters, *words, Text()]
        for line in lines:
            line.align("center", columns)
        return lines

    def render_line(self, y: int) -> Strip:
        """Draw the felt with what lies there, pieces where nothing does, and the ribbon over both."""
        felt = self.rich_style
        line = self._beneath(y, Strip.blank(self.size.width, felt))
        for column, piece in self._pieces.get(y, []):
            if is_bare(line.crop(max(0, column - 1), column + 2), felt):  # not between two words
                line = laid(line, Strip([Segment(piece.shape(self.frame), felt + Style(color=piece.colour))]), column)
        return self._with_ribbon(line, self._ribbon[y]) if y in self._ribbon else line

    def _beneath(self, y: int, line: Strip) -> Strip:
        """Lay all that the felt has in a line upon it."""
        for widget, (column, row, width, height) in self._lying:
            if row <= y < row + height:
                (strip,) = widget.render_lines(Region(0, y - row, width, 1))
                line = laid(line, strip, column)
        return line

    def _with_ribbon(self, line: Strip, words: Text) -> Strip:
        """Lay the ribbon across a line, unrolled from its middle as far as it is in this frame."""
        width = self.size.width * min(self.frame, UNROLLED) // UNROLLED
        at = (self.size.width - width) // 2
        ribbon = Strip([Segment(words.plain, self.get_component_rich_style("celebration--ribbon"))])
        return laid(line, ribbon.crop(at, at + width), at)


def laid(line: Strip, strip: Strip, column: int) -> Strip:
    """Lay a strip on a line, from a column on; what hangs over an end is cut off."""
    shown = strip.crop(max(0, -column), line.cell_length - column)
    at = max(0, column)
    return Strip.join([line.crop(0, at), shown, line.crop(at + shown.cell_length)])


def is_bare(cells: Strip, felt: Style) -> bool:
    """Tell whether cells show nothing but the felt."""
    return cells.text.isspace() and all(style is None or style.bgcolor == felt.bgcolor for _, style, _ in cells)
