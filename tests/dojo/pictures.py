"""Draw the screen of a terminal as an SVG that loads nothing.

`python -m tests.dojo.pictures` draws the README's pictures of `dojo check` and `dojo verify`.
"""

import io
import re
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from click.testing import CliRunner
from rich.console import Console
from rich.text import Text
from textual.app import App

from dojo.main import main as dojo
from tests.dojo.printed import RealKata

PICTURES = Path(__file__).resolve().parents[2] / ".github"
CHECK = PICTURES / "check.svg"
VERDICT = PICTURES / "verdict.svg"
MISTAKE = ("return n[0] * 2 + n[1] * 2", "return n[0] * 2 + n[1] * 3")
# Rich loads a font, and clips each line, which leaves gaps in the drawn dice.
REPLACEMENTS = [
    (r"@font-face \{.*?\}\s*", ""),
    (r'<clipPath id="\S+-line-\d+">.*?</clipPath>\s*', ""),
    (r' clip-path="url\(\S+-line-\d+\)"', ""),
    (r"Fira Code, monospace", "monospace"),
    (r"font-size: 20px", "font-size: 21px"),
]


def without_fonts(svg: str) -> str:
    for pattern, replacement in REPLACEMENTS:
        svg = re.sub(pattern, replacement, svg, flags=re.DOTALL)
    return svg


def picture(app: App[Any], title: str) -> str:
    """Draw the screen of an app below a bar with a title."""
    return without_fonts(app.export_screenshot(title=title))


def picture_of_text(printed: str, title: str) -> str:
    """Draw the colored output of a command below a bar with a title."""
    text = Text.from_ansi(printed)
    width = max(map(len, text.plain.split("\n")))
    console = Console(width=width, record=True, file=io.StringIO())
    console.print(text)
    return without_fonts(console.export_svg(title=title))


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


def main():
    """Draw the pictures of the README."""
    CHECK.write_text(picture_of_check(), encoding="utf-8")
    verdict = run(PICTURES.parent, "verify", exit_code=0)
    VERDICT.write_text(picture_of_text(verdict, "dojo verify"), encoding="utf-8")


if __name__ == "__main__":
    main()
