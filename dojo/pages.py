"""Pages for a browser. Each is a single file, laid out by a template, and loads nothing from other hosts."""

import re
import textwrap
from functools import cache, partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click
from markupsafe import Markup, escape

from dojo.errors import WorkspaceError
from dojo.files import write_atomically
from dojo.text import WIDTH, printable_lines, quantity

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).with_name("templates")
# Each page begins with this. An earlier dojo had the name of a command behind it.
PAGE_MARK = "<!-- made by dojo"


def render(template: str, **model: object) -> str:
    """Fill in a template. On a page (.html), all text is escaped, except Markup."""
    return templates().get_template(template).render(model)


def render_text(template: str, **model: object) -> str:
    """Return what a template makes of a model for a terminal."""
    from dojo.diffs import COLOURS, paint_diff  # noqa: PLC0415

    fill = partial(textwrap.fill, width=WIDTH, break_long_words=False)

    return (
        templates(is_page=False)
        .get_template(template)
        .render(model, fill=fill, style=click.style, colours=COLOURS, quantity=quantity, diff_text=paint_diff)
    )


def inline_code(text: str) -> Markup:
    """Return a text as HTML, in which `backticks` mark code."""
    escaped = str(escape(printable_lines(text)))
    return Markup(re.sub("`([^`]*)`", r"<code>\1</code>", escaped))  # noqa: S704 - it is escaped


def highlight(code: str) -> list[Markup]:
    """Return the lines of Python code as HTML. Keywords, texts, numbers and comments have a class."""
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
    """Write a page, or replace an earlier page. Raises WorkspaceError if the file there is no page of ours."""
    refuse_foreign_file(path)
    write_atomically(path, f"{PAGE_MARK} -->\n{page}".encode(errors="backslashreplace"))


def refuse_foreign_file(path: Path, mark: str = PAGE_MARK) -> None:
    """Refuse to replace a file that a person made, which has not the mark of ours.

    Raises WorkspaceError, or OSError if the folder is missing.
    """
    path.parent.stat()
    if path.exists() and mark.encode() not in path.read_bytes():
        raise WorkspaceError(f"{path} was not made by the dojo, so it is not replaced. Choose another name.")


@cache
def templates(*, is_page: bool = True) -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415 - it takes 70 ms to load

    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=is_page,  # noqa: S701 - what a terminal shows is no HTML
        finalize=_escape_control_characters if is_page else None,
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )


def _escape_control_characters(value: object) -> object:
    if isinstance(value, str) and not isinstance(value, Markup):
        return printable_lines(value)
    return value
