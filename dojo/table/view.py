"""What one sees of the table: the sheet, the dice, and words to both."""

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from dojo.table import words
from dojo.table.dice import COVERED
from dojo.table.moment import Moment
from dojo.table.session import Session
from dojo.table.sheet import Sheet
from dojo.table.tray import Tray


class View(Vertical):
    """The sheet on the left, and dice and words on the right."""

    def __init__(self, session: Session) -> None:
        """Lay it out for a session."""
        super().__init__()
        self.sheet, self.tray = Sheet(session), Tray(id="tray")

    def compose(self) -> ComposeResult:
        """Put everything in its place."""
        yield Static(id="status", markup=False)
        with Horizontal(id="board"):
            yield self.sheet
            with Vertical(id="right"):
                yield Static(id="prompt", markup=False)
                yield self.tray
                yield Static(id="words", markup=False)

    def show(self, moment: Moment) -> None:
        """Show everything as it is now; dice that tumble show what they show."""
        question = moment.session.question
        self.sheet.show(moment.session, dice_lie_open=moment.open and not moment.tumbling)
        if not moment.tumbling:
            self.tray.show(question.dice if question and moment.open else [COVERED] * 5, moment.kept)
        texts = {
            "#status": words.status(moment),
            "#prompt": words.prompt(moment),
            "#words": words.remarks(moment, self.sheet.category),
        }
        for place, text in texts.items():
            static = self.query_one(place, Static)
            if static.content != text:
                static.update(text)
