"""The dice, as they are seen, in all sizes; covered or kept, the looks of the table show them."""

from collections.abc import Iterable

import pytest
from rich.console import Console
from rich.text import Text

from dojo.table.dice import QUARTERS, Paint, Size, drawn

PAINT = Paint("#000001", "#000002", "#000003", "#000004")
FACES = {
    1: ("   ", " o ", "   "),
    2: ("  o", "   ", "o  "),
    3: ("  o", " o ", "o  "),
    4: ("o o", "   ", "o o"),
    5: ("o o", " o ", "o o"),
    6: ("o o", "o o", "o o"),
}
Dot = tuple[int, int]


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
        seen[int(3 * y / size.high)][int(3 * x / (2 * size.columns))] = "o"
    assert len(pips) == face
    assert tuple(map("".join, seen)) == FACES[face]
