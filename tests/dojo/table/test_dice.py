"""The dice, as they are seen: in three sizes, kept or not, covered, and pointed at."""

from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

import pytest
from rich.console import Console
from rich.text import Text
from textual.app import App, ComposeResult

from dojo.table import dice as table_dice
from dojo.table.dice import COVERED, QUARTERS, Paint, Size, drawn
from dojo.table.themes import DAY, NIGHT
from dojo.table.tray import LABEL_ROWS, Tray, breadth

pytestmark = pytest.mark.anyio
PAINT = Paint("#000001", "#000002", "#000003", "#000004", "#000005", "#000006")
FACES = {
    1: ("   ", " o ", "   "),
    2: ("  o", "   ", "o  "),
    3: ("  o", " o ", "o  "),
    4: ("o o", "   ", "o o"),
    5: ("o o", " o ", "o o"),
    6: ("o o", "o o", "o o"),
}
Dot = tuple[int, int]


class Felt(App[None]):
    """A tray, and nothing else."""

    AUTO_FOCUS = None
    CSS_PATH: ClassVar = [Path(table_dice.__file__).with_name("table.tcss")]

    def __init__(self) -> None:
        """Lay it out by night."""
        super().__init__()
        self.register_theme(NIGHT)
        self.register_theme(DAY)
        self.theme = NIGHT.name
        self.tray = Tray()

    def compose(self) -> ComposeResult:
        yield self.tray


def room_for(size: Size) -> tuple[int, int]:
    """Return the least columns and rows for five dice side by side."""
    return breadth(size), size.rows + size.lowered + LABEL_ROWS


def dots(picture: Text) -> dict[Dot, str]:
    """Return the colour of each quarter of a cell, by its column and row."""
    colours = {}
    for row, line in enumerate(picture.split("\n")):
        for column, quarter in enumerate(line.plain):
            style = line.get_style_at_offset(Console(), column)
            for number, (x, y) in enumerate(((1, 1), (0, 1), (1, 0), (0, 0))):
                colour = style.color if QUARTERS.index(quarter) & 1 << number else style.bgcolor
                colours[2 * column + x, 2 * row + y] = colour.name if colour else ""
    return colours


def patches(of: Iterable[Dot]) -> list[set[Dot]]:
    """Return the patches that dots make which touch each other."""
    left, found = set(of), []
    while left:
        patch, edge = set(), {min(left)}
        while edge:
            patch |= edge
            edge = {(x + a, y + b) for x, y in edge for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))} & left - patch
        left -= patch
        found.append(patch)
    return found


@pytest.mark.parametrize("size", Size)
@pytest.mark.parametrize("face", FACES)
def test_a_face_has_its_pips_in_their_places(face: int, size: Size) -> None:
    colours = dots(drawn(face, size, PAINT))
    pips = patches(dot for dot, colour in colours.items() if colour == PAINT.pip)
    seen = [list("   ") for _ in range(3)]
    for patch in pips:
        x, y = (sum(values) / len(patch) + 0.5 for values in zip(*patch, strict=True))
        seen[int(3 * y / size.shape.high)][int(3 * x / (2 * size.columns))] = "o"
    assert len(pips) == face
    assert tuple(map("".join, seen)) == FACES[face]


@pytest.mark.parametrize("size", Size)
def test_a_covered_die_shows_its_back(size: Size) -> None:
    colours = set(dots(drawn(COVERED, size, PAINT)).values())
    assert colours == {PAINT.felt, PAINT.back, PAINT.back_edge}


@pytest.mark.parametrize("size", Size)
async def test_a_kept_die_lies_lower_and_says_so(size: Size) -> None:
    app = Felt()
    async with app.run_test(size=room_for(size)):
        app.tray.show([5] * 5, kept={1})
        lying, kept = (app.tray.dice[position].render().plain.split("\n") for position in (0, 1))
        assert not "".join(kept[: size.lowered]).strip()
        assert kept[size.lowered : -1] == lying[: size.rows] != kept[: size.rows]
        assert (lying[-1].strip(), kept[-1].strip()) == ("1", "2 keep")


async def test_a_kept_die_has_colours_of_its_own() -> None:
    app = Felt()
    async with app.run_test(size=room_for(Size.SMALL)):
        app.tray.show([5] * 5, kept={1})
        grounds = [dots(app.tray.dice[position].render().split("\n")[2])[2, 0] for position in (0, 1)]
        assert grounds == [NIGHT.variables["die"], NIGHT.variables["die-kept"]]
