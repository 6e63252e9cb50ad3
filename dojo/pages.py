"""Pages for a browser: each is one file, laid out by a template, and asks no other host for anything.

What a command made, it makes again: a page's first line says who made it. What somebody else made is never replaced.
"""

import textwrap
from base64 import b64encode
from functools import cache, partial
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dojo.errors import WorkspaceError
from dojo.files import write_atomically
from dojo.text import WIDTH, printable_lines, quantity

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup
    from pygments.token import _TokenType

TEMPLATES = Path(__file__).with_name("templates")
POLICY = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline';"
    " script-src {}'strict-dynamic'"  # what our own script loads may run, too: the news of a board
)


def render(template: str, **model: object) -> str:
    """Return a page: what a template of dojo/templates makes of a model. No text in it is taken for HTML."""
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


def highlight(code: str) -> "list[Markup]":
    """Return the lines of Python code as HTML in which keywords, texts, numbers and comments have a class."""
    from markupsafe import Markup, escape  # noqa: PLC0415 - only pages need it
    from pygments.lexers.python import PythonLexer  # noqa: PLC0415

    tokens = PythonLexer(stripnl=False, ensurenl=False).get_tokens(printable_lines(code))
    parts: list[str] = []
    for kind, of_kind in groupby(tokens, lambda each: _kind(each[0])):
        begin, end = (f'<i class="{kind}">', "</i>") if kind else ("", "")
        part = str(escape("".join(text for _, text in of_kind)))
        parts.append(begin + part.replace("\n", f"{end}\n{begin}") + end)
    return [Markup(line) for line in "".join(parts).split("\n")]  # noqa: S704 - it is escaped


@cache
def _kind(token: "_TokenType") -> str:
    """Return the class that a token has on a page; none for most."""
    from pygments.token import Token  # noqa: PLC0415

    classes = {Token.Keyword: "k", Token.Operator.Word: "k", Token.String: "t", Token.Number: "m", Token.Comment: "c"}
    return next((kind for parent, kind in classes.items() if token in parent), "")


def write_page(path: Path, page: str, command: str) -> None:
    """Write a page; WorkspaceError, and the file stays, when it cannot be written or is no page of that command."""
    refuse_page(path, command)
    write_atomically(path, f"{_mark(command)}{page}".encode(errors="backslashreplace"))


def refuse_page(path: Path, command: str) -> None:
    """Raise WorkspaceError where a page of this command cannot be written, as far as that is seen before."""
    refuse_others(path, command, _mark(command))


def refuse_others(path: Path, command: str, mark: str) -> None:
    """Raise WorkspaceError where a file without the mark of a command is, and OSError where its folder is missing."""
    path.parent.stat()
    if path.exists() and mark.encode() not in path.read_bytes():
        raise WorkspaceError(f"{path} was not made by `{command}`, so it is not replaced. Choose another name.")


@cache
def templates(*, is_page: bool = True) -> "Environment":
    """Return what loads templates, and for a page escapes what they are filled with."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415 - only pages need it

    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=is_page,  # noqa: S701 - what a terminal shows is no HTML
        finalize=_shown if is_page else None,
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    made.globals["policy"] = _policy
    return made


def _shown(value: object) -> object:
    """Return what a template says as text, in which a browser can obey nothing; HTML stays as it is."""
    return printable_lines(value) if isinstance(value, str) and not hasattr(value, "__html__") else value


def _policy(script: str) -> str:
    """Return what a browser may do with a page: run this script, if there is one."""
    digest = b64encode(sha256(script.encode()).digest()).decode()
    return POLICY.format(f"'sha256-{digest}' " if script else "")


def _mark(command: str) -> str:
    return f"<!-- made by {command} -->\n"
