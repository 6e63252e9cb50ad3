"""For who changes the tangle: `python -m tests.dojo.commands.key` writes the line numbers of docs/smells.md anew.

A row of the key names a method, and words that stand in one line of it, or of the comment above it. That line is the
first of the row's; how many there are is for a person to say. Of the class, it is all.
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
    """Return the first and the last line of a row in this code; ValueError when its words stand not in one line."""
    lines = code.splitlines()
    start, end = methods_of(code)[row["method"]]
    found = [number for number in range(start, end + 1) if row["words"] in lines[number - 1]]
    if len(found) != 1:
        raise ValueError(
            f"{KEY}: `{row['words']}` stands in {len(found)} lines of {row['method']}, and should in one"
        )
    if row["method"] == "Yatzy":
        return found[0], len(lines)
    return found[0], found[0] + int(row["last"] or row["first"]) - int(row["first"])


def methods_of(code: str) -> dict[str, tuple[int, int]]:
    """Return the first and the last line of each method, the comment above it included; of the class, its name's."""
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
