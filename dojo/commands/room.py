"""`dojo room`: a room for a session, the board of its pairs, and the pairs side by side."""

import re
import shlex
import time
from pathlib import Path
from typing import Any

import click

from dojo import next_step
from dojo.cli import (
    fail,
    html_option,
    is_at_terminal,
    json_option,
    no_bell_option,
    print_json,
    progress_bar,
    show_waiting,
)
from dojo.commands.room_compare import compare_rooms
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.room.git import RefusedError, parse_room_url
from dojo.room.hosting import (
    GIT_PORT,
    close_room,
    git_daemon,
    git_url,
    has_pairs,
    is_room,
    make_room,
    remove_pair,
    reopen,
    write_room_bundle,
)
from dojo.room.page import BoardPages
from dojo.room.pairs import Clone, Sources
from dojo.room.remote import Phase
from dojo.room.rows import View, view_of
from dojo.room.text import board_lines
from dojo.text import fill, quantity
from dojo.times import MINUTE_SECONDS

MAX_MINUTES = 24 * 60
# The name becomes part of a ref, and of the heading of the board.
PHASE = re.compile(r"([^\W\d_]{1,20}) ([0-9]{1,4})")
KEPT = """Wrote all practices of {room} to {file}:
{names}"""
CLOSED = """{room} is closed. Its pairs stop sharing, and later checks stay with them.
Nothing was deleted. The file also has the slips that pairs sent, so you may now
delete the room and, on the pairs' computers, the old practices in practices/."""
REMOVED = """Removed {name} from {path}, with {slips}. The name is free now.
If {name} still practises, its next check brings it back: `dojo join --leave` there."""


def read_phases(_context: click.Context, _option: click.Parameter, text: str | None) -> list[Phase]:
    """Read phases as in "Defend 25, Attack 15"."""
    phases: list[Phase] = []
    for part in (text or "").split(","):
        match = PHASE.fullmatch(part.strip())
        if match is not None and 0 < int(match[2]) <= MAX_MINUTES:
            phases.append(Phase(match[1], int(match[2])))
        elif text is not None:
            example = 'Use names and minutes: "Defend 25, Attack 15".'
            raise WrongUsageError(f"{part.strip()!r} is no phase. {example}")
    return phases


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
    help="Count down a round of N minutes, in large digits. The pairs see it, too.",
)
@click.option(
    "--phases",
    callback=read_phases,
    metavar="PHASES",
    help='Count down phases: "Defend 25, Attack 15". The key n begins the next one.',
)
@no_bell_option
@html_option("Write the board to a page, and a page for each pair to a folder beside it.")
@click.option("--follow", is_flag=True, help="With --html: update the pages until Ctrl-C.")
@json_option("board")
def room(  # noqa: PLR0913 - each is an option
    sources: tuple[str, ...],
    *,
    minutes: float | None,
    phases: list[Phase],
    file: Path | None,
    no_bell: bool,
    follow: bool,
    as_json: bool,
) -> None:
    """Create a room for a session, or show the board of one.

    \b
    dojo room serve ~/rooms/tuesday.git  a room for all computers in the network
    dojo room URL --minutes 25           the board, with a round of 25 minutes
    dojo room URL --phases "Defend 25, Attack 15"
                                         ... with phases; in an attack, pairs
                                         send slips, and none is late
    dojo room stick/*.bundle             the board of pairs without a network
    dojo room URL1 URL2                  several rooms on one board
    dojo room URL --html board.html --follow   the board in a browser
    dojo room compare URL                compare the pairs, for the retrospective

    In a room, pairs share their checks. The board has a row for each pair with a sign for each
    check, the newest last; repeated checks of the same files have one sign. The signs are: ● green,
    * approved (green with changed expected results; `approved *30`: 30 of them), x red, ? amber,
    < reverted, | partners swapped, / started over. The board shows how long each pair has been red:
    nobody should be red for longer than two minutes, or than the pair chose with `dojo watch
    --red`. A new check appears within seconds. If a pair was not heard for a minute, its row says
    `red? last heard 3:18`.

    Press Enter to see the steps of a pair and their diffs, m to see the checks on a time axis, h to
    hide a row, and ? to see all keys. A SOURCE is a URL, or the path of a room, a practice or a
    bundle.

    With --html, the board is a page for a projector, a phone or paper, and needs no server. Click a
    name to see the steps of the pair, or a sign to see one step. With --follow, an open page
    updates itself. A file that the dojo did not write is not replaced.

    If the output is not a terminal, the board is printed once. Exit code 1 means that a room did
    not answer.
    """
    has_page = file is not None
    if (follow and not has_page) or (as_json and has_page):
        raise WrongUsageError("--follow needs --html FILE, and --json does not work with --html.")
    if minutes is not None and phases:
        raise WrongUsageError("Use either --minutes or --phases.")
    if minutes is not None:
        phases = [Phase("", minutes)]
    rooms = Sources(sources)
    if phases:
        now = time.time()
        rooms.set_round(now, now + phases[0].minutes * MINUTE_SECONDS, phases[0].name)
    if file is not None and follow:
        _follow_pages(BoardPages(rooms, file))
    elif file is not None:
        _write_pages(BoardPages(rooms, file))
    elif not as_json and is_at_terminal():
        from dojo.room.board import Board  # noqa: PLC0415 - textual takes 130 ms to load

        Board(rooms, phases, has_bell=not no_bell).run()
    else:
        _print_board(rooms, as_json=as_json)


room.add_command(compare_rooms)


