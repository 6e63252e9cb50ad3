"""`dojo room`: the pairs of a room at a glance, and side by side."""

import json
import shlex
import sys
import time
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from dojo.commands.cli import as_json_instead_of, fail, notice, page_option
from dojo.commands.hosting import close, new, serve
from dojo.kata.workspace import find_workspace
from dojo.pages import render, write_page
from dojo.practice.rooms import room_url, shown_url
from dojo.room.board import Board
from dojo.room.comparison import (
    compare_pairs,
    comparison_data,
    headings_of,
    notes_of,
    refactoring_lines,
    table_of,
)
from dojo.room.page import Pages, follow
from dojo.room.pairs import Room
from dojo.room.rows import board_data, board_lines, troubles_of
from dojo.text import WIDTH, WorkspaceError, WrongUsageError, counted

LONGEST_MINUTES = 24 * 60


class BoardOrCommand(click.Group):
    """The board; or a command, where its name comes first."""

    allow_interspersed_args = True  # dojo room URL --minutes 25

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,  # noqa: ANN401 - as click has it
    ) -> click.Context:
        """Return what runs the command that is named, or shows the board."""
        command = self.commands.get(args[0]) if args else None
        if command:
            return command.make_context(f"{info_name} {args[0]}", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


@click.group(
    cls=BoardOrCommand,
    commands=[new, serve, close],
    invoke_without_command=True,
    no_args_is_help=True,
    subcommand_metavar="| COMMAND ...",
)
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@click.option(
    "--minutes",
    type=click.FloatRange(0, LONGEST_MINUTES, min_open=True),
    metavar="N",
    help="Count a round of N minutes down, large enough for the last row.",
)
@page_option("Write the board as a page, and a page for each pair in a folder beside it.")
@click.option("--follow", "keep", is_flag=True, help="With --html: write again what is new, until Ctrl-C.")
@as_json_instead_of("board")
def room(sources: tuple[str, ...], *, minutes: float | None, file: Path | None, keep: bool, as_json: bool) -> None:
    """Make a room, where pairs share what they do, or show one.

    \b
    dojo room serve ~/rooms/tuesday.git  a room for all computers in the network
    dojo room URL --minutes 25           the board, and 25 minutes for a round
    dojo room stick/*.bundle             what pairs brought without a network
    dojo room URL1 URL2                  several rooms on one board
    dojo room URL --html board.html --follow   for a browser
    dojo room compare URL                pairs side by side, for the retrospective

    The board has a line for each pair, with a sign for each check, the newest at the right: ● green, x red, ? amber, *
    green with places approved otherwise than the kata (`green *30`: in 30 places), < reverted by TCR, and | where
    partners were swapped. It shows who is red, and for how long: nobody should be for longer than two minutes. What is
    pushed is there within seconds. Enter shows the steps of a pair, and what each changed; m aligns the checks by the
    minute; h hides a line; ? tells all keys. A SOURCE is a URL, or the path of a room, a practice or a bundle.

    With --html, the board is a page that needs no server and asks none: for a projector, a phone, paper. A name leads
    to the steps of the pair, a light to one of them. With --follow, an open page shows what is new by itself. What was
    not made by this command stays as it is.

    Where the output is no terminal, the board is printed once; exit code 1 says that a room did not answer, or that no
    pair of it could be read.
    """
    if keep and file is None:
        raise WrongUsageError("--follow goes with --html FILE: which page is to be written?")
    if as_json and file is not None:
        raise WrongUsageError("--html and --json do not go together: choose one.")
    places = [shlex.quote(shown_url(room_url(source))) for source in sources]
    shown = Room(find_workspace(), sources)
    if minutes is not None:
        shown.end = time.time() + minutes * 60
    if file is not None:
        write_pages(Pages(shown, file, places), keep=keep)
    elif not as_json and sys.stdin.isatty() and sys.stdout.isatty():
        Board(shown, places, minutes).run()
    else:
        look(shown)
        lines = [json.dumps(board_data(shown))] if as_json else board_lines(shown, places, time.time())
        click.echo("\n".join(lines))
        fail_unless_read(shown)


def write_pages(pages: Pages, *, keep: bool) -> None:
    """Write the board as a page, and a page for each pair; once, or again what is new until Ctrl-C."""
    if keep:
        click.echo(f"Writing {pages.file}, and again what is new, until Ctrl-C. Open it in a browser: it follows.")
        try:
            follow(pages, notice)
        except KeyboardInterrupt:
            click.echo(f"\n{pages.file} stays as it is.")
        return
    look(pages.room)
    pages.write_pairs(notice)
    view = pages.write(time.time(), live=False)
    click.echo(f"{pages.file}: {counted(len(view.rows), 'pair')}. In a browser, a name leads to the steps of a pair.")
    for line in view.troubles:
        click.echo(line, err=True)
    fail_unless_read(pages.room)


@room.command()
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@page_option("Write it as a page for a projector, too.")
@as_json_instead_of("table")
def compare(sources: tuple[str, ...], *, file: Path | None, as_json: bool) -> None:
    """Show pairs side by side, for the retrospective.

    \b
    lvl                 the level; b: blind; own: own code
    checks              how many, of any status
    min a step          minutes from a check to the next; half took less
    lines a step        added and removed in .py files; half have fewer
    longest red         until it was green, or reverted; amber counts, too
    mean complexity     of the code at the first green check, and at the last
    mutants, slips      what `dojo mutants` and `dojo slips` said last
    approved otherwise  in so many places, and so many additions

    Below stand the refactorings, by the subjects of a pair's own commits: what is before a colon, as in `Extract
    Function: pairs`, or else the first word. Nobody is ranked: the pairs stand as on the board. A SOURCE is what it is
    for the board; what has no value for any pair is no column.
    """
    shown = Room(find_workspace(), sources)
    look(shown)
    notice("Comparing the pairs.")
    pairs = compare_pairs(shown)
    notice("")
    if not pairs:
        raise WorkspaceError("\n".join(["There is no pair to compare.", *troubles_of(shown)]))
    notes = notes_of(shown, pairs)
    if file is not None:
        page = render("comparison.html", pairs=pairs, headings=headings_of(pairs), notes=notes)
        write_page(file, page, "dojo room compare")
    if as_json:
        click.echo(json.dumps(comparison_data(shown, pairs)))
    else:
        Console(width=WIDTH, highlight=False).print(table_of(pairs))
        click.echo("\n".join(["", *refactoring_lines(pairs), *notes]))
        if file is not None:
            click.echo(f"The same as a page: {file}")
    fail_unless_read(shown)


def look(shown: Room) -> None:
    """Read what is in a room, and say so meanwhile."""
    notice("Looking into the room.")
    shown.look()
    notice("")


def fail_unless_read(shown: Room) -> None:
    """Fail where a room did not answer, or has branches of which none could be read."""
    if any(clone.away or (clone.unread and not shown.pairs) for clone in shown.clones):
        fail()
