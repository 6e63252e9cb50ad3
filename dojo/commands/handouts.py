"""`dojo handouts`: make a page to print, from the files of the kata."""

import shlex
from datetime import UTC, datetime
from pathlib import Path

import click

from dojo.cli import LevelOption, html_option
from dojo.errors import WrongUsageError
from dojo.kata.description import read_kata
from dojo.kata.handouts import ATTACK, FORMATS, PAIRS, key_page, pairs_page, session_page, wall_page
from dojo.kata.workspace import find_workspace
from dojo.pages import write_page
from dojo.room.git import display_url, parse_room_url
from dojo.room.sharing import parse_pair_name

ON_ONE_SIDE = "Open it in a browser, and print it single-sided."
ON_BOTH_SIDES = "Open it in a browser, and print it double-sided."


def parse_time(
    _context: click.Context, _option: click.Parameter, text: str | None
) -> datetime | None:
    """Read a time of day, as in 18:30 or 18.30. Its date has no meaning."""
    if text is None:
        return None
    try:
        return datetime.strptime(text.replace(".", ":"), "%H:%M").replace(tzinfo=UTC)
    except ValueError:
        message = f"{text!r} is not a time. Use hours and minutes: --at 18:30"
        raise WrongUsageError(message) from None


def parse_pairs(_context: click.Context, _option: click.Parameter, text: str) -> list[str]:
    """Read names between commas. Raises WrongUsageError if two are the same but for case."""
    names = [parse_pair_name(name) for name in text.split(",") if name.strip()]
    if len({name.casefold() for name in names}) < len(names):
        raise WrongUsageError("Two pairs have the same name in --pairs. Case does not matter.")
    return names


@click.command()
@html_option("The page to write; open it in a browser and print it.", required=True)
@click.option(
    "--level",
    cls=LevelOption,
    type=int,
    metavar="LEVEL",
    default=1,
    show_default=True,
    help="The level, as in `dojo start`.",
)
@click.option(
    "--pairs",
    default="",
    metavar="NAMES",
    callback=parse_pairs,
    help="The names of the pairs: Panda,Otter. Without names, one sheet has a blank to fill in.",
)
@click.option("--room", metavar="URL", help="The URL of the room, for the commands on the page.")
@click.option(
    "--wall",
    is_flag=True,
    help="Write the pages that a room needs once: listing, games, cards.",
)
@click.option(
    "--key",
    is_flag=True,
    help="Write the key of the smells, for the person who runs the session.",
)
@click.option(
    "--session",
    is_flag=True,
    help="Write the plan, for the person who runs the session.",
)
@click.option(
    "--at",
    "start",
    callback=parse_time,
    metavar="TIME",
    help="With --session: when the session begins, for example 18:30.",
)
@click.option(
    "--format",
    "session_format",
    type=click.Choice(list(FORMATS)),
    default=PAIRS,
    show_default=True,
    help="How people work together.",
)
def handouts(  # noqa: PLR0913 - each is an option
    file: Path,
    level: int,
    *,
    pairs: list[str],
    room: str | None,
    wall: bool,
    key: bool,
    session: bool,
    start: datetime | None,
    session_format: str,
) -> None:
    """Write a page to print for a session.

    \b
    dojo handouts --html handouts.html --pairs Panda,Otter --room URL
    dojo handouts --html wall.html --wall
    dojo handouts --html key.html --key
    dojo handouts --html sheet.html --session --at 18:30 --room URL
    dojo handouts --html sheet.html --session --format ensemble
    dojo handouts --html sheet.html --session --format hour --level hour
    dojo handouts --html attack.html --format attack --pairs Panda,Otter

    Without --wall, --key and --session, each pair gets a sheet of two pages: its commands with its
    own name, and the rules of the games. --wall writes the pages that a room needs once: a listing
    of the tangle with line numbers (two pages at level 1, five at level 4), the rules, and
    constraint cards to cut out.

    The other pages are for the person who runs the session. --key is the key of the smells.
    --session is the plan of two hours, on both sides of a sheet: the times, what to say, and each
    command from serving the room to closing it. With --format, it is the plan of a first hour, a
    short one of forty minutes, or that of an ensemble (a driver and navigators at one keyboard), of
    randori in pairs (the keyboard changes hands at the projector), of attack and defend (pairs send
    slips to each other), or of an evening with two of these formats. For --format attack, the sheet
    of a pair is another one, of one page.

    All pages are for A4 or letter, in black and white. They are made from the files of the kata, so
    write them again when these change. A file that the dojo did not write is not replaced.
    """
    if [wall, key, session].count(True) > 1:
        raise WrongUsageError("Use only one of --wall, --key and --session.")
    if session and level > 1:
        raise WrongUsageError("--session is a plan for level 1 or the first hour. Omit --level.")
    if start and not session:
        raise WrongUsageError("--at is about the plan. Add --session.")
    if session_format != PAIRS and (wall or key):
        raise WrongUsageError("--wall and --key are the same for all formats. Omit --format.")
    if pairs and (wall or key):
        raise WrongUsageError("--wall and --key are the same for all pairs. Omit --pairs.")
    workspace = find_workspace()
    about = read_kata(workspace).level(level)
    url = ""
    if room:
        url = shlex.quote(display_url(parse_room_url(room)))
    if session:
        page = session_page(workspace, about, url, start, pairs, session_format=session_format)
    elif wall:
        page = wall_page(workspace, about)
    elif key:
        page = key_page(workspace, about)
    else:
        page = pairs_page(workspace, about, pairs, url, session_format=session_format)
    write_page(file, page)
    is_a_page_each = session_format == ATTACK and not session
    how_to_print = ON_ONE_SIDE if wall or is_a_page_each else ON_BOTH_SIDES
    click.echo(f"{file}: for {about.heading}. {how_to_print}")
