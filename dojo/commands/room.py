"""`dojo room`: a room for a session, the board of its pairs, and the pairs side by side."""

import json
import shlex
import shutil
import sys
import time
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from dojo import next_step
from dojo.cli import fail, html_option, json_option, progress_bar, show_waiting
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.kata.workspace import find_workspace
from dojo.pages import write_page
from dojo.room.comparison import (
    commit_lines,
    compare_pairs,
    comparison_page,
    comparison_table,
    table_cells,
)
from dojo.room.git import RefusedError, parse_room_url
from dojo.room.hosting import (
    GIT_PORT,
    close_room,
    git_daemon,
    git_url,
    is_room,
    make_room,
    reopen,
    write_room_bundle,
)
from dojo.room.page import BoardPages
from dojo.room.pairs import MINUTE_SECONDS, Clone, Room
from dojo.room.rows import troubles_of
from dojo.room.text import absence_data, board_data, board_lines
from dojo.text import WIDTH, fill, quantity

MAX_MINUTES = 24 * 60
KEPT = """{file} keeps all of {room}:
{names}"""
CLOSED = """{room} is closed: its pairs stop sharing, and later checks stay with them.
Nothing was deleted. You may delete the room now, and on the pairs' computers
the earlier practices that were in it, in practices/."""


class BoardOrCommand(click.Group):
    """The board of some sources. A command if its name comes first."""

    allow_interspersed_args = True  # dojo room URL --minutes 25

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        *rest: Any,  # noqa: ANN401 - click's signature
        **extra: Any,  # noqa: ANN401 - click's signature
    ) -> click.Context:
        if args and args[0] in self.commands:
            command = self.commands[args[0]]
            return command.make_context(f"{info_name} {args[0]}", args[1:], *rest, **extra)
        return super().make_context(info_name, args, *rest, **extra)


@click.group(
    cls=BoardOrCommand,
    invoke_without_command=True,
    no_args_is_help=True,
    subcommand_metavar="| COMMAND ...",
)
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@click.option(
    "--minutes",
    type=click.FloatRange(0, MAX_MINUTES, min_open=True),
    metavar="N",
    help="Count down a round of N minutes, in large digits.",
)
@html_option("Write the board as a page, and a page for each pair in a folder beside it.")
@click.option("--follow", is_flag=True, help="With --html: write again what is new, until Ctrl-C.")
@json_option("board")
def room(
    sources: tuple[str, ...],
    *,
    minutes: float | None,
    file: Path | None,
    follow: bool,
    as_json: bool,
) -> None:
    """Make a room, where pairs share their checks, or show one.

    \b
    dojo room serve ~/rooms/tuesday.git  a room for all computers in the network
    dojo room URL --minutes 25           the board, and 25 minutes for a round
    dojo room stick/*.bundle             files of pairs without a network
    dojo room URL1 URL2                  several rooms on one board
    dojo room URL --html board.html --follow   the board in a browser
    dojo room compare URL                pairs side by side, for the retrospective

    The board has a row for each pair, and in it a sign for each check, the newest last; two checks
    of the same files have one. The signs are: ● green, * approved (green with changed expected
    results; `approved *30`: 30 of them), x red, ? amber, < reverted, | partners swapped, / started
    over. It shows who is red, and for how long: nobody should be red for longer than two minutes. A
    new check appears within seconds. A pair that sends no sign of life for a minute is shown as
    `red? last heard 3:18`. Enter shows the steps of a pair, and what each changed; m puts the
    checks under a clock; h hides a row; ? shows all keys. A SOURCE is a URL, or the path of a room,
    a practice or a bundle.

    With --html, the board is a page for a projector, a phone or paper. It needs no server. A click
    on a name opens the steps of the pair; a click on a sign opens one step. With --follow, an open
    page updates itself. The command does not replace a file that the dojo did not make.

    If the output is not a terminal, the board is printed once. The exit code is 1 if a room did not
    answer.
    """
    has_page = file is not None
    if (follow and not has_page) or (as_json and has_page):
        raise WrongUsageError("--follow goes with --html FILE, and --json without it.")
    rooms = Room(find_workspace(), sources)
    if minutes is not None:
        rooms.round_end = time.time() + minutes * MINUTE_SECONDS
    if file is not None and follow:
        _follow_pages(BoardPages(rooms, file))
    elif file is not None:
        _write_pages(BoardPages(rooms, file))
    elif not as_json and sys.stdin.isatty() and sys.stdout.isatty():
        from dojo.room.board import Board  # noqa: PLC0415 - textual takes 130 ms to load

        Board(rooms, minutes).run()
    else:
        _print_board(rooms, as_json=as_json)


