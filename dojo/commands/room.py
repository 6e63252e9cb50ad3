"""`dojo room`: make a room, where pairs share what they do; and see one at a glance."""

import json
import os
import shlex
import sys
import time
from contextlib import closing
from pathlib import Path

import click

from dojo.commands import next_step
from dojo.commands.options import as_json_instead_of, fail, notice, page_option
from dojo.errors import WrongUsageError
from dojo.kata.workspace import find_workspace
from dojo.practice.rooms import make_room, room_url, shown_url
from dojo.room.board import Board
from dojo.room.page import Pages, follow
from dojo.room.pairs import Room
from dojo.room.rows import board_data
from dojo.room.terminal import board_lines
from dojo.text import counted

NEW = "new"
AFTER_NEW = """each pair: dojo join {room} --name Panda
you: dojo room {room}
For pairs at other computers, see "The room" in docs/facilitating.md."""
TO_ASCII = str.maketrans("●…", "o~")
LONGEST_MINUTES = 24 * 60


@click.command()
@click.argument("sources", nargs=-1, metavar="new PATH | SOURCE...")
@click.option("--shared", is_flag=True, help="With new: the accounts of your group can push, too.")
@click.option(
    "--minutes",
    type=click.FloatRange(0, LONGEST_MINUTES, min_open=True),
    metavar="N",
    help="Count a round of N minutes down, large enough for the last row.",
)
@page_option("Write the board as a page, and a page for each pair in a folder beside it.")
@click.option("--follow", "keep", is_flag=True, help="With --html: write again what is new, until Ctrl-C.")
@as_json_instead_of("board")
def room(  # noqa: PLR0913 - each is an option
    sources: tuple[str, ...], *, shared: bool, minutes: float | None, file: Path | None, keep: bool, as_json: bool
) -> None:
    """Make a room, where pairs share what they do, or show one.

    \b
    dojo room new tuesday.git            a room for your own account
    dojo room new --shared /srv/tuesday  one for all accounts of your group
    dojo room tuesday.git --minutes 25   the board, and 25 minutes for a round
    dojo room ssh://anna.local/srv/tuesday   a room at another computer
    dojo room stick/*.bundle             what pairs brought without a network
    dojo room URL1 URL2                  several rooms on one board
    dojo room tuesday.git --html board.html --follow   for a browser

    A room is a git repository that takes the stories of practices, a branch for each pair, and nothing else. Pairs come
    in with `dojo join`. No server is needed: a shared folder will do, or any host that git can push to.

    The board has a line for each pair, with a sign for each check, the newest at the right: ● green, x red, ? amber, *
    green with places approved otherwise than the kata (`green *30`: in 30 places), < reverted by TCR, and | where
    partners were swapped. It shows who is red, and for how long: nobody should be for longer than two minutes. What is
    pushed is there within seconds. Enter shows the steps of a pair, and what each changed; m aligns the checks by the
    minute; h hides a line; ? tells all keys. A SOURCE is a URL, or the path of a room, of a clone of one, of a
    practice, or of a bundle.

    With --html, the board is a page that needs no server and asks none: for a projector, a phone, paper. A name leads
    to the steps of the pair, a light to one of them. With --follow, an open page shows what is new by itself. What was
    not made by this command stays as it is.

    Where the output is no terminal, the board is printed once; exit code 1 says that a room did not answer, or that no
    pair of it could be read.
    """
    if sources[:1] == (NEW,):
        make_new(sources[1:], shared=shared)
        return
    if shared or not sources:
        raise WrongUsageError("`dojo room SOURCE` shows a room, `dojo room new PATH` makes one.")
    if keep and file is None:
        raise WrongUsageError("--follow goes with --html FILE: which page is to be written?")
    if as_json and file is not None:
        raise WrongUsageError("--html and --json do not go together: choose one.")
    places = [shlex.quote(shown_url(room_url(source))) for source in sources]
    with closing(Room(find_workspace(), sources)) as shown:
        if file is not None:
            end = None if minutes is None else time.time() + minutes * 60
            (keep_writing if keep else write_once)(Pages(shown, file, places, end))
        elif as_json or not has_screen():
            print_once(shown, places, as_json=as_json)
        else:
            Board(shown, places, minutes).run()


def make_new(paths: tuple[str, ...], *, shared: bool) -> None:
    """Make a room at a path that `dojo join` takes, and say what to type next."""
    if len(paths) != 1:
        raise WrongUsageError("`dojo room new PATH` takes one path.")
    place = Path(room_url(paths[0])).absolute()
    make_room(place, shared=shared)
    click.echo(f"{paths[0]} is a room: it takes the stories of practices, and nothing else.")
    next_step.tell(AFTER_NEW.format(room=shlex.quote(str(place))))


def print_once(shown: Room, places: list[str], *, as_json: bool) -> None:
    """Print the board of a room as it is now: as text, or as JSON."""
    look(shown)
    if as_json:
        click.echo(json.dumps(board_data(shown)))
    else:
        click.echo("\n".join(map(in_letters_of_output, board_lines(shown, places, time.time()))))
    fail_unless_read(shown)


def write_once(pages: Pages) -> None:
    """Write all pages, and say what they are."""
    look(pages.room)
    pages.write_pairs(notice)
    pages.write(time.time(), live=False)
    click.echo(f"{pages.file}: {_pairs(pages)}. In a browser, a name leads to the steps of a pair.")
    for line in pages.view(0).troubles:
        click.echo(line, err=True)
    fail_unless_read(pages.room)


def keep_writing(pages: Pages) -> None:
    """Write what is new until Ctrl-C, and say how to see it."""
    try:
        click.echo(f"Writing {pages.file}, and again what is new, until Ctrl-C. Open it in a browser: it follows.")
        follow(pages, notice)
    except KeyboardInterrupt:
        click.echo(f"\n{pages.file} stays as it is: {_pairs(pages)}.")


def look(shown: Room) -> None:
    """Read what is in a room, and say so meanwhile."""
    notice("Looking into the room.")
    shown.look()
    notice("")


def fail_unless_read(shown: Room) -> None:
    """Fail where a room did not answer, or has pairs of which none could be read."""
    if shown.unreachable or (shown.problems and not shown.pairs):
        fail()


def _pairs(pages: Pages) -> str:
    return counted(len(pages.view(0).rows), "pair")


def has_screen() -> bool:
    """Tell whether there is a terminal that can be painted on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def in_letters_of_output(line: str) -> str:
    """Return a line, in signs that are told apart in ASCII where the output takes no others."""
    try:
        line.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return line.translate(TO_ASCII)
    return line
