"""Pictures of screens: they show the same in any browser, whatever fonts it has, and ask for nothing else."""

import re
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.text import Text
from textual.app import App, ComposeResult
from textual.widgets import Static

from tests.dojo.pictures import HEIGHT, WIDTH, picture, shape
from tests.dojo.printed import APPROVED

pytestmark = pytest.mark.anyio

PICTURES = sorted(APPROVED.glob("*.approved.svg"))
NO_SHAPES = {*"\u2571\u2572\u2573", *"░▒▓"}  # diagonals and shades, of no screen here
INK, GROUND = "#ff8800", "#0000ff"
RECTANGLE = re.compile(r"M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h-[\d.]+z")
Unit = tuple[int, int]


async def drawn(text: str, style: str = f"{INK} on {GROUND}") -> str:
    """Return the picture of a screen that has room for a text and no more."""

    class Showing(App[None]):
        def compose(self) -> ComposeResult:
            yield Static(Text(text, style))

    app, lines = Showing(), text.splitlines()
    async with app.run_test(size=(max(map(cell_len, lines)), len(lines))):
        return picture(app, "a <screen>")


def covered(svg: str, color: str) -> list[Unit]:
    """Return the units that a colour covers, each as often as it does."""
    paths = re.findall(rf'<path fill="{color}" shape-rendering="crispEdges" d="([^"]*)"/>', svg)
    rectangles = [map(int, each) for path in paths for each in RECTANGLE.findall(path)]
    return [(i, j) for x, y, width, height in rectangles for i in range(x, x + width) for j in range(y, y + height)]


def texts(svg: str) -> list[tuple[str, int, int]]:
    """Return each piece of text below the bar, its first column, and how many it has."""
    found = re.findall(r'<text x="(\d+)" y="\d+" textLength="(\d+)"[^>]*>([^<]*)</text>', svg)
    return [(text, int(x) // WIDTH, int(length) // WIDTH) for x, length, text in found]


async def test_every_cell_has_its_ground_once() -> None:
    units = covered(await drawn("one   \ntwo ▄▄"), GROUND)
    assert len(units) == len(set(units)) == 12 * WIDTH * HEIGHT


@pytest.mark.parametrize(
    ("sign", "across", "down"),
    [
        *[("█", (0, 8), (0, 8)), ("▀", (0, 8), (0, 4)), ("▄", (0, 8), (4, 8)), ("▌", (0, 4), (0, 8))],
        *[("▐", (4, 8), (0, 8)), ("▂", (0, 8), (6, 8)), ("▆", (0, 8), (2, 8)), ("▊", (0, 6), (0, 8))],
        *[("▔", (0, 8), (0, 1)), ("▕", (7, 8), (0, 8))],
    ],
)
async def test_a_block_covers_its_eighths_of_a_cell(sign: str, across: Unit, down: Unit) -> None:
    columns, rows = range(*(i * WIDTH // 8 for i in across)), range(*(j * HEIGHT // 8 for j in down))
    assert sorted(covered(await drawn(sign), INK)) == [(i, j) for i in columns for j in rows]


@pytest.mark.parametrize(("sign", "corners"), [("▘", "tl"), ("▝", "tr"), ("▖", "bl"), ("▗", "br"), ("▞", "tr bl")])
async def test_a_quadrant_covers_its_corners(sign: str, corners: str) -> None:
    units = covered(await drawn(sign), INK)
    names = {f"{'tb'[y * 2 // HEIGHT]}{'lr'[x * 2 // WIDTH]}" for x, y in units}
    assert names == set(corners.split())


@pytest.mark.parametrize("sign", sorted(set(map(chr, range(0x2500, 0x25A0))) - NO_SHAPES))
def test_whatever_draws_has_a_shape(sign: str) -> None:
    assert shape(sign)


@pytest.mark.parametrize("sign", sorted({*"a1 ●>é", *NO_SHAPES}))
def test_text_has_no_shape(sign: str) -> None:
    assert not shape(sign)


async def test_each_piece_of_text_stays_in_its_columns() -> None:
    assert texts(await drawn("one two   three█四█")) == [("one two", 0, 7), ("three", 10, 5), ("四", 16, 2)]


async def test_text_is_no_markup() -> None:
    svg = await drawn("<b>&")
    assert "&lt;b&gt;&amp;" in svg
    assert "<title>a &lt;screen&gt;</title>" in svg


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.name)
def test_a_picture_asks_for_nothing_else(path: Path) -> None:
    svg = path.read_text(encoding="utf-8")
    assert set(re.findall(r"https?://[^\"' ]+|@font-face|url\(|<image", svg)) == {"http://www.w3.org/2000/svg"}
    assert set(re.findall(r'font-family="([^"]*)"', svg)) == {"monospace"}


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.name)
def test_a_picture_is_small(path: Path) -> None:
    assert path.stat().st_size <= 60 * 1024