def _follow_pages(pages: BoardPages) -> None:
    try:
        advice = "Open it in a browser: it follows."
        click.echo(f"Writing {pages.file}, and again what is new, until Ctrl-C. {advice}")
        pages.follow(show_waiting)
    except KeyboardInterrupt:
        click.echo(f"\n{pages.file} stays as it is.")


def _write_pages(pages: BoardPages) -> None:
    with progress_bar("looking into the room"):
        pages.room.refresh()
    view = pages.write(live=False)
    pages.write_pairs(show_waiting)
    pairs = quantity(len(view.rows), "pair")
    click.echo(f"{pages.file}: {pairs}. In a browser, a name leads to the steps of a pair.")
    for line in view.troubles:
        click.echo(line, err=True)
    _fail_if_unreachable(pages.room)


def _print_board(rooms: Room, *, as_json: bool) -> None:
    with progress_bar("looking into the room"):
        rooms.refresh()
    if as_json:
        click.echo(json.dumps(board_data(rooms, time.time())))
    else:
        click.echo("\n".join(board_lines(rooms, time.time())))
    _fail_if_unreachable(rooms)


def _fail_if_unreachable(rooms: Room) -> None:
    """Fail if a room did not answer. That was printed already."""
    if troubles_of(rooms):
        fail()


@room.command("compare")
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@html_option("Write it as a page for a projector, too.")
@json_option("table")
def compare_rooms(sources: tuple[str, ...], *, file: Path | None, as_json: bool) -> None:
    """Show pairs side by side, for the retrospective.

    \b
    lvl                 the level; b: blind; own: own code
    checks              how many checks
    min a step          minutes from a check to the next; half took less
    lines a step        added and removed in .py files; half have fewer
    longest red         minutes:seconds until it was green, or reverted; amber
                        counts, too; ≥: the pair is still red
    complexity          at the first green check, and at the last; worst: of one
                        function; total: of all together
    mutants, slips      the last scores of `dojo mutants` and `dojo slips`
    changed results     how many expected results the pair changed

    A pair that started over is compared with all of its checks, but complexity, scores and changed
    results are those of its last practice. The refactorings stand below. A commit counts if its
    subject begins with a name of Martin Fowler's catalogue, as in `Extract Function: pairs`. The
    other commits are listed with their subjects. Nobody is ranked: the pairs stand in the order of
    the board. A column is left out if no pair has a value for it.
    """
    rooms = Room(find_workspace(), sources)
    with progress_bar("comparing the pairs"):
        rooms.refresh()
        pairs = compare_pairs(rooms, time.time())
    troubles = troubles_of(rooms)
    if not pairs:
        raise WorkspaceError("\n".join(["There is no pair to compare.", *troubles]))
    rows = table_cells(pairs)
    if file is not None:
        write_page(file, comparison_page(rows, troubles))
    if as_json:
        click.echo(json.dumps({"pairs": pairs, **absence_data(rooms)}))
    else:
        width = max(WIDTH, shutil.get_terminal_size().columns)
        Console(width=width, highlight=False).print(comparison_table(rows))
        click.echo("\n".join([*commit_lines(rows), *troubles]))
        if file is not None:
            click.echo(f"The same as a page: {file}")
    _fail_if_unreachable(rooms)


