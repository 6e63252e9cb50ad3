"""The screen of a table as text, for approved documents.

A text loses the colours of dice. So each cell of a die becomes a character for its main colour.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from rich.style import Style
from textual.color import Color
from textual.strip import Strip

from dojo.table.app import TableApp
from dojo.table.dice import LABEL_ROWS, QUADRANTS, Die
from tests.dojo.pictures import hexadecimal
from tests.dojo.table.tables import strips_of

PIPS = ("die-pip", "die-kept-pip")
CHARACTERS = {
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
DIMMED = 0.4  # how much of a colour is left on a screen below another


def screen_as_text(app: TableApp) -> str:
    strips = strips_of(app)
    lines = [list(strip.text) for strip in strips]
    names = names_of_colours(app.theme_variables, dimmed=len(app.screen_stack) > 1)
    for die in app.tray.dice:
        for row, column, block, style in cells_of(die, strips):
            lines[row][column] = character_for(block, style, names)
    text = "\n".join("".join(line).rstrip() for line in lines)
    return f"{text.rstrip()}\n"


def names_of_colours(variables: Mapping[str, str], *, dimmed: bool = False) -> dict[str, str]:
    """Return the names in `CHARACTERS` by colour, for each colour the first one."""
    background = Color.parse(variables["background"]) if dimmed else None
    names: dict[str, str] = {}
    for name in CHARACTERS:
        colour = Color.parse(variables[name])
        if background:
            colour = background.blend(colour, DIMMED)
        names.setdefault(colour.hex.lower(), name)
    return names


def cells_of(die: Die, strips: list[Strip]) -> Iterator[tuple[int, int, str, Style]]:
    """Yield row, column, block and style of each cell of a die above its label."""
    left, top, width, height = die.region
    for row in range(top, top + height - LABEL_ROWS):
        for column in range(left, left + width):
            [(block, style, _)] = strips[row].crop(column, column + 1)
            if block in QUADRANTS:
                yield row, column, block, style or Style()


def character_for(block: str, style: Style, names: Mapping[str, str]) -> str:
    """Return the character for a cell: a pip if it has a part of one, else its main colour."""
    foreground = names.get(hexadecimal(style.color), "")
    background = names.get(hexadecimal(style.bgcolor), "")
    quarters = QUADRANTS.index(block).bit_count()
    counts = Counter({foreground: quarters})
    counts[background] += 4 - quarters
    for pip in PIPS:
        if counts[pip]:
            return CHARACTERS[pip]
    [(commonest, _)] = counts.most_common(1)
    return CHARACTERS.get(commonest, block)
