"""Draw the screen of a terminal as an SVG that loads nothing.

`python -m tests.dojo.pictures` draws the moving picture of the README, and that of `dojo verify`.
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
SESSION = PICTURES / "session.svg"
VERDICT = PICTURES / "verdict.svg"
MISTAKE = ("if t[i] >= 3:", "if t[i] > 3:")
TEST = """from yatzy import Yatzy


def test_three_of_a_kind():
    points = Yatzy.three_of_a_kind(3, 3, 3, 4, 5)
    assert points == 9
"""
# Commands, with their exit codes, and the second in which each of them is typed.
COMMANDS = [
    ("check", 1, 1),
    ("restore green", 0, 7),
    ("mutants Yatzy.three_of_a_kind", 1, 12),
]
LENGTH = 26  # of the moving picture, in seconds
LINE_HEIGHT = 24.4
# A text of a picture, with its height.
TEXT = re.compile(r'<text class="(\S+-r\d+" x="\S+" y="(\S+)")')
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
        result = CliRunner(env={"FORCE_COLOR": "1"}).invoke(dojo, command.split(), color=True)
    if result.exit_code != exit_code:
        raise SystemExit(result.output)
    return result.stdout.rstrip()


def picture_of_session() -> str:
    """Draw a red check, a revert and survivors. Each appears after the other, in a loop."""
    with TemporaryDirectory() as folder:
        kata = RealKata(Path(folder) / "kata")
        run(kata.folder, "start --blind", exit_code=0)
        kata.write("practice/tests/test_yatzy.py", TEST)
        run(kata.folder, "check", exit_code=0)
        kata.change("practice/yatzy.py", *MISTAKE)
        printed = ""
        seconds: list[int] = []
        for command, exit_code, second in COMMANDS:
            output = run(kata.folder, command, exit_code)
            printed += f"$ dojo {command}\n{output}\n\n"
            seconds += [second] + [second + 1] * (output.count("\n") + 2)
        return moving(picture_of_text(printed.rstrip(), "a change, and its test"), seconds)


def moving(svg: str, seconds: list[int]) -> str:
    """Let each line appear in its second, in a loop. Where nothing moves, all lines are there."""

    def with_class(text: re.Match[str]) -> str:
        second = seconds[int(float(text[2]) // LINE_HEIGHT)]
        return f'<text class="at-{second} {text[1]}'

    styles = [appearance(second) for second in sorted(set(seconds))]
    moved = TEXT.sub(with_class, svg)
    return moved.replace("</style>", "\n".join([*styles, "</style>"]), 1)


def appearance(second: int) -> str:
    """Return the style of a line that appears in a second."""
    share = f"{100 * second / LENGTH:.0f}%"
    return (
        f"@keyframes at-{second} {{ from {{ opacity: 0 }} {share} {{ opacity: 1 }} }}\n"
        "@media (prefers-reduced-motion: no-preference) {\n"
        f"  .at-{second} {{ animation: at-{second} {LENGTH}s step-end infinite }}\n"
        "}"
    )


def main():
    """Draw the pictures."""
    SESSION.write_text(picture_of_session(), encoding="utf-8")
    verdict = run(PICTURES.parent, "verify", exit_code=0)
    VERDICT.write_text(picture_of_text(verdict, "dojo verify"), encoding="utf-8")


if __name__ == "__main__":
    main()