def _follow_pages(pages: BoardPages) -> None:
    try:
        advice = "Open it in a browser; it updates itself."
        click.echo(f"Writing {pages.file} until Ctrl-C. {advice}")
        pages.follow(show_waiting)
    except KeyboardInterrupt:
        click.echo(f"\n{pages.file} shows the board as it is now.")


def _write_pages(pages: BoardPages) -> None:
    """Write the board and a page for each pair once. Fails if a room does not answer."""
    with progress_bar("reading the room"):
        pages.sources.refresh()
    view = pages.write(live=False)
    pages.write_pairs(show_waiting)
    pairs = quantity(len(view.rows), "pair")
    click.echo(f"{pages.file}: {pairs}. In a browser, click a name to see the steps of a pair.")
    for line in view.troubles:
        click.echo(line, err=True)
    _fail_if_unreachable(view)


def _print_board(sources: Sources, *, as_json: bool) -> None:
    with progress_bar("reading the room"):
        sources.refresh()
    view = view_of(sources, time.time())
    if as_json:
        print_json(view.report)
    else:
        click.echo("\n".join(board_lines(view)))
    _fail_if_unreachable(view)


def _fail_if_unreachable(view: View) -> None:
    """Fail if a room did not answer. That was printed already."""
    if view.report.unreachable:
        fail()


@room.command()
@click.argument("path")
@click.option("--shared", is_flag=True, help="Let the accounts of your group push, too.")
def new(path: str, *, shared: bool) -> None:
    """Create a room for everybody with access to its folder.

    \b
    dojo room new tuesday.git            for your own account
    dojo room new --shared /srv/tuesday  for all accounts of your group

    A room is a git repository for the histories of practices, with a branch for each pair. Pairs
    join with `dojo join`. It needs no server: a shared folder is enough, or a host that git can
    push to.
    """
    folder = Path(parse_room_url(path))
    make_room(folder, shared=shared)
    click.echo(f"Created the room {path}. It accepts only histories of practices.")
    next_step.tell(next_step.after_new_room(shlex.quote(str(folder))))


@room.command()
@click.argument("path")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=GIT_PORT,
    show_default=True,
    help="Listen on this port.",
)
@click.option("--host", metavar="ADDRESS", help="Listen at this address only, such as 127.0.0.1.")
def serve(path: str, *, port: int, host: str | None) -> None:
    """Serve a room to all computers in the network, until Ctrl-C.

    \b
    dojo room serve ~/rooms/tuesday.git

    The command creates the room if it does not exist, and prints its URL. `git daemon` serves only
    this room. Run the same command to serve it again. The firewall must allow the port. There is no
    password: everybody in the network can read and push, so stop it when the session ends.
    """
    folder = Path(parse_room_url(path))
    if not folder.exists():
        make_room(folder)
    _require_own_room(folder, path)
    if reopen(folder):
        click.echo(f"{path} was closed, and is open again.")
    url = git_url(folder, port, host)
    with git_daemon(folder, port, host) as daemon:
        click.echo(f"Serving {path} at {url} until Ctrl-C.")
        next_step.tell(next_step.while_serving(url, has_pairs=has_pairs(folder)))
        try:
            for _ in daemon.stdout or ():
                pass  # git prints a line for each connection
        except KeyboardInterrupt:
            click.echo(f"\nStopped. The same command serves {path} again.")


def _require_own_room(folder: Path, path: str) -> None:
    if not is_room(folder):
        reason = f"{path} was not created by `dojo room new` or `dojo room serve`"
        raise WorkspaceError(f"{reason}. Choose another path.")


@room.command()
@click.argument("path")
@click.argument("name")
def remove(path: str, name: str) -> None:
    """Remove a pair from a room: its checks, its slips, and its name.

    \b
    dojo room remove ~/rooms/tuesday.git Rehearsal

    PATH is the folder of the room, on the computer that serves it. The practice of the pair keeps
    all of its checks.
    """
    folder = Path(parse_room_url(path))
    _require_own_room(folder, path)
    slips = quantity(remove_pair(folder, name), "slip")
    click.echo(REMOVED.format(name=name, path=path, slips=slips))


@room.command()
@click.argument("source", metavar="URL")
@click.option(
    "--to",
    "file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The file to write.  [default: tuesday.bundle in the current folder]",
)
@click.option("--keep-open", is_flag=True, help="Only write the file; pairs continue to share.")
def close(source: str, file: Path | None, *, keep_open: bool) -> None:
    """Close a room, and save its checks to one file.

    \b
    dojo room close URL

    The pairs of a closed room stop sharing, and later checks stay in their practices.
    `dojo room serve` opens the room again.

    The file is a git bundle, which `dojo room`, `dojo room compare` and `dojo progress` read as
    they read the room. It has all rows, also those of pairs that left. This command deletes
    nothing.
    """
    clone = Clone(source)
    if file is None:
        file = Path(f"{clone.label}.bundle")
    if file.exists():
        advice = "Choose another name: --to FILE"
        raise WorkspaceError(f"{file} already exists, and was not changed. {advice}")
    if not keep_open:
        try:
            close_room(clone)
        except RefusedError as error:
            advice = f"To write the file only: dojo room close --keep-open {shlex.quote(source)}"
            raise WorkspaceError(f"The room was not closed: {error.message}.\n{advice}") from None
    names = write_room_bundle(clone, file)
    listed = fill(", ".join(names), indent="  ")
    click.echo(KEPT.format(file=file, room=clone.display_name, names=listed))
    if keep_open:
        click.echo("The room is still open. Later checks are not in the file.")
    else:
        click.echo(CLOSED.format(room=clone.display_name))
    next_step.tell(next_step.after_closing(shlex.quote(str(file)), names[0]))
