"""Draw pictures of screens for the documents, as SVG that does not depend on the browser's fonts.

cell: the place of one character on the screen, WIDTH by HEIGHT units.
shape: the rectangles of a character like `▄` or `│`, in units from the corner of its cell.
run: adjacent text in one style. Its textLength keeps it in its columns.
Backgrounds and shapes are drawn as rectangles, so that neighbours meet without a gap.

`python -m tests.dojo.pictures` draws the README's pictures of `dojo check` and `dojo verify`.
"""

import os
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import chdir
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unicodedata import name

from click.testing import CliRunner
from rich.cells import cell_len
from rich.color import Color
from rich.console import Console
from rich.style import Style
from rich.terminal_theme import SVG_EXPORT_THEME
from rich.text import Text
from textual.app import App

from dojo.main import main as dojo
from tests.dojo.printed import RealKata

PICTURES = Path(__file__).resolve().parents[2] / ".github"
CHECK = PICTURES / "check.svg"
VERDICT = PICTURES / "verdict.svg"
MISTAKE = ("return n[0] * 2 + n[1] * 2", "return n[0] * 2 + n[1] * 3")
TERMINAL = Style(color="#e6edf3", bgcolor="#0d1117")

WIDTH, HEIGHT = 8, 16  # of a cell: eighths and halves of it are whole units
BASELINE, FONT_SIZE = 12, 13
DRAWN = "\N{EM SPACE}"  # where a shape is no text goes on, as it does over a common space
EDGE, BAR = 8, 24  # around the screen, and above it for the title
BAR_GROUND, BAR_TEXT, OUTLINE = "#30363d", "#e6edf3", "#8b949e"

EIGHTHS = {"ONE": 1, "THREE": 3, "FIVE": 5, "SEVEN": 7, "HALF": 4, "QUARTER": 2, "QUARTERS": 6}
ARMS = {"LEFT": ["LEFT"], "RIGHT": ["RIGHT"], "UP": ["UP"], "DOWN": ["DOWN"]}
ARMS |= {"HORIZONTAL": ["LEFT", "RIGHT"], "VERTICAL": ["UP", "DOWN"]}


class Rectangle(NamedTuple):
    """A rectangle, in units."""

    x: float
    y: float
    width: float
    height: float

    @property
    def drawn(self) -> str:
        """Return it as a part of a path."""
        return "M{:g} {:g}h{:g}v{:g}h{:g}z".format(*self[:4], -self.width)


QUARTERS = {
    f"{row} {side}": Rectangle(x, y, WIDTH / 2, HEIGHT / 2)
    for row, y in (("UPPER", 0), ("LOWER", HEIGHT / 2))
    for side, x in (("LEFT", 0), ("RIGHT", WIDTH / 2))
}


def picture(app: App[Any], title: str) -> str:
    """Return what an app shows as an SVG, below a bar with a title."""
    strips = app.screen._compositor.render_strips()  # noqa: SLF001 - the picture before it becomes escape codes
    return draw(strips, app.size.width, title)


def picture_of_text(printed: str, title: str) -> str:
    """Return what a command printed, in colours, as an SVG, below a bar with a title."""
    text = Text.from_ansi(printed)
    console = Console(width=max(cell_len(line) for line in text.plain.split("\n")))
    return draw(console.render_lines(text, style=TERMINAL), console.width, title)


def draw(strips: list[Any], columns: int, title: str) -> str:
    """Return the lines of a screen as an SVG."""
    runs = [run for row, strip in enumerate(strips) for run in placed(row, strip)]
    texts = [text for run in runs for text in letters(run)]
    width, height = columns * WIDTH, len(strips) * HEIGHT
    return "\n".join([*head(width, height, title), *painted(runs), *texts, "</g>", "</svg>", ""])


def head(width: int, height: int, title: str) -> list[str]:
    """Return the beginning of a picture: its size, and the frame around the screen."""
    outer, above = (width + 2 * EDGE, height + BAR + EDGE), escape(title)
    middle = (
        f'text-anchor="middle" textLength="{len(title) * WIDTH}" lengthAdjust="spacingAndGlyphs"'
    )
    frame = f'x=".5" y=".5" width="{outer[0] - 1}" height="{outer[1] - 1}" rx="6"'
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {outer[0]} {outer[1]}" role="img">',
        f"<title>{above}</title>",
        f'<rect {frame} fill="{BAR_GROUND}" stroke="{OUTLINE}"/>',
        f'<g font-family="monospace" font-size="{FONT_SIZE}">',
        f'<text x="{outer[0] / 2:g}" y="{BAR - EDGE}" fill="{BAR_TEXT}" {middle}>{above}</text>',
        (
            f'</g><g transform="translate({EDGE} {BAR})" '
            f'font-family="monospace" font-size="{FONT_SIZE}">'
        ),
    ]


class Run(NamedTuple):
    """Text in one style, from a column of a row on."""

    row: int
    column: int
    text: str
    style: Style

    @property
    def ink(self) -> str:
        return hexadecimal(self.style.bgcolor if self.style.reverse else self.style.color)

    @property
    def ground(self) -> str:
        return hexadecimal(self.style.color if self.style.reverse else self.style.bgcolor)

    def cut(self, pattern: str) -> "Iterator[Run]":
        """Return the parts of it that match."""
        for part in re.finditer(pattern, self.text):
            yield self._replace(
                column=self.column + cell_len(self.text[: part.start()]), text=part.group()
            )


