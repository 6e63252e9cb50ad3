"""Lines of text for a terminal: in colour there, through a pager where they are many; and the lines of a diff."""

import shutil
import sys

import click
from rich.console import Console
from rich.text import Text

from dojo.text import DIFF_COLOURS

HEADS = ("diff ", "--- ", "+++ ")
NOTES_OF_GIT = ("index ", "similarity index ", "new file mode ", "deleted file mode ")  # for git alone


def diff_lines(diff: str) -> list[Text]:
    """Return the lines of a diff in its colours, without what git notes for itself."""
    return [Text(line, _style(line)) for line in diff.splitlines() if not line.startswith(NOTES_OF_GIT)]


def show(lines: list[Text], *, paged: bool = True) -> None:
    """Print, in colour only at a terminal; if `paged`, what is longer than that goes through a pager, as with git."""
    console = Console(highlight=False, soft_wrap=True)
    with console.capture() as captured:
        console.print(*lines, sep="\n")
    columns, rows = shutil.get_terminal_size()
    height = sum(1 + len(line.plain) // columns for line in lines)
    if paged and sys.stdout.isatty() and height >= rows:
        click.echo_via_pager(captured.get())
    else:
        click.echo(captured.get(), nl=False)


def _style(line: str) -> str:
    return "bold" if line.startswith(HEADS) else DIFF_COLOURS.get(line[:1], "")
