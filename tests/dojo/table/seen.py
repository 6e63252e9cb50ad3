"""What one sees of a table, for a person who approves it by reading.

Dice are drawn of halves and quarters of cells in colours, which a text loses: so each cell of a die is written as what
it shows most of. shade: a character for a colour of the dice. Below the screen stands in words what the colours say.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from rich.style import Style
from textual.color import Color
from textual.strip import Strip

from dojo.table.app import Table
from dojo.table.dice import LABEL_ROWS, QUARTERS, Die
from tests.dojo.pictures import hexadecimal
from tests.dojo.table.tables import strips_of

SHADES = {
    "die-pip": "●",
    "die-kept-pip": "●",
    "die": "░",
    "die-kept": "▓",
    "die-back-edge": "◇",
    "die-back": "░",
    "die-edge": "─",
    "die-kept-edge": "─",
    "felt": " ",
}
PIPS = ("die-pip", "die-kept-pip")
BENEATH = 0.4  # of a colour is seen beneath a question


def seen(app: Table) -> str:
    """Return the screen as text."""
    strips = strips_of(app)
    lines = [[*strip.text] for strip in strips]
    shades = {on_screen(app, app.theme_variables[name]): name for name in reversed(SHADES)}
    for die in app.tray.dice:
        for row, column, cell in cells_of(die, strips):
            lines[row][column] = shade(*cell, shades)
    return "\n".join("".join(line).rstrip() for line in lines).rstrip() + "\n"


def on_screen(app: Table, color: str) -> str:
    """Return a colour as it is on the screen: a question darkens what it lies upon."""
    ground = Color.parse(app.theme_variables["background"])
    return ground.blend(Color.parse(color), BENEATH if len(app.screen_stack) > 1 else 1).hex.lower()


def cells_of(die: Die, strips: list[Strip]) -> Iterator[tuple[int, int, tuple[str, Style]]]:
    """Yield the cells above the label of a die: row, column, and what it is painted with, where that is blocks."""
    left, top, width, height = die.region
    for row in range(top, top + height - LABEL_ROWS):
        for column in range(left, left + width):
            ((text, style, _),) = strips[row].crop(column, column + 1)
            if text in QUARTERS:
                yield row, column, (text, style or Style())


def shade(quarter: str, style: Style, shades: Mapping[str, str]) -> str:
    """Return the character for a cell: a pip if it has any of one, else what it shows most of."""
    front = QUARTERS.index(quarter).bit_count()
    shown = Counter({name_in(shades, style, "color"): front})
    shown[name_in(shades, style, "bgcolor")] += 4 - front
    pips = [name for name in PIPS if shown[name]]
    return SHADES.get((pips or [shown.most_common(1)[0][0]])[0], quarter)


def name_in(shades: Mapping[str, str], style: Style, what: str) -> str:
    """Return which of the dice's colours the colour or the ground of a style is; nothing if it is another."""
    return shades.get(hexadecimal(getattr(style, what)), "")