def placed(row: int, strip: Iterable[Any]) -> Iterator[Run]:
    """Return the runs of a line of the screen."""
    column = 0
    for text, style, _ in strip:
        yield Run(row, column, text, style or Style())
        column += cell_len(text)


def hexadecimal(color: Color | None) -> str:
    return color.get_truecolor(SVG_EXPORT_THEME).hex if color is not None else "#000000"


def painted(runs: list[Run]) -> Iterator[str]:
    """Draw backgrounds and shapes, one path per colour so that no seam shows."""
    grounds: dict[str, list[Rectangle]] = defaultdict(list)
    shapes: dict[str, list[Rectangle]] = defaultdict(list)
    for run in runs:
        y = run.row * HEIGHT
        grounds[run.ground].append(
            Rectangle(run.column * WIDTH, y, cell_len(run.text) * WIDTH, HEIGHT)
        )
        for part in run.cut("."):
            x = part.column * WIDTH
            shapes[run.ink] += [
                each._replace(x=x + each.x, y=y + each.y) for each in shape(part.text)
            ]
    for color, rectangles in [*grounds.items(), *shapes.items()]:
        drawn = "\n".join(rectangle.drawn for rectangle in rectangles)
        if drawn:
            yield f'<path fill="{color}" shape-rendering="crispEdges" d="{drawn}"/>'


def shape(character: str) -> list[Rectangle]:
    """Return what a character draws, by its name in Unicode; nothing where it is text."""
    words = (
        name(character, "")
        .replace("THREE QUARTERS", "QUARTERS")
        .replace("ONE QUARTER", "QUARTER")
        .split()
    )
    if words[:2] == ["BOX", "DRAWINGS"] and "DIAGONAL" not in words:
        return lines(words[2:])
    if words[:1] == ["QUADRANT"]:
        return [part for place, part in QUARTERS.items() if place in " ".join(words)]
    if words[-1:] == ["BLOCK"] and words[0] in ("FULL", "UPPER", "LOWER", "LEFT", "RIGHT"):
        return [block(*words[:2])]
    return []


def block(side: str, part: str) -> Rectangle:
    """Return so many eighths of a cell, from one side of it: `LOWER`, `THREE`."""
    share = EIGHTHS.get(part, 8) / 8  # of a full block, all
    width, height = (
        (WIDTH, HEIGHT * share) if side in ("UPPER", "LOWER") else (WIDTH * share, HEIGHT)
    )
    x, y = WIDTH - width if side == "RIGHT" else 0, HEIGHT - height if side == "LOWER" else 0
    return Rectangle(x, y, width, height)


def lines(words: list[str]) -> list[Rectangle]:
    """Return the lines of a box drawing character from the words of its Unicode name."""
    thick = 2 if {"HEAVY", "DOUBLE"} & {*words} else 1
    x, y = (WIDTH - thick) // 2, (HEIGHT - thick) // 2
    arms = {
        "LEFT": Rectangle(0, y, x + thick, thick),
        "RIGHT": Rectangle(x, y, WIDTH - x, thick),
        "UP": Rectangle(x, 0, thick, y + thick),
        "DOWN": Rectangle(x, y, thick, HEIGHT - y),
    }
    return [arms[arm] for word in words for arm in ARMS.get(word, [])]


def letters(run: Run) -> Iterator[str]:
    """Return the text of a run, what it draws left out."""
    signs = "".join(DRAWN if shape(sign) else sign for sign in run.text)
    style, looks = run.style, [f'fill="{run.ink}"']
    looks += ['font-weight="bold"'] * bool(style.bold) + ['font-style="italic"'] * bool(
        style.italic
    )
    looks += ['text-decoration="underline"'] * bool(style.underline)
    for part in run._replace(text=signs).cut(r"\S+(?: \S+)*"):
        place = (
            f'x="{part.column * WIDTH}" y="{run.row * HEIGHT + BASELINE}" '
            f'textLength="{cell_len(part.text) * WIDTH}"'
        )
        yield (
            f'<text {place} lengthAdjust="spacingAndGlyphs" {" ".join(looks)}>'
            f"{escape(part.text)}</text>"
        )


def run(folder: Path, command: str, exit_code: int) -> str:
    """Run a command of the dojo in a folder, and return what it prints, in colours."""
    with chdir(folder):
        result = CliRunner().invoke(dojo, [command], color=True)
    if result.exit_code != exit_code:
        raise SystemExit(result.output)
    return result.stdout.rstrip()


def red_check() -> str:
    """Return the output of a check after a mistake in a new practice."""
    with TemporaryDirectory() as folder:
        kata = RealKata(Path(folder) / "kata")
        run(kata.folder, "start", exit_code=0)
        run(kata.folder, "check", exit_code=0)
        kata.change("practice/yatzy.py", *MISTAKE)
        return run(kata.folder, "check", exit_code=1)


def main() -> None:
    """Draw the pictures."""
    os.environ["FORCE_COLOR"] = "1"
    CHECK.write_text(picture_of_text(red_check(), "dojo check"), encoding="utf-8")
    verdict = run(PICTURES.parent, "verify", exit_code=0)
    VERDICT.write_text(picture_of_text(verdict, "dojo verify"), encoding="utf-8")


if __name__ == "__main__":
    main()
