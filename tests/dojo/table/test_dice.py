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
from dojo.table.tray import Tray, breadth, height, largest

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
    CSS_PATH: ClassVar = [Path(table_dice.__file__).with_name("dice.tcss")]

    def __init__(self) -> None:
        """Lay it out by night."""
        super().__init__()
        self.register_theme(NIGHT)
        self.register_theme(DAY)
        self.theme = NIGHT.name
        self.tray = Tray(id="tray")

    def compose(self) -> ComposeResult:
        yield self.tray


def room_for(size: Size) -> tuple[int, int]:
    """Return the least columns and rows for five dice side by side."""
    return breadth(size), height(size)


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
def test_all_pips_of_a_size_are_alike(size: Size) -> None:
    colours = dots(drawn(5, size, PAINT))
    pips = patches(dot for dot, colour in colours.items() if colour == PAINT.pip)
    assert len({frozenset((x - min(pip)[0], y - min(b for _, b in pip)) for x, y in pip) for pip in pips}) == 1


@pytest.mark.parametrize("size", Size)
@pytest.mark.parametrize("face", [COVERED, *FACES])
def test_a_die_is_as_large_as_its_size_says(face: int, size: Size) -> None:
    lines = drawn(face, size, PAINT).plain.split("\n")
    assert [len(line) for line in lines] == [size.columns] * size.rows


@pytest.mark.parametrize("size", Size)
def test_the_corners_are_rounded(size: Size) -> None:
    colours = dots(drawn(1, size, PAINT))
    right, bottom = 2 * size.columns - 1, size.shape.high
    assert {colours[x, y] for x in (0, right) for y in (0, bottom)} == {PAINT.felt}


@pytest.mark.parametrize("size", Size)
def test_a_covered_die_shows_its_back(size: Size) -> None:
    colours = set(dots(drawn(COVERED, size, PAINT)).values())
    assert colours == {PAINT.felt, PAINT.back, PAINT.back_edge}


@pytest.mark.parametrize("size", Size)
def test_the_largest_dice_that_fit_are_drawn(size: Size) -> None:
    columns, rows = room_for(size)
    smaller = list(Size)[max(0, list(Size).index(size) - 1)]
    assert largest(columns, rows) == size
    assert (largest(columns - 1, rows), largest(columns, rows - 1)) == (smaller, smaller)


def test_five_small_dice_fit_39_columns() -> None:
    assert breadth(Size.SMALL) == 39


@pytest.mark.parametrize("size", Size)
async def test_five_dice_lie_side_by_side_where_they_fit(size: Size) -> None:
    app = Felt()
    async with app.run_test(size=room_for(size)):
        assert {die.drawn_as for die in app.tray.dice} == {size}
        assert len({die.region.y for die in app.tray.dice}) == 1
        assert all(app.tray.region.contains_region(die.region) for die in app.tray.dice)


async def test_dice_grow_with_the_window() -> None:
    app = Felt()
    async with app.run_test(size=room_for(Size.SMALL)) as pilot:
        await pilot.resize_terminal(*room_for(Size.LARGE))
        await pilot.pause()
        assert {die.drawn_as for die in app.tray.dice} == {Size.LARGE}


@pytest.mark.parametrize("size", Size)
async def test_a_kept_die_lies_lower_and_says_so(size: Size) -> None:
    app = Felt()
    async with app.run_test(size=room_for(size)):
        app.tray.show([5] * 5, kept={1})
        lying, kept = (app.tray.dice[position].render().plain.split("\n") for position in (0, 1))
        assert not "".join(kept[: size.lowered]).strip()
        assert kept[size.lowered : -1] == lying[: size.rows] != kept[: size.rows]
        assert (lying[-1].strip(), kept[-1].strip()) == ("1", "2 keep")


@pytest.mark.parametrize("size", Size)
async def test_the_die_that_keys_point_at_says_so(size: Size) -> None:
    app = Felt()
    async with app.run_test(size=room_for(size)) as pilot:
        app.tray.dice[2].focus()
        await pilot.pause()
        labels = [die.render().plain.split("\n")[-1].strip() for die in app.tray.dice]
        assert labels == ["1", "2", ">3<", "4", "5"]


async def test_a_die_that_is_pointed_at_keeps_its_pips() -> None:
    app = Felt()
    async with app.run_test(size=room_for(Size.SMALL)) as pilot:
        app.tray.show([4] * 5, kept=())
        app.tray.dice[0].focus()
        await pilot.pause()
        pointed_at, other = (app.tray.dice[position].render().split("\n")[:-1] for position in (0, 1))
        assert pointed_at == other


async def test_dice_follow_the_light() -> None:
    app = Felt()
    async with app.run_test(size=room_for(Size.SMALL)) as pilot:
        app.theme = DAY.name
        await pilot.pause()
        ground = app.tray.dice[0].render_line(0).crop(2, 3)
        (segment,) = ground
        assert segment.style is not None
        assert segment.style.bgcolor is not None
        assert segment.style.bgcolor.name == DAY.variables["die-back"]


async def test_a_kept_die_has_colours_of_its_own() -> None:
    app = Felt()
    async with app.run_test(size=room_for(Size.SMALL)):
        app.tray.show([5] * 5, kept={1})
        grounds = [dots(app.tray.dice[position].render().split("\n")[2])[2, 0] for position in (0, 1)]
        assert grounds == [NIGHT.variables["die"], NIGHT.variables["die-kept"]]
