"""Update the line numbers in docs/smells.md: `python -m tests.dojo.commands.key`.

Run it after changing the tangle. Each row names a method and words from one line of it, or of the
comment above it. That line becomes the row's first; the number of lines stays as it was written.
A row about the class extends to the end of the file.
"""

import ast
import re
import sys

from dojo.kata.workspace import LAST_LEVEL, read_tangle
from tests.dojo.commands.documents import WORKSPACE, text_of

KEY = "docs/smells.md"
LINES = r"(?P<first>\d+)(?:-(?P<last>\d+))?"
SMELL = re.compile(
    rf"^\| [^|]+ \| `(?P<method>\w+)` \| {LINES} \| `(?P<words>[^`|]+)` \|", re.MULTILINE
)
CAREFUL = re.compile(rf"^- \*\*`(?P<method>\w+)`, {LINES}\*\*: `(?P<words>[^`]+)`", re.MULTILINE)


def written_anew(text: str, code: str) -> str:
    """Return the key with the line numbers of this code."""

    def row_anew(row: re.Match[str]) -> str:
        first, last = lines_of(row, code)
        numbers = f"{first}-{last}" if row["last"] else f"{first}"
        start, end = (
            row.start("first") - row.start(),
            row.end("last" if row["last"] else "first") - row.start(),
        )
        return row[0][:start] + numbers + row[0][end:]

    return CAREFUL.sub(row_anew, SMELL.sub(row_anew, text))


def lines_of(row: re.Match[str], code: str) -> tuple[int, int]:
    """Return a row's first and last line. Raises ValueError unless one line has its words."""
    lines = code.splitlines()
    start, end = methods_of(code)[row["method"]]
    found = [number for number in range(start, end + 1) if row["words"] in lines[number - 1]]
    if len(found) != 1:
        raise ValueError(
            f"{KEY}: `{row['words']}` stands in {len(found)} lines of {row['method']}, "
            "and should in one"
        )
    if row["method"] == "Yatzy":
        return found[0], len(lines)
    return found[0], found[0] + int(row["last"] or row["first"]) - int(row["first"])


def methods_of(code: str) -> dict[str, tuple[int, int]]:
    """Return each method's lines with the comment above it; for the class, only its first."""
    [yatzy] = (node for node in ast.parse(code).body if isinstance(node, ast.ClassDef))
    found = {yatzy.name: (yatzy.lineno, yatzy.lineno)}
    above = yatzy.lineno
    for node in yatzy.body:
        end = node.end_lineno or node.lineno
        if isinstance(node, ast.FunctionDef):
            found[node.name] = (above + 1, end)
        above = end
    return found


if __name__ == "__main__":
    renumbered = written_anew(text_of(KEY), read_tangle(WORKSPACE, LAST_LEVEL))
    sys.stdout.write(
        f"{KEY} is as it was.\n" if renumbered == text_of(KEY) else f"{KEY} has new line numbers.\n"
    )
    (WORKSPACE / KEY).write_text(renumbered, encoding="utf-8", newline="\n")