@room.command()
@click.argument("path")
@click.option("--shared", is_flag=True, help="The accounts of your group can push, too.")
def new(path: str, *, shared: bool) -> None:
    """Make a room for all who can reach this folder.

    \b
    dojo room new tuesday.git            for your own account
    dojo room new --shared /srv/tuesday  for all accounts of your group

    A room is a git repository for the histories of practices; each pair has a branch there. Pairs
    join with `dojo join`. It needs no server: a shared folder is enough, or a host that git can
    push to.
    """
    folder = Path(parse_room_url(path))
    make_room(folder, shared=shared)
    click.echo(f"{path} is a room: it takes the histories of practices, and nothing else.")
    next_step.tell(next_step.AFTER["room new"].format(room=shlex.quote(str(folder))))


@room.command()
@click.argument("path")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=GIT_PORT,
    show_default=True,
    help="Listen on this port.",
)
def serve(path: str, *, port: int) -> None:
    """Share a room with all computers in the network, until Ctrl-C.

    \b
    dojo room serve ~/rooms/tuesday.git

    This makes the room if there is none, and prints its URL. `git daemon` serves this room alone.
    Type the same command to serve it again. The firewall must let in the port. Nobody is asked for
    a password: everybody in the network can read and push. End it when the session ends.
    """
    folder = Path(parse_room_url(path))
    if not folder.exists():
        make_room(folder)
    if not is_room(folder):
        reason = f"{path} was not made by `dojo room new` or `dojo room serve`"
        raise WorkspaceError(f"{reason}, so it is not served. Choose another.")
    if reopen(folder):
        click.echo(f"{path} was closed; it is open again.")
    url = git_url(folder, port)
    with git_daemon(folder, port) as daemon:
        click.echo(f"{path} is at {url} until Ctrl-C.")
        next_step.tell(next_step.AFTER["room serve"].format(url=url))
        try:
            for _ in daemon.stdout or ():
                pass  # git prints a line for each connection
        except KeyboardInterrupt:
            click.echo(f"\n{path} stays as it is. The same command serves it again.")


@room.command()
@click.argument("source", metavar="URL")
@click.option(
    "--to",
    "file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Where to.  [default: tuesday.bundle, here]",
)
@click.option("--keep-open", is_flag=True, help="Only write the file: pairs go on sharing.")
def close(source: str, file: Path | None, *, keep_open: bool) -> None:
    """Close a room, and keep its checks in one file.

    \b
    dojo room close URL

    The dojo of each pair reads that the room is closed, and stops sharing. Later checks stay in the
    practices. `dojo room serve` opens the room again.

    The file is a git bundle: `dojo room`, `dojo room compare` and `dojo progress` read it as they
    read the room. It has all rows, also those of pairs that left. This command deletes nothing.
    """
    clone = Clone(find_workspace(), source)
    if file is None:
        file = Path(f"{clone.label}.bundle")
    if file.exists():
        advice = "Choose another name: --to FILE"
        raise WorkspaceError(f"There is a {file} already, and it was not changed. {advice}")
    if not keep_open:
        try:
            close_room(clone)
        except RefusedError as error:
            advice = f"`dojo room close --keep-open {shlex.quote(source)}` only writes the file."
            raise WorkspaceError(f"The room was not closed: {error.message}.\n{advice}") from None
    names = write_room_bundle(clone, file)
    listed = fill(", ".join(names), indent="  ")
    click.echo(KEPT.format(file=file, room=clone.display_name, names=listed))
    if keep_open:
        click.echo("The room is open: later checks are not in the file.")
    else:
        click.echo(CLOSED.format(room=clone.display_name))
    next_step.tell(next_step.AFTER["room close"].format(file=shlex.quote(str(file)), pair=names[0]))
