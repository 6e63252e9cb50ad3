"""The dice, as they are seen, in all sizes; thrown ones tumble, and lie with the faces that were thrown."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

from dojo.table.dice import FRAMES, QUARTERS, SIZES, Pose, Size, drawn, flight, largest
from tests.dojo.table.tables import SIZES as SCREENS
from tests.dojo.table.tables import press, table_for

PAINT = ("#000001", "#000002", "#000003", "#000004")
FACES = {
    1: ("   ", " o ", "   "),
    2: ("  o", "   ", "o  "),
    3: ("  o", " o ", "o  "),
    4: ("o o", "   ", "o o"),
    5: ("o o", " o ", "o o"),
    6: ("o o", "o o", "o o"),
}
FLIGHTS = [(face, flight(face, FRAMES)) for _ in range(20) for face in FACES]
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


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("face", FACES)
def test_a_face_has_its_pips_in_their_places(face: int, size: Size) -> None:
    colours = dots(drawn(face, size, PAINT))
    pips = patches(dot for dot, colour in colours.items() if colour == PAINT[-1])
    seen = [list("   ") for _ in range(3)]
    for patch in pips:
        x, y = (sum(values) / len(patch) + 0.5 for values in zip(*patch, strict=True))
        seen[int(3 * y / size.high)][int(3 * x / (2 * size.columns))] = "o"
    assert len(pips) == face
    assert tuple(map("".join, seen)) == FACES[face]


def test_a_die_hops_shows_several_faces_never_sinks_into_the_felt_and_comes_to_lie_with_its_face() -> None:
    for face, poses in FLIGHTS:
        heights = [-pose.below for pose in poses]
        assert len({pose.face for pose in poses}) >= 3
        assert min(heights) >= 0
        assert max(heights) > 0.3
        assert poses[-1] == Pose(face)


@pytest.mark.parametrize("size", SIZES)
def test_dice_are_as_large_as_they_fit(size: Size) -> None:
    assert largest(size.columns, 100) is size
    assert largest(1000, size.rows + size.lowered) is size


@pytest.mark.anyio
async def test_thrown_dice_tumble_until_they_lie_or_a_key_comes_and_kept_ones_stay(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SCREENS[0]) as pilot:
        await press(pilot, "space", "1", "4")
        assert app.tray.flights == {}  # where nothing shall move
        app.animation_level = "full"
        await press(pilot, "space", "2", "2")
        assert [die.pose.face for die in app.tray.dice] == [*app.session.question.dice]
        await pilot.press("space")
        assert [app.tray.dice.index(die) for die in app.tray.flights] == [1, 2, 4]
        while app.tray.flights:
            app.tray.fly()
        assert [die.pose.face for die in app.tray.dice] == [*app.session.question.dice]
