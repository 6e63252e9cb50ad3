"""`dojo room`: make a room, where pairs share what they do; and see one at a glance."""

import json
import os
import shlex
import sys
import time
from pathlib import Path

import click

from dojo.commands import next_step
from dojo.commands.options import as_json_instead_of, fail, notice, page_option
from dojo.commands.waiting import Waiting
from dojo.errors import WrongUsageError
from dojo.kata.workspace import find_workspace
from dojo.practice.rooms import make_room, room_url, shown_url
from dojo.room.board import Board
from dojo.room.pages import Pages, follow, write_all
from dojo.room.room import Room
from dojo.room.rows import board_data
from dojo.room.terminal import Countdown, board_lines
from dojo.text import counted

NEW = "new"
AFTER_NEW = """each pair: dojo join {room} --name Panda
you: dojo room {room}
For pairs at other computers, see "The room" in docs/facilitating.md."""
USAGE = "`dojo room SOURCE` shows a room, `dojo room new PATH` makes one."
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
@click.option("--follow", is_flag=True, help="With --html: write again what is new, until Ctrl-C.")
@as_json_instead_of("board")
def room(  # noqa: PLR0913 - each is an option
    sources: tuple[str, ...], *, shared: bool, minutes: float | None, file: Path | None, follow: bool, as_json: bool
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
        if len(sources) != 2:
            raise WrongUsageError("`dojo room new PATH` takes one path.")
        make_new(sources[1], shared=shared)
    elif shared or not sources:
        raise WrongUsageError(USAGE)
    elif follow and file is None:
        raise WrongUsageError("--follow goes with --html FILE: which page is to be written?")
    elif file is not None:
        if as_json:
            raise WrongUsageError("--html and --json do not go together: choose one.")
        write(sources, file, minutes, keep=follow)
    elif as_json or not has_screen():
        print_once(sources, as_json=as_json)
    else:
        show_on_screen(sources, minutes)


def make_new(path: str, *, shared: bool) -> None:
    """Make a room at a path that `dojo join` takes, and say what to type next."""
    place = Path(room_url(path)).absolute()
    make_room(place, shared=shared)
    click.echo(f"{path} is a room: it takes the stories of practices, and nothing else.")
    next_step.tell(AFTER_NEW.format(room=shlex.quote(str(place))))


def show_on_screen(sources: tuple[str, ...], minutes: float | None) -> None:
    """Show the board of all sources until somebody leaves it."""
    messages: list[str] = []
    with Room(find_workspace(), sources, messages.append) as shown:
        Board(shown, places_of(sources), minutes, messages).run()


def print_once(sources: tuple[str, ...], *, as_json: bool) -> None:
    """Print the board of all sources as it is now: as text, or as JSON."""
    with Room(find_workspace(), sources, notice) as shown:
        shown.refresh()
    notice("")
    if as_json:
        click.echo(json.dumps(board_data(shown)))
    else:
        click.echo("\n".join(map(in_letters_of_output, board_lines(shown, places_of(sources), time.time()))))
    if is_unread(shown):
        fail()


def is_unread(shown: Room) -> bool:
    """Tell whether a room did not answer, or has pairs of which none could be read."""
    return bool(shown.unreachable or (shown.problems and not shown.pairs))


def write(sources: tuple[str, ...], file: Path, minutes: float | None, *, keep: bool) -> None:
    """Write the pages of all sources, once or until Ctrl-C."""
    countdown = None if minutes is None else Countdown(time.time(), minutes * 60)
    with Room(find_workspace(), sources, notice) as shown:
        pages = Pages(shown, file, places_of(sources), countdown)
        (keep_writing if keep else write_once)(pages)
    if is_unread(shown) and not keep:
        fail()


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
        follow(pages, notice)
    except KeyboardInterrupt:
        click.echo(f"\n{pages.file} stays as it is: {_pairs(pages)}.")


def _pairs(pages: Pages) -> str:
    return counted(pages.pairs, "pair")


def has_screen() -> bool:
    """Tell whether there is a terminal that can be painted on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def places_of(sources: tuple[str, ...]) -> list[str]:
    """Return what pairs type to join rooms, without what is secret in a URL."""
    return [shlex.quote(shown_url(room_url(source))) for source in sources]


def in_letters_of_output(line: str) -> str:
    """Return a line, in signs that are told apart in ASCII where the output takes no others."""
    try:
        line.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return line.translate(TO_ASCII)
    return line
