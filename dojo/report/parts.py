"""Parts of the page that stand in more than one place of it.

sign: a status in one character, so that colour is not needed. place: of a function, a path and a name.
"""

import re
from html import escape
from typing import NamedTuple

from dojo.mutation import KILLED, SURVIVED, TIMED_OUT, UNDECIDED, Statement
from dojo.report.report import IGNORED, NO_COVERAGE, STATUSES, Result

CODE = re.compile(r"`(.+?)`")


class Shown(NamedTuple):
    """How a status is shown: its sign, and its word."""

    sign: str
    word: str


SHOWN = {  # from what asks most for a test to what asks least
    STATUSES[SURVIVED]: Shown("✗", "survived"),
    NO_COVERAGE: Shown("○", "no test runs it"),
    STATUSES[UNDECIDED]: Shown("?", "no result yet"),
    IGNORED: Shown("≡", "equivalent"),
    STATUSES[TIMED_OUT]: Shown("∞", "timed out"),
    STATUSES[KILLED]: Shown("✓", "killed"),
}
HIDDEN, PLAIN = "⊘", "·"  # of a statement that mutmut never changes: outside of plain functions, or in one


def sign(status: str) -> str:
    """Return the sign of a status, which no reader aloud needs beside its word."""
    return f'<b class="{status}" aria-hidden="true">{SHOWN[status].sign}</b>'


def sign_of(statement: Statement) -> str:
    """Return the sign of a statement that mutmut never changes."""
    return PLAIN if statement.plain else HIDDEN


def place_of(result: Result) -> tuple[str, str]:
    """Return the place of a mutant's function."""
    return result.mutant.path, result.mutant.function


def line_id(path: str, line: int) -> str:
    """Return the id of a line in its source."""
    return escape(f"{path}:{line}")


def survivors_id(path: str, function: str) -> str:
    """Return the id of the survivors of a function."""
    return escape(f"survivors-{path}-{function}")


def link(result: Result, words: str = "") -> str:
    """Return a link to a mutant's line in its source."""
    mutant = result.mutant
    target = line_id(mutant.path, mutant.line)
    text = words or f"line {mutant.line}"
    return f'<a href="#{target}">{text}</a>'


def diff(result: Result) -> str:
    """Return what a mutant changes, a line each."""
    elements = {"-": "del", "+": "ins"}
    lines = []
    for line in result.mutant.diff:
        element = elements[line[0]]
        lines.append(f"<{element}>{escape(line, quote=False)}</{element}>")
    return f"<pre>{''.join(lines)}</pre>"


def listed(items: list[str]) -> str:
    """Return items as a list."""
    return "<ul>\n" + "\n".join(items) + "\n</ul>"


def words(text: str) -> str:
    """Return a text with what stands between backticks as code."""
    return CODE.sub(r"<code>\1</code>", escape(text, quote=False))
