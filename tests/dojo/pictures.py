"""Draw what a terminal shows as an SVG that does not depend on the fonts of the browser.

A cell is the place of one character, WIDTH by HEIGHT units. Text keeps to its columns by its
`textLength`. Backgrounds and characters such as `▄` and `│` are rectangles without gaps.

`python -m tests.dojo.pictures` draws the README's pictures of `dojo check` and `dojo verify`.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import chdir
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

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

WIDTH, HEIGHT = 8, 16
BASELINE = 12
EDGE, BAR = 8, 24  # around the screen, and above it for the title
GAP = "\N{EM SPACE}"  # takes the place of a drawn character, because it ends a text

# Each character that is drawn, with its rectangles: x, y, width and height in units.
SHAPES_TABLE = """\
▁ 0 14 8 2
▂ 0 12 8 4
▃ 0 10 8 6
▄ 0 8 8 8
▅ 0 6 8 10
▆ 0 4 8 12
▇ 0 2 8 14
█ 0 0 8 16
▀ 0 0 8 8
▔ 0 0 8 2
▌ 0 0 4 16
▐ 4 0 4 16
▘ 0 0 4 8
▝ 4 0 4 8
▖ 0 8 4 8
▗ 4 8 4 8
▚ 0 0 4 8, 4 8 4 8
▞ 4 0 4 8, 0 8 4 8
▛ 0 0 4 8, 4 0 4 8, 0 8 4 8
▜ 0 0 4 8, 4 0 4 8, 4 8 4 8
▙ 0 0 4 8, 0 8 4 8, 4 8 4 8
▟ 4 0 4 8, 0 8 4 8, 4 8 4 8
─ 0 7 8 1
━ 0 7 8 2
│ 3 0 1 16
╭ 3 7 5 1, 3 7 1 9
╮ 0 7 4 1, 3 7 1 9
╯ 0 7 4 1, 3 0 1 8
╰ 3 7 5 1, 3 0 1 8
"""
SHAPES = {line[0]: line[2:].split(", ") for line in SHAPES_TABLE.splitlines()}

FRAME = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">
<title>{title}</title>
<rect x=".5" y=".5" width="{right}" height="{bottom}" rx="6" fill="#30363d" stroke="#8b949e"/>
<g font-family="monospace" font-size="13">
<text x="{middle:g}" y="16" fill="#e6edf3" text-anchor="middle" textLength="{length}" \
lengthAdjust="spacingAndGlyphs">{title}</text>
</g><g transform="translate(8 24)" font-family="monospace" font-size="13">
{content}
</g>
</svg>
"""


class Run(NamedTuple):
    """Adjacent text in one style."""

    row: int
    column: int
    text: str
    style: Style

    @property
    def colors(self) -> list[str]:
        """Return the colors of the text and of its background."""
        colors = [hexadecimal(self.style.color), hexadecimal(self.style.bgcolor)]
        if self.style.reverse:
            colors.reverse()
        return colors

    def parts(self, pattern: str) -> "Iterator[Run]":
        """Yield the parts of the text that match a pattern."""
        for match in re.finditer(pattern, self.text):
            column = self.column + cell_len(self.text[: match.start()])
            yield self._replace(column=column, text=match.group())


def picture(app: App[Any], title: str) -> str:
    """Draw the screen of an app below a bar with a title."""
    strips = app.screen._compositor.render_strips()  # noqa: SLF001 - no escape codes yet
    return draw(strips, app.size.width, title)


def picture_of_text(printed: str, title: str) -> str:
    """Draw the colored output of a command below a bar with a title."""
    text = Text.from_ansi(printed)
    console = Console(width=max(cell_len(line) for line in text.plain.split("\n")))
    return draw(console.render_lines(text, style=TERMINAL), console.width, title)


def draw(strips: list[Any], columns: int, title: str) -> str:
    runs = [run for row, strip in enumerate(strips) for run in runs_of(row, strip)]
    texts = [text for run in runs for text in texts_of(run)]
    width = columns * WIDTH + 2 * EDGE
    height = len(strips) * HEIGHT + BAR + EDGE
    return FRAME.format(
        width=width,
        height=height,
        right=width - 1,
        bottom=height - 1,
        middle=width / 2,
        length=len(title) * WIDTH,
        title=escape(title),
        content="\n".join([*paths_of(runs), *texts]),
    )


def runs_of(row: int, strip: Any) -> Iterator[Run]:
    column = 0
    for text, style, _ in strip:
        yield Run(row, column, text, style or Style())
        column += cell_len(text)


def hexadecimal(color: Color | None) -> str:
    if color is None:
        return "#000000"
    return color.get_truecolor(SVG_EXPORT_THEME).hex


def paths_of(runs: list[Run]) -> Iterator[str]:
    """Draw backgrounds, then shapes, with one path for each color, so that no gap shows."""
    grounds: dict[str, list[str]] = defaultdict(list)
    shapes: dict[str, list[str]] = defaultdict(list)
    for run in runs:
        ink, ground = run.colors
        y = run.row * HEIGHT
        grounds[ground].append(rectangle(run.column * WIDTH, y, cell_len(run.text) * WIDTH, HEIGHT))
        for part in run.parts("."):
            for numbers in SHAPES.get(part.text, []):
                left, top, width, height = map(int, numbers.split())
                shapes[ink].append(rectangle(part.column * WIDTH + left, y + top, width, height))
    for color, drawn in [*grounds.items(), *shapes.items()]:
        lines = "\n".join(drawn)
        yield f'<path fill="{color}" shape-rendering="crispEdges" d="{lines}"/>'


def rectangle(x: float, y: float, width: float, height: float) -> str:
    """Return a rectangle as a part of a path."""
    return f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z"


def texts_of(run: Run) -> Iterator[str]:
    """Draw the text of a run, without characters that are shapes."""
    letters = run.text.translate(dict.fromkeys(map(ord, SHAPES), GAP))
    look = f'fill="{run.colors[0]}"'
    if run.style.bold:
        look += ' font-weight="bold"'
    y = run.row * HEIGHT + BASELINE
    for part in run._replace(text=letters).parts(r"\S+(?: \S+)*"):
        place = f'x="{part.column * WIDTH}" y="{y}" textLength="{cell_len(part.text) * WIDTH}"'
        text = escape(part.text)
        yield f'<text {place} lengthAdjust="spacingAndGlyphs" {look}>{text}</text>'


def run(folder: Path, command: str, exit_code: int) -> str:
    """Run a command of the dojo in a folder, and return its colored output."""
    with chdir(folder):
        result = CliRunner(env={"FORCE_COLOR": "1"}).invoke(dojo, [command], color=True)
    if result.exit_code != exit_code:
        raise SystemExit(result.output)
    return result.stdout.rstrip()


def picture_of_check() -> str:
    """Draw the output of a check after a mistake in a new practice."""
    with TemporaryDirectory() as folder:
        kata = RealKata(Path(folder) / "kata")
        run(kata.folder, "start", exit_code=0)
        run(kata.folder, "check", exit_code=0)
        kata.change("practice/yatzy.py", *MISTAKE)
        return picture_of_text(run(kata.folder, "check", exit_code=1), "dojo check")


def main() -> None:
    """Draw the pictures of the README."""
    CHECK.write_text(picture_of_check(), encoding="utf-8")
    verdict = run(PICTURES.parent, "verify", exit_code=0)
    VERDICT.write_text(picture_of_text(verdict, "dojo verify"), encoding="utf-8")


if __name__ == "__main__":
    main()
