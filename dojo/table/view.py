"""What one sees of the table: the sheet, the dice, and words to both."""

from textual.app import ComposeResult
from textual.containers import Center, Container, Vertical
from textual.content import Content
from textual.widgets import Button, Digits, Static

from dojo.table import words
from dojo.table.dice import COVERED
from dojo.table.layout import LEAST, Layout, Room, gap_and_words, layout_for, sheet_and_felt
from dojo.table.moment import Moment
from dojo.table.session import Session
from dojo.table.sheet import Sheet
from dojo.table.tray import Tray


class View(Vertical):
    """The sheet and the felt, side by side or one above the other; dice, a button and words lie on the felt."""

    def __init__(self, session: Session) -> None:
        """Lay it out for a session."""
        super().__init__()
        self.sheet, self.tray = Sheet(session), Tray(id="tray")
        self.moment: Moment | None = None
        self.button = Button("Throw", id="throw", action="app.throw")
        self.button.can_focus, self.button.active_effect_duration = False, 0
        self._words_size = Room(1, 1)  # until there is room to play

    def compose(self) -> ComposeResult:
        """Put everything in its place."""
        yield Static(id="status", markup=False)
        with Container(id="board"):
            with Vertical(id="felt"):
                yield Static(id="prompt", markup=False)
                yield self.tray
                with Center():
                    yield self.button
                yield Digits(id="points")
                yield Static(id="words", markup=False)
            yield self.sheet
        yield Static(id="needs", markup=False)

    def on_mount(self) -> None:
        """Leave the keys to the sheet: whoever throws with the button goes on by key or by mouse."""
        self.sheet.focus()

    @property
    def is_too_small(self) -> bool:
        """Tell whether there is no room to play."""
        return layout_for(Room(*self.app.size)) is Layout.TOO_SMALL

    def on_resize(self) -> None:
        """Share out another room."""
        if self.moment:
            self.show(self.moment)

    def show(self, moment: Moment) -> None:
        """Show everything as it is now; dice that tumble show what they show."""
        self.moment = moment
        self._arrange(moment.session)
        self.sheet.show(moment.session, dice_lie_open=moment.open and not moment.tumbling)
        if not moment.tumbling:
            self.tray.show(moment.session.dice if moment.open else [COVERED] * 5, moment.kept)
        self._show_button(moment)
        self.query_one("#points", Digits).update(str(moment.session.standings()[0].total))
        self.set_class(moment.session.question is None, "ended")
        self._say("#status", words.status(moment, self.app.size.width))
        self._say("#prompt", words.prompt(moment))
        remarks = words.remarks(moment, self.sheet.category)
        self._say("#words", words.fitted(remarks, words.story(moment), *self._words_size))

    def _arrange(self, session: Session) -> None:
        """Give everything its place and its room."""
        screen = Room(*self.app.size)
        layout = layout_for(screen)
        for each in Layout:
            self.screen.set_class(each is layout, each.value)
        if layout is Layout.TOO_SMALL:
            self._say("#needs", words.too_small(screen, LEAST))
        else:
            self._share_out(session, screen)

    def _share_out(self, session: Session, screen: Room) -> None:
        """Give the sheet and everything on the felt its room; the dice have the rest."""
        sheet, felt = sheet_and_felt(session, screen)
        self.sheet.styles.width, self.sheet.styles.height = sheet
        gap, rows = gap_and_words(felt)
        self.query_one("#words").styles.height = rows
        self.button.styles.margin = (0, 0, gap, 0)
        self._words_size = Room(felt.columns - 2, rows)

    def _show_button(self, moment: Moment) -> None:
        """Let the button say what it does; at the end, another game."""
        button, is_over = self.button, moment.session.question is None
        button.action = "app.again" if is_over else "app.throw"
        button.disabled = not (is_over or moment.may_throw)
        label = words.button(moment)
        if str(button.label) != label:
            button.label = Content(label)

    def _say(self, place: str, text: str) -> None:
        """Show a text, unless it is there already."""
        static = self.query_one(place, Static)
        if static.content != text:
            static.update(text, layout=False)  # its room is given
