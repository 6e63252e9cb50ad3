"""Pages for a browser: single files that load nothing from other hosts. Templates lay them out.

Pages and reports have marks, by which a later command knows that the dojo wrote them.
"""

import re
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from dojo.errors import WorkspaceError
from dojo.files import write_atomically
from dojo.text import printable_lines

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).with_name("templates")
# Each page begins with this. An earlier dojo had the name of a command behind it.
PAGE_MARK = "<!-- made by dojo"
# In each report of mutants in JSON, in SARIF, and of a shard.
JSON_MARK = '"framework":{"name":"dojo '
LOG_MARK = '"driver":{"name":"dojo '
SHARD_MARK = '"kept":{"inputs":{"hashes":'
# The marks are among the first bytes.
MARK_BYTES = 1000


def render(template: str, **model: object) -> str:
    """Fill in a template. In those for pages (.html), all text is escaped, except Markup."""
    return environment().get_template(template).render(model)


@cache
def environment() -> "Environment":
    import jinja2  # noqa: PLC0415 - it takes 70 ms to load

    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=jinja2.select_autoescape(),
        finalize=_escape_control_characters,
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=jinja2.StrictUndefined,
    )


def _escape_control_characters(value: object) -> object:
    if isinstance(value, str) and not isinstance(value, Markup):
        return printable_lines(value)
    return value


def inline_code(text: str) -> Markup:
    """Return a text as HTML, in which `backticks` mark code."""
    html = str(escape(printable_lines(text)))
    return Markup(re.sub("`([^`]*)`", r"<code>\1</code>", html))  # noqa: S704 - it is escaped


def highlight(code: str) -> list[Markup]:
    """Return the lines of Python code as HTML, with classes for what an editor colours."""
    from pygments.lexers.python import PythonLexer  # noqa: PLC0415 - it takes 30 ms to load

    tokens = PythonLexer(stripnl=False, ensurenl=False).get_tokens(printable_lines(code))
    html = ""
    for css_class, of_class in groupby(tokens, key=lambda token: _css_class(token[0])):
        text = str(escape("".join(text for _, text in of_class)))
        if css_class:
            start = f'<i class="{css_class}">'
            text = start + text.replace("\n", f"</i>\n{start}") + "</i>"
        html += text
    return [Markup(line) for line in html.split("\n")]  # noqa: S704 - it is escaped


@cache
def _css_class(token: object) -> str:
    """Return the class by which the stylesheet colours a token of Python, or an empty string."""
    from pygments.token import Token  # noqa: PLC0415 - likewise

    if token in Token.Keyword or token in Token.Operator.Word:
        return "k"
    if token in Token.String:
        return "t"
    if token in Token.Number:
        return "m"
    if token in Token.Comment:
        return "c"
    return ""


def write_page(path: Path, page: str) -> None:
    """Write or replace a page. Raises WorkspaceError if another file has that path."""
    refuse_foreign_file(path)
    write_atomically(path, f"{PAGE_MARK} -->\n{page}".encode(errors="backslashreplace"))


def refuse_foreign_file(path: Path, mark: str = PAGE_MARK) -> None:
    """Refuse to replace a file that a person made, because the mark of our files is not in it.

    Raises WorkspaceError, or OSError if the folder is missing.
    """
    path.parent.stat()
    if path.exists() and mark.encode() not in path.read_bytes():
        problem = f"{path} was not written by the dojo, so it is not replaced."
        raise WorkspaceError(f"{problem} Choose another name.")


def is_made_by_dojo(content: bytes) -> bool:
    """Return whether a file is a page or a report that a command wrote."""
    start = content[:MARK_BYTES]
    marks = (PAGE_MARK, JSON_MARK, LOG_MARK, SHARD_MARK)
    return any(mark.encode() in start for mark in marks)
