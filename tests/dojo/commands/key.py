"""Update the line numbers in docs/smells.md: `python -m tests.dojo.commands.key`.

Run it after changing the tangle. Each row names a method and words from one line of it, or of the
comment above it. That line becomes the row's first; the number of lines stays as it was written.
A row about the class extends to the end of the file.
"""

import re
import sys

from dojo.kata.workspace import read_tangle
from dojo.source import definitions_of
from tests.dojo.commands.documents import WORKSPACE, text_of
from tests.yatzy_kata import LAST_LEVEL

KEY = "docs/smells.md"
# A smell in a table, or a line of a list about code that only looks like one.
ROW = re.compile(
    r"^(?:\| [^|]+ \| |- \*\*)`(?P<method>\w+)`(?: \| |, )(?P<lines>(\d+)(?:-(\d+))?)"
    r"(?: \| |\*\*: )`(?P<words>[^`|]+)`",
    re.MULTILINE,
)


def with_line_numbers(text: str, code: str) -> str:
    """Return the key with the line numbers of this code."""
    for row in reversed([*ROW.finditer(text)]):
        start, end = row.span("lines")
        text = text[:start] + lines_of(row, code) + text[end:]
    return text


def lines_of(row: re.Match[str], code: str) -> str:
    """Return the lines of a row. Raises ValueError unless one line has its words."""
    lines = code.splitlines()
    found = [
        line for line in lines_of_method(row["method"], code) if row["words"] in lines[line - 1]
    ]
    if len(found) != 1:
        raise ValueError(f"{KEY}: {len(found)} lines of {row['method']} have `{row['words']}`")
    first = found[0]
    old_first, old_last = row.group(3, 4)
    if old_last is None:
        return f"{first}"
    last = first + int(old_last) - int(old_first)
    if row["method"] == "Yatzy":
        last = len(lines)
    return f"{first}-{last}"


def lines_of_method(name: str, code: str) -> range:
    """Return the lines of a method with the comment above it; of the class, only its first."""
    above = 0
    for definition in definitions_of(code):
        if definition.is_class:
            last = definition.first
        else:
            last = definition.last
        if definition.name.rpartition(".")[2] == name:
            return range(above + 1, last + 1)
        above = last
    return range(0)


if __name__ == "__main__":
    key = with_line_numbers(text_of(KEY), read_tangle(WORKSPACE, LAST_LEVEL))
    state = "has new line numbers"
    if key == text_of(KEY):
        state = "is as it was"
    sys.stdout.write(f"{KEY} {state}.\n")
    (WORKSPACE / KEY).write_text(key, encoding="utf-8", newline="\n")
