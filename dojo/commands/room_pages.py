"""`dojo room --html`: the board of a room, and the steps of each pair, as pages for a browser."""

import time

import click

from dojo.board import Pages, follow, write_all
from dojo.commands.options import notice
from dojo.commands.waiting import Waiting
from dojo.text import counted


def write_once(pages: Pages) -> None:
    """Write all pages, and say what they are."""
    pages.refresh(time.time())
    notice("")
    with Waiting("pages of pairs") as waiting:
        write_all(pages, waiting.count)
    click.echo(f"{pages.file}: {_pairs(pages)}. In a browser, a name leads to the steps of a pair.")
    for line in pages.troubles:
        click.echo(line, err=True)


def keep_writing(pages: Pages) -> None:
    """Write what is new until Ctrl-C, and say how to see it."""
    try:
        click.echo(f"Writing {pages.file}, and again what is new, until Ctrl-C. Open it in a browser: it follows.")
        follow(pages, notice, lambda words: click.echo(words, err=True))
    except KeyboardInterrupt:
        click.echo(f"\n{pages.file} stays as it is: {_pairs(pages)}.")


def _pairs(pages: Pages) -> str:
    return counted(pages.pairs, "pair")
